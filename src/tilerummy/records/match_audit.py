"""Audits a match: who starts its rounds, when it is over, and whether its tiles suffice."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.records.record import Record, RecordedRound
from tilerummy.records.source_lines import RoundLines, SourceLines
from tilerummy.rules import RULES_VERSION, Ruleset, problems
from tilerummy.rules.judging.endings import next_starter
from tilerummy.state import State, fold

Found = tuple[int, str, str]
"""A line, what is recorded there, and what the rules say."""


def match_faults(record: Record, rules: Ruleset, lines: SourceLines) -> Iterator[Found]:
    """Yield what is wrong with the match of a *record* whose rounds were played by the *rules*.

    Tiles that were not written down are not asked for: those that were must suffice.
    """
    version = record.rules_version
    if not version.isdecimal() or int(version) > int(RULES_VERSION):
        yield lines.header, f"rules version {version}", f"the latest is {RULES_VERSION}"
    totals = [0] * record.seats
    before: RecordedRound | None = None
    for number, (played, where) in enumerate(zip(record.rounds, lines.rounds, strict=True)):
        name = f"round {number + 1}"
        if record.match_rounds is not None and number >= record.match_rounds:
            yield where.begins, name, f"the match is over after {record.match_rounds} rounds"
        if record.match_target is not None and max(totals) >= record.match_target:
            why = f"the match is over: a total has reached {record.match_target}"
            yield where.begins, name, why
        if before is not None and before.ended is not None:
            starter = next_starter(rules, record.seats, before.first, before.ended)
            if played.first != starter:
                names = record.names
                yield where.begins, f"{names[played.first]} starts {name}", names[starter]
        yield from _supply_faults(record, rules, played, where)
        if played.ended is not None:
            totals = [t + s for t, s in zip(totals, played.ended.scores, strict=True)]
        before = played


def _supply_faults(
    record: Record, rules: Ruleset, played: RecordedRound, where: RoundLines
) -> Iterator[Found]:
    """Yield the first line after which the position cannot occur."""
    state = fold(played.deal, State.before_deal(record.seats))
    places = [(where.begins, "a deal", state)]
    for step, lines in zip(played.steps, where.steps, strict=True):
        state = fold(step.events, state)
        places.append((lines[0], "a turn", state))
    for line, what, after in places:
        for problem in problems(rules, after):
            yield line, what, problem.message
            return
