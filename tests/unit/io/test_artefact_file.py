import json
import os
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.artefacts.certificate import Certificate, Claim
from proctor.artefacts.digest import digest
from proctor.artefacts.environment import Environment, Memory
from proctor.artefacts.model import Barriers, ExplicitModel, Move, Place, Rule
from proctor.artefacts.outcome import Conflict, Stats
from proctor.errors import InputError
from proctor.io.artefact_file import environment_bytes, read_environment, read_stored
from proctor.verify.environment import check_environment

MODEL = ExplicitModel(
    propositions=("a", "t"),
    states=("S", "A", "B", "T"),
    labels=((), ("a",), (), ("t",)),
    start=0,
    terminal=(3,),
    moves=(
        Move(0, "to A", 1),
        Move(0, "to B", 2),
        Move(1, "to T", 3),
        Move(2, "to A", 1),
        Move(2, "to T", 3),
    ),
    cells=((0, 0), (0, 1), (1, 0), (1, 1)),
    map=("S a", ". T"),
)

# Every field has a value of its own, so that none can be forgotten.
ENVIRONMENT = Environment(
    title="Eine kleine Prüfung □",
    model=MODEL,
    harness=Barriers(
        places=(
            Place(name="BT", moves=(4,), weight=2),
            Place(name="SA", moves=(0,), wall=True),
        ),
        rules=(
            Rule(kind="at_most", first=(0, 1), limit=1),
            Rule(kind="never_both", first=(0,), second=(1,)),
        ),
        bidirectional=True,
    ),
    system_objective="F t",
    test_objective="F a",
    kind="mixed",
    conventions="paper",
    count="edges",
    fairness="announced",
    memory=Memory(
        names=("none", "seen"),
        start=0,
        letters=((), ("a",), ("t",)),
        after=((0, 1, -1), (1, 1, 1)),
        closed=((0,), ()),
        system_marks=(False, True),
        test_marks=(True, False),
    ),
    flow=1,
    ways=(((0, 0), (1, 1), (3, 1)),),
    cut=(((1, 1), (3, 1)),),
    obstacles=2,
    closings=3,
    cuts=4,
    stranded=5,
    proved_by="somebody",
    problem_digest="abc",
    seed=7,
    version="0.1.0",
    warnings=("something odd",),
)
CERTIFICATE = Certificate(
    claims=(Claim(key="fair", text="it is fair", status="refuted", reason="it is not"),)
)
STATS = Stats(
    method="enumerate",
    optimal=False,
    proved_by="search",
    flow_bound=3,
    bound=1,
    gap=0.5,
    stricter=(("strict", "open", "the limit came first"),),
    looser=(("paper", 2, 1),),
    conflicts=(Conflict(grade="strict", ways=(("a", "b"),), pairs=(("b in q0", ("a", "b")),)),),
    warnings=("much",),
)
PLAIN = environment_bytes(ENVIRONMENT).decode()


def refusal(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        read_environment("a.environment.json", text=text)
    assert caught.value.hint
    assert str(caught.value.place).startswith("a.environment.json")
    assert all(line.isprintable() for line in str(caught.value).split("\n"))
    return caught.value


def resealed(change: Callable[[Any], object]) -> str:
    """The plain file after a change, with a digest that fits."""
    data = json.loads(PLAIN)
    del data["digest"]
    change(data)
    return json.dumps({**data, "digest": digest(data)})


def put(value: object, *path: str | int) -> Callable[[Any], object]:
    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def test_every_field_comes_back() -> None:
    written = environment_bytes(ENVIRONMENT, certificate=CERTIFICATE, stats=STATS)
    stored = read_stored("a.json", text=written.decode())

    assert stored.environment == ENVIRONMENT
    assert stored.certificate == CERTIFICATE
    assert stored.stats == STATS


def test_no_field_has_its_usual_value_in_these_tests() -> None:
    for thing in (ENVIRONMENT, STATS):
        usual = {
            f.name: f.default
            for f in fields(thing)
            if f.name not in {"seconds", "seconds_first", "steps"}
        }
        assert all(getattr(thing, name) != value for name, value in usual.items())


def test_a_bare_environment_has_no_certificate() -> None:
    stored = read_stored("a.json", text=PLAIN)

    assert stored.environment == ENVIRONMENT
    assert stored.certificate is None
    assert stored.stats is None


def test_a_model_without_a_map_comes_back() -> None:
    bare = replace(ENVIRONMENT, model=replace(MODEL, cells=(), map=()))

    assert read_environment("a.json", text=environment_bytes(bare).decode()) == bare


def test_seconds_are_not_written() -> None:
    slow = replace(STATS, seconds=3.5, seconds_first=2.5, steps=99)

    assert environment_bytes(ENVIRONMENT, stats=slow) == environment_bytes(
        ENVIRONMENT, stats=STATS
    )


def test_the_digest_is_over_everything_else() -> None:
    data = json.loads(PLAIN)
    written = data.pop("digest")

    assert written == digest(data)
    assert read_stored("a.json", text=PLAIN).digest == written


def test_the_file_reads_well_in_git() -> None:
    lines = PLAIN.split("\n")

    assert lines[-1] == ""
    assert '   {"cell": [0, 1], "labels": ["a"], "name": "A"},' in lines
    assert '  "after": [[0, 1, -1], [1, 1, 1]],' in lines
    keys = [line[2 : line.index('":')] for line in lines if line.startswith(' "')]
    assert keys == sorted(keys)
    assert "\r" not in PLAIN


def test_a_byte_order_mark_is_accepted() -> None:
    assert read_environment("a.json", text="\ufeff" + PLAIN) == ENVIRONMENT


def test_a_changed_file_is_refused() -> None:
    error = refusal(PLAIN.replace('"flow": 1', '"flow": 2'))

    assert error.message == (
        "the file was changed after it was written: its digest does not match"
    )


def test_the_layout_alone_may_change() -> None:
    assert read_environment("a.json", text=json.dumps(json.loads(PLAIN))) == ENVIRONMENT


def test_a_newer_format_is_told() -> None:
    error = refusal(resealed(put(2, "format")))

    assert error.message == "this file was written by a newer Proctor: format 2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        (" \n", "the file is empty"),
        (PLAIN[:-3], "the file ends too early"),
        (PLAIN[: len(PLAIN) // 2], "the file ends too early"),
        ('{"format": 1, "kind": "envi', "the file ends too early"),
        ('{"format": tr', "the file ends too early"),
        ("[1]", "the file holds [1], but an object {...} is expected"),
        ("7", "the file holds 7, but an object {...} is expected"),
        ('{"format": 1,}', "this is not JSON: expecting property name"),
        ("{'format': 1}", "this is not JSON: expecting property name"),
        (PLAIN + "x", "this is not JSON: extra data"),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', "the key 'c' comes twice"),
        ('{"a": NaN}', "NaN is not a number in JSON"),
        ('{"format": 1, "kind": "environment", "a": 1e999}', "a number is too large"),
        ('{"a": ' + "9" * 5000 + "}", "a number has too many digits"),
        ("[" * 100_000, "lists and objects nest too deep"),
        ('{"a": ' * 100_000, "lists and objects nest too deep"),
        ('{"format": 1, "kind": "environment", "a": "\\ud800"}', "a text holds half a char"),
        ('{"format": 1, "kind": "environment", "\\ud800": 1}', "a text holds half a char"),
        ("{}", "this JSON file is no artefact of Proctor"),
        ('{"format": 1, "kind": "enviroment"}', "artefacts of the kind 'enviroment' are"),
        ('{"format": 1, "kind": []}', "artefacts of the kind [] are not known"),
        ('{"format": 1, "kind": "environment"}', "the key digest is missing"),
        ('{"format": "\x1b", "kind": 1}', "this is not JSON: invalid control character"),
    ],
)
def test_what_is_no_artefact_is_refused(text: str, message: str) -> None:
    assert refusal(text).message.startswith(message)


def test_what_is_not_json_is_refused_with_its_place() -> None:
    assert refusal('{"format": 1,\n "kind": x}').place == "a.environment.json:2:10"


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (put("x", "memory", "after", 1), "$.memory.after[1]", "'x' is a text, but a list is"),
        (put(1.5, "memory", "after", 1, 2), "$.memory.after[1][2]", "1.5 is a number, but a w"),
        (
            lambda d: d["answer"].update(flow=True),
            "$.answer.flow",
            "True is true or false, but a whole",
        ),
        (put([0], "answer", "ways", 0, 0), "$.answer.ways[0][0]", "a list of 1 stands where"),
        (put(None, "model", "map"), "$.model.map", "None is null, but a list is expected here"),
        (put("dynamic", "problem", "kind"), "$.problem.kind", "'dynamic' is not known here"),
        (put(1, "harness", "wals"), "$.harness", "the key 'wals' is not known here"),
        (put(1, "a\nb"), "", "the key 'a\\nb' is not known here"),
        (lambda d: d["model"].pop("start"), "$.model", "the key start is missing"),
        (put([[9, 0, 0]], "model", "moves"), "$.model", "the move Move(source=9"),
        (put([[0, 9, 0]], "model", "moves"), "$.model.moves[0][1]", "9 is out of range"),
        (put(-1, "model", "start"), "$.model", "the start is state -1"),
        (put([4], "model", "terminal"), "$.model", "a terminal state is outside 0..3"),
        (
            put({"name": "B"}, "model", "states", 2),
            "$.model",
            "4 states, but 4 labels, 3 cells",
        ),
        (put(10**40, "memory", "start"), "$.memory", "the memory starts in 1000"),
        (put([0], "memory", "closed"), "$.memory.closed[0]", "0 is a whole number, but a l"),
        (put([[0]], "memory", "closed"), "$.memory", "a memory of 2 states needs as many"),
        (put([2], "memory", "closed", 1), "$.memory.closed[1][0]", "2 is out of range"),
        (put([5], "harness", "places", 1, "moves"), "$.harness.places[1].moves[0]", "5 is out"),
        (put([-1], "harness", "rules", 0, "first"), "$.harness.rules[0].first[0]", "-1 is out"),
        (put([0, 2], "answer", "ways", 0, 0), "$.answer.ways[0][0][1]", "2 is out of range"),
        (put([4, 0], "answer", "cut", 0, 0), "$.answer.cut[0][0][0]", "4 is out of range"),
    ],
)
def test_bad_values_are_refused_with_their_path(
    change: Callable[[Any], object], path: str, message: str
) -> None:
    error = refusal(resealed(change))

    assert error.message.startswith(message)
    assert error.place == (f"a.environment.json: {path}" if path else "a.environment.json")


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3)
    | st.sampled_from([-1, 0, 1, 2, "default", "paper", "static", "G F a", "a U", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_whatever_stands_in_a_file_it_is_refused_or_checkable(data: st.DataObject) -> None:
    def change(whole: Any) -> None:
        node = whole
        while True:
            keys = sorted(node) if isinstance(node, dict) else list(range(len(node)))
            key = data.draw(st.sampled_from(keys))
            if not isinstance(node[key], dict | list) or not node[key]:
                break
            if data.draw(st.integers(0, 4)) == 0:
                break
            node = node[key]
        node[key] = data.draw(JSON)

    try:
        text = resealed(change)
    except UnicodeEncodeError:
        return
    try:
        environment = read_environment("a.json", text=text)
    except InputError:
        return

    assert check_environment(environment).verdict in {"refuted", "unconfirmed"}
    assert len(environment.restrictions) <= len(environment.model.moves)
    assert (
        read_environment("a.json", text=environment_bytes(environment).decode()) == environment
    )


@settings(deadline=None, max_examples=150)
@given(at=st.integers(0, len(PLAIN) - 1), piece=st.text(max_size=3), cut=st.integers(0, 3))
def test_a_damaged_file_is_refused_or_says_the_same(at: int, piece: str, cut: int) -> None:
    try:
        found = read_environment("a.json", text=PLAIN[:at] + piece + PLAIN[at + cut :])
    except InputError:
        return

    assert found == ENVIRONMENT


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(InputError, match="half a character"):
        environment_bytes(replace(ENVIRONMENT, title="a\ud800"))


def test_an_endless_gap_cannot_be_written() -> None:
    with pytest.raises(InputError, match="cannot be written"):
        environment_bytes(ENVIRONMENT, stats=replace(STATS, gap=float("inf")))


def test_files_that_are_no_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "latin.json").write_bytes(b'{"a": "\xe9"}')

    for name, message in (
        ("", "this is a directory"),
        ("pipe.json", "this is a pipe"),
        ("latin.json", "byte 7 (0xe9) is not UTF-8"),
        ("late.json", "there is no such file"),
    ):
        with pytest.raises(InputError) as caught:
            read_environment(tmp_path / name)
        assert caught.value.message.startswith(message)


def test_too_large_a_file_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "a.json").open("wb") as file:
        file.truncate(512 * 2**20 + 1)

    with pytest.raises(InputError, match="larger than 512 MB"):
        read_environment(tmp_path / "a.json")
