"""Parses the header and the lines of each round without using the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tilerummy.records.jsonl.codec import decode_event
from tilerummy.records.jsonl.lines import FORMAT
from tilerummy.records.jsonl.reader import parse_object
from tilerummy.records.record import Options, Participant, Record, RecordError, resolved_options
from tilerummy.records.source_lines import on_line
from tilerummy.records.text.counts import CountText
from tilerummy.records.text.lines import (
    COUNT_KEYS,
    ROUND_KEYS,
    LineKind,
    Names,
    TextLine,
    round_number,
)
from tilerummy.records.text.writer import THEN
from tilerummy.rules import RULES_VERSION, read_ruleset
from tilerummy.rules.option_table import Value
from tilerummy.rules.options import written_options
from tilerummy.state import Action, Event
from tilerummy.state.notation import read_action
from tilerummy.state.rows import read_row
from tilerummy.tiles import Rack, Tile, TileSet, tile

Lot = tuple[Tile | None, ...]

_NUMBERED = re.compile(r"(\d{1,6})[.)]\s+(.*)", re.ASCII | re.DOTALL)
_THEN = re.compile(rf",?\s+{THEN.strip(', ')}\s+", re.IGNORECASE)
_SIZES = re.compile(r"(\d{1,3}) +(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class FactLine:
    """A recorded event and its line number."""

    line: int
    event: Event


@dataclass(frozen=True, slots=True)
class WrittenAction:
    """An action and, if the text states them, the tiles it drew from the pool."""

    action: Action
    drawn: tuple[Tile, ...] = ()


@dataclass(slots=True)
class TurnLines:
    """The line of a turn, its number and seat if written, and the lines that belong to it."""

    line: int
    number: int | None
    seat: int | None
    actions: tuple[WrittenAction, ...]
    facts: list[FactLine] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class RoundText:
    """The parsed lines of a round.

    ``racks`` contains the dealt tiles, in order, and ``left`` the final racks, each with a line
    number. ``score`` contains the scores, preceded by their line number.
    """

    line: int
    starter: int | None = None
    lots: list[Lot] = field(default_factory=list)
    handfuls: tuple[tuple[int, int], ...] = ()
    seed: bytes | None = None
    label: str = ""
    racks: dict[int, tuple[int, tuple[Tile, ...]]] = field(default_factory=dict)
    pool: tuple[Tile, ...] | None = None
    facts: list[FactLine] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    turns: list[TurnLines] = field(default_factory=list)
    left: dict[int, tuple[int, Rack]] = field(default_factory=dict)
    score: tuple[int, tuple[int, ...]] | None = None
    count: CountText | None = None
    lines: dict[str, int] = field(default_factory=dict)
    """The line number of each random outcome, by its key."""
    places: dict[int | None, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """The lines of each rack and of the pool (None), with the number of tiles on each line."""


def read_round(lines: Sequence[TextLine], names: Names, tiles: TileSet, number: int) -> RoundText:
    """Parse the *lines* of round *number*. Raises RecordError if a line is malformed."""
    reader = _Reader(RoundText(lines[0].number), names, tiles)
    with on_line(lines[0].number):
        written = round_number(lines[0])
        if written not in (None, number + 1):
            raise ValueError(f"expected round {number + 1}, not round {written}")
    for line in lines if written is None else lines[1:]:
        with on_line(line.number):
            reader.take(line)
    return reader.found


@dataclass(frozen=True, slots=True)
class _Reader:
    """Parses the lines of a round, one at a time."""

    found: RoundText
    names: Names
    tiles: TileSet

    def take(self, line: TextLine) -> None:
        last = self.found.turns[-1] if self.found.turns else self.found
        if line.kind is LineKind.COMMENT:
            last.comments.append(line.text)
        elif line.kind is LineKind.FACT:
            event = decode_event(parse_object(line.text), self.tiles, seats=len(self.names.names))
            last.facts.append(FactLine(line.number, event))
        elif line.key in COUNT_KEYS or (self.found.count and line.key in ("left", "score")):
            self._count(line)
        elif line.key in ("left", "score"):
            self._end(line)
        elif line.key in ROUND_KEYS:
            self._chance(line)
        else:
            self._turn(line)

    def _count(self, line: TextLine) -> None:
        """Read a line of a round that was counted only at its end; the first has the winner."""
        found = self.found
        if found.count is None:
            if line.head.lower() != "out" or found.turns or found.facts or found.racks:
                raise ValueError("a counted round begins with who went out, as in 'Out: Ann'")
            found.count = CountText(line.number)
        if line.key == "score":
            if found.score is not None:
                raise ValueError("Score appears twice")
            found.score = (line.number, self.names.read_scores(line.value))
        else:
            found.count.take(line, self.names)

    def _chance(self, line: TextLine) -> None:
        found, value, names = self.found, line.value, self.names
        if found.turns or found.count:
            raise ValueError(f"{line.head} appears before the first turn")
        key = line.key if line.key == "rack" else line.head.lower()
        found.lines.setdefault(key, line.number)
        match key:
            case "starter" if found.starter is None:
                found.starter = names.read(value)
            case "lots":
                found.lots.append(self._lot(value))
            case "handfuls" if not found.handfuls:
                found.handfuls = self._handfuls(value)
            case "seed" if found.seed is None:
                found.seed = _seed(value)
            case "label" if not found.label:
                found.label = value
            case "rack":
                self._rack(line)
            case "pool" if found.pool is None:
                found.pool = read_row(value, self.tiles)
                found.places[None] = line.places(len(found.pool))
            case _:
                raise ValueError(f"{line.head} appears twice, or is malformed")

    def _rack(self, line: TextLine) -> None:
        seat = self._seat(line)
        if seat in self.found.racks:
            raise ValueError(f"{line.head} appears twice")
        tiles = read_row(line.value, self.tiles)
        self.found.racks[seat] = (line.number, tiles)
        self.found.places[seat] = line.places(len(tiles))

    def _seat(self, line: TextLine) -> int:
        """Return the seat that a key such as ``Rack Ann`` names."""
        return self.names.read(line.head.partition(" ")[2])

    def _lot(self, text: str) -> Lot:
        drawn = self.names.read_list(text) if text else {}
        tiles = {seat: tile(value, self.tiles) for seat, value in drawn.items()}
        return tuple(tiles.get(seat) for seat in range(len(self.names.names)))

    def _handfuls(self, text: str) -> tuple[tuple[int, int], ...]:
        sizes = self.names.read_list(text)
        found = []
        for seat in range(len(self.names.names)):
            match = _SIZES.fullmatch(sizes.get(seat, ""))
            if match is None:
                raise ValueError(
                    f"expected two handfuls of {self.names.write(seat)}, as in '14 13'"
                )
            found.append((int(match[1]), int(match[2])))
        return tuple(found)

    def _end(self, line: TextLine) -> None:
        found = self.found
        if not found.turns:
            raise ValueError(f"{line.head} appears after the last turn")
        if line.key == "left":
            seat = self._seat(line)
            if seat in found.left:
                raise ValueError(f"{line.head} appears twice")
            found.left[seat] = (line.number, Rack(read_row(line.value, self.tiles)))
        elif found.score is not None or line.head.lower() != "score":
            raise ValueError(f"{line.head} appears twice, or is malformed")
        else:
            found.score = (line.number, self.names.read_scores(line.value))

    def _turn(self, line: TextLine) -> None:
        if self.found.count:
            raise ValueError("a counted round has no turns")
        if self.found.score is not None or self.found.left:
            raise ValueError(f"the round has ended, but a turn follows: {line.text[:40]!r}")
        number, text = None, " ".join(line.text.split())
        if match := _NUMBERED.fullmatch(text):
            number, text = int(match[1]), match[2]
        who, colon, rest = text.partition(":")
        seat = self.names.read(who) if colon else None
        actions = tuple(self._action(part) for part in _THEN.split(rest if colon else text))
        self.found.turns.append(TurnLines(line.number, number, seat, actions))

    def _action(self, text: str) -> WrittenAction:
        text = text.strip()
        action, bracket, drawn = text.partition("(")
        if not bracket:
            return WrittenAction(read_action(text, self.tiles))
        if not drawn.endswith(")"):
            raise ValueError("expected tiles drawn in brackets at the end, as in 'draw (k7)'")
        return WrittenAction(
            read_action(action.strip(), self.tiles), read_row(drawn[:-1], self.tiles)
        )


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"expected hexadecimal digits, not {text[:40]!r}") from None


KEYS = (
    "format",
    "ruleset",
    "preset",
    "options",
    "rules version",
    "player",
    "date",
    "match",
    "result",
)
"""The keys allowed in the header, except ``tag``. ``player`` occurs once per player."""

_MATCH = re.compile(r"(?:(\d{1,6}) rounds?)?(?:(?:^|, )(\d{1,6}) points?)?", re.IGNORECASE)
_ROUNDS = re.compile(r"(\d{1,6}) rounds?", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Header:
    """A record without rounds, and the line numbers of its parts.

    ``after`` is the number of rounds included in the result, or None if the text does not state it.
    ``result_line`` is the line of the result, and ``option_lines`` contains the lines of the
    options.
    """

    record: Record
    after: int | None
    result_line: int
    option_lines: Mapping[str, int]


@dataclass(slots=True)
class _Found:
    """The parsed lines of a header."""

    single: dict[str, TextLine] = field(default_factory=dict)
    players: list[Participant] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def value(self, key: str) -> str:
        """Return the value of *key*, or "" if it is missing."""
        return self.single[key].value if key in self.single else ""

    def number(self, key: str) -> int:
        """Return the line number of *key*, or 1 if it is missing."""
        return self.single[key].number if key in self.single else 1


def read_header(lines: Sequence[TextLine]) -> Header:
    """Parse the *lines* of a header. Raises RecordError if a line is malformed."""
    found = _Found()
    for line in lines:
        with on_line(line.number):
            _take(found, line)
    last = lines[-1].number if lines else 1
    if "ruleset" not in found.single:
        raise RecordError(last, "expected a ruleset, as in 'Ruleset: sabra'")
    if not found.players:
        raise RecordError(last, "expected the players, each as in 'Player: Ann'")
    with on_line(found.number("ruleset")):
        name, preset, options = _ruleset(found)
    with on_line(found.number("match")):
        match_rounds, match_target = _match(found.value("match"))
    result, after = None, None
    if "result" in found.single:
        with on_line(found.number("result")):
            result, after = _result(found)
    with on_line(lines[0].number):
        record = Record(
            ruleset=name,
            preset=preset,
            options=options,
            players=tuple(found.players),
            rules_version=found.value("rules version") or RULES_VERSION,
            date=found.value("date"),
            match_rounds=match_rounds,
            match_target=match_target,
            result=result,
            tags=tuple(found.tags),
            comments=tuple(found.comments),
        )
        _ = record.tiles  # raises if the options do not define a tile set
    return Header(record, after, found.number("result"), _option_lines(found, options))


def _take(found: _Found, line: TextLine) -> None:
    if line.kind is LineKind.COMMENT:
        found.comments.append(line.text)
        return
    if line.kind is LineKind.FACT:
        raise ValueError("expected the header of a record, not a fact")
    key = line.head.lower()
    if key == "player":
        found.players.append(_player(line.value))
    elif key.startswith("tag "):
        found.tags.append((line.head[4:], line.value))
    elif key not in KEYS:
        known = ", ".join(k.capitalize() for k in KEYS)
        raise ValueError(
            f"expected a line of the header ({known}; or tags as in 'Tag Venue: The club'),"
            f" or the beginning of a round, not {line.text[:40]!r}"
        )
    elif key in found.single:
        raise ValueError(f"{line.head} appears twice")
    elif key == "format" and line.value != str(FORMAT):
        raise ValueError(f"this program reads format {FORMAT}, not {line.value[:40]!r}")
    else:
        found.single[key] = line


def _player(value: str) -> Participant:
    name, bracket, kind = value.rpartition(" (")
    if bracket and kind.endswith(")") and len(kind) > 1:
        return Participant(name.strip(), kind[:-1].strip())
    return Participant(value)


def _ruleset(found: _Found) -> tuple[str, str, Options]:
    """Return the ruleset's name, the preset's name if it is different, and all options."""
    text = found.value("ruleset")
    version = found.value("rules version") or RULES_VERSION
    preset = found.value("preset")
    if "options" not in found.single and not preset:
        rules = read_ruleset(text)
        base = "" if rules.preset == rules.name else rules.preset
        return rules.name, base, tuple(written_options(rules).items())
    if "+" in text:
        raise ValueError("write the house rules with the ruleset or as options, not both")
    with on_line(found.number("options")):
        values = dict(_pairs(found.value("options")))
        return text, preset, resolved_options(preset or text, values, version)


def _option_lines(found: _Found, options: Options) -> dict[str, int]:
    """Return the line of each option. The ruleset's line is used for options that are missing."""
    lines = dict.fromkeys((name for name, _ in options), found.number("ruleset"))
    if "options" in found.single:
        names = [name for name, _ in _pairs(found.value("options"))]
        places = found.single["options"].places(len(names))
        numbers = (line for line, count in places for _ in range(count))
        lines.update(zip(names, numbers, strict=True))
    return lines


def _pairs(text: str) -> Iterator[tuple[str, Value]]:
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value:
            raise ValueError(f"expected options like 'direction=cw', not {word[:40]!r}")
        yield name, _value(value)


def _value(text: str) -> Value:
    if re.fullmatch(r"\d{1,9}", text, re.ASCII):
        return int(text)
    return {"true": True, "false": False}.get(text.lower(), text)


def _match(text: str) -> tuple[int | None, int | None]:
    match = _MATCH.fullmatch(text)
    if match is None:
        raise ValueError(f"expected '3 rounds', '200 points' or both, not {text[:40]!r}")
    rounds, points = (None if n is None else int(n) for n in match.groups())
    return rounds, points


def _result(found: _Found) -> tuple[tuple[int, ...], int | None]:
    text = found.value("result")
    names = Names(tuple(p.name for p in found.players))
    scores, after, rounds = text.rpartition(" after ")
    if not after:
        return names.read_scores(text), None
    if match := _ROUNDS.fullmatch(rounds.strip()):
        return names.read_scores(scores), int(match[1])
    raise ValueError(f"expected something like 'after 3 rounds', not {rounds[:40]!r}")
