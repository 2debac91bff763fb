"""Automata in HOA format that must be refused."""

from collections.abc import Iterator

from hostile.corpus import Bad, in_file
from hostile.seeds import HOA

__all__ = ["bad_automata"]

# What is written instead of a piece of the valid file.
_EDITS = {
    "States lies: too few": ("States: 3", "States: 2"),
    "States is negative": ("States: 3", "States: -3"),
    "10^9 states announced": ("States: 3", "States: 1000000000"),
    "a number of states with 5,000 digits": ("States: 3", f"States: {'9' * 5000}"),
    "States is a word": ("States: 3", "States: many"),
    "States twice": ("States: 3", "States: 3 States: 3"),
    "an edge to state 10^9": ("[0&!1] 1", "[0&!1] 1000000000"),
    "an edge to a state that does not exist": ("[0&!1] 1", "[0&!1] 7"),
    "a start that does not exist": ("Start: 0", "Start: 9"),
    "a start of many digits": ("Start: 0", f"Start: {'1' * 400}"),
    "a start that branches universally": ("Start: 0", "Start: 0 & 1"),
    "a state described twice": ("State: 1\n", "State: 0\n"),
    "an edge that branches universally": ("[@both] 2", "[@both] 1 & 2"),
    "a property of alternation": ("deterministic\n", "univ-branch\n"),
    "an alias of itself": ("@both 0 & 1", "@both @both"),
    "aliases in a circle": ("Alias: @both 0 & 1", "Alias: @a @both Alias: @both @a"),
    "an alias given twice": ("Alias: @both 0 & 1", "Alias: @both 0 Alias: @both 1"),
    "an alias nobody defined": ("[@both]", "[@neither]"),
    "an alias of 4,000 letters nobody defined": ("[@both]", f"[@{'both' * 1000}]"),
    "an alias of 4,000 letters given twice": (
        "Alias: @both 0 & 1",
        f"Alias: @{'both' * 1000} 0 " * 2,
    ),
    "an alias of 4,000 letters that says too much": (
        "Alias: @both 0 & 1",
        f"Alias: @both 0 Alias: @{'both' * 1000} 99",
    ),
    "an alias without a name": ("@both 0 & 1", "0 & 1"),
    "an alias of a proposition too many": ("@both 0 & 1", "@both 0 & 255"),
    "more names than announced": ('2 "a" "b"', '1 "a" "b"'),
    "fewer names than announced": ('2 "a" "b"', '3 "a" "b"'),
    "10^6 propositions": ("AP: 2", "AP: 1000000"),
    "257 propositions": ('2 "a" "b"', "257 " + " ".join(f'"p{i}"' for i in range(257))),
    "a proposition twice": ('"a" "b"', '"a" "a"'),
    "a proposition without a name": ('"a" "b"', '"" "b"'),
    "a name with a line break": ('"a" "b"', '"a\nb" "b"'),
    "a name with an escape": ('"a" "b"', '"\x1b[2J" "b"'),
    "a name with a bidi override": ('"a" "b"', '"\u202ea" "b"'),
    "a name with a null": ('"a" "b"', '"a\x00" "b"'),
    "a name that is never closed": ('"a" "b"', '"a" "b'),
    "a label without an operand": ("[0&!1]", "[t&]"),
    "an empty label": ("[0&!1]", "[]"),
    "a label never closed": ("[0&!1]", "[0&!1"),
    "a label with a proposition too many": ("[0&!1]", "[0&!2]"),
    "a label with a comma": ("[0&!1]", "[0,1]"),
    "an acceptance set of 4,000,000,000": ("Inf(0)", "Inf(4000000000)"),
    "an acceptance set too many": ("Inf(0)", "Inf(1)"),
    "no acceptance": ("Acceptance: 1 Inf(0)\n", ""),
    "acceptance twice": ("acc-name: Buchi", "Acceptance: 1 Fin(0)"),
    "acceptance without a formula": ("1 Inf(0)", "1"),
    "acceptance with an unknown word": ("Inf(0)", "Sup(0)"),
    "10^6 acceptance sets": ("1 Inf(0)", "1000000 Inf(0)"),
    "a mark too many": ("State: 2 {0}", "State: 2 {0 1}"),
    "marks never closed": ("State: 2 {0}", "State: 2 {0"),
    "a negative mark": ("State: 2 {0}", "State: 2 {-1}"),
    "edges without labels, too few": ("[!1] 1\n[1] 2", "1"),
    "edges with and without labels": ("[!1] 1\n[1] 2", "1 1 [1] 2 1"),
    "another version": ("HOA: v1", "HOA: v9"),
    "no first line": ("HOA: v1\n", ""),
    "an unknown header with a capital": ("acc-name: Buchi", "Weight: 3"),
    "controllable propositions too many": ("acc-name: Buchi", "controllable-AP: 7"),
    "no --BODY--": ("--BODY--", ""),
    "no --END--": ("--END--", ""),
    "--END-- twice": ("--END--", "--END--\n--END--"),
    "two automata": ("--END--\n", "--END--\n" + HOA),
    "an aborted automaton": ("--END--", "--ABORT--"),
    "a comment never closed": ("--BODY--", "/* --BODY--"),
    "a stray sign": ("--BODY--", "% --BODY--"),
    "a lone carriage of nulls": ("--BODY--", "\x00\x00--BODY--"),
    "a never claim of Spin": (HOA, "never { T0_init: do :: (a) -> goto T0_init od }"),
    "an empty file": (HOA, ""),
    "JSON": (HOA, '{"format": 1, "kind": "environment"}'),
}


def bad_automata() -> Iterator[Bad]:
    """Yield every bad automaton."""
    for name, (old, new) in _EDITS.items():
        assert old in HOA, name
        yield _automaton(name, HOA.replace(old, new, 1))
    pairs = "|".join(f"({i}&{i + 1})" for i in range(0, 80, 2))
    names = " ".join(f'"p{i}"' for i in range(80))
    wide = HOA.replace('2 "a" "b"', f"80 {names}")
    yield _automaton("a label with 2^40 alternatives", wide.replace("[0&!1]", f"[!({pairs})]"))
    cut = HOA.rindex("--END--")
    for at in (1, 7, 20, 60, 90, 120, 160, 200, 250, 270, cut - 3, cut + 4):
        yield _automaton(f"cut after {at} characters", HOA[:at])
    for power in (4, 5, 6):
        yield from _deep(10**power)


def _deep(size: int) -> Iterator[Bad]:
    kinds = {
        "parentheses in a label": ("[0&!1]", "[" + "(" * size),
        "negations in a label": ("[0&!1]", "[" + "!" * size + "0]"),
        "parentheses in the acceptance": ("Inf(0)", "(" * size + "Inf(0)"),
        "comments": ("--BODY--", "/*" * size),
        "marks": ("State: 2 {0}", "State: 2 {" + "1 " * size),
    }
    for name, (old, new) in kinds.items():
        yield _automaton(f"{size:,} {name}", HOA.replace(old, new, 1))


def _automaton(name: str, text: str) -> Bad:
    return in_file("automata", name, text, "bad.hoa", [["show"]])
