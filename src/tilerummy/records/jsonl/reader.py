"""Reads records from JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice

from tilerummy.records.jsonl.codec import read_action, read_event
from tilerummy.records.jsonl.fields import (
    DecodeError,
    FieldReader,
    Json,
    JsonObject,
    Setting,
    by_seat,
    check_fields,
    each,
    handful_sizes,
    mapping,
    number,
    one_tile,
    optional,
    seat_number,
    shown,
    text,
    tile_row,
)
from tilerummy.records.jsonl.lines import (
    FORMAT,
    CommandPart,
    HeaderLine,
    MatchPart,
    ParticipantPart,
    ResultPart,
    RoundLine,
    names_of,
)
from tilerummy.records.record import (
    Command,
    Options,
    Participant,
    Record,
    RecordedCommand,
    RecordedRound,
    RecordError,
    resolved_options,
)
from tilerummy.records.source_lines import (
    RecordedChance,
    RecordObserver,
    RoundLines,
    SourceLines,
    apply_at_line,
    check_result,
    on_line,
)
from tilerummy.rules import Chance
from tilerummy.rules.option_table import Value
from tilerummy.state import Event, Moved, State


def read_jsonl(source: str, observer: RecordObserver) -> tuple[Record, SourceLines]:
    """Return the record that JSON lines hold, and where in them it holds what.

    Events are only folded: of the rules only the names of the options are used. Raises RecordError.
    """
    lines = _objects(source)
    line, data = next(lines)
    with _on_line(line):
        record, after = _header(data)
    observer.header(record, line, {})
    reader = _Reader(record, lines, observer)
    rounds: list[_Round] = []
    for line, data in lines:
        if data.get("type") == "Round":
            if rounds and rounds[-1].state.ended is None:
                raise RecordError(line, "a round begins before the one before it is over")
            rounds.append(reader.begin(len(rounds), (line, data)))
        elif not rounds:
            raise RecordError(line, "expected a round after the header")
        else:
            rounds[-1] = reader.stepped(rounds[-1], (line, data))
    record = replace(record, rounds=tuple(r.played for r in rounds))
    check_result(record, after, 1)
    return record, SourceLines(1, 1, tuple(r.lines for r in rounds))


Line = tuple[int, JsonObject]


_Fact = tuple[Event, int]
"""An event and its line."""


@dataclass(frozen=True, slots=True)
class _Round:
    """A round as far as it was read."""

    played: RecordedRound
    lines: RoundLines
    state: State


@contextmanager
def _on_line(line: int) -> Iterator[None]:
    """Turn an error of the block into a RecordError on that *line*, with the path in its data."""
    with on_line(line):
        try:
            yield
        except DecodeError as error:
            raise error.under("$") from None


def _objects(source: str) -> Iterator[Line]:
    """Yield the objects with their lines; each line has its number, so a missing one is noticed."""
    texts = source.split("\n")
    if texts[-1] == "":
        texts.pop()
    if not texts:
        raise RecordError(1, "the record is empty: expected a header")
    for line, content in enumerate(texts, 1):
        with _on_line(line):
            data = parse_object(content)
            stated = data.pop("line", None)
            if stated != line or isinstance(stated, bool):
                problem = (
                    "does not say its number" if stated is None else f"says it is {shown(stated)}"
                )
                raise ValueError(f"expected line {line}, which {problem}: is one lost or moved?")
        yield line, data


def parse_object(content: str) -> JsonObject:
    """Return the object that a line writes in JSON; raises ValueError."""
    try:
        data: Json = json.loads(
            content,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_constant,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        why = f"{error.msg} at column {error.colno}"
        raise ValueError(f"expected an object in JSON; {why}: is the line cut short?") from None
    except RecursionError:
        raise ValueError("expected an object in JSON, not brackets without end") from None
    if not isinstance(data, dict):
        raise ValueError(f"expected an object in JSON, not {shown(data)}")
    return data


def _without_doubles(pairs: list[tuple[str, Json]]) -> JsonObject:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError(f"a field is there twice in the object with {next(iter(data))[:40]!r}")
    return data


def _no_constant(name: str) -> Json:
    raise ValueError(f"expected JSON, which has no {name}")


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise ValueError(f"expected numbers of up to 18 digits, not {digits[:18]}…")
    return int(digits)


def _header(data: JsonObject) -> tuple[Record, int]:
    """Return the record without its rounds, and how many of them the result is of."""
    if data.get("type") != "Record":
        raise ValueError(f"expected the header of a record, not the type {shown(data.get('type'))}")
    f = _part(data, HeaderLine, Setting())
    if (version := f("format", number)) != FORMAT:
        raise ValueError(f"the record is of format {version}; this program reads format {FORMAT}")
    players = f("players", each(_participant))
    match_rounds, match_target = f.get("match", _match, (None, None))
    of_seats = FieldReader(data, Setting(seats=len(players)))
    after, result = of_seats.get("result", _result, (0, None))
    record = Record(
        ruleset=f("ruleset", text),
        preset=f.get("preset", text, ""),
        options=_options(f),
        players=players,
        rules_version=f("rules_version", text),
        date=f.get("date", text, ""),
        match_rounds=match_rounds,
        match_target=match_target,
        result=result,
        tags=f.get("tags", _tags, ()),
        comments=f.get("comments", each(text), ()),
    )
    _ = record.tiles  # raises where the options make no tile set
    return record, after


def _part(data: Json, kind: type, setting: Setting) -> FieldReader:
    """Return the fields of a line, or of a part of one, as :mod:`lines` describes it."""
    found = mapping(data, setting)
    check_fields(found, *names_of(kind))
    return FieldReader(found, setting)


def _participant(data: Json, setting: Setting) -> Participant:
    f = _part(data, ParticipantPart, setting)
    return Participant(f("name", text), f.get("kind", text, "person"))


def _match(data: Json, setting: Setting) -> tuple[int | None, int | None]:
    f = _part(data, MatchPart, setting)
    rounds = f.get("rounds", optional(number), None)
    return rounds, f.get("target", optional(number), None)


def _options(f: FieldReader) -> Options:
    values = f("options", _values)
    base = f.get("preset", text, "") or f("ruleset", text)
    return resolved_options(base, values, f("rules_version", text))


def _values(data: Json, setting: Setting) -> dict[str, Value]:
    f = FieldReader(mapping(data, setting), setting)
    return {name: f(name, _value) for name in f.data}


def _value(data: Json, _: Setting) -> Value:
    if not isinstance(data, int | str):
        raise DecodeError("", f"expected a value, not {shown(data)}")
    return data


def _result(data: Json, setting: Setting) -> tuple[int, tuple[int, ...] | None]:
    if data is None:
        return 0, None
    f = _part(data, ResultPart, setting)
    return f("rounds", number), f("scores", by_seat(number))


def _tags(data: Json, setting: Setting) -> tuple[tuple[str, str], ...]:
    f = FieldReader(mapping(data, setting), setting)
    return tuple((name, f(name, text)) for name in f.data)


def _chance(f: FieldReader) -> Chance:
    lot = by_seat(optional(one_tile))
    return Chance(
        order=f("order", tile_row),
        lots=f.get("lots", each(lot), ()),
        handfuls=f.get("handfuls", handful_sizes, ()),
    )


def _hex(data: Json, setting: Setting) -> bytes:
    digits = text(data, setting)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise DecodeError("", f"expected hexadecimal digits, not {shown(data)}") from None


def _count(data: Json, setting: Setting) -> int:
    count = number(data, setting)
    if count < 1:
        raise DecodeError("", "expected at least one fact")
    return min(count, sys.maxsize)


def _command(data: Json, setting: Setting) -> tuple[Command, tuple[str, ...], int]:
    """Return a command with its comments, and the number of its facts."""
    f = _part(data, CommandPart, setting)
    command = Command(f("seat", optional(seat_number)), f("actions", each(read_action)))
    return command, f.get("comments", each(text), ()), f("facts", _count)


def _folded(state: State, facts: Iterable[_Fact]) -> State:
    for event, line in facts:
        state = apply_at_line(state, event, line)
    return state


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the rounds of a record from its *lines*, and shows them to the observer."""

    record: Record
    lines: Iterator[Line]
    observer: RecordObserver

    @property
    def setting(self) -> Setting:
        """The tiles and the seats of the record."""
        return Setting(self.record.tiles, self.record.seats)

    def begin(self, count: int, first: Line) -> _Round:
        """Read the line that begins a round, and the events of its deal."""
        line, data = first
        with _on_line(line):
            f = _part(data, RoundLine, self.setting)
            if (stated := f("number", number)) != count:
                raise ValueError(f"expected the round with number {count}, not {stated}")
            chance = _chance(f)
            recorded_chance = RecordedChance(
                chance=chance,
                starter=f("starter", optional(seat_number)),
                seed=f.get("seed", optional(_hex), None),
                label=f.get("label", text, ""),
                begins=line,
                seed_line=line,
                lots_line=line,
                handfuls_line=line,
                order_lines=((line, len(chance.order)),),
            )
            comments = f.get("comments", each(text), ())
            expected = f("facts", _count)
        self.observer.chance(recorded_chance, count)
        before = State.before_deal(self.record.seats)
        facts = [*self._facts(before, [], line, expected)]
        events, where = tuple(e for e, _ in facts), tuple(n for _, n in facts)
        self.observer.deal(events, where)
        state = _folded(before, facts)
        if not any(isinstance(event, Moved) for event in events):
            raise RecordError(where[-1], "expected the first move at the end of the deal")
        with _on_line(line):
            played = RecordedRound(
                chance=chance,
                deal=events,
                starter=recorded_chance.starter,
                seed=recorded_chance.seed,
                label=recorded_chance.label,
                comments=comments,
            )
        return _Round(played, RoundLines(line, where), state)

    def stepped(self, so_far: _Round, first: Line) -> _Round:
        """Read the line of a command's first event, and its other events."""
        line, data = first
        with _on_line(line):
            if "command" not in data:
                raise ValueError(
                    "expected the next command with this fact: the last one has all its"
                )
            made = FieldReader({"command": data.pop("command")}, self.setting)
            command, comments, expected = made("command", _command)
            event = read_event(data, self.setting)
        facts = [*self._facts(so_far.state, [(event, line)], line, expected - 1)]
        where = tuple(n for _, n in facts)
        with _on_line(line):
            step = RecordedCommand(command, tuple(e for e, _ in facts), comments)
        if so_far.state.ended is None:
            self.observer.step(so_far.state, step, where)
        return _Round(
            replace(so_far.played, steps=(*so_far.played.steps, step)),
            replace(so_far.lines, steps=(*so_far.lines.steps, where)),
            _folded(so_far.state, facts),
        )

    def _facts(self, state: State, facts: list[_Fact], after: int, expected: int) -> list[_Fact]:
        """Return *facts* and the *expected* number of events that follow line *after*.

        Where one cannot be read, those before it are folded on *state* first: an error in them
        stands on an earlier line.
        """
        have = len(facts)
        try:
            for line, data in islice(self.lines, expected):
                with _on_line(line):
                    if "command" in data or data.get("type") == "Round":
                        left = expected - (len(facts) - have)
                        raise ValueError(f"expected {left} more facts of line {after}")
                    event = read_event(data, self.setting)
                facts.append((event, line))
            if left := expected - (len(facts) - have):
                raise RecordError(
                    after + expected - left + 1,
                    f"the record ends, but {left} more facts of line {after} are expected:"
                    " is it cut short?",
                )
        except RecordError:
            _folded(state, facts)
            raise
        return facts
