"""Leads a person through a test: takes a line, moves or explains, and says what happened."""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Final

from proctor import Certificate
from proctor.apps.cli.walk_words import (
    HELP,
    LETTERS,
    beginning,
    called,
    ending,
    events,
    mapped,
    reason,
    refusal,
    situation,
)
from proctor.apps.cli.walking import Choice, Walk
from proctor.errors import shown
from proctor.reports.captions import captions

__all__ = ["Guide"]

_ARROWS: Final = {"\x1b[A": "north", "\x1b[B": "south", "\x1b[C": "east", "\x1b[D": "west"}
_BY_LETTER: Final = {letter: name for name, letter in LETTERS.items()}


class Guide:
    """Leads a person through a test, one line at a time."""

    def __init__(self, walk: Walk, certificate: Certificate, *, is_watched: bool) -> None:
        self.walk = walk
        self.certificate = certificate
        self.is_watched = is_watched
        self.captions = captions(walk.test)
        self.bumped: int | None = None
        self.done = False
        self.words: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("why", "y"), self._why),
            **dict.fromkeys(("map", "m"), self._map),
            **dict.fromkeys(("undo", "u"), self._undo),
            **dict.fromkeys(("help", "h", "?"), self._help),
            **dict.fromkeys(("quit", "q", "exit"), self._quit),
        }

    def lead(self, lines: Iterator[str]) -> None:
        """Follow the lines until success, ``quit``, or the last of them."""
        print(f"{beginning(self.walk.test)}\n\n{mapped(self.walk)}\n\n{self._situation()}")
        if self.is_watched:
            print("  (type help for all words)")
        try:
            for line in lines:
                word = line.strip()
                if not self.is_watched:
                    print(f"> {shown(word)[1:-1]}")
                if word:
                    self._obey(word)
                if self.done:
                    return
        except KeyboardInterrupt:
            print()
        print("  Good-bye.")

    def _obey(self, word: str) -> None:
        first, _, rest = word.partition(" ")
        if first.lower() in self.words:
            self.words[first.lower()](rest.strip())
            return
        self._move(_ARROWS.get(word, word))

    def _move(self, word: str) -> None:
        choices = self.walk.choices()
        found = _meant(word, choices, self.walk)
        if not found:
            directions = {**dict(zip(LETTERS, LETTERS, strict=True)), **_BY_LETTER}
            if word.lower() in directions:
                print(f"  There is no way {directions[word.lower()]} from {called(self.walk)}.")
            else:
                close = get_close_matches(
                    word, [*(c.action for c in choices), *self.words], n=1
                )
                hint = f'did you mean "{close[0]}"?' if close else "type help for all words"
                print(f"  I do not know {shown(word)}; {hint}")
            return
        free = [choice for choice in found if not choice.shut]
        if not free:
            self.bumped = found[0].shut[0]
            print(refusal(self.walk, found[0]))
        elif len(free) > 1:
            print("  That may lead to several places; give the number of the move.")
        else:
            self._went(free[0])

    def _went(self, choice: Choice) -> None:
        turn = self.walk.take(choice)
        self.bumped = None
        happened = events(turn)
        if self.is_watched:
            print(f"\n{mapped(self.walk)}\n")
        if happened:
            print(f"  {happened}")
        if self.walk.is_over:
            print(ending(self.walk, self.certificate))
            self.done = True
            return
        print(self._situation())
        if self.walk.prospects.is_lost(self.walk.step):
            print(
                "  You have lost your own objective: from here nobody reaches it, whatever is"
            )
            print("  open. `undo` takes the step back.")
        elif not self.walk.prospects.is_open(self.walk.step):
            print("  What is closed leaves you no way any more. `undo` takes the step back.")

    def _situation(self) -> str:
        return situation(self.walk, self.captions.get(self.walk.turn.history, ""))

    def _why(self, rest: str) -> None:
        closed = self.walk.closed
        if not closed:
            print("  Nothing is closed now.")
            return
        asked = _asked(_ARROWS.get(rest, rest), self.walk)
        if not rest and self.bumped is not None:
            asked = [self.bumped]
        if len(asked) == 1:
            print(reason(self.walk.test, asked[0]))
            return
        if not asked:
            print(f"  There is no closed place {shown(rest)}.")
        print("  Closed now; type `why` and a number or a name:")
        for number, place in list(enumerate(closed, 1))[:40]:
            if place in asked or not asked:
                print(f"  {number:3}  {shown(self.walk.test.harness.places[place].name)[1:-1]}")

    def _map(self, _rest: str) -> None:
        print(f"{mapped(self.walk)}\n\n{self._situation()}")

    def _undo(self, _rest: str) -> None:
        if self.walk.undo():
            self.bumped = None
            self._map("")
        else:
            print("  You are where you began.")

    def _help(self, _rest: str) -> None:
        print(HELP)

    def _quit(self, _rest: str) -> None:
        print("  Good-bye.")
        self.done = True


def _asked(word: str, walk: Walk) -> list[int]:
    """Return the closed places that ``word`` may mean: by number, direction or name."""
    low, names = word.lower(), walk.test.harness.places
    if low.removeprefix("the ") in ("", "door", "doors", "wall", "walls", "place"):
        return list(walk.closed)
    if word.isdecimal():
        return [place for n, place in enumerate(walk.closed, 1) if str(n) == word]
    shut = [choice for choice in walk.choices() if choice.shut]
    by_move = [c.shut[0] for c in shut if low in (c.action.lower(), LETTERS.get(c.action))]
    by_name = [p for p in walk.closed if names[p].name.lower() == low]
    by_part = [p for p in walk.closed if low in names[p].name.lower()]
    return list(dict.fromkeys(by_move)) or by_name or by_part


def _meant(word: str, choices: list[Choice], walk: Walk) -> list[Choice]:
    """Return the moves that ``word`` may mean: by number, action, letter or where they lead."""
    if word.isdecimal():
        number = int(word[:6])
        return [choices[number - 1]] if 1 <= number <= len(choices) else []
    low = word.lower()
    states = walk.test.model.states
    by_word = [c for c in choices if low in (c.action.lower(), LETTERS.get(c.action))]
    by_state = [c for c in choices if low == states[c.target].lower()]
    begun = [c for c in choices if c.action.lower().removeprefix("to ").startswith(low)]
    return by_word or by_state or (begun if len(low) > 1 else [])
