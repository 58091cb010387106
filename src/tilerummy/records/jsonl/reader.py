"""Reads records from JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice

from tilerummy.records.counted import read_left
from tilerummy.records.jsonl.codec import read_event, read_object
from tilerummy.records.jsonl.fields import DecodeError, Json, JsonObject, Setting, at, shown
from tilerummy.records.jsonl.lines import FORMAT, CommandPart, CountPart, HeaderLine, RoundLine
from tilerummy.records.record import (
    Command,
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
from tilerummy.rules import Chance, Count
from tilerummy.state import Ended, Ending, Event, Moved, State
from tilerummy.tiles import Rack


def read_jsonl(source: str, observer: RecordObserver) -> tuple[Record, SourceLines]:
    """Return the record in the JSON lines *source*, and the line numbers of the record's parts.

    Events are applied without consulting the rules, but option names are checked. Raises
    RecordError if the source is malformed.
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
            if rounds and rounds[-1].played.ended is None:
                raise RecordError(line, "a round begins before the previous one has ended")
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
"""An event and its line number."""


@dataclass(frozen=True, slots=True)
class _Round:
    """The part of a round that has been read so far."""

    played: RecordedRound
    lines: RoundLines
    state: State


@contextmanager
def _on_line(line: int) -> Iterator[None]:
    """Convert any error in the block to a RecordError for *line* that includes the JSON path."""
    with on_line(line):
        try:
            yield
        except DecodeError as error:
            raise error.under("$") from None


def _objects(source: str) -> Iterator[Line]:
    """Yield the number and the JSON object of each line.

    Each object also states its own line number, so that missing lines are detected.
    """
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
                    "does not state its number" if stated is None else f"states {shown(stated)}"
                )
                raise ValueError(f"expected line {line}, which {problem}: is one lost?")
        yield line, data


def parse_object(content: str) -> JsonObject:
    """Return the JSON object in a line. Raises ValueError if the line is not a JSON object."""
    try:
        data: Json = json.loads(
            content,
            object_pairs_hook=_without_doubles,
            parse_constant=_no_constant,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        why = f"{error.msg} at column {error.colno}"
        raise ValueError(f"expected a JSON object; {why}: is the line truncated?") from None
    except RecursionError:
        raise ValueError("expected a JSON object, not endless brackets") from None
    if not isinstance(data, dict):
        raise ValueError(f"expected a JSON object, not {shown(data)}")
    return data


def _without_doubles(pairs: list[tuple[str, Json]]) -> JsonObject:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError(f"a field appears twice in the object with {next(iter(data))[:40]!r}")
    return data


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not valid JSON")


def _integer(digits: str) -> int:
    if len(digits) > 18:
        raise ValueError(f"expected numbers of up to 18 digits, not {digits[:18]}…")
    return int(digits)


def _header(data: JsonObject) -> tuple[Record, int]:
    """Return the record without its rounds, and the number of rounds included in its result."""
    if data.get("type") != "Record":
        raise ValueError(f"expected the header of a record, not the type {shown(data.get('type'))}")
    version, players = data.get("format"), data.get("players")
    if isinstance(version, int) and version != FORMAT:
        raise ValueError(f"the record is of format {version}; this program reads format {FORMAT}")
    seats = len(players) if isinstance(players, list) else 0
    line = read_object(HeaderLine, data, Setting(seats=seats))
    base = line.preset or line.ruleset
    record = Record(
        ruleset=line.ruleset,
        preset=line.preset,
        options=resolved_options(base, line.options, line.rules_version),
        players=line.players,
        rules_version=line.rules_version,
        date=line.date,
        match_rounds=line.match.rounds,
        match_target=line.match.target,
        result=None if line.result is None else line.result.scores,
        tags=tuple(line.tags.items()),
        comments=line.comments,
    )
    _ = record.tiles  # raises if the options do not define a tile set
    return record, 0 if line.result is None else line.result.rounds


def _command(data: Json, setting: Setting) -> CommandPart:
    return read_object(CommandPart, data, setting)


def _folded(state: State, facts: Iterable[_Fact]) -> State:
    for event, line in facts:
        state = apply_at_line(state, event, line)
    return state


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the rounds of a record from *lines*, passing each part to the observer."""

    record: Record
    lines: Iterator[Line]
    observer: RecordObserver

    @property
    def setting(self) -> Setting:
        """The tile set and the number of seats in the record."""
        return Setting(self.record.tiles, self.record.seats)

    def begin(self, count: int, first: Line) -> _Round:
        """Read a round's *first* line, then the deal."""
        line, data = first
        with _on_line(line):
            read = read_object(RoundLine, data, self.setting)
            if read.number != count:
                raise ValueError(f"expected the round with number {count}, not {read.number}")
            if read.facts < (read.count is None) or (read.count is not None and read.facts):
                raise DecodeError(".facts", "expected at least one fact, or a count and no facts")
            if read.count is not None:
                return self._counted(line, read, read.count)
            chance = Chance(order=read.order, lots=read.lots, handfuls=read.handfuls)
            recorded_chance = RecordedChance(
                chance=chance,
                starter=read.starter,
                seed=read.seed,
                label=read.label,
                begins=line,
                seed_line=line,
                lots_line=line,
                handfuls_line=line,
                order_lines=((line, len(chance.order)),),
            )
        self.observer.chance(recorded_chance, count)
        before = State.before_deal(self.record.seats)
        facts = [*self._facts(before, [], line, read.facts)]
        events, where = tuple(e for e, _ in facts), tuple(n for _, n in facts)
        self.observer.deal(events, where)
        state = _folded(before, facts)
        if not any(isinstance(event, Moved) for event in events):
            raise RecordError(where[-1], "expected the first move at the end of the deal")
        with _on_line(line):
            played = RecordedRound(
                chance=chance,
                deal=events,
                starter=read.starter,
                seed=read.seed,
                label=read.label,
                comments=read.comments,
            )
        return _Round(played, RoundLines(line, where), state)

    def _counted(self, line: int, read: RoundLine, part: CountPart) -> _Round:
        """Read a round that was counted only at its end."""
        seats = self.setting.seats
        if {len(part.left), len(part.scores), len(part.opened) or seats} != {seats}:
            raise DecodeError(".count", f"expected {seats} racks and scores")
        if read.starter is None or read.order or read.lots or read.seed or read.label:
            raise DecodeError("", "a counted round has a starter, but no tiles and no lots")
        left = (None if s == part.out else read_left(text) for s, text in enumerate(part.left))
        count = Count(
            part.out,
            tuple(left),
            opened=part.opened,
            win=part.win,
            hand=part.hand,
            hand_jokers=part.hand_jokers,
            joker_discarded=part.joker_discarded,
            trump_holders=part.trump_holders,
            handfuls=read.handfuls,
            following=part.following,
        )
        scored = Ended(
            Ending.POOL_EXHAUSTED if part.out is None else Ending.WENT_OUT,
            part.scores,
            (Rack(),) * seats,
            part.winner,
            part.win,
            part.hand,
        )
        self.observer.counted(count, scored, line)
        played = RecordedRound(
            chance=Chance(order=()),
            deal=(),
            starter=read.starter,
            comments=read.comments,
            count=count,
            scored=scored,
        )
        return _Round(played, RoundLines(line, ()), State.before_deal(seats))

    def stepped(self, so_far: _Round, first: Line) -> _Round:
        """Read a command and its events. *first* is the line of the first event."""
        line, data = first
        with _on_line(line):
            if so_far.played.count is not None:
                raise ValueError("the round was counted only at its end, but a fact follows")
            if "command" not in data:
                raise ValueError(
                    "expected the next command with this fact: the last one has all its"
                )
            made = at("command", _command, data.pop("command"), self.setting)
            command = Command(made.seat, made.actions)
            event = read_event(data, self.setting)
        facts = [*self._facts(so_far.state, [(event, line)], line, made.facts - 1)]
        where = tuple(n for _, n in facts)
        with _on_line(line):
            step = RecordedCommand(command, tuple(e for e, _ in facts), made.comments)
        if so_far.state.ended is None:
            self.observer.step(so_far.state, step, where)
        return _Round(
            replace(so_far.played, steps=(*so_far.played.steps, step)),
            replace(so_far.lines, steps=(*so_far.lines.steps, where)),
            _folded(so_far.state, facts),
        )

    def _facts(self, state: State, facts: list[_Fact], after: int, expected: int) -> list[_Fact]:
        """Return *facts* plus the next *expected* events, which belong to line *after*.

        If an event cannot be read, all earlier events are first applied to *state*, because an
        error in one of these is on an earlier line and must be reported instead.
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
                    " is it truncated?",
                )
        except RecordError:
            _folded(state, facts)
            raise
        return facts
