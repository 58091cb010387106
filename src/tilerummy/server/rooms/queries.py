"""Queries and ephemeral messages to a room: checks, hints, chat, reactions and previews."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from msgspec.structs import replace

from tilerummy.server.jobs.rooms import hint, near
from tilerummy.server.messages.client import (
    AskHint,
    AskNear,
    Check,
    EphemeralMessage,
    Preview,
    Query,
    React,
    Say,
)
from tilerummy.server.messages.server import Answer, Chatted, HintAnswer, NearAnswer, Reacted
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import mover, seat_in_round, state_of, tiles_left_on_rack
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.commands import check, limited_reasons
from tilerummy.server.workers.classes import HINT, NEAR
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import conceal

Result = TypeVar("Result")


async def handle_query(
    actor: RoomActor, guest: str, question: Query
) -> Answer | HintAnswer | NearAnswer:
    """Return a query's result, without changing or storing anything."""
    version = actor.room.version
    answer = partial(Answer, cid=question.cid, version=version)
    if not actor.room.changed <= question.version <= version:
        return answer(status="conflict")
    try:
        if isinstance(question, Check):
            return answer(status="ok", plays=await check(actor, guest, question))
        if isinstance(question, AskNear):
            return await _near(actor, guest, question)
        return await _hint(actor, guest, question)
    except Refused as refused:
        return answer(status="refused", reasons=limited_reasons(refused.reasons))


async def _hint(actor: RoomActor, guest: str, question: AskHint) -> HintAnswer:
    room = actor.room
    _check_hints(room)
    seat = mover(room, guest)
    position = (room.version, seat, question.target)
    if actor.hint is None or actor.hint[0] != position:
        view = conceal(state_of(room), seat)
        # finding the hand that the player aims for takes as long as finding the nearest hands
        work = NEAR if question.target else HINT
        job = Job(work, hint, room.terms.ruleset, view, question.target)
        actor.hint = position, await _result(actor, job)
    return replace(actor.hint[1][question.level - 1], cid=question.cid)


async def _near(actor: RoomActor, guest: str, question: AskNear) -> NearAnswer:
    room = actor.room
    _check_hints(room)
    seat = seat_in_round(room, guest)
    view = conceal(state_of(room), seat)
    job = Job(NEAR, near, room.terms.ruleset, view, seat, question)
    return await _result(actor, job)


def _check_hints(room: Room) -> None:
    if not room.terms.hints:
        raise refuse("no_hints", "hints are turned off at this table")


async def _result(actor: RoomActor, job: Job[Result]) -> Result:
    try:
        return await actor.services.workers.run(job, actor.room.id)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error


def send_ephemeral(actor: RoomActor, guest: str, message: EphemeralMessage) -> None:
    """Send a preview, chat message or reaction to viewers. Raises Refused if it is not allowed."""
    room = actor.room
    seat = room.seat_of(guest)
    match message:
        case Preview():
            _preview(actor, guest, message)
        case Say(text=text):
            if seat is None or not room.terms.chat:
                raise refuse("no_chat", "you cannot chat at this table")
            if room.places[seat].muted:
                raise refuse("muted", "the host has muted you")
            said = Chatted(
                room=room.id,
                name=room.places[seat].name,
                text=text,
                seat=seat,
                version=room.version,
            )
            actor.broadcast.send_chat(said)
        case React(reaction=reaction):
            if seat is None or room.places[seat].muted:
                raise refuse("not_seated", "only players who are not muted can react")
            actor.broadcast.send(Reacted(room=room.id, seat=seat, reaction=reaction))


def _preview(actor: RoomActor, guest: str, message: Preview) -> None:
    """Show a draft to the other viewers, unless it is out of date.

    Raises Refused if the draft contains a tile that the player does not have.
    """
    room = actor.room
    if message.version < room.changed:
        return
    left = tiles_left_on_rack(room, mover(room, guest), message.rows)
    if left is None:
        raise refuse("not_your_tiles", "a preview must use only the table's tiles and your own")
    actor.broadcast.show_preview([row for row in message.rows if row], left)
