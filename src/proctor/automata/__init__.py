"""Omega-automata over bitmask letters: what turns an objective into something finite."""
