"""The papers' tables, measured."""
