"""Names of seats, scores and rows of tiles: parts that the text form both reads and writes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tilerummy.state.rows import read_row, row_text

ROUND_KEYS = frozenset(
    {"starter", "lots", "handfuls", "seed", "label", "rack", "pool", "left", "score"}
)
"""The keys of the lines of a round; no name in a turn may begin with them."""

_SIGNS = re.compile(r"[:,#;>]|(?:^|\s)\d{1,6}[.)](?:\s|$)")
"""What divides the lines of a round, and so may not be in a name there: signs, numbers of turns."""

_SEAT = re.compile(r"seat (\d{1,3})", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the players by seat, as they are written before turns and scores.

    A name that begins with another one, that could be read as a keyword, or that holds a sign of
    the notation is written as ``seat 1`` and so on, counted from 1; that can be written for every
    seat.

    >>> names = Names(("Ann", "Ben", "ben", "Pool"))
    >>> [names.write(seat) for seat in range(4)], names.read("ann"), names.read("seat 4")
    (['Ann', 'seat 2', 'seat 3', 'seat 4'], 0, 3)
    """

    names: tuple[str, ...]

    def write(self, seat: int) -> str:
        """Return how that seat is written."""
        name = self.names[seat]
        first = name.split(" ", 1)[0].lower()
        plain = (
            first not in (*ROUND_KEYS, "seat", "round")
            and name == " ".join(name.split())
            and not _SIGNS.search(name)
            and sum(f"{name} ".casefold().startswith(f"{n} ".casefold()) for n in self.names) == 1
        )
        return name if plain else f"seat {seat + 1}"

    def read(self, text: str) -> int:
        """Return the seat that *text* names; raises ValueError."""
        called = self._called(text.strip())
        if match := _SEAT.fullmatch(text.strip()):
            called = [int(match[1]) - 1]
        if len(called) != 1 or called[0] not in range(len(self.names)):
            known = ", ".join(map(self.write, range(len(self.names))))
            raise ValueError(f"there is no player {text.strip()[:40]!r}; there are {known}")
        return called[0]

    def _called(self, name: str) -> list[int]:
        return [s for s, n in enumerate(self.names) if n.casefold() == name.casefold()]

    def list(self, values: Iterable[str]) -> str:
        """Return a value for each seat, as ``Ann 57, Ben -57``; seats with '' are left out."""
        pairs = enumerate(values)
        return ", ".join(f"{self.write(seat)} {value}" for seat, value in pairs if value)

    def read_list(self, text: str) -> dict[int, str]:
        """Return the values by seat that *text* lists; raises ValueError."""
        found: dict[int, str] = {}
        for part in text.split(","):
            seat, value = self._pair(part.strip())
            if seat in found:
                raise ValueError(f"{self.write(seat)} is there twice")
            found[seat] = value
        return found

    def _pair(self, part: str) -> tuple[int, str]:
        """Return the seat that *part* begins with, and the rest."""
        starts = [self.write(seat) for seat in range(len(self.names))]
        starts += [f"seat {seat + 1}" for seat in range(len(self.names))]
        for start in sorted(starts, key=len, reverse=True):
            head, rest = part[: len(start)], part[len(start) :]
            if head.casefold() == start.casefold() and rest.startswith(" "):
                return self.read(head), rest.strip()
        known = ", ".join(map(self.write, range(len(self.names))))
        raise ValueError(f"expected a player ({known}) and a value, not {part[:40]!r}")

    def scores(self, scores: Iterable[int]) -> str:
        """Return the score of each seat."""
        return self.list(map(str, scores))

    def read_scores(self, text: str) -> tuple[int, ...]:
        """Return the scores that *text* lists, one for every seat; raises ValueError."""
        found = self.read_list(text)
        if len(found) < len(self.names):
            raise ValueError(f"expected {len(self.names)} scores, not {len(found)}")
        for value in found.values():
            if not _NUMBER.fullmatch(value):
                raise ValueError(f"expected a score, not {value[:40]!r}")
        return tuple(int(found[seat]) for seat in range(len(self.names)))


__all__ = ["Names", "read_row", "row_text"]
