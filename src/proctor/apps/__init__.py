"""The doors through which people come in."""
