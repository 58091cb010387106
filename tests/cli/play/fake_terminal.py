"""A terminal without a screen, and a bot that plays by reading it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rich.text import Text

from tilerummy.cli.play.session import SEED_TAG, Session, participants
from tilerummy.cli.render.terminal import Terminal
from tilerummy.records import Record
from tilerummy.rules import Ruleset
from tilerummy.tiles import JOKER, Rack, Tile, TileSet, rack

Typist = Callable[[str, str], str]
"""Returns the line to type, given the text shown since the last input, and the prompt."""


class FakeTerminal(Terminal):
    """A terminal that records its output; *typist* supplies the input, EOFError ends it."""

    width = 80
    height: int | None = None
    attended = False

    def __init__(
        self, typist: Typist, *, width: int = 80, height: int | None = None, attended: bool = False
    ) -> None:
        self.typist, self.width, self.height, self.attended = typist, width, height, attended
        self.shown: list[str] = []
        self.screens: list[list[str]] = [[]]
        self._new: list[str] = []

    @property
    def text(self) -> str:
        """Everything that has been shown, including prompts."""
        return "\n".join(self.shown)

    def show(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            plain = line.plain if isinstance(line, Text) else line
            self.shown.append(plain)
            self.screens[-1].append(plain)
            self._new.append(plain)

    def clear(self) -> None:
        self.screens.append([])

    def hide(self) -> None:
        self.screens.append([])

    def ask(self, prompt: str) -> str:
        self.show([prompt])
        new, self._new = "\n".join(self._new), []
        return self.typist(new, prompt)


def lines(*typed: str) -> Typist:
    """Return a typist that types these lines and then ends the input."""
    left = iter(typed)

    def typist(_: str, __: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return typist


def session(
    rules: Ruleset, terminal: FakeTerminal, *, people: int = 1, players: int = 2
) -> Session:
    """Return a match of one round, dealt from a seed, that is not saved."""
    seats = participants(people, players, ("beginner",), ())
    record = Record.of(rules, seats, rounds=1, tags=[(SEED_TAG, "tests")])
    return Session(terminal, record, None)


class Bot:
    """A typist who reads the screen and lays melds from the rack, or draws, or passes.

    It uses only the text that the game shows.
    """

    def __init__(self) -> None:
        self.turn = ("", False)
        self.queue: list[str] = []
        self.rack = Rack()

    def __call__(self, shown: str, prompt: str) -> str:
        if not prompt.endswith(">"):
            return ""
        self._read(shown)
        turns = re.findall(r"turn (\d+), pool", shown)
        if turns and (now := (turns[-1], "Your turn: draw" in shown)) != self.turn:
            self.turn = now
            self._begin(shown)
        assert self.queue, f"nothing is left to try in this turn:\n{shown}"
        return self.queue.pop(0)

    def _read(self, shown: str) -> None:
        found = re.findall(r"^Rack (.*(?:\n     .*)*)", shown, re.MULTILINE)
        if found and "(empty)" not in found[-1]:
            self.rack = rack(found[-1], TileSet(numbers=26, colours=8))

    def _begin(self, shown: str) -> None:
        if "Your turn: draw" in shown:
            self.queue = ["draw"]
            return
        discards = re.search(r"discard \S+\s+ends\s+the\s+turn", shown)
        melds = _melds(self.rack)
        self.queue = [" / ".join(melds)] if melds else []
        if discards:
            throw = [f"discard {t}" for t in reversed(self.rack)]
            self.queue += [*throw, "reset", *throw]
        else:
            self.queue += ["done", "reset", "draw", "pass"]


def _melds(tiles: Rack) -> list[str]:
    """Return melds of numbered tiles, found greedily: runs, then groups."""
    left, melds = Rack(t for t in tiles if t != JOKER), []
    while found := _one(left):
        melds.append(" ".join(map(str, found)))
        left -= found
    return melds


def _one(tiles: Rack) -> list[Tile]:
    for tile in tiles:
        run = [tile]
        while (following := Tile(run[-1] + 1)) in tiles:
            run.append(following)
        group = list(dict.fromkeys(t for t in tiles if t.number == tile.number))
        for meld in (run, group):
            if len(meld) >= 3:
                return meld
    return []
