"""Questions to a room: whether a table can be made, and hints. They change nothing."""

from __future__ import annotations

from functools import partial

from tilerummy.server.messages import Answer, AskHint, Check, HintAnswer, Question
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import mover, state_of
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.policy.reasons import limited_reasons
from tilerummy.server.rooms.policy.turns import check
from tilerummy.server.rooms.ports import JobError
from tilerummy.state import conceal


async def ask(actor: RoomActor, session: str, question: Question) -> Answer | HintAnswer:
    """Answer a question; nothing is changed or stored."""
    version = actor.room.version
    answer = partial(Answer, cid=question.cid, version=version)
    if not actor.room.changed <= question.version <= version:
        return answer(status="conflict")
    try:
        if isinstance(question, Check):
            return answer(status="ok", plays=await check(actor, session, question))
        return await _hint(actor, session, question)
    except Refused as refused:
        return answer(status="refused", reasons=limited_reasons(refused.reasons))


async def _hint(actor: RoomActor, session: str, question: AskHint) -> HintAnswer:
    room = actor.room
    if not room.terms.hints:
        raise refuse("no_hints", "at this table there are no hints")
    seat = mover(room, session)
    view = conceal(state_of(room), seat)
    try:
        return await actor.services.workers.hint(room.id, room.terms.ruleset, view, question)
    except JobError as error:
        raise refuse("server_busy", "the server is busy: try again") from error
