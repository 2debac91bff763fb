"""Directed graphs as CSR arrays, flows and cuts; no domain words."""
