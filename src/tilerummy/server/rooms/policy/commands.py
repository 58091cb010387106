"""What people and programs ask of a room, one message after the other, each answered once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Literal

import msgspec

from tilerummy.server.messages import (
    Act,
    Answer,
    AskHint,
    Chatted,
    Check,
    Command,
    Control,
    Done,
    Fault,
    HintAnswer,
    Preview,
    Question,
    React,
    Reacted,
    Remark,
    Say,
    Why,
)
from tilerummy.server.room.entries import Entry
from tilerummy.server.room.proposals import GONE_AFTER, match_entries, resolved_entries
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import ControlRequest, seat_entries
from tilerummy.server.room.turns import mover, state_of
from tilerummy.server.rooms.actor import CHAT_KEPT, RoomActor
from tilerummy.server.rooms.policy.computer_turns import computer_turn
from tilerummy.server.rooms.policy.turns import act, check, done, preview, time_out
from tilerummy.server.rooms.ports import JobError
from tilerummy.server.rooms.services import Turn
from tilerummy.server.store import CorruptedError, StorageError
from tilerummy.state import conceal

SEATING = frozenset(
    {"sit", "stand", "ready", "computer", "empty", "start", "lock", "unlock", "mute", "unmute"}
    | {"remove", "close"}
)
"""The wishes about seats; the others are about the match."""

MOST_REASONS = 10
"""So many reasons are told of why a command was refused."""
MOST_REASON_BYTES = 1900
"""So many bytes these may have as JSON; the answer around them stays below 2 KiB."""

MOST_LETTERS = 250
"""So many letters a message has that was too long; as JSON each takes up to six bytes."""

Happening = Callable[[], Awaitable[Sequence[Entry | Turn] | None]]
"""Tells what a command makes happen, or None as the table has changed; may raise Refused."""


class TablePolicy:
    """What rooms do by themselves."""

    async def time_over(self, actor: RoomActor) -> None:
        """End the turn whose time is over."""
        await time_out(actor)

    async def reconsider(self, actor: RoomActor) -> None:
        """See what comes of a proposal, now and when those who went have been gone for long."""
        for wait in (0, GONE_AFTER):
            await actor.world.clock.sleep(wait)
            async with actor.lock:
                away = actor.presence.away(actor.room, actor.world.clock.now())
                if entries := resolved_entries(actor.room, away):
                    await actor.commit(entries)

    async def computer_turn(self, actor: RoomActor, version: int, level: str) -> None:
        """Do what the computer player to move does next."""
        await computer_turn(actor, version, level)


async def execute(
    actor: RoomActor,
    session: str,
    command: Command,
    control: Callable[[], Awaitable[Sequence[Entry]]] | None = None,
) -> Answer:
    """Carry out a command once, and answer it: the same answer whenever it comes again.

    *control* tells what a command makes happen that is not about tiles; it may raise Refused.
    """
    if isinstance(command, Control):
        assert control is not None
        return await _once(actor, session, command.cid, control)
    async with actor.moving:
        return await _once(actor, session, command.cid, await _move(actor, session, command))


async def _once(actor: RoomActor, session: str, cid: str, happening: Happening) -> Answer:
    """Carry out a command, if that was not done before."""
    async with actor.lock:
        kept = await actor.world.store.answered(actor.room.id, session, cid)
        if kept is not None:
            return msgspec.json.decode(kept, type=Answer)
        try:
            entries = await happening()
        except Refused as refused:
            return await _declined(actor, session, cid, "refused", refused.reasons)
        if entries is None:
            return await _declined(actor, session, cid, "conflict")
        return await actor.commit(entries, session=session, cid=cid)


async def _move(actor: RoomActor, session: str, command: Act | Done) -> Happening:
    """Find out what a move makes happen in the room as it is, for as long as nothing changes it."""
    room = actor.room
    turn: Turn | Refused | None = None
    if room.changed <= command.version <= room.version:
        try:
            if isinstance(command, Act):
                turn = await act(actor, session, command)
            else:
                turn = await done(actor, session, command)
        except Refused as refused:
            turn = Refused(*refused.reasons)  # without the frames, which would keep themselves

    async def happening() -> Sequence[Entry | Turn] | None:
        if turn is None or actor.room.changed != room.changed:
            return None
        if isinstance(turn, Refused):
            raise Refused(*turn.reasons)
        return [turn]

    return happening


def control_entries(room: Room, wish: ControlRequest) -> Sequence[Entry]:
    """Return what a wish about the table or the match makes happen; raises Refused."""
    return seat_entries(room, wish) if wish.control.what in SEATING else match_entries(room, wish)


async def _declined(
    actor: RoomActor,
    session: str,
    cid: str,
    status: Literal["conflict", "refused"],
    reasons: Sequence[Why] = (),
) -> Answer:
    """Write down that a command was not carried out, so that its answer stays the same."""
    version = actor.room.version
    answer = Answer(cid=cid, status=status, version=version, reasons=the_first(reasons))
    return await actor.decline(answer, session)


def the_first(reasons: Sequence[Why]) -> list[Why]:
    """Return as many reasons as are told: what a refusal costs to keep is limited."""
    told: list[Why] = []
    size = 0
    for reason in reasons[:MOST_REASONS]:
        size += len(msgspec.json.encode(reason)) + 1
        if size > MOST_REASON_BYTES:
            return told or [_shortened(reason)]
        told.append(reason)
    return told


def _shortened(reason: Why) -> Why:
    """Return a reason that is too long by itself without what its message names."""
    return Why(code=reason.code, message=f"{reason.message[:MOST_LETTERS]} …")


async def ask(actor: RoomActor, session: str, question: Question) -> Answer | HintAnswer:
    """Answer a question; nothing is changed by it, and nothing kept."""
    version = actor.room.version
    answer = partial(Answer, cid=question.cid, version=version)
    if not actor.room.changed <= question.version <= version:
        return answer(status="conflict")
    try:
        if isinstance(question, Check):
            return answer(status="ok", plays=await check(actor, session, question))
        return await _hint(actor, session, question)
    except Refused as refused:
        return answer(status="refused", reasons=the_first(refused.reasons))


async def _hint(actor: RoomActor, session: str, question: AskHint) -> HintAnswer:
    room = actor.room
    if not room.terms.hints:
        raise refuse("no_hints", "at this table there are no hints")
    seat = mover(room, session)
    view = conceal(state_of(room), seat)
    try:
        return await actor.world.workers.hint(room.id, room.terms.ruleset, view, question)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error


def remark(actor: RoomActor, session: str, message: Remark) -> Fault | None:
    """Tell the others something that is no part of the game; return why not, if so."""
    room = actor.room
    seat = room.seat_of(session)
    try:
        match message:
            case Preview():
                preview(actor, session, message)
            case Say(text=text):
                if seat is None or not room.terms.chat:
                    raise refuse("no_chat", "you cannot say anything at this table")
                if room.places[seat].muted:
                    raise refuse("muted", "the host has muted you")
                name = room.places[seat].name  # as they sat down: nobody takes another one here
                said = Chatted(room=room.id, name=name, text=text, seat=seat)
                actor.chat = [*actor.chat, said][-CHAT_KEPT:]
                actor.tell(said)
            case React(reaction=reaction):
                if seat is None or room.places[seat].muted:
                    raise refuse("not_seated", "only players show pictures")
                actor.tell(Reacted(room=room.id, seat=seat, reaction=reaction))
    except Refused as refused:
        reason = refused.reasons[0]
        return Fault(code="not_allowed", message=f"{reason.code}: {reason.message}", room=room.id)
    return None


def damaged(error: CorruptedError) -> str:
    """Return how it is told that the log of a table is not as it was written."""
    return (
        f"what was kept of this table is damaged from entry {error.seq} on, so it cannot go on;"
        " whoever runs the server may have a backup"
    )


def storage_fault(error: StorageError, room: str, cid: str = "") -> Fault:
    """Return how it is told that nothing could be written, or that the table is damaged."""
    if isinstance(error, CorruptedError):
        return Fault(code="damaged", message=damaged(error), room=room, cid=cid)
    message = "nothing can be written down at the moment, so nothing has happened: try again"
    return Fault(code="storage", message=message, room=room, cid=cid)
