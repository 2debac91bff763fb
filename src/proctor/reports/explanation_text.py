"""An explained formula as a person reads it, and as plain facts."""

import textwrap
from collections.abc import Mapping
from dataclasses import replace

from proctor.automata.explain import Explanation
from proctor.logic.explain import word_text
from proctor.logic.lasso import Lasso
from proctor.reports.automaton_svg import automaton_drawing
from proctor.reports.drawing import Arrow, Drawing, Node
from proctor.reports.drawing_text import automaton_lines
from proctor.reports.lettering import cut

__all__ = ["automata_drawing", "explanation_facts", "explanation_text"]


def explanation_text(told: Explanation, *, unicode: bool = True, wide: int = 78) -> str:
    """Return the explanation as lines for a terminal, ``wide`` columns of it.

    The sentence comes first.

    Examples:
        >>> from proctor.automata.explain import explain
        >>> print(explanation_text(explain("F a")).splitlines()[0])
        The system visits a.
    """
    lines = _wrapped("", told.words, wide)
    lines += [*_wrapped("  ", f"It is {told.class_name}: {told.promise}.", wide), ""]
    if told.automaton is not None:
        lines += _wrapped("  ", _automaton_title(told), wide)
        lines += [f"    {line}" for line in automaton_lines(automaton_drawing(told.automaton))]
        lines += [""]
    if told.is_always or told.is_never:
        every, none = ("satisfied", "violated") if told.is_always else ("violated", "satisfied")
        lines += [f"  {every} by every word, {none} by none"]
    else:
        if told.accepts is not None:
            lines += _wrapped("  satisfied by  ", word_text(told.accepts), wide)
        if told.rejects is not None:
            lines += _wrapped("  violated by   ", word_text(told.rejects), wide)
    spellings = {"Spot": told.spot, "Spin": told.spin, "in words": told.spelled}
    lines += [
        "",
        *(f"  {name:12}  {cut(text, 400)}" for name, text in spellings.items() if text),
    ]
    lines += [line for note in told.notes for line in _wrapped("  note          ", note, wide)]
    text = "\n".join(lines)
    return (
        text if unicode else text.replace("ü", "u").encode("ascii", "replace").decode("ascii")
    )


def explanation_facts(told: Explanation) -> dict[str, object]:
    """Return everything that a machine wants to know about a formula."""
    automaton = told.automaton
    return {
        "formula": told.spot,
        "words": told.words,
        "class": told.class_name,
        "promise": told.promise,
        "spot": told.spot,
        "spin": told.spin,
        "spelled": told.spelled,
        "automaton": None
        if automaton is None
        else {
            "states": automaton.states,
            "edges": len(automaton.edges),
            "deterministic": automaton.is_deterministic,
            "acceptance": str(automaton.acceptance),
        },
        "accepts": None if told.accepts is None else _lasso_facts(told.accepts),
        "rejects": None if told.rejects is None else _lasso_facts(told.rejects),
        "notes": list(told.notes),
    }


def automata_drawing(named: Mapping[str, Explanation], title: str) -> Drawing:
    """Return the automata of several formulas in one drawing, each below what it stands for."""
    nodes: list[Node] = []
    arrows: list[Arrow] = []
    for prefix, told in named.items():
        if told.automaton is None:
            continue
        drawing = automaton_drawing(told.automaton)
        for node in drawing.nodes:
            note = f"{prefix}: {told.spot}" if node.is_start else ""
            nodes.append(replace(node, key=f"{prefix} {node.key}", note=note))
        for arrow in drawing.arrows:
            source, target = f"{prefix} {arrow.source}", f"{prefix} {arrow.target}"
            arrows.append(replace(arrow, source=source, target=target))
    return Drawing(nodes=tuple(nodes), arrows=tuple(arrows), title=title)


def _wrapped(head: str, text: str, wide: int) -> list[str]:
    return textwrap.wrap(text, wide, initial_indent=head, subsequent_indent=" " * len(head))


def _automaton_title(told: Explanation) -> str:
    automaton = told.automaton
    assert automaton is not None
    kind = "deterministic Büchi" if automaton.is_deterministic else "nondeterministic Büchi"
    states = "1 state" if automaton.states == 1 else f"{automaton.states} states"
    return f"As a {kind} automaton, {states}; accepting ones must come again and again:"


def _lasso_facts(word: Lasso) -> dict[str, object]:
    return {
        "words": word_text(word),
        "prefix": [sorted(letter) for letter in word.prefix],
        "cycle": [sorted(letter) for letter in word.cycle],
    }
