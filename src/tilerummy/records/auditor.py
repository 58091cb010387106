"""Audits a record: recomputes its events under the current rules, and checks the entire match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import NoReturn

from tilerummy.records.jsonl.codec import encode
from tilerummy.records.jsonl.fields import Json
from tilerummy.records.reader import Source, read_located
from tilerummy.records.recompute import Events, command_events, deal_events
from tilerummy.records.record import Record, RecordedCommand, RecordedRound, RecordError
from tilerummy.records.source_lines import (
    RecordedChance,
    RecordObserver,
    RoundLines,
    SourceLines,
    apply_at_line,
)
from tilerummy.records.text.writer import left_of
from tilerummy.rules import (
    RULES_VERSION,
    Chance,
    Count,
    IllegalActionError,
    Ruleset,
    chance,
    house_rules,
    problems,
    score_count,
    text_of,
)
from tilerummy.rules.details import differences
from tilerummy.rules.judging.endings import next_starter
from tilerummy.rules.option_table import Value
from tilerummy.rules.options import base_of
from tilerummy.state import Ended, Event, State, fold
from tilerummy.tiles import HIDDEN


@dataclass(frozen=True, slots=True)
class Difference:
    """The first line that disagrees with the rules, with its recorded and computed text."""

    line: int
    recorded: str
    made: str

    def __str__(self) -> str:
        return f"line {self.line}: recorded: {self.recorded}; by the rules: {self.made}"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """An option whose value differs from the base preset, and the line that sets it."""

    option: str
    value: Value
    usual: Value
    line: int = field(compare=False)

    def __str__(self) -> str:
        return (
            f"line {self.line}: {self.option}={text_of(self.value)},"
            f" the preset has {text_of(self.usual)}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """An audit's result: the number of items compared, and the first difference, if any.

    ``facts`` is the number of events. ``house_rules`` lists the options in the header that differ
    from the preset, even if they had no effect in this game.
    """

    rules_version: str
    rounds: int
    commands: int
    facts: int
    difference: Difference | None
    house_rules: tuple[HouseRule, ...] = ()


def audit(source: Source) -> Audit:
    """Audit the record in *source* and return the result.

    All events and scores are recomputed from the random outcomes, the actions and the recorded
    options, and compared with the record in order, so the reported line is the first wrong one.
    Then the match is checked: which seats start, the number of rounds, and whether any tile occurs
    more often than the game has copies. Raises RecordError if the record is malformed. The
    exception's notes list the house rules in the header.

    >>> from tilerummy.records import Record, write_text
    >>> from tilerummy.rules import ruleset
    >>> audit(write_text(Record.of(ruleset("sabra"), ["Ann", "Ben"]))).difference is None
    True
    """
    auditor = _Auditor()
    difference = None
    try:
        record, lines = read_located(source, auditor)
    except _DiffersError as differs:
        difference = differs.difference
    except RecordError as error:
        for rule in auditor.house_rules:
            error.add_note(str(rule))
        raise
    else:
        auditor.count(record)
        if record.result not in (None, record.totals):
            made = f"the result {_numbers(record.totals)}"
            difference = Difference(
                lines.result, f"the result {_numbers(record.result or ())}", made
            )
        wrong = (Difference(*found) for found in match_faults(record, auditor.rules, lines))
        difference = next(wrong, difference)
    return Audit(
        rules_version=auditor.version,
        rounds=auditor.rounds,
        commands=auditor.commands,
        facts=auditor.facts,
        difference=difference,
        house_rules=auditor.house_rules,
    )


class _DiffersError(Exception):
    """Raised at the first difference in order to stop reading."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def _numbers(scores: Sequence[int]) -> str:
    return ", ".join(map(str, scores))


class _Auditor(RecordObserver):
    """Recomputes each part of a record, and compares it with the record before applying it."""

    def __init__(self) -> None:
        self.version = ""
        self.rounds = self.commands = self.facts = 0
        self.house_rules: tuple[HouseRule, ...] = ()

    def count(self, record: Record) -> None:
        """Count the rounds, commands and events of *record*."""
        self.rounds = len(record.rounds)
        self.commands = sum(len(played.steps) for played in record.rounds)
        self.facts = sum(len(played.events) for played in record.rounds)

    def header(self, record: Record, line: int, option_lines: Mapping[str, int]) -> None:
        self.version, self.record = record.rules_version, record
        try:
            self.rules = record.rules
        except ValueError as error:
            _differ(line, f"the ruleset {record.ruleset}", str(error))
        usual = differences(base_of(self.rules), self.rules)
        self.house_rules = tuple(
            HouseRule(name, value, usual.get(name, "none"), option_lines.get(name, line))
            for name, value in house_rules(self.rules).items()
        )

    def chance(self, recorded: RecordedChance, number: int) -> None:
        self.rounds += 1
        self.begins = recorded.begins
        if recorded.seed is not None:
            self._check_seed(recorded)
        self._check_supply(recorded)
        try:
            self.made = deal_events(
                self.rules,
                recorded.chance,
                seats=self.record.seats,
                starter=recorded.starter,
                number=number,
            )
        except ValueError as error:
            _differ(recorded.begins, "a deal", str(error))

    def _check_seed(self, recorded: RecordedChance) -> None:
        assert recorded.seed is not None
        drawn = chance(
            self.rules.deal,
            self.rules.tiles,
            seats=self.record.seats,
            seed=recorded.seed,
            lots=recorded.starter is None,
            label=recorded.label,
        )
        if drawn == recorded.chance:
            return
        if gaps := _gaps(recorded.chance, drawn):
            tiles = len(drawn.order)
            known = f"a seed, and {tiles - gaps} of {tiles} tiles in order"
            why = "the seed determines all tiles: does the record end within the pool?"
            _differ(recorded.begins, known, why)
        pairs = enumerate(zip(recorded.chance.order, drawn.order, strict=False))
        wrong = [place for place, (tile, other) in pairs if tile not in (other, HIDDEN)]
        if len(recorded.chance.order) == len(drawn.order) and 0 < 2 * len(wrong) < len(drawn.order):
            first = wrong[0]
            where = f"as tile {first + 1} of the order"
            _differ(
                recorded.line_of(first),
                f"{recorded.chance.order[first]} {where}",
                f"{drawn.order[first]}, which the seed gives",
            )
        line = recorded.seed_line
        if drawn.order == recorded.chance.order:
            line = (
                recorded.lots_line if drawn.lots != recorded.chance.lots else recorded.handfuls_line
            )
        _differ(line, "a seed", "the seed gives another order, lots or handfuls")

    def _check_supply(self, recorded: RecordedChance) -> None:
        """Report the first tile in the order that occurs more often than the game has copies."""
        left = Counter(self.rules.deal.bucket(self.rules.tiles, self.record.seats))
        for place, tile in enumerate(recorded.chance.order):
            if tile == HIDDEN:
                continue
            left[tile] -= 1
            if left[tile] < 0:
                why = f"the game does not have that many of these tiles: {tile}"
                _differ(recorded.line_of(place), "a deal", why)

    def deal(self, events: Events, lines: tuple[int, ...]) -> None:
        self.facts += len(events)
        self._compare(State.before_deal(self.record.seats), events, self.made, lines)

    def counted(self, count: Count, scored: Ended, line: int) -> None:
        self.rounds += 1
        try:
            made = score_count(self.rules, count)
        except ValueError as error:
            _differ(line, "a count", f"no: {error}")
        if made != scored:
            _differ(line, fact_text(scored), fact_text(made))

    def step(self, state: State, step: RecordedCommand, lines: tuple[int, ...]) -> None:
        self.commands += 1
        self.facts += len(step.events)
        last = step.events[-1]
        left = left_of(state, last) if isinstance(last, Ended) else ()
        try:
            events = command_events(self.rules, state, step.command, left)
        except IllegalActionError as error:
            _differ(lines[0], fact_text(step.events[0]), f"no: {error.reasons[0]}")
        except ValueError as error:
            _differ(lines[0], fact_text(step.events[0]), f"no: {error}")
        self._compare(state, step.events, events, lines)

    def _compare(
        self, state: State, recorded: Events, made: Events, lines: tuple[int, ...]
    ) -> None:
        """Raise _DiffersError if an event differs, ImpossibleRecordError if one is impossible."""
        found = _between(recorded, made, lines)
        if found is None:
            return
        for event, line in zip(recorded, lines, strict=True):
            if line <= found.line:
                state = apply_at_line(state, event, line)
        raise _DiffersError(found)


def _differ(line: int, recorded: str, made: str) -> NoReturn:
    raise _DiffersError(Difference(line, recorded, made))


def _gaps(recorded: Chance, drawn: Chance) -> int:
    """Return the number of *drawn* tiles that are unknown in *recorded*.

    Returns 0 if the two differ in any other way.
    """
    order = (*recorded.order, *drawn.order[len(recorded.order) :])
    if replace(recorded, order=()) != replace(drawn, order=()) or len(order) != len(drawn.order):
        return 0
    if any(t not in (d, HIDDEN) for t, d in zip(order, drawn.order, strict=True)):
        return 0
    return recorded.order.count(HIDDEN) + len(drawn.order) - len(recorded.order)


def _between(recorded: Events, made: Events, lines: tuple[int, ...]) -> Difference | None:
    """Return the first difference between *recorded*, the events on *lines*, and *made*."""
    for place, (was, now) in enumerate(zip_longest(recorded, made)):
        if was != now:
            line = lines[min(place, len(lines) - 1)]
            return Difference(line, fact_text(was), fact_text(now))
    return None


def fact_text(event: Event | None) -> str:
    """Return a line of text with an event and its fields, for messages.

    >>> from tilerummy.state import Moved, Phase
    >>> fact_text(Moved(1, Phase.ACT))
    'Moved seat=1 phase=act'
    """
    if event is None:
        return "nothing more"
    kind, *fields = encode(event).items()
    return " ".join([str(kind[1]), *[f"{name}={_plain(value)}" for name, value in fields]])


def _plain(value: Json) -> str:
    if isinstance(value, str):
        return f"({value})" if " " in value else value
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return "none" if value is None else str(value)


Found = tuple[int, str, str]
"""A line number, the recorded text, and the text required by the rules."""


def match_faults(record: Record, rules: Ruleset, lines: SourceLines) -> Iterator[Found]:
    """Yield faults of the complete match. Its rounds must already comply with the *rules*.

    Unrecorded tiles are not checked. A recorded tile is a fault if it occurs more often than the
    game has copies.
    """
    version = record.rules_version
    if not version.isdecimal() or int(version) > int(RULES_VERSION):
        yield lines.header, f"rules version {version}", f"the latest is {RULES_VERSION}"
    totals = [0] * record.seats
    before: RecordedRound | None = None
    for number, (played, where) in enumerate(zip(record.rounds, lines.rounds, strict=True)):
        name = f"round {number + 1}"
        if record.match_rounds is not None and number >= record.match_rounds:
            yield where.begins, name, f"the match ends after {record.match_rounds} rounds"
        if record.match_target is not None and max(totals) >= record.match_target:
            why = f"the match has ended: a total has reached {record.match_target}"
            yield where.begins, name, why
        if before is not None and before.ended is not None and played.count is None:
            starter = next_starter(rules, record.seats, before.first, before.ended)
            if played.first != starter:
                names = record.names
                yield where.begins, f"{names[played.first]} starts {name}", names[starter]
        if played.count is None:
            yield from _supply_faults(record, rules, played, where)
        if played.ended is not None:
            totals = [t + s for t, s in zip(totals, played.ended.scores, strict=True)]
        before = played


def _supply_faults(
    record: Record, rules: Ruleset, played: RecordedRound, where: RoundLines
) -> Iterator[Found]:
    """Yield a fault for the first line that makes the position impossible, if any."""
    state = fold(played.deal, State.before_deal(record.seats))
    places = [(where.begins, "a deal", state)]
    for step, lines in zip(played.steps, where.steps, strict=True):
        state = fold(step.events, state)
        places.append((lines[0], "a turn", state))
    for line, what, after in places:
        for problem in problems(rules, after):
            yield line, what, problem.message
            return
