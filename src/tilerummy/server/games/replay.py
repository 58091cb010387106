"""A record as the replay that the page of a game shows."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Raw, json

from tilerummy.analysis import explain
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.records import Record, RecordedRound, encode
from tilerummy.rules import Ruleset
from tilerummy.rules.options import ruleset_text
from tilerummy.server.games.turns import RecordedTurn, turns_of
from tilerummy.server.messages import StepView
from tilerummy.server.messages.bodies.games import (
    Replay,
    ReplayPosition,
    ReplayRound,
    ReplaySeat,
    ReplayTurn,
)
from tilerummy.server.room.round_views import declared_view, result_view, step_view
from tilerummy.state import Dealt, Event, Moved, Played, Restored, State
from tilerummy.state.events import tables_after
from tilerummy.tiles import TileSet, names


def record_replay(record: Record, *, deadline: Deadline = NEVER) -> Replay:
    """Return the replay of *record*, whoever wrote it.

    Plays that rearrange melds are explained until the *deadline*; those after it have no steps.
    Positions and events are complete without it. Raises nothing for a record that was read.
    """
    try:
        rules: Ruleset | None = record.rules
    except ValueError:
        rules = None  # they are of another version
    law = rules.table.jokers if rules else None
    return Replay(
        v=1,
        ruleset=ruleset_text(rules) if rules else record.ruleset,
        options=dict(record.options),
        title=dict(record.tags).get("title", ""),
        seats=[_seat(each.name, each.kind) for each in record.players],
        rounds=[_round(each, record, law, deadline) for each in record.rounds],
        totals=list(record.totals if record.result is None else record.result),
        leaders=_leaders(record, rules) if rules else [],
        date=record.date,
        target=record.match_target,
        comments=list(record.comments),
    )


def _leaders(record: Record, rules: Ruleset) -> list[int]:
    """Return the seats with the best total, if every round was played to its end."""
    totals = record.totals
    if not record.rounds or record.rounds[-1].ended is None:
        return []
    best = (min if rules.scoring.low_wins else max)(totals)
    return [seat for seat, total in enumerate(totals) if total == best]


def _seat(name: str, kind: str) -> ReplaySeat:
    if kind == "person":
        return ReplaySeat(kind="person", name=name)
    return ReplaySeat(kind="computer", name="" if name == kind else name, level=kind)


def _round(
    played: RecordedRound, record: Record, law: JokerLaw | None, deadline: Deadline
) -> ReplayRound:
    start, turns = turns_of(played, record.seats)
    return ReplayRound(
        starter=played.first,
        start=position_view(start, record.tiles),
        deal=_events(e for e in played.deal if not isinstance(e, Dealt | Moved)),
        turns=[_turn(turn, record, law, deadline) for turn in turns],
        result=None if played.ended is None else result_view(played.ended),
        comments=list(played.comments),
    )


def _turn(
    turn: RecordedTurn, record: Record, law: JokerLaw | None, deadline: Deadline
) -> ReplayTurn:
    return ReplayTurn(
        seat=turn.seat,
        events=_events(turn.events),
        after=position_view(turn.after, record.tiles),
        steps=_steps(turn, record, law, deadline),
        comments=list(turn.comments),
    )


def _events(events: Iterable[Event]) -> list[Raw]:
    return [Raw(json.encode(encode(event))) for event in events]


def position_view(state: State, tiles: TileSet) -> ReplayPosition:
    """Return a position of a round that is over, with all that it has."""
    seats = state.seats
    return ReplayPosition(
        table=[*map(str, state.table)],
        racks=[names(seat.rack) for seat in seats],
        pool=len(state.pool),
        opened=[seat.opened is not None for seat in seats],
        discards=[names(s.discards) for s in seats] if any(s.discards for s in seats) else [],
        trump=None if state.trump is None else str(state.trump),
        free=names(state.free),
        declared=declared_view(state, tiles),
    )


def _steps(
    turn: RecordedTurn, record: Record, law: JokerLaw | None, deadline: Deadline
) -> list[StepView]:
    """Return how the turn rearranged the table, nothing if it only laid and added tiles."""
    plays = [event for event in turn.events if isinstance(event, Played)]
    taken_back = any(isinstance(event, Restored) for event in turn.events)
    if taken_back or deadline.is_over or not any(play.lift for play in plays):
        return []
    table = turn.before.table
    after = tables_after(table, plays)
    steps = explain(table, *after, law=law, tiles=record.tiles, deadline=deadline)
    return [*map(step_view, steps)] if len(steps) > 1 else []
