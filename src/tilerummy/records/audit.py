"""Audit: do the rules of today make the facts that a record holds?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from tilerummy.records.codec import encode
from tilerummy.records.located import Lines, RoundLines
from tilerummy.records.plain import Json, Object
from tilerummy.records.reading import read_located
from tilerummy.records.record import Record, Round, Step
from tilerummy.records.remaking import Events, begun, made
from tilerummy.records.text import left_of
from tilerummy.rules import Chance, IllegalActionError, Ruleset, chance
from tilerummy.state import Ended, Event, State, fold
from tilerummy.tiles import HIDDEN


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line on which a record and the rules of today differ, and what each says."""

    line: int
    recorded: str
    made: str

    def __str__(self) -> str:
        return f"line {self.line}: recorded is {self.recorded}; the rules say {self.made}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What an audit found: how much was compared, and the first difference, if there is one."""

    rules_version: str
    rounds: int
    commands: int
    facts: int
    difference: Difference | None


def audit(source: str | bytes) -> Audit:
    """Return what the rules of today say to the record that *source* holds.

    Every fact and score is made again from the chance, the actions and the recorded options,
    and compared with what is recorded. Raises RecordError for what cannot be read.

    >>> from tilerummy.records import Record, write_text
    >>> from tilerummy.rules import ruleset
    >>> audit(write_text(Record.of(ruleset("sabra"), ["Ann", "Ben"]))).difference is None
    True
    """
    record, lines = read_located(source)
    steps = [step for played in record.rounds for step in played.steps]
    return Audit(
        rules_version=record.rules_version,
        rounds=len(record.rounds),
        commands=len(steps),
        facts=sum(len(played.events) for played in record.rounds),
        difference=_first_difference(record, lines),
    )


def _first_difference(record: Record, lines: Lines) -> Difference | None:
    try:
        rules = record.rules
    except ValueError as error:
        return Difference(lines.header, f"the ruleset {record.ruleset}", str(error))
    for number, where in enumerate(lines.rounds):
        if difference := _in_round(rules, record, number, where):
            return difference
    if record.result not in (None, record.totals):
        totals = f"the result {_numbers(record.totals)}"
        return Difference(lines.result, f"the result {_numbers(record.result or ())}", totals)
    return None


def _numbers(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))


def _in_round(rules: Ruleset, record: Record, number: int, where: RoundLines) -> Difference | None:
    played = record.rounds[number]
    if difference := _in_seed(rules, record.seats, played, where):
        return difference
    starter = played.starter
    try:
        events = begun(rules, played.chance, seats=record.seats, starter=starter, number=number)
    except ValueError as error:
        return Difference(where.begins, "a deal", str(error))
    if difference := _between(played.deal, events, where.deal):
        return difference
    state = fold(played.deal, State.before_deal(record.seats))
    for step, lines in zip(played.steps, where.steps, strict=True):
        if difference := _in_step(rules, state, step, lines):
            return difference
        state = fold(step.events, state)
    return None


def _in_seed(rules: Ruleset, seats: int, played: Round, where: RoundLines) -> Difference | None:
    if played.seed is None:
        return None
    lots = played.starter is None
    drawn = chance(
        rules.deal, rules.tiles, seats=seats, seed=played.seed, lots=lots, label=played.label
    )
    if drawn == played.chance:
        return None
    if gaps := _gaps(played.chance, drawn):
        known = f"a seed, and {len(drawn.order) - gaps} of {len(drawn.order)} tiles in their order"
        return Difference(
            where.begins, known, "that the seed gives all: does the record end within the pool?"
        )
    return Difference(where.begins, "a seed", "that it gives another order, lots or handfuls")


def _gaps(told: Chance, drawn: Chance) -> int:
    """Return how many tiles are not *told* of what was *drawn*; 0 where anything else differs."""
    order = (*told.order, *drawn.order[len(told.order) :])
    if replace(told, order=()) != replace(drawn, order=()) or len(order) != len(drawn.order):
        return 0
    if any(t not in (d, HIDDEN) for t, d in zip(order, drawn.order, strict=True)):
        return 0
    return told.order.count(HIDDEN) + len(drawn.order) - len(told.order)


def _in_step(rules: Ruleset, state: State, step: Step, lines: tuple[int, ...]) -> Difference | None:
    last = step.events[-1]
    left = left_of(state, last) if isinstance(last, Ended) else ()
    try:
        events = made(rules, state, step.command, left)
    except IllegalActionError as error:
        return Difference(lines[0], fact_text(step.events[0]), f"no: {error.reasons[0]}")
    except ValueError as error:
        return Difference(lines[0], fact_text(step.events[0]), f"no: {error}")
    return _between(step.events, events, lines)


def _between(recorded: Events, made: Events, lines: tuple[int, ...]) -> Difference | None:
    """Return the first difference between the facts recorded on *lines* and those made."""
    for place, (was, now) in enumerate(zip_longest(recorded, made)):
        if was != now:
            line = lines[min(place, len(lines) - 1)]
            return Difference(line, fact_text(was), fact_text(now))
    return None


def fact_text(event: Event | None) -> str:
    """Return a fact with its fields in a line.

    >>> from tilerummy.state import Moved, Phase
    >>> fact_text(Moved(1, Phase.ACT))
    'Moved seat=1 phase=act'
    """
    return "nothing more" if event is None else fact_line(encode(event))


def fact_line(fact: Object) -> str:
    """Return a fact that is plain data already, as :func:`fact_text` tells it.

    >>> fact_line({"type": "Moved", "seat": 1, "phase": "act"})
    'Moved seat=1 phase=act'
    """
    kind, *fields = fact.items()
    return " ".join(
        [str(kind[1]), *[f"{k}={v if type(v) is int else _plain(v)}" for k, v in fields]]
    )


def _plain(value: Json) -> str:
    if isinstance(value, str):
        return f"({value})" if " " in value else value
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return "none" if value is None else str(value)
