"""Reads suites of positions with their known counts: docs/perft.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Phase, State
from tilerummy.state.notation import read_state

_FIELDS = ("position", "racks", "plays")
_END = "id"
"""A line that ends the last position, as the next id ends every other one."""

_WORDS = f"ruleset, id, {', '.join(_FIELDS)}"


class SuiteError(ValueError):
    """A line of a suite that cannot be read; the message names it."""


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """One position of a suite, and its known counts: None for those that are not known."""

    name: str
    rules: Ruleset
    state: State
    racks: int | None = None
    plays: int | None = None


def read_suite(text: str) -> tuple[SuiteEntry, ...]:
    """Return the positions of a suite, in their order.

    Raises SuiteError with the number of the line, for text that is no suite.
    """
    return tuple(_entries(text))


def position(rules: Ruleset, text: str) -> State:
    """Return the position in *text*, in the phase of playing unless it names another.

    Raises NotationError.
    """
    phase = Phase.MELD if rules.draws_and_discards else Phase.ACT
    return read_state(text, rules.tiles, phase=phase)


@dataclass(slots=True)
class _PartialEntry:
    """An entry of which some lines have been read."""

    name: str
    rules: Ruleset
    state: State | None = None
    counts: dict[str, int] = field(default_factory=dict)

    def add(self, word: str, value: str) -> None:
        if word in self.counts or (word == "position" and self.state):
            raise ValueError(f"{self.name} has {word} twice")
        if word == "position":
            self.state = position(self.rules, value)
        elif value.isascii() and value.isdecimal():
            self.counts[word] = int(value)
        else:
            raise ValueError(f"{word} is a whole number, not {value!r}")

    def entry(self) -> SuiteEntry:
        if self.state is None:
            raise ValueError(f"{self.name} has no position")
        counts = self.counts.get("racks"), self.counts.get("plays")
        return SuiteEntry(self.name, self.rules, self.state, *counts)


def _entries(text: str) -> Iterator[SuiteEntry]:
    rules = ruleset("sabra")
    partial: _PartialEntry | None = None
    lines = text.splitlines()
    for number, line in enumerate((*lines, _END), 1):
        word, _, value = line.partition("#")[0].strip().partition(" ")
        value = value.strip()
        try:
            word = "ruleset" if word == "rules" else word  # its older name
            if word in ("ruleset", "id"):
                if partial:
                    yield partial.entry()
                rules = ruleset(value) if word == "ruleset" else rules
                partial = _PartialEntry(value, rules) if word == "id" else None
            elif word and word not in _FIELDS:
                raise ValueError(f"a line begins with {_WORDS}, not {word!r}")
            elif word and partial is None:
                raise ValueError(f"{word} belongs to a position: first comes a line with its id")
            elif word and partial:
                partial.add(word, value)
        except ValueError as error:
            raise SuiteError(f"line {min(number, len(lines))}: {error}") from None
