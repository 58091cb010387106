"""The lines of rounds with real tiles that were counted only at their end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tilerummy.records.counted import left_text, read_left
from tilerummy.records.text.lines import NO_ONE, Names, TextLine
from tilerummy.rules import Count
from tilerummy.rules.counting import Left
from tilerummy.state import Win

_DISCARDED = "joker discarded"
_WIN = re.compile(
    rf"(?P<win>open|foot|closed(?: hand (?P<hand>\d{{1,2}})(?:, (?P<jokers>[012]) jokers?)?)?)"
    rf"(?P<discarded>, {_DISCARDED})?",
    re.ASCII | re.IGNORECASE,
)


@dataclass(slots=True)
class CountText:
    """The parsed lines of a counted round, which begin on ``line``."""

    line: int
    out: int | None = None
    left: dict[int, Left] = field(default_factory=dict)
    unopened: tuple[int, ...] = ()
    win: Win | None = None
    hand: int | None = None
    hand_jokers: int = 0
    joker_discarded: bool = False
    trump_holders: tuple[int, ...] = ()
    following: int | None = None
    seen: set[str] = field(default_factory=set)

    def take(self, line: TextLine, names: Names) -> None:
        """Read a *line*. Raises ValueError if it is malformed or appears twice."""
        key = line.head.lower()
        if key in self.seen:
            raise ValueError(f"{line.head} appears twice")
        self.seen.add(key)
        match key:
            case "out":
                self.out = None if line.value.casefold() == NO_ONE else names.read(line.value)
            case "unopened":
                self.unopened = _seats(line.value, names)
            case "trump":
                self.trump_holders = _seats(line.value, names)
            case "next":
                self.following = names.read(line.value)
            case "win":
                self._read_win(line.value)
            case _ if line.key == "left":
                seat = names.read(line.head.partition(" ")[2])
                if seat in self.left:
                    raise ValueError(f"{line.head} appears twice")
                self.left[seat] = read_left(line.value)
            case _:
                raise ValueError(f"expected a line of a counted round, not {line.text[:40]!r}")

    def _read_win(self, text: str) -> None:
        match = _WIN.fullmatch(" ".join(text.split()))
        if match is None:
            raise ValueError(
                "expected a kind of win, as in 'open', 'foot' or 'closed hand 35, 1 joker'"
            )
        self.win = Win(match["win"].split()[0].lower())
        self.hand = None if match["hand"] is None else int(match["hand"])
        self.hand_jokers = int(match["jokers"] or 0)
        self.joker_discarded = match["discarded"] is not None

    def count(self, seats: int, handfuls: tuple[tuple[int, int], ...]) -> Count:
        """Return the count for this number of seats."""
        opened = tuple(seat not in self.unopened for seat in range(seats))
        return Count(
            self.out,
            tuple(self.left.get(seat) for seat in range(seats)),
            opened=opened if self.unopened else (),
            win=self.win,
            hand=self.hand,
            hand_jokers=self.hand_jokers,
            joker_discarded=self.joker_discarded,
            trump_holders=self.trump_holders,
            handfuls=handfuls,
            following=self.following,
        )


def _seats(text: str, names: Names) -> tuple[int, ...]:
    return tuple(names.read(part) for part in text.split(","))


def count_lines(count: Count, names: Names) -> Iterator[str]:
    """Yield the lines that describe *count*, except for the handfuls and the score."""
    yield f"Out: {NO_ONE if count.out is None else names.write(count.out)}"
    for seat, left in enumerate(count.left):
        if seat != count.out:
            yield f"Left {names.write(seat)}: {left_text(left)}"
    if unopened := [seat for seat, opened in enumerate(count.opened) if not opened]:
        yield f"Unopened: {', '.join(map(names.write, unopened))}"
    if count.win is not None or count.joker_discarded:
        yield f"Win: {_win_text(count)}"
    if count.trump_holders:
        yield f"Trump: {', '.join(map(names.write, count.trump_holders))}"
    if count.following is not None:
        yield f"Next: {names.write(count.following)}"


def _win_text(count: Count) -> str:
    win = str(count.win or Win.OPEN)
    if count.hand is not None:
        win += f" hand {count.hand}"
        if count.hand_jokers:
            win += f", {count.hand_jokers} joker{'' if count.hand_jokers == 1 else 's'}"
    return win + (f", {_DISCARDED}" if count.joker_discarded else "")
