"""Writes records as JSON lines: a header, followed by one line per event."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tilerummy.records.counted import left_text
from tilerummy.records.jsonl.codec import encode
from tilerummy.records.jsonl.fields import JsonObject
from tilerummy.records.jsonl.lines import (
    FORMAT,
    CommandPart,
    CountPart,
    HeaderLine,
    MatchPart,
    ResultPart,
    RoundLine,
)
from tilerummy.records.record import Record, RecordedCommand, RecordedRound


def write_jsonl(record: Record) -> str:
    """Return *record* as JSON lines; :func:`read_record` restores an equal record.

    >>> from tilerummy import Round, write_jsonl
    >>> lines = write_jsonl(Round("sabra", seats=2, seed=1).record(["Ann", "Ben"])).splitlines()
    >>> lines[0][:17]
    '{"line":1,"type":'
    """
    lines = enumerate(_objects(record), 1)
    return "".join(
        json.dumps({"line": n, **line}, ensure_ascii=False, separators=(",", ":")) + "\n"
        for n, line in lines
    )


def _objects(record: Record) -> Iterator[JsonObject]:
    yield _without_empty(encode(_header(record)), "preset")
    for number, played in enumerate(record.rounds):
        line = _without_empty(encode(_round(number, played)), "label")
        yield _without_empty(line, "count")
        for event in played.deal:
            yield encode(event)
        for step in played.steps:
            first, *others = step.events
            command = _without_empty(encode(_command(step)), "comments")
            yield {**encode(first), "command": command}
            for event in others:
                yield encode(event)


def _without_empty(data: JsonObject, name: str) -> JsonObject:
    """Return *data* without the field *name* if that field is empty."""
    return {key: value for key, value in data.items() if key != name or value}


def _header(record: Record) -> HeaderLine:
    result = None
    if record.result is not None:
        result = ResultPart(rounds=len(record.rounds), scores=record.result)
    return HeaderLine(
        format=FORMAT,
        rules_version=record.rules_version,
        ruleset=record.ruleset,
        preset=record.preset,
        options=dict(record.options),
        players=record.players,
        date=record.date,
        match=MatchPart(rounds=record.match_rounds, target=record.match_target),
        result=result,
        tags=dict(record.tags),
        comments=record.comments,
    )


def _round(number: int, played: RecordedRound) -> RoundLine:
    return RoundLine(
        number=number,
        starter=played.starter,
        order=played.chance.order,
        lots=played.chance.lots,
        handfuls=played.handfuls,
        seed=played.seed,
        label=played.label,
        facts=len(played.deal),
        count=_count(played),
        comments=played.comments,
    )


def _count(played: RecordedRound) -> CountPart | None:
    count, scored = played.count, played.scored
    if count is None or scored is None:
        return None
    return CountPart(
        out=count.out,
        left=tuple(map(left_text, count.left)),
        opened=count.opened,
        win=count.win,
        hand=count.hand,
        hand_jokers=count.hand_jokers,
        joker_discarded=count.joker_discarded,
        trump_holders=count.trump_holders,
        following=count.following,
        winner=scored.winner,
        scores=scored.scores,
    )


def _command(step: RecordedCommand) -> CommandPart:
    return CommandPart(
        seat=step.command.seat,
        actions=step.command.actions,
        facts=len(step.events),
        comments=step.comments,
    )
