"""Splits text into lines and comments, joins continued lines, and reads names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from tilerummy.records.record import RecordError

COUNT_KEYS = ("out", "unopened", "win", "trump", "next")
"""Keywords of rounds with real tiles that were counted at their end."""
ROUND_KEYS = frozenset(
    {
        *("starter", "lots", "handfuls", "seed", "label", "rack", "pool", "left", "score"),
        *COUNT_KEYS,
    }
)
"""Keywords that start the lines of a round. In turns, a player's name must not start with one."""

NO_ONE = "no one"
"""Written instead of a player's name if no one went out."""

_SIGNS = re.compile(r"[:,#;>]|(?:^|\s)\d{1,6}[.)](?:\s|$)")
"""Characters and turn numbers that separate the parts of a line, and so must not be in names."""

_SEAT = re.compile(r"seat (\d{1,3})", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d{1,9}")


@dataclass(frozen=True, slots=True)
class Names:
    """The players' names by seat, as written in turns and scores.

    If a name begins with another player's name, could be read as a keyword or as ``no one``, or
    contains a special character of the notation, ``seat 1``, ``seat 2`` and so on is written
    instead. These forms are accepted for all seats.

    >>> names = Names(("Ann", "Ben", "ben", "Pool"))
    >>> [names.write(seat) for seat in range(4)], names.read("ann"), names.read("seat 4")
    (['Ann', 'seat 2', 'seat 3', 'seat 4'], 0, 3)
    """

    names: tuple[str, ...]

    def write(self, seat: int) -> str:
        """Return the name to write for *seat*."""
        name = self.names[seat]
        first = name.split(" ", 1)[0].lower()
        plain = (
            first not in (*ROUND_KEYS, "seat", "round")
            and name.casefold() != NO_ONE
            and name == " ".join(name.split())
            and not _SIGNS.search(name)
            and sum(f"{name} ".casefold().startswith(f"{n} ".casefold()) for n in self.names) == 1
        )
        return name if plain else f"seat {seat + 1}"

    def read(self, text: str) -> int:
        """Return the seat that *text* names. Raises ValueError if there is no such seat."""
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
        """Return a list such as ``Ann 57, Ben -57`` from values by seat; '' omits the seat."""
        pairs = enumerate(values)
        return ", ".join(f"{self.write(seat)} {value}" for seat, value in pairs if value)

    def read_list(self, text: str) -> dict[int, str]:
        """Parse the list *text* into values by seat. Raises ValueError if it is invalid."""
        found: dict[int, str] = {}
        for part in text.split(","):
            seat, value = self._pair(part.strip())
            if seat in found:
                raise ValueError(f"{self.write(seat)} appears twice")
            found[seat] = value
        return found

    def _pair(self, part: str) -> tuple[int, str]:
        """Return the seat named at the beginning of *part*, and the rest of *part*."""
        starts = [self.write(seat) for seat in range(len(self.names))]
        starts += [f"seat {seat + 1}" for seat in range(len(self.names))]
        for start in sorted(starts, key=len, reverse=True):
            head, rest = part[: len(start)], part[len(start) :]
            if head.casefold() == start.casefold() and rest.startswith(" "):
                return self.read(head), rest.strip()
        known = ", ".join(map(self.write, range(len(self.names))))
        raise ValueError(f"expected a player ({known}) and a value, not {part[:40]!r}")

    def scores(self, scores: Iterable[int]) -> str:
        """Return a list with the name and score of each seat."""
        return self.list(map(str, scores))

    def read_scores(self, text: str) -> tuple[int, ...]:
        """Parse the scores in the list *text*. Raises ValueError unless each seat has one."""
        found = self.read_list(text)
        if len(found) < len(self.names):
            raise ValueError(f"expected {len(self.names)} scores, not {len(found)}")
        for value in found.values():
            if not _NUMBER.fullmatch(value):
                raise ValueError(f"expected a score, not {value[:40]!r}")
        return tuple(int(found[seat]) for seat in range(len(self.names)))


class LineKind(Enum):
    """The kinds of lines in the text form of a record."""

    TEXT = auto()
    COMMENT = auto()
    FACT = auto()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line joined with its continuation lines: its line number, and its text without markers.

    ``sizes`` contains the number of words on the first line and on each continuation line.
    """

    number: int
    kind: LineKind
    text: str
    sizes: tuple[int, ...] = ()

    @property
    def head(self) -> str:
        """The text before the first colon, with single spaces, or "" if the line has no colon."""
        head, colon, _ = self.text.partition(":")
        return " ".join(head.split()) if colon else ""

    @property
    def key(self) -> str:
        """The first word of the head in lower case."""
        return self.head.split(" ", 1)[0].lower()

    @property
    def value(self) -> str:
        """The text after the first colon."""
        return self.text.partition(":")[2].strip()

    def places(self, count: int) -> tuple[tuple[int, int], ...]:
        """Return source lines, each paired with a count of the value's items on that line.

        The value has *count* items. If the items are not single words, all are assigned to the
        first line.
        """
        words = len(self.value.split())
        if words != count or not self.sizes:
            return ((self.number, count),)
        first, *others = self.sizes
        counts = (first - (sum(self.sizes) - words), *others)
        return tuple((self.number + i, n) for i, n in enumerate(counts))


_TURN = re.compile(r"\d{1,6}[.)](?=\s)")
_CONTROL = re.compile("[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_COMMENT = re.compile(r"(?:^|\s)#")


def lines_of(source: str) -> Iterator[TextLine]:
    """Yield the non-empty lines of *source*.

    A line that begins with ``#`` or ``;`` is a comment, and a line that begins with ``>`` is an
    event. Any other indented line continues the line above it, unless it begins with a turn number.
    Lines in a round may also end with a comment after ``#``.
    """
    in_round = False
    for number, parts in _joined(source):
        mark = parts[0][0]
        if mark in "#;>":
            kind = LineKind.FACT if mark == ">" else LineKind.COMMENT
            yield TextLine(number, kind, parts[0][1:].strip())
            continue
        in_round = in_round or begins_round(TextLine(number, LineKind.TEXT, parts[0]))
        comments = [_COMMENT.search(part) if in_round else None for part in parts]
        kept = [p[: r.start()] if r else p for p, r in zip(parts, comments, strict=True)]
        sizes = tuple(len(part.split()) for part in kept)
        yield TextLine(number, LineKind.TEXT, " ".join(kept).strip(), sizes)
        for comment in comments:
            if comment:
                yield TextLine(number, LineKind.COMMENT, comment.string[comment.end() :].strip())


def _joined(source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each non-empty line's number, with a list of its text and its continuation lines."""
    first, parts = 0, list[str]()
    for number, raw in enumerate(source.split("\n"), 1):
        if found := _CONTROL.search(raw):
            raise RecordError(number, f"expected text, not the character {found[0]!r}")
        text = raw.strip()
        marked = text[:1] in ("", "#", ";", ">")
        if parts and raw[:1].isspace() and not marked and not _TURN.match(text):
            parts.append(text)
            continue
        if parts:
            yield first, parts
        first, parts = number, [] if marked else [text]
        if text and marked:
            yield number, [text]
    if parts:
        yield first, parts


def begins_round(line: TextLine) -> bool:
    """Return whether this line belongs to a round rather than to the header."""
    return line.kind is LineKind.TEXT and (
        line.key in ROUND_KEYS or line.text.split()[0].lower() == "round"
    )


def round_number(line: TextLine) -> int | None:
    """Return the round number if this line begins a round, otherwise None."""
    words = line.text.split()
    if line.kind is not LineKind.TEXT or words[0].lower() != "round":
        return None
    if len(words) != 2 or not re.fullmatch(r"[1-9]\d{0,5}", words[1], re.ASCII):
        raise RecordError(line.number, f"expected a line like 'Round 1', not {line.text[:40]!r}")
    return int(words[1])
