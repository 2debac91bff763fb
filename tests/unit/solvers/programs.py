"""Programs for the tests of the solvers, and the obvious way to solve the small ones."""

from itertools import product

from numpy.random import Generator, default_rng

from proctor.solvers.program import Program, ProgramBuilder

__all__ = ["brute_force", "market_split", "random_program", "wide"]


def brute_force(program: Program) -> int | None:
    """Return the least objective over all values, or ``None`` if nothing is a solution."""
    ranges = [
        range(int(low), int(high) + 1)
        for low, high in zip(program.lower, program.upper, strict=True)
    ]
    costs = [
        sum(factor * values[v] for factor, v in program.cost)
        for values in product(*ranges)
        if holds(program, values)
    ]
    return min(costs, default=None)


def holds(program: Program, values: tuple[int, ...]) -> bool:
    begin = 0
    for end in program.clause_ends:
        clause = program.clause_literals[begin:end]
        if all(values[abs(n) - 1] != (n > 0) for n in clause):
            return False
        begin = end
    begin = 0
    for number, end in enumerate(program.row_ends):
        total = sum(
            program.row_coefficients[at] * values[program.row_variables[at]]
            for at in range(begin, end)
        )
        low, high = program.row_low[number], program.row_high[number]
        if (low is not None and total < low) or (high is not None and total > high):
            return False
        begin = end
    return True


def random_program(seed: int) -> Program:
    """Return a small program; about a third have no solution."""
    rng = default_rng(seed)
    builder = ProgramBuilder(f"random {seed}")
    booleans = [builder.boolean() for _ in range(rng.integers(1, 6))]
    numbers = [builder.number(*_range(rng)) for _ in range(rng.integers(0, 3))]
    everything = booleans + numbers
    for _ in range(rng.integers(0, 5)):
        size = int(rng.integers(0, 4)) if rng.random() < 0.1 else int(rng.integers(1, 4))
        builder.clause([_literal(rng, booleans) for _ in range(size)])
    for _ in range(rng.integers(0, 4)):
        terms = [(int(rng.integers(-4, 5)), v) for v in everything if rng.random() < 0.7]
        middle = int(rng.integers(-4, 6))
        low = middle if rng.random() < 0.6 else None
        high = middle + int(rng.integers(0, 4)) if rng.random() < 0.6 else None
        builder.row(terms, low=low, high=high)
    if rng.random() < 0.3:
        builder.exactly_one([_literal(rng, [v]) for v in booleans])
    if rng.random() < 0.3:
        builder.at_most_one([_literal(rng, [v]) for v in booleans])
    if rng.random() < 0.8:
        builder.minimise([(int(rng.integers(-5, 6)), v) for v in everything])
    for v in everything:
        if rng.random() < 0.5:
            builder.hint(v, int(rng.integers(0, 2)))
    return builder.build()


def market_split(rows: int = 4, columns: int = 40) -> Program:
    """Return a program whose solutions are easy to find, and whose optimum is hard to prove."""
    rng = default_rng(1)
    builder = ProgramBuilder("market split")
    chosen = [builder.boolean() for _ in range(columns)]
    for _ in range(rows):
        weights = [int(w) for w in rng.integers(0, 100, columns)]
        over, under = builder.number(0, 5000), builder.number(0, 5000)
        half = sum(weights) // 2
        terms = [*zip(weights, chosen, strict=True), (-1, over), (1, under)]
        builder.row(terms, low=half, high=half)
        builder.minimise([(1, over), (1, under)])
    return builder.build()


def wide(variables: int = 20_000, clauses: int = 100_000) -> Program:
    """Return a large program that is easy to solve."""
    rng = default_rng(2)
    builder = ProgramBuilder("wide")
    chosen = builder.booleans(variables)
    picks = rng.integers(0, variables, (clauses, 3)).tolist()
    for a, b, c in picks:
        builder.clause([a + 1, -(b + 1), c + 1])
    builder.minimise([(1, v) for v in chosen])
    return builder.build()


def _range(rng: Generator) -> tuple[int, int]:
    low = int(rng.integers(-2, 2))
    return low, low + int(rng.integers(0, 4))


def _literal(rng: Generator, booleans: list[int]) -> int:
    v = booleans[int(rng.integers(len(booleans)))] + 1
    return v if rng.random() < 0.6 else -v
