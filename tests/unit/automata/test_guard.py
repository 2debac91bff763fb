"""Guards: disjunctions of cubes over bitmask letters."""

import pytest

from proctor.automata.guard import EVERY, NEVER, Guard, are_disjoint, covers_all
from proctor.errors import InputError

A, B, C = (Guard.literal(bit) for bit in range(3))


def read(guard: Guard, bits: int = 3) -> list[int]:
    return [letter for letter in range(1 << bits) if guard.accepts(letter)]


def test_every_reads_all_letters_and_never_reads_none() -> None:
    assert read(EVERY) == list(range(8))
    assert read(NEVER) == []
    assert EVERY.is_every
    assert NEVER.is_never
    assert NEVER.example() is None


def test_opposite_literals_together_are_everything_or_nothing() -> None:
    assert A.union(A.negation()) == EVERY
    assert A.intersection(A.negation()) == NEVER


def test_a_cube_within_another_is_dropped() -> None:
    assert A.union(A.intersection(B)) == A


def test_a_cube_that_others_cover_together_is_dropped() -> None:
    guard = A.intersection(B).union(A.negation().intersection(C))

    assert guard.union(B.intersection(C)) == guard


def test_the_negation_reads_exactly_the_other_letters() -> None:
    guard = A.intersection(B).union(C)

    assert read(guard.negation()) == [x for x in range(8) if x not in read(guard)]


def test_two_spellings_of_one_meaning_are_the_same() -> None:
    left = A.intersection(B.negation()).union(B)

    assert left.same(A.union(B))
    assert not left.same(A)


def test_a_guard_prints_with_names() -> None:
    assert A.intersection(C.negation()).union(B).text(("x", "y", "z")) == "y | x&!z"
    assert EVERY.text(()) == "t"
    assert NEVER.text(()) == "f"


def test_renumbering_moves_bits() -> None:
    assert A.intersection(B.negation()).renumbered([2, 0]) == C.intersection(A.negation())


def test_256_propositions_are_decided_without_listing_letters() -> None:
    literals = [Guard.literal(bit) for bit in range(256)]
    all_hold = Guard.of([((1 << 256) - 1, (1 << 256) - 1)])

    others = all_hold.negation()

    assert len(others.cubes) == 256
    assert others.union(all_hold).is_every
    assert are_disjoint([all_hold, others])
    assert not are_disjoint([others, *literals[:1]])


def test_a_cover_with_a_hole_is_seen() -> None:
    assert not covers_all([(3, 0), (3, 1), (3, 2)])
    assert covers_all([(3, 0), (3, 1), (3, 2), (3, 3)])


def test_a_guard_with_too_many_alternatives_is_refused() -> None:
    pairs = [Guard.literal(2 * n).union(Guard.literal(2 * n + 1)) for n in range(30)]

    def product() -> None:
        guard = EVERY
        for pair in pairs:
            guard = guard.intersection(pair)

    with pytest.raises(InputError, match="more than 16384 alternatives"):
        product()
