"""Commands to a room, which are executed in order and exactly once.

Most commands are turns, which are sent as actions or as a finished draft. Time-outs are also judged
here.
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
from tilerummy.server.messages.views import RefusalReason
from tilerummy.server.room.cost import is_expensive
from tilerummy.server.room.entries import Entry
from tilerummy.server.room.entry_views import reason_view
from tilerummy.server.room.fold import Outcome
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import (
    SeatTurn,
    end_turn,
    judge_actions,
    mover,
    opening_turn,
    penalty_for_piles,
    penalty_play,
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

ALLOWED_WHEN_FULL = frozenset({"resign", "rematch"})
"""The controls that are allowed when a table's log is full; each seat can use them only once."""

Effect = Callable[[], Awaitable[Sequence[Entry | SeatTurn] | None]]
"""Returns a command's entries, or None if the table has changed. May raise Refused."""


async def execute(
    actor: RoomActor, guest: str, command: Command, control: Effect | None = None
) -> Answer:
    """Execute a command once; if it is sent again, return the same result.

    For a Control, *control* returns the entries to store; it may raise Refused.
    """
    what = command.what if isinstance(command, Control) else type(command).__name__
    with actor.services.tracer.span("command") as set_attribute:
        set_attribute("kind", what)
        if actor.log.full and what not in ALLOWED_WHEN_FULL:
            control = _refuse_full_log
        if isinstance(command, Control) or control is not None:
            assert control is not None
            answer = await actor.do(partial(_execute_once, actor, guest, command.cid, control))
        else:
            async with actor.deciding:
                effect = await _decide_turn(actor, guest, command)
                answer = await actor.do(partial(_execute_once, actor, guest, command.cid, effect))
        set_attribute("outcome", answer.status)
        return answer


async def _refuse_full_log() -> Sequence[Entry]:
    raise refuse("log_full", "this table has reached its size limit: open a new one")


async def _execute_once(actor: RoomActor, guest: str, cid: str, effect: Effect) -> Answer:
    if (before := await actor.log.answer(guest, cid)) is not None:
        return before
    version = actor.room.version
    try:
        with actor.services.tracer.span("decide"):
            entries = await effect()
    except Refused as refused:
        reasons = limited_reasons(refused.reasons)
        answer = Answer(cid=cid, status="refused", version=version, reasons=reasons)
    else:
        if entries is not None:
            return await actor.commit(entries, guest=guest, cid=cid)
        answer = Answer(cid=cid, status="conflict", version=version)
    await actor.log.append([], guest, answer)
    return answer


async def _decide_turn(actor: RoomActor, guest: str, command: Act | Done) -> Effect:
    """Judge a turn in the current room, and return a function that returns the turn's entries.

    If the room has changed by the time the function is run, the function returns None instead.
    """
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
            turn = Refused(*refused.reasons)  # a copy without traceback, to avoid a cycle

    async def effect() -> Sequence[Entry | SeatTurn] | None:
        if turn is None or actor.room.changed != room.changed:
            return None
        if isinstance(turn, Refused):
            raise Refused(*turn.reasons)
        return [turn]

    return effect


MAX_REASONS = 10
"""The maximum number of reasons sent for a refused request."""
MAX_REASON_BYTES = 1900
"""The maximum size of the reasons as JSON, in bytes, so that results are smaller than 2 KiB."""
MAX_MESSAGE_LENGTH = 250
"""The length that long messages are cut to; JSON may need six bytes per character."""


def limited_reasons(reasons: Sequence[RefusalReason]) -> list[RefusalReason]:
    """Return the first *reasons*: as many as fit into a stored result, but at least one."""
    sent: list[RefusalReason] = []
    size = 0
    for reason in reasons[:MAX_REASONS]:
        size += len(msgspec.json.encode(reason)) + 1
        if size > MAX_REASON_BYTES:
            short = f"{reason.message[:MAX_MESSAGE_LENGTH]} …"
            return sent or [RefusalReason(code=reason.code, message=short)]
        sent.append(reason)
    return sent


async def act(actor: RoomActor, guest: str, message: Act) -> SeatTurn:
    """Judge actions sent by the player to move. Raises Refused if any action is illegal."""
    seat = mover(actor.room, guest)
    turn = await judge(actor, seat, read_actions(actor.room, message.actions))
    return SeatTurn(seat, turn, advice=message.advice)


async def done(actor: RoomActor, guest: str, message: Done) -> SeatTurn:
    """Judge a table submitted to end the turn. Raises Refused if it is illegal."""
    room, seat = actor.room, mover(actor.room, guest)
    if penalty := penalty_for_piles(room, message.after):
        return SeatTurn(None, await judge(actor, None, (penalty,)))
    after = read_table(room, message.after)
    played = await _find_plays(actor, seat, after)
    if not isinstance(played, Outcome):
        if penalty := penalty_play(room, after, played):
            return SeatTurn(None, await judge(actor, None, (penalty,)))
        raise Refused(*map(reason_view, played))
    turn = end_turn(room, seat, played, message.discard)
    return SeatTurn(seat, turn, advice=message.advice)


async def check(actor: RoomActor, guest: str, message: Check) -> list[str]:
    """Return the plays that Done would make for this table. Raises Refused if Done would."""
    room, seat = actor.room, mover(actor.room, guest)
    played = await _find_plays(actor, seat, read_table(room, message.after))
    if not isinstance(played, Outcome):
        raise Refused(*map(reason_view, played))
    if message.discard is not None or not played.actions:
        played = end_turn(room, seat, played, message.discard)
    return [action_text(a) for a in played.actions if isinstance(a, Play)]


async def _find_plays(actor: RoomActor, seat: int, after: Table) -> Outcome | tuple[Reason, ...]:
    """Return the plays that lead to the table *after*, or the reasons why it is illegal.

    A single play, or an opening followed by one more play, is checked here. Longer turns are
    searched for by a worker.
    """
    room = actor.room
    table = state_of(room).table
    plays = () if after == table else (Play.between(table, after),)
    if not is_expensive(room, plays):
        played = opening_turn(room, seat, plays[0]) if plays else None
        if played is None:
            played = simple_turn(room, seat, plays)
        if played is not None:
            return played
    try:
        turn = await _search(actor, conceal(state_of(room), seat), after)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error
    if not turn.plays and not turn.proven:
        if turn.reasons:  # no penalty yet, because several plays may lead there
            raise Refused(*map(reason_view, turn.reasons))
        raise refuse("server_busy", "the search for your plays took too long: play fewer tiles")
    return turn.reasons or await judge(actor, seat, turn.plays)


async def _search(actor: RoomActor, view: State, after: Table) -> Turn:
    """Search for plays that lead to the table *after*. Raises JobError if a job fails.

    If the result is not proven, a longer search is run with a lower priority.
    """
    room, workers = actor.room, actor.services.workers
    work = turn_class(room.rules, view.table)
    with suppress(JobError):
        turn = await workers.run(Job(work, find_turn, room.terms.ruleset, view, after), room.id)
        if turn.proven:
            return turn
    return await workers.run(Job(LONG_TURN, find_turn, room.terms.ruleset, view, after), room.id)


async def time_out(actor: RoomActor) -> None:
    """End the current turn if its time has run out, as described in section 2.3 of RULES."""
    async with actor.deciding:
        room, clock = actor.room, actor.turn.clock
        if clock is None or room.phase != "playing" or room.state is None:
            return
        if (clock.ends_in(actor.services.clock.now()) or 0) > 0 or clock.since is None:
            actor.run_clock()
            return
        ended = SeatTurn(None, await _time_out_turn(actor))

        async def commit() -> None:
            if actor.room.changed == room.changed:  # otherwise another clock is running
                await actor.commit([ended])

        await actor.do(commit)


async def _time_out_turn(actor: RoomActor) -> Outcome:
    try:
        return await judge(actor, None, (TimeOut(await _preview_plays(actor)),))
    except Refused:
        return judge_actions(actor.room, None, (TimeOut(None),))


async def _preview_plays(actor: RoomActor) -> tuple[Play, ...] | None:
    """Return the plays that lead to the latest preview.

    Returns no plays if there is no current preview. Returns None if the preview has rows that are
    not melds, or cannot be reached.
    """
    room, shown = actor.room, actor.broadcast.preview
    if shown is None or shown.version < room.changed:
        return ()
    try:
        table = read_table(room, [" ".join(row) for row in shown.rows if row])
        played = await _find_plays(actor, state_of(room).to_move, table)
    except Refused:
        return None
    if not isinstance(played, Outcome):
        return None
    return tuple(a for a in played.actions if isinstance(a, Play))


async def judge(actor: RoomActor, seat: int | None, actions: Iterable[Action]) -> Outcome:
    """Return the outcome of *actions* in the current room. Costly actions are judged in a worker.

    Raises Refused with all reasons, or with ``server_busy`` if judging takes too long.
    """
    room, actions = actor.room, tuple(actions)
    if not is_expensive(room, actions):
        return judge_actions(room, seat, actions)
    state = state_of(room)
    try:
        work = turn_class(room.rules, state.table)
        job = Job(work, decide, room.terms.ruleset, state, seat, actions)
        judged = await actor.services.workers.run(job, room.id)
    except JobError as error:
        raise refuse("server_busy", "this takes too long to judge: play fewer melds") from error
    if judged.reasons:
        raise Refused(*map(reason_view, judged.reasons))
    return Outcome(judged.events, fold(judged.events, state), actions)
