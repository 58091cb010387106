"""Turns of people: actions, submitted drafts, and time-outs."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from tilerummy.analysis import Turn
from tilerummy.melds import Table
from tilerummy.rules import Reason
from tilerummy.server.jobs.rooms import decide, find_turn, turn_class
from tilerummy.server.messages.client import Act, Check, Done
from tilerummy.server.room.cost import takes_long
from tilerummy.server.room.entry_views import reason_view
from tilerummy.server.room.fold import Outcome
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import (
    SeatTurn,
    end_turn,
    foul,
    foul_of_piles,
    judge_actions,
    mover,
    opening_turn,
    read_actions,
    read_table,
    simple_turn,
    state_of,
)
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.workers.classes import LONG_TURN
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import Action, Play, State, TimeOut, conceal, fold
from tilerummy.state.notation import action_text


async def act(actor: RoomActor, guest: str, message: Act) -> SeatTurn:
    """Return the turn of a person's actions; raises Refused."""
    seat = mover(actor.room, guest)
    return SeatTurn(seat, await judge(actor, seat, read_actions(actor.room, message.actions)))


async def done(actor: RoomActor, guest: str, message: Done) -> SeatTurn:
    """Return the turn that ends with the submitted table; raises Refused."""
    room, seat = actor.room, mover(actor.room, guest)
    if costs := foul_of_piles(room, message.after):
        return SeatTurn(None, await judge(actor, None, (costs,)))
    after = read_table(room, message.after)
    found = await _found(actor, seat, after)
    if not isinstance(found, Outcome):
        if costs := foul(room, after, found):
            return SeatTurn(None, await judge(actor, None, (costs,)))
        raise Refused(*map(reason_view, found))
    return SeatTurn(seat, end_turn(room, seat, found, message.discard))


async def check(actor: RoomActor, guest: str, message: Check) -> list[str]:
    """Return the plays that Done would make; raises Refused with the reasons it would give."""
    room, seat = actor.room, mover(actor.room, guest)
    after = read_table(room, message.after)
    found = await _found(actor, seat, after)
    if not isinstance(found, Outcome):
        raise Refused(*map(reason_view, found))
    if message.discard is not None or not found.actions:
        found = end_turn(room, seat, found, message.discard)
    return [action_text(a) for a in found.actions if isinstance(a, Play)]


async def _found(actor: RoomActor, seat: int, after: Table) -> Outcome | tuple[Reason, ...]:
    """Return the plays that make the table, or the reasons why none do.

    A single play is found at once, as is one after an opening of its own; others by a worker.
    """
    room = actor.room
    table = state_of(room).table
    plays = () if after == table else (Play.between(table, after),)
    if not takes_long(room, plays):
        found = opening_turn(room, seat, plays[0]) if plays else None
        if found is None:
            found = simple_turn(room, seat, plays)
        if found is not None:
            return found
    try:
        turn = await _search(actor, conceal(state_of(room), seat), after)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error
    if not turn.plays and not turn.proven:
        if turn.reasons:  # against a single play: no foul, as several may lead there
            raise Refused(*map(reason_view, turn.reasons))
        raise refuse("server_busy", "no plays that lead there were found in time: play fewer")
    return turn.reasons or await judge(actor, seat, turn.plays)


async def _search(actor: RoomActor, view: State, after: Table) -> Turn:
    """Return the plays that make the table *after*; raises JobError.

    If the first search finds no answer, a second one runs: longer, with a lower priority.
    """
    room, workers = actor.room, actor.services.workers
    work = turn_class(room.rules, view.table)
    with suppress(JobError):
        found = await workers.run(Job(work, find_turn, room.terms.ruleset, view, after), room.id)
        if found.proven:
            return found
    return await workers.run(Job(LONG_TURN, find_turn, room.terms.ruleset, view, after), room.id)


async def time_out(actor: RoomActor) -> None:
    """End the mover's turn, if its time is over: RULES 2.3."""
    async with actor.deciding:
        room, clock = actor.room, actor.turn.clock
        if clock is None or room.phase != "playing" or room.state is None:
            return
        if (clock.ends_in(actor.services.clock.now()) or 0) > 0 or clock.since is None:
            actor.run_clock()
            return
        ended = SeatTurn(None, await _timed_out(actor))

        async def commit() -> None:
            if actor.room.changed == room.changed:  # else another clock is running
                await actor.commit([ended])

        await actor.do(commit)


async def _timed_out(actor: RoomActor) -> Outcome:
    """Return the turn of a time-out of the mover."""
    try:
        return await judge(actor, None, (TimeOut(await _pending(actor)),))
    except Refused:
        return judge_actions(actor.room, None, (TimeOut(None),))


async def _pending(actor: RoomActor) -> tuple[Play, ...] | None:
    """Return the plays that lead to the last preview; None if its rows are no melds."""
    room, shown = actor.room, actor.broadcast.preview
    if shown is None or shown.version < room.changed:
        return ()
    try:
        table = read_table(room, [" ".join(row) for row in shown.rows if row])
        found = await _found(actor, state_of(room).to_move, table)
    except Refused:
        return None
    if not isinstance(found, Outcome):
        return None
    return tuple(a for a in found.actions if isinstance(a, Play))


async def judge(actor: RoomActor, seat: int | None, actions: Iterable[Action]) -> Outcome:
    """Return *actions* as the referee judges them in the room as it is now, all or none.

    Raises Refused with every reason, or with ``server_busy`` if judging takes too long.
    """
    room, actions = actor.room, tuple(actions)
    if not takes_long(room, actions):
        return judge_actions(room, seat, actions)
    state = state_of(room)
    try:
        work = turn_class(room.rules, state.table)
        job = Job(work, decide, room.terms.ruleset, state, seat, actions)
        found = await actor.services.workers.run(job, room.id)
    except JobError as error:
        raise refuse("server_busy", "this takes too long to judge: play fewer melds") from error
    if found.reasons:
        raise Refused(*map(reason_view, found.reasons))
    return Outcome(found.events, fold(found.events, state), actions)
