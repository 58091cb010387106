"""Records of games, and replays of records for the web client; these functions run in workers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from msgspec import Raw, convert, json
from msgspec.structs import replace

from tilerummy.analysis import explain
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers import JokerLaw
from tilerummy.records import Record, RecordedRound, RecordError, encode, read_record
from tilerummy.rules import Ruleset
from tilerummy.rules.options import ruleset_text
from tilerummy.server.games.comments import with_comments
from tilerummy.server.messages.bodies.games import (
    BadRecord,
    Replay,
    ReplayPosition,
    ReplayRound,
    ReplaySeat,
    ReplayTurn,
)
from tilerummy.server.messages.views import ResultView, StepView
from tilerummy.server.room.record import format_record, record_of_log
from tilerummy.server.room.room import Place, Room
from tilerummy.server.room.round_views import declared_view, result_view, results_view, step_view
from tilerummy.server.store.types import Comment
from tilerummy.state import (
    Dealt,
    Ended,
    Event,
    ImpossibleEventError,
    Moved,
    Played,
    Restored,
    State,
    apply,
    fold,
    redact,
)
from tilerummy.state.events import tables_after
from tilerummy.tiles import TileSet, names

EXPLANATION_SHARE = 0.5
"""The share of the time that is spent on explaining plays; the rest is for replaying the game."""


def game_record(
    game: str, bodies: Sequence[bytes], form: str, comments: Sequence[Comment] = ()
) -> str:
    """Return a match record with *comments*; *form* is ``text`` or ``jsonl``.

    *bodies* are the log entries as stored. Unfinished rounds are left out. This takes 0.2 ms per
    entry, so the longest possible log takes half of the available time.
    """
    _, record = record_of_log(game, bodies)
    return format_record(with_comments(record, comments), form)


def game_replay(
    game: str,
    bodies: Sequence[bytes],
    times: tuple[int, int],
    viewer: int | None,
    *,
    public: bool = False,
    deadline: Deadline = NEVER,
) -> bytes:
    """Return the replay of a finished game as JSON.

    *bodies* are the stored log entries, and *times* are the times of the first and last entry. An
    unfinished round is left out, but a round that ended early is included. Without a *viewer*, the
    names and hidden tiles of human players who have not agreed to be shown are left out.
    """
    room, record = record_of_log(game, bodies)
    hidden = room.hidden if viewer is None else frozenset[int]()
    base = record_replay(record, hidden, deadline=deadline.share(EXPLANATION_SHARE))
    places = [Place(kind="person") if i in hidden else p for i, p in enumerate(room.places)]
    complete = replace(
        base,
        id=room.id,
        options=dict(room.terms.options),
        ruleset=room.terms.ruleset,
        title=room.terms.title,
        seats=convert(places, list[ReplaySeat], from_attributes=True),
        rounds=_with_results(base.rounds, room, hidden),
        totals=list(room.totals),
        leaders=list(room.leaders),
        ending=room.broken.why if room.broken else "",
        began=times[0],
        ended=times[1],
        me=viewer,
        public=public,
    )
    return json.encode(complete)


def _with_results(
    rounds: list[ReplayRound], room: Room, hidden: Collection[int]
) -> list[ReplayRound]:
    """Add the last round's result if it ended early, which records do not contain."""
    if not room.broken or not rounds or rounds[-1].result is not None:
        return rounds
    result = _covered_result(results_view(room)[-1], hidden)
    return [*rounds[:-1], replace(rounds[-1], result=result)]


def _covered(racks: Sequence[Sequence[str]], hidden: Collection[int]) -> list[list[str]]:
    """Return the racks with the tiles of *hidden* seats face down."""
    return [["?"] * len(r) if seat in hidden else [*r] for seat, r in enumerate(racks)]


def _covered_result(result: ResultView, hidden: Collection[int]) -> ResultView:
    return replace(result, racks=_covered(result.racks, hidden))


def opened_replay(text: str, *, deadline: Deadline = NEVER) -> bytes | BadRecord:
    """Return the replay of an uploaded record as JSON, or the error if the record is invalid."""
    try:
        record = read_record(text)
        if len({played.count is None for played in record.rounds}) > 1:
            message = "some rounds were counted only at their end, so there are no turns to show"
            return BadRecord(line=1, message=message)
        return json.encode(record_replay(record, deadline=deadline.share(EXPLANATION_SHARE)))
    except RecordError as error:
        return BadRecord(line=error.line, message=error.message)
    except ImpossibleEventError as error:
        return BadRecord(line=1, message=str(error)[:600])


def record_replay(
    record: Record, hidden: Collection[int] = (), *, deadline: Deadline = NEVER
) -> Replay:
    """Return the replay of *record*, from any source; never raises for a valid record.

    The racks of *hidden* seats, and the tiles that these draw from the pool, are left out.
    Plays that rearrange melds are explained in steps until the *deadline*; later plays have no
    steps. Positions and events are always complete.
    """
    try:
        rules: Ruleset | None = record.rules
    except ValueError:
        rules = None  # the rules are from a different release
    law = rules.table.jokers if rules else None
    return Replay(
        v=1,
        ruleset=ruleset_text(rules) if rules else record.ruleset,
        options=dict(record.options),
        title=dict(record.tags).get("title", ""),
        seats=[_seat(each.name, each.kind) for each in record.players],
        rounds=[
            _round(each, record, hidden, law, deadline)
            for each in record.rounds
            if each.count is None
        ],
        counted=[
            [*each.ended.scores]
            for each in record.rounds
            if each.count is not None and each.ended is not None
        ],
        totals=list(record.totals if record.result is None else record.result),
        leaders=_leaders(record, rules) if rules else [],
        date=record.date,
        target=record.match_target,
        comments=list(record.comments),
    )


def _leaders(record: Record, rules: Ruleset) -> list[int]:
    """Return the seats with the best total score, or none if the last round was not finished."""
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
    played: RecordedRound,
    record: Record,
    hidden: Collection[int],
    law: JokerLaw | None,
    deadline: Deadline,
) -> ReplayRound:
    start, turns = turns_of(played, record.seats)
    return ReplayRound(
        starter=played.first,
        start=position_view(start, record.tiles, hidden),
        deal=_events(e for e in played.deal if not isinstance(e, Dealt | Moved)),
        turns=[_turn(turn, record, hidden, law, deadline) for turn in turns],
        result=None if played.ended is None else _covered_result(result_view(played.ended), hidden),
        comments=list(played.comments),
    )


def _turn(
    turn: RecordedTurn,
    record: Record,
    hidden: Collection[int],
    law: JokerLaw | None,
    deadline: Deadline,
) -> ReplayTurn:
    return ReplayTurn(
        seat=turn.seat,
        events=_events(
            redact(e, None) if turn.seat in hidden else e
            for e in turn.events
            if not isinstance(e, Dealt)
        ),
        after=position_view(turn.after, record.tiles, hidden),
        steps=_steps(turn, record, law, deadline),
        comments=list(turn.comments),
    )


def _events(events: Iterable[Event]) -> list[Raw]:
    return [Raw(json.encode(encode(event))) for event in events]


def position_view(state: State, tiles: TileSet, hidden: Collection[int] = ()) -> ReplayPosition:
    """Return the view of a position in a finished round, with all tiles visible.

    Only the racks of *hidden* seats are face down.
    """
    seats = state.seats
    return ReplayPosition(
        table=[*map(str, state.table)],
        racks=_covered([names(seat.rack) for seat in seats], hidden),
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
    """Return steps that explain how a turn rearranged the table, or [] if it only added to it."""
    plays = [event for event in turn.events if isinstance(event, Played)]
    taken_back = any(isinstance(event, Restored) for event in turn.events)
    if taken_back or deadline.is_over or not any(play.lift for play in plays):
        return []
    table = turn.before.table
    after = tables_after(table, plays)
    steps = explain(table, *after, law=law, tiles=record.tiles, deadline=deadline)
    return [*map(step_view, steps)] if len(steps) > 1 else []


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTurn:
    """A turn, with the states before and after it.

    ``events`` does not include the events that pass the turn or end the round.
    """

    seat: int
    events: tuple[Event, ...]
    before: State
    after: State
    comments: tuple[str, ...] = ()


def is_done_in_turn(event: Event) -> bool:
    """Return whether an event is part of a turn; passing the turn and ending the round are not."""
    return not isinstance(event, Moved | Ended)


def turns_of(played: RecordedRound, seats: int) -> tuple[State, list[RecordedTurn]]:
    """Return the state after the deal, and the turns of a round in order.

    An unfinished last turn is included if it has events. Raises ImpossibleEventError if an event
    could not have happened.
    """
    start = state = before = fold(played.deal, State.before_deal(seats))
    turns: list[RecordedTurn] = []
    events: list[Event] = []
    comments: list[str] = []

    def close() -> None:
        done = RecordedTurn(
            seat=before.to_move,
            events=tuple(events),
            before=before,
            after=state,
            comments=tuple(comments),
        )
        turns.append(done)
        events.clear()
        comments.clear()

    for step in played.steps:
        comments.extend(step.comments)
        for event in step.events:
            state = apply(state, event)
            if is_done_in_turn(event):
                events.append(event)
            if state.turn != before.turn or isinstance(event, Ended):
                close()
                before = state
    if events:
        close()
    return start, turns
