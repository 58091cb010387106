"""Writes records as text that is easy to read, and also easy to write by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap

from tilerummy.message_text import counted
from tilerummy.records.jsonl.codec import encode
from tilerummy.records.jsonl.lines import FORMAT
from tilerummy.records.recompute import Events, Racks, action_events, deal_events
from tilerummy.records.record import Record, RecordedCommand, RecordedRound
from tilerummy.records.text.counts import count_lines
from tilerummy.records.text.lines import Names
from tilerummy.rules import Ruleset, text_of
from tilerummy.state import Dealt, Drew, Ended, Penalised, Source, State, fold
from tilerummy.state.notation import action_text
from tilerummy.state.rows import row_text
from tilerummy.tiles import HIDDEN, Tile

WIDTH = 99
THEN = ", then "
"""The separator between the actions in one command."""


def write_text(record: Record, *, facts: bool = False) -> str:
    """Return *record* as text; :func:`read_record` restores an equal record.

    Events that the current rules derive from the actions are left out unless *facts* is true. All
    other events are always written, so the text is complete.

    >>> from tilerummy import Round, write_text
    >>> print(write_text(Round("sabra", seats=2, seed=1).record(["Ann", "Ben"])).splitlines()[0])
    Format: 1
    """
    writer = _Writer(record, None if facts else known_rules(record), Names(record.names))
    blocks = [writer.header()]
    for number, played in enumerate(record.rounds):
        if played.count is not None:
            blocks.append(writer.counted(number, played))
        else:
            blocks += [writer.deal(number, played), writer.turns(played)]
    return "\n".join("\n".join(block) + "\n" for block in blocks if block)


def known_rules(record: Record) -> Ruleset | None:
    """Return the record's ruleset, or None if the current rules no longer allow it."""
    try:
        return record.rules
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the parts of a record. Without *rules*, all events are written."""

    record: Record
    rules: Ruleset | None
    names: Names

    def header(self) -> list[str]:
        record = self.record
        options = " ".join(f"{name}={text_of(value)}" for name, value in record.options)
        lines = [f"Format: {FORMAT}", f"Ruleset: {record.ruleset}"]
        if record.preset:
            lines.append(f"Preset: {record.preset}")
        lines += _wrapped(f"Options: {options}")
        lines.append(f"Rules version: {record.rules_version}")
        if record.date:
            lines.append(f"Date: {record.date}")
        goals = ((record.match_rounds, "round"), (record.match_target, "point"))
        if goals_written := [counted(goal, thing) for goal, thing in goals if goal is not None]:
            lines.append(f"Match: {', '.join(goals_written)}")
        if record.result is not None:
            rounds = counted(len(record.rounds), "round")
            lines.append(f"Result: {self.names.scores(record.result)} after {rounds}")
        lines += [f"Player: {player.name} ({player.kind})" for player in record.players]
        lines += [f"Tag {name}: {text}".strip() for name, text in record.tags]
        return [*lines, *_comments(record.comments)]

    def counted(self, number: int, played: RecordedRound) -> list[str]:
        """Return the lines of a round that was counted only at its end."""
        assert played.count is not None and played.scored is not None
        assert played.starter is not None
        lines = [f"Round {number + 1}", f"Starter: {self.names.write(played.starter)}"]
        if played.handfuls:
            sizes = self.names.list(f"{first} {second}" for first, second in played.handfuls)
            lines.append(f"Handfuls: {sizes}")
        lines += [*_comments(played.comments), *count_lines(played.count, self.names)]
        return [*lines, f"Score: {self.names.scores(played.scored.scores)}"]

    def deal(self, number: int, played: RecordedRound) -> list[str]:
        chance, names = played.chance, self.names
        lines = [f"Round {number + 1}"]
        if played.starter is not None:
            lines.append(f"Starter: {names.write(played.starter)}")
        lots = (names.list("" if t is None else str(t) for t in lot) for lot in chance.lots)
        lines += [f"Lots: {lot}".strip() for lot in lots]
        if chance.handfuls:
            sizes = names.list(f"{first} {second}" for first, second in chance.handfuls)
            lines.append(f"Handfuls: {sizes}")
        if played.seed is not None:
            lines.append(f"Seed: {played.seed.hex()}".strip())
        if played.label:
            lines.append(f"Label: {played.label}")
        order = iter(chance.order)
        for seat, size in enumerate(_rack_sizes(played)):
            lines += _wrapped(f"Rack {names.write(seat)}: {row_text(islice(order, size))}")
        lines += _wrapped(f"Pool: {row_text(order)}")
        lines += _comments(played.comments)
        return lines if self._dealt_as_written(number, played) else [*lines, *_facts(played.deal)]

    def _dealt_as_written(self, number: int, played: RecordedRound) -> bool:
        """Return whether the current rules produce the recorded deal."""
        if self.rules is None:
            return False
        try:
            events = deal_events(
                self.rules,
                played.chance,
                seats=self.record.seats,
                starter=played.starter,
                number=number,
            )
        except ValueError:
            return False
        return events == played.deal

    def turns(self, played: RecordedRound) -> list[str]:
        state = fold(played.deal, State.before_deal(self.record.seats))
        lines: list[str] = []
        for step in played.steps:
            lines += self._turn(state, step)
            state = fold(step.events, state)
        return lines

    def _turn(self, state: State, step: RecordedCommand) -> list[str]:
        command, last = step.command, step.events[-1]
        seat = state.to_move if command.seat is None else command.seat
        left = left_of(state, last) if isinstance(last, Ended) else ()
        parts = self._made(state, step, left)
        drawn = [*map(from_pool, parts)] if parts else [()] * len(command.actions)
        actions = (
            action_text(action) + (f" ({row_text(tiles)})" if tiles else "")
            for action, tiles in zip(command.actions, drawn, strict=True)
        )
        who = f"{state.turn + 1}. {self.names.write(seat)}"
        lines = [*_wrapped(f"{who}: {THEN.join(actions)}"), *_comments(step.comments)]
        if not parts:
            lines += _facts(step.events)
        if isinstance(last, Ended):
            known = enumerate(left if parts else ())
            lines += [
                f"Left {self.names.write(s)}: {row_text(rack)}".strip()
                for s, rack in known
                if rack is not None
            ]
            lines.append(f"Score: {self.names.scores(last.scores)}")
        return lines

    def _made(self, state: State, step: RecordedCommand, left: Racks) -> list[Events]:
        """Return each action's events under the current rules, or [] if the record differs."""
        if self.rules is None:
            return []
        parts: list[Events] = []
        for action in step.command.actions:
            try:
                events = action_events(self.rules, state, action, step.command.seat, left)
            except ValueError:
                return []
            parts.append(events)
            state = fold(events, state)
        return parts if sum(parts, ()) == step.events else []


def left_of(state: State, ended: Ended) -> Racks:
    """Return each seat's final rack if *state* has unknown tiles on that rack, otherwise None."""
    racks = zip(state.seats, ended.racks, strict=True)
    return tuple(
        rack if rack.count(HIDDEN) < len(rack) and HIDDEN in seat.rack else None
        for seat, rack in racks
    )


def _rack_sizes(played: RecordedRound) -> list[int]:
    dealt = next((e for e in played.deal if isinstance(e, Dealt)), None)
    return [len(rack) for rack in dealt.racks] if dealt else []


def from_pool(events: Events) -> tuple[Tile, ...]:
    """Return the tiles drawn from the pool in these events."""
    tiles: tuple[Tile, ...] = ()
    for event in events:
        match event:
            case Drew(_, Source.POOL, drawn) | Penalised(_, drawn):
                tiles = (*tiles, *drawn)
            case _:
                pass
    return tiles


def _wrapped(text: str) -> list[str]:
    return wrap(
        text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _comments(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield f"# {comment}".strip()


def _facts(events: Events) -> Iterator[str]:
    for event in events:
        yield f"> {json.dumps(encode(event), ensure_ascii=False)}"
