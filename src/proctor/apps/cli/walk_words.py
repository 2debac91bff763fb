"""What is said on a walk: where one is, what is closed and why, and how it ended."""

import textwrap
from collections.abc import Sequence
from typing import Final

import proctor
from proctor import Certificate, Environment, Turn
from proctor.apps.cli.options import bold, coloured, has_unicode
from proctor.apps.cli.screen import fitted
from proctor.apps.cli.walking import Choice, Walk
from proctor.reports.captions import objective_words
from proctor.reports.environment_text import place_sentence
from proctor.reports.histories import is_wall, reachable_histories
from proctor.reports.lettering import clean, cut
from proctor.reports.map_text import map_text

__all__ = [
    "HELP",
    "LETTERS",
    "beginning",
    "called",
    "ending",
    "events",
    "mapped",
    "proof_sentence",
    "reason",
    "refusal",
    "situation",
]

HELP: Final = """\
  n s e w          go; or any name or number of a move; . to stay
  why              why a place is closed: the way around that it closes;
                   also by direction, name or number: why west, why 2
  map              draw the map again
  undo             take the last step back
  quit             leave"""
LETTERS: Final = {"north": "n", "south": "s", "east": "e", "west": "w", "stay": "."}
_WIDE: Final = 78


def beginning(test: Environment) -> str:
    """Return what the walk is about."""
    lines = [
        bold(clean(test.title) or "A test"),
        *_wrapped("  you must            ", objective_words(test.system_objective)),
        *_wrapped("  the test shows      ", objective_words(test.test_objective)),
    ]
    return "\n".join(lines)


def mapped(walk: Walk) -> str:
    """Return the map with the system on it and what is closed now."""
    lines = map_text(
        walk.test.model,
        at=walk.state,
        closed=walk.closed,
        harness=walk.test.harness,
        colour=coloured(),
        unicode=has_unicode(),
    )
    return fitted(lines, "make it wider") if walk.test.model.cells else lines


def situation(walk: Walk, caption: str) -> str:
    """Return where the system is, what is seen, and what it may do."""
    head = f"at {called(walk)}, history {cut(walk.turn.history, 40)}"
    lines = _wrapped("  ", f"{head}: {caption}" if caption else head)
    free = [_offer(i, c, walk) for i, c in enumerate(walk.choices(), 1) if not c.shut]
    lines += _wrapped("  you may ", ", ".join(free) or "do nothing")
    names = [place.name for place in walk.test.harness.places]
    shut = [
        f"{cut(c.action, 40)} (why {walk.closed.index(c.shut[0]) + 1}: "
        f"{cut(names[c.shut[0]], 40)})"
        for c in walk.choices()
        if c.shut
    ]
    if shut:
        lines += _wrapped("  closed  ", ", ".join(dict.fromkeys(shut)))
    return "\n".join(lines)


def called(walk: Walk, state: int | None = None) -> str:
    """Return a state as people say it: its name, its counters, and what holds there."""
    number = walk.state if state is None else state
    model = walk.test.model
    labels = [label for label in model.labels[number] if label != model.states[number]]
    told = f" ({', '.join(labels)})" if labels else ""
    return cut(f"{_spoken(model.states[number])}{told}", 80)


def events(turn: Turn) -> str:
    """Return which places have just closed and opened; empty if none."""
    told = [
        f"{', '.join(cut(name, 40) for name in names)} {verb}{'' if len(names) > 1 else 's'}"
        for names, verb in ((turn.closing, "close"), (turn.opening, "open"))
        if names
    ]
    return "; ".join(told)


def refusal(walk: Walk, choice: Choice) -> str:
    """Say kindly that a move is closed, and by what."""
    reached = reachable_histories(walk.test)
    place = choice.shut[0]
    what = place_sentence(walk.test, place, reached)
    number = walk.closed.index(place) + 1
    return "\n".join(
        _wrapped(
            "  ",
            f"{cut(choice.action, 40)} is closed: {what}. Type `why {number}` to learn why.",
        )
    )


def reason(test: Environment, place: int) -> str:
    """Say why a place is ever closed: the way around the test objective that it closes."""
    sentence = place_sentence(test, place, reachable_histories(test))
    around = proctor.bypass_closed_by(test, place)
    if around is None:
        why = "it keeps the test fair, or stands for a rule or for others beside it"
    else:
        names = [_spoken(test.model.states[state]) for state, _ in around]
        shown = _way(names)
        goal = objective_words(test.test_objective)
        why = f"without it one could go {shown} without having to {goal}"
    stands = "stands" if is_wall(test, place) else "closes"
    return "\n".join(_wrapped("  ", f"{sentence}. It {stands} because {why}."))


def ending(walk: Walk, certificate: Certificate) -> str:
    """Say how the walk ended, and what is known about all other walks."""
    moves = len(walk.actions)
    count = "1 move" if moves == 1 else f"{moves} moves"
    lines = [f"  You have arrived at {called(walk)}, after {count}."]
    goal = objective_words(walk.test.test_objective)
    said = (
        "and on your way the test saw you"
        if walk.turn.shown
        else "and the test did not see you"
    )
    lines += _wrapped("  ", f"You have done what you must, {said} {goal}.")
    lines += _wrapped("  Your way: ", _way([_spoken(name) for name in walk.way], room=24))
    return "\n".join([*lines, *_wrapped("  ", proof_sentence(certificate))])


def proof_sentence(certificate: Certificate) -> str:
    """Say what is proved about all other walks; empty if nothing is."""
    proof = next((c for c in certificate.claims if c.key == "no-bypass"), None)
    if proof is None or proof.status != "proved":
        return ""
    searched = proof.text.partition(": ")[2].partition(",")[0]
    return f"The checker proved that there is no way around: {searched}."


def _offer(number: int, choice: Choice, walk: Walk) -> str:
    letter = LETTERS.get(choice.action)
    same = [c for c in walk.choices() if c.action == choice.action]
    to = f" to {_spoken(walk.test.model.states[choice.target])}" if len(same) > 1 else ""
    name = f"{cut(choice.action, 40)}{to}"
    return f"{name} ({letter if letter and not to else number})"


def _spoken(name: str) -> str:
    return clean(name).replace(",", ", ").replace("=", " ")


def _way(names: Sequence[str], room: int = 12) -> str:
    arrow = " → " if has_unicode() else " -> "
    if len(names) > room:
        hidden = f"({len(names) - room} more)"
        names = [*names[: room // 2], hidden, *names[-(room // 2) :]]
    return arrow.join(name.replace(",", "") for name in names)


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDE,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )
