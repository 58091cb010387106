"""Writes records as JSON lines: a header, then a line for each event."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tilerummy.records.jsonl.codec import encode, tiles_text
from tilerummy.records.jsonl.fields import Json, JsonObject
from tilerummy.records.jsonl.lines import FORMAT
from tilerummy.records.record import Command, Record, RecordedRound


def write_jsonl(record: Record) -> str:
    """Return *record* as JSON lines; :func:`read_record` reads the very same record from it."""
    lines = enumerate(_objects(record), 1)
    return "".join(
        json.dumps({"line": n, **line}, ensure_ascii=False, separators=(",", ":")) + "\n"
        for n, line in lines
    )


def _objects(record: Record) -> Iterator[JsonObject]:
    yield _header(record)
    for number, played in enumerate(record.rounds):
        yield _round(number, played)
        for event in played.deal:
            yield encode(event)
        for step in played.steps:
            first, *others = step.events
            yield {
                **encode(first),
                "command": _command(step.command, len(step.events), step.comments),
            }
            for event in others:
                yield encode(event)


def _header(record: Record) -> JsonObject:
    result: Json = None
    if record.result is not None:
        result = {"rounds": len(record.rounds), "scores": [*record.result]}
    return {
        "type": "Record",
        "format": FORMAT,
        "rules_version": record.rules_version,
        "ruleset": record.ruleset,
        **({"preset": record.preset} if record.preset else {}),
        "options": dict(record.options),
        "players": [{"name": p.name, "kind": p.kind} for p in record.players],
        "date": record.date,
        "match": {"rounds": record.match_rounds, "target": record.match_target},
        "result": result,
        "tags": dict(record.tags),
        "comments": [*record.comments],
    }


def _round(number: int, played: RecordedRound) -> JsonObject:
    chance = played.chance
    return {
        "type": "Round",
        "number": number,
        "starter": played.starter,
        "order": tiles_text(chance.order),
        "lots": [[None if t is None else str(t) for t in lot] for lot in chance.lots],
        "handfuls": [[first, second] for first, second in chance.handfuls],
        "seed": None if played.seed is None else played.seed.hex(),
        **({"label": played.label} if played.label else {}),
        "facts": len(played.deal),
        "comments": [*played.comments],
    }


def _command(command: Command, facts: int, comments: tuple[str, ...]) -> JsonObject:
    commented: JsonObject = {"comments": [*comments]} if comments else {}
    return {
        "seat": command.seat,
        "actions": [encode(a) for a in command.actions],
        "facts": facts,
        **commented,
    }
