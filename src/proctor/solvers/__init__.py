"""The only place that knows that solvers exist: programs as arrays, and workers to solve them."""
