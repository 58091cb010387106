"""Actions judged by the referee: at once if that is quick, else off the event loop."""

from __future__ import annotations

from collections.abc import Iterable

from tilerummy.server.room.cost import takes_long
from tilerummy.server.room.fold import Outcome
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import JudgedTurn, judge_actions, state_of
from tilerummy.server.room.views.entries import reason_view
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.ports import JobError
from tilerummy.state import Action, fold


async def judge(actor: RoomActor, seat: int | None, actions: Iterable[Action]) -> JudgedTurn:
    """Return *actions* as the referee judges them in the room as it is now, all or none.

    Raises Refused with every reason, or with ``server_busy`` if judging takes too long.
    """
    room, actions = actor.room, tuple(actions)
    if not takes_long(room, actions):
        return judge_actions(room, seat, actions)
    state = state_of(room)
    try:
        found = await actor.services.workers.decide(
            room.id, room.terms.ruleset, state, seat, actions
        )
    except JobError as error:
        raise refuse("server_busy", "this takes too long to judge: play fewer melds") from error
    if found.reasons:
        raise Refused(*map(reason_view, found.reasons))
    return JudgedTurn(actions, Outcome(found.events, fold(found.events, state)))
