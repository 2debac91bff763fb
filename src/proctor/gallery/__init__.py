"""The examples, as package data."""
