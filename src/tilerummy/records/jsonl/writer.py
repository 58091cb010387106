"""Writes records as JSON lines: a header, followed by one line per event."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tilerummy.records.jsonl.codec import encode
from tilerummy.records.jsonl.fields import JsonObject
from tilerummy.records.jsonl.lines import (
    FORMAT,
    CommandPart,
    HeaderLine,
    MatchPart,
    ResultPart,
    RoundLine,
)
from tilerummy.records.record import Record, RecordedCommand, RecordedRound


def write_jsonl(record: Record) -> str:
    """Return *record* as JSON lines, from which :func:`read_record` restores an equal record.

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
        yield _without_empty(encode(_round(number, played)), "label")
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
        handfuls=played.chance.handfuls,
        seed=played.seed,
        label=played.label,
        facts=len(played.deal),
        comments=played.comments,
    )


def _command(step: RecordedCommand) -> CommandPart:
    return CommandPart(
        seat=step.command.seat,
        actions=step.command.actions,
        facts=len(step.events),
        comments=step.comments,
    )
