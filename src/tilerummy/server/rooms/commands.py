"""Commands of people and programs in a room, one after the other, each executed once.

Most are turns: actions and submitted drafts, judged here, as the turn of a time-out is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from tilerummy.analysis import Turn
from tilerummy.melds import Table
from tilerummy.rules import Reason
from tilerummy.server.jobs.rooms import decide, find_turn, turn_class
from tilerummy.server.messages.client import Act, Check, Command, Control, Done
from tilerummy.server.messages.server import Answer
from tilerummy.server.messages.views import Why
from tilerummy.server.room.cost import takes_long
from tilerummy.server.room.entries import Entry
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

AT_THE_END = frozenset({"resign", "rematch"})
"""The controls that a table takes though its log is full: each of a seat once at most."""

Effect = Callable[[], Awaitable[Sequence[Entry | SeatTurn] | None]]
"""Returns the entries of a command, or None if the table has changed; may raise Refused."""


async def execute(
    actor: RoomActor, guest: str, command: Command, control: Effect | None = None
) -> Answer:
    """Execute a command once, and return its answer: a repeated command gets the same answer.

    *control* returns the entries of a command that is not about tiles; it may raise Refused.
    """
    what = command.what if isinstance(command, Control) else type(command).__name__
    with actor.services.tracer.span("command") as set_attribute:
        set_attribute("kind", what)
        if actor.log.full and what not in AT_THE_END:
            control = _refuse_any_more
        if isinstance(command, Control) or control is not None:
            assert control is not None
            answer = await actor.do(partial(_once, actor, guest, command.cid, control))
        else:
            async with actor.deciding:
                effect = await _turn(actor, guest, command)
                answer = await actor.do(partial(_once, actor, guest, command.cid, effect))
        set_attribute("outcome", answer.status)
        return answer


async def _refuse_any_more() -> Sequence[Entry]:
    raise refuse("log_full", "so much has happened here that the table takes no more: open another")


async def _once(actor: RoomActor, guest: str, cid: str, effect: Effect) -> Answer:
    """Execute a command, unless it was executed before."""
    if (before := await actor.log.answer(guest, cid)) is not None:
        return before
    version = actor.room.version
    try:
        with actor.services.tracer.span("decide"):
            entries = await effect()
    except Refused as refused:
        reasons = limited_reasons(refused.reasons)
        answer = Answer(cid=cid, status="refused", version=version, reasons=reasons)
        return await actor.decline(guest, answer)
    if entries is None:
        return await actor.decline(guest, Answer(cid=cid, status="conflict", version=version))
    return await actor.commit(entries, guest=guest, cid=cid)


async def _turn(actor: RoomActor, guest: str, command: Act | Done) -> Effect:
    """Return the effect of a turn in the room as it is; it holds until the room changes."""
    room = actor.room
    turn: SeatTurn | Refused | None = None
    if room.changed <= command.version <= room.version:
        try:
            with actor.services.tracer.span("decide"):
                if isinstance(command, Act):
                    turn = await act(actor, guest, command)
                else:
                    turn = await done(actor, guest, command)
        except Refused as refused:
            turn = Refused(*refused.reasons)  # a copy without frames, which would refer to it

    async def effect() -> Sequence[Entry | SeatTurn] | None:
        if turn is None or actor.room.changed != room.changed:
            return None
        if isinstance(turn, Refused):
            raise Refused(*turn.reasons)
        return [turn]

    return effect


MOST_REASONS = 10
"""The greatest number of reasons that are sent with a refusal."""
MOST_REASON_BYTES = 1900
"""The greatest size of the reasons as JSON; the whole answer stays below 2 KiB."""
MOST_LETTERS = 250
"""The length to which a long message is cut; each character takes up to six bytes as JSON."""


def limited_reasons(reasons: Sequence[Why]) -> list[Why]:
    """Return the first of *reasons*, as many as may be stored with an answer."""
    sent: list[Why] = []
    size = 0
    for reason in reasons[:MOST_REASONS]:
        size += len(msgspec.json.encode(reason)) + 1
        if size > MOST_REASON_BYTES:
            return sent or [_shortened(reason)]
        sent.append(reason)
    return sent


def _shortened(reason: Why) -> Why:
    """Return a reason that is too long without its tiles and melds."""
    return Why(code=reason.code, message=f"{reason.message[:MOST_LETTERS]} …")


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
