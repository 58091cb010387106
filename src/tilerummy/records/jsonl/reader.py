"""Reads records from JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from tilerummy.records.jsonl.codec import decode_action, decode_event, handful_sizes
from tilerummy.records.jsonl.field_reader import (
    FieldReader,
    Json,
    JsonObject,
    ReadContext,
    each,
    known_fields,
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
from tilerummy.state import Action, Event, Moved, State


def read_jsonl(source: str, observer: RecordObserver) -> tuple[Record, SourceLines]:
    """Return the record that JSON lines hold, and where in them it holds what.

    Events are only folded: of the rules only the names of the options are used. Raises RecordError.
    """
    lines = _objects(source)
    line, data = next(lines)
    with on_line(line):
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


def _objects(source: str) -> Iterator[Line]:
    """Yield the objects with their lines; each line has its number, so a missing one is noticed."""
    texts = source.split("\n")
    if texts[-1] == "":
        texts.pop()
    if not texts:
        raise RecordError(1, "the record is empty: expected a header")
    for line, content in enumerate(texts, 1):
        with on_line(line):
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
    f = known_fields(data, *names_of(HeaderLine), ReadContext())
    if (version := f("format", number)) != FORMAT:
        raise ValueError(f"the record is of format {version}; this program reads format {FORMAT}")
    players = f("players", each(_participant))
    match_rounds, match_target = f.get("match", _match, (None, None))
    after, result = FieldReader(data, ReadContext(seats=len(players))).get(
        "result", _result, (0, None)
    )
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


def _participant(data: Json, place: ReadContext) -> Participant:
    f = known_fields(data, *names_of(ParticipantPart), place)
    return Participant(f("name", text), f.get("kind", text, "person"))


def _match(data: Json, place: ReadContext) -> tuple[int | None, int | None]:
    f = known_fields(data, *names_of(MatchPart), place)
    rounds = f.get("rounds", optional(number), None)
    return rounds, f.get("target", optional(number), None)


def _options(f: FieldReader) -> Options:
    values: dict[str, Value] = {}
    for name, value in f("options", mapping).items():
        if not isinstance(value, int | str):
            place = f.place.inside("options").inside(name)
            raise place.error(f"expected a value, not {shown(value)}")
        values[name] = value
    base = f.get("preset", text, "") or f("ruleset", text)
    return resolved_options(base, values, f("rules_version", text))


def _result(data: Json, place: ReadContext) -> tuple[int, tuple[int, ...] | None]:
    if data is None:
        return 0, None
    f = known_fields(data, *names_of(ResultPart), place)
    return f("rounds", number), f("scores", each(number, of=place.seats))


def _tags(data: Json, place: ReadContext) -> tuple[tuple[str, str], ...]:
    found = mapping(data, place)
    return tuple((name, text(v, place.inside(name))) for name, v in found.items())


def _place(record: Record, path: str = "$") -> ReadContext:
    return ReadContext(path, record.tiles, record.seats)


def _chance(f: FieldReader) -> Chance:
    lot = each(optional(one_tile), of=f.place.seats)
    return Chance(
        order=f("order", tile_row),
        lots=f.get("lots", each(lot), ()),
        handfuls=f.get("handfuls", handful_sizes, ()),
    )


def _hex(data: Json, place: ReadContext) -> bytes:
    try:
        return bytes.fromhex(text(data, place))
    except ValueError:
        raise place.error(f"expected hexadecimal digits, not {shown(data)}") from None


def _count(data: Json, place: ReadContext) -> int:
    count = number(data, place)
    if count < 1:
        raise place.error("expected at least one fact")
    return min(count, sys.maxsize)


def _action(data: Json, place: ReadContext) -> Action:
    return decode_action(data, place.tiles, path=place.path)


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

    def begin(self, count: int, first: Line) -> _Round:
        """Read the line that begins a round, and the events of its deal."""
        line, data = first
        with on_line(line):
            f = known_fields(data, *names_of(RoundLine), _place(self.record))
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
        with on_line(line):
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
        with on_line(line):
            if "command" not in data:
                raise ValueError(
                    "expected the next command with this fact: the last one has all its"
                )
            given, place = data.pop("command"), _place(self.record, "$.command")
            f = known_fields(given, *names_of(CommandPart), place)
            command = Command(f("seat", optional(seat_number)), f("actions", each(_action)))
            comments = f.get("comments", each(text), ())
            expected = f("facts", _count) - 1
            event = decode_event(data, self.record.tiles, seats=self.record.seats)
        facts = [*self._facts(so_far.state, [(event, line)], line, expected)]
        where = tuple(n for _, n in facts)
        with on_line(line):
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
                with on_line(line):
                    if "command" in data or data.get("type") == "Round":
                        left = expected - (len(facts) - have)
                        raise ValueError(f"expected {left} more facts of line {after}")
                    event = decode_event(data, self.record.tiles, seats=self.record.seats)
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
