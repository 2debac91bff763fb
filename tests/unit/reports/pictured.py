"""Small worlds that are worth a picture, built by hand."""

from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place

DIRECTIONS = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def grid(text: str) -> ExplicitModel:
    """A map with start `S`, end `T`, walls `#`, and every other word a proposition."""
    lines = tuple(line.strip() for line in text.strip().splitlines())
    tokens = [line.split() for line in lines]
    cells = tuple(
        (r, c) for r, row in enumerate(tokens) for c, token in enumerate(row) if token != "#"
    )
    words = [tokens[r][c] for r, c in cells]
    number = {cell: index for index, cell in enumerate(cells)}
    moves = tuple(
        Move(number[r, c], action, number[r + dr, c + dc])
        for (r, c), word in zip(cells, words, strict=True)
        if word != "T"
        for action, (dr, dc) in DIRECTIONS.items()
        if (r + dr, c + dc) in number
    )
    return ExplicitModel(
        propositions=tuple(sorted(set(words) - {"."})),
        states=tuple(f"r{r}c{c}" for r, c in cells),
        labels=tuple(() if word == "." else (word,) for word in words),
        start=words.index("S"),
        terminal=tuple(index for index, word in enumerate(words) if word == "T"),
        moves=moves,
        cells=cells,
        map=lines,
    )


def between(
    model: ExplicitModel, one: str, other: str, *, back: bool = True
) -> tuple[int, ...]:
    """The numbers of the moves from one state to another, and back."""
    pairs = {(one, other), (other, one)} if back else {(one, other)}
    return tuple(
        index
        for index, move in enumerate(model.moves)
        if (model.states[move.source], model.states[move.target]) in pairs
    )


def way(model: ExplicitModel, text: str) -> tuple[tuple[int, int], ...]:
    """A way, from words such as `r0c0:0`: a state and a memory."""
    steps = (word.split(":") for word in text.split())
    return tuple((model.states.index(state), int(memory)) for state, memory in steps)


def static_environment() -> Environment:
    """A 3 x 5 map with two walls, so that every way leads through `a`."""
    model = grid("S . . . .\n. # a # .\n. . . . T")
    places = (
        Place(name="r0c2 <-> r0c3", moves=between(model, "r0c2", "r0c3"), wall=True),
        Place(name="r2c1 <-> r2c2", moves=between(model, "r2c1", "r2c2"), wall=True),
        Place(name="r0c0 <-> r0c1", moves=between(model, "r0c0", "r0c1"), wall=True),
    )
    letters = ((), ("S",), ("T",), ("a",))
    return Environment(
        title="A corridor with a view",
        model=model,
        harness=Barriers(places=places, bidirectional=True),
        system_objective="F T",
        test_objective="F a",
        kind="static",
        memory=Memory(
            names=("q0", "q1"),
            start=0,
            letters=letters,
            after=((0, 0, 0, 1), (1, 1, 1, 1)),
            closed=((0, 1), (0, 1)),
        ),
        flow=1,
        ways=(way(model, "r0c0:0 r0c1:0 r0c2:0 r1c2:1 r2c2:1 r2c3:1 r2c4:1"),),
        obstacles=2,
        closings=2,
        cuts=6,
    )


def reactive_environment() -> Environment:
    """Example 2 of the flow paper, with the four cuts of its Figure 4."""
    model = grid("I2 . T\nS . I1")
    places = (
        Place(name="door north", moves=between(model, "r0c1", "r0c2")),
        Place(name="r1c2 -> r0c2", moves=between(model, "r1c2", "r0c2")),
    )
    letters = ((), ("I1",), ("I2",), ("S",), ("T",))
    ways = (
        "r1c0:0 r1c1:0 r1c2:1 r1c1:1 r0c1:1 r0c0:3 r0c1:3 r0c2:3",
        "r1c0:0 r0c0:2 r0c1:2 r1c1:2 r1c2:3 r0c2:3",
    )
    return Environment(
        title="Two rooms in any order",
        model=model,
        harness=Barriers(places=places, bidirectional=True),
        system_objective="F T",
        test_objective="F I1 & F I2",
        kind="reactive",
        memory=Memory(
            names=("q0", "q6", "q7", "q1"),
            start=0,
            letters=letters,
            after=((0, 1, 2, 0, 0), (1, 1, 3, 1, 1), (2, 3, 2, 2, 2), (3, 3, 3, 3, 3)),
            closed=((0,), (0, 1), (0,), ()),
        ),
        flow=2,
        ways=tuple(way(model, text) for text in ways),
        obstacles=2,
        closings=4,
        cuts=4,
    )


def network_environment() -> Environment:
    """Seven rooms that are no map, with one wall and one door."""
    names = ("lab", "hall", "stairs", "office", "archive", "lift", "exit")
    pairs = "lab hall,hall lab,hall stairs,hall office,office archive,archive office,"
    pairs += "stairs lift,archive lift,lift stairs,lift exit,stairs exit"
    ends = [tuple(map(names.index, pair.split())) for pair in pairs.split(",")]
    moves = tuple(Move(s, f"to {names[t]}", t) for s, t in sorted(ends))
    model = ExplicitModel(
        propositions=("archive", "exit"),
        states=names,
        labels=tuple((name,) if name in ("archive", "exit") else () for name in names),
        start=0,
        terminal=(6,),
        moves=moves,
    )
    places = (
        Place(name="stairs", moves=between(model, "hall", "stairs", back=False), wall=True),
        Place(name="gate", moves=between(model, "stairs", "exit", back=False)),
    )
    return Environment(
        title="By way of the archive",
        model=model,
        harness=Barriers(places=places),
        system_objective="F exit",
        test_objective="F archive",
        kind="mixed",
        memory=Memory(
            names=("q0", "q1"),
            start=0,
            letters=((), ("archive",), ("exit",)),
            after=((0, 1, 0), (1, 1, 1)),
            closed=((0, 1), (0, 1)),
        ),
        flow=1,
        ways=(way(model, "lab:0 hall:0 office:0 archive:1 lift:1 exit:1"),),
        obstacles=2,
        closings=3,
        cuts=2,
    )


def fuel_environment() -> Environment:
    """A 1 x 3 corridor with fuel 0..3: one move is blocked when little is left, one always."""
    cells = tuple((0, c) for c in range(3) for _ in range(4))
    states = tuple(f"r0c{c},fuel={f}" for c in range(3) for f in range(4))
    moves = [
        Move(4 * c + f, action, 4 * (c + step) + f - 1)
        for c in range(2)
        for f in range(1, 4)
        for action, step in (("east", 1), ("west", -1))
        if c + step >= 0
    ]
    model = ExplicitModel(
        propositions=("S", "T", "low"),
        states=states,
        labels=tuple(
            tuple(
                word for word, holds in (("S", c == 0), ("T", c == 2), ("low", f < 2)) if holds
            )
            for c in range(3)
            for f in range(4)
        ),
        start=3,
        terminal=(8, 9, 10, 11),
        moves=tuple(moves),
        cells=cells,
        map=("S . T",),
    )
    low = tuple(i for i, m in enumerate(moves) if m.source // 4 == 0 and m.source % 4 <= 2)
    every = tuple(i for i, m in enumerate(moves) if m.source // 4 == 1 and m.action == "west")
    return Environment(
        title="Little fuel",
        model=model,
        harness=Barriers(
            places=(Place(name="low", moves=low), Place(name="back", moves=every))
        ),
        system_objective="F T",
        test_objective="F low",
        kind="static",
        memory=Memory(
            names=("q0",),
            start=0,
            letters=tuple(sorted(set(model.labels))),
            after=((0,) * len(set(model.labels)),),
            closed=((0, 1),),
        ),
        flow=1,
        ways=(tuple((state, 0) for state in (3, 6, 9)),),
        obstacles=2,
    )
