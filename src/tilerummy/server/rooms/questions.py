"""Questions to a room: whether a table can be made, and hints. They change nothing."""

from __future__ import annotations

from functools import partial

from tilerummy.server.jobs.rooms import hint
from tilerummy.server.messages.client import AskHint, Check, Preview, Question, React, Remark, Say
from tilerummy.server.messages.server import Answer, Chatted, HintAnswer, Reacted
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import mover, rows_fit, state_of
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.commands import check, limited_reasons
from tilerummy.server.workers.classes import HINT
from tilerummy.server.workers.port import Job, JobError
from tilerummy.state import conceal


async def ask(actor: RoomActor, guest: str, question: Question) -> Answer | HintAnswer:
    """Answer a question; nothing is changed or stored."""
    version = actor.room.version
    answer = partial(Answer, cid=question.cid, version=version)
    if not actor.room.changed <= question.version <= version:
        return answer(status="conflict")
    try:
        if isinstance(question, Check):
            return answer(status="ok", plays=await check(actor, guest, question))
        return await _hint(actor, guest, question)
    except Refused as refused:
        return answer(status="refused", reasons=limited_reasons(refused.reasons))


async def _hint(actor: RoomActor, guest: str, question: AskHint) -> HintAnswer:
    room = actor.room
    if not room.terms.hints:
        raise refuse("no_hints", "at this table there are no hints")
    seat = mover(room, guest)
    view = conceal(state_of(room), seat)
    job = Job(HINT, hint, room.terms.ruleset, view, question.level, question.cid)
    try:
        return await actor.services.workers.run(job, room.id)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error


def remark(actor: RoomActor, guest: str, message: Remark) -> None:
    """Send the others a remark; raises Refused if it is not allowed."""
    room = actor.room
    seat = room.seat_of(guest)
    match message:
        case Preview():
            _preview(actor, guest, message)
        case Say(text=text):
            if seat is None or not room.terms.chat:
                raise refuse("no_chat", "you cannot say anything at this table")
            if room.places[seat].muted:
                raise refuse("muted", "the host has muted you")
            name = room.places[seat].name
            actor.broadcast.send_chat(Chatted(room=room.id, name=name, text=text, seat=seat))
        case React(reaction=reaction):
            if seat is None or room.places[seat].muted:
                raise refuse("not_seated", "only players show pictures")
            actor.broadcast.send(Reacted(room=room.id, seat=seat, reaction=reaction))


def _preview(actor: RoomActor, guest: str, message: Preview) -> None:
    """Show the others a draft; raises Refused if its tiles are not there.

    A preview for an earlier version is ignored without a fault.
    """
    room = actor.room
    if message.version < room.changed:
        return
    left = rows_fit(room, mover(room, guest), message.rows)
    if left is None:
        raise refuse("not_your_tiles", "a preview is made of the table's and your own tiles")
    actor.broadcast.show_preview([row for row in message.rows if row], left)
