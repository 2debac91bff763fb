"""The only place that knows that solvers exist: programs as arrays, solved by workers."""
