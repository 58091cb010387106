"""Commands of people and programs in a room, one after the other, each executed once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from tilerummy.server.messages.client import Act, Command, Control, Done
from tilerummy.server.messages.server import Answer
from tilerummy.server.messages.views import Why
from tilerummy.server.room.entries import Entry
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.turns import SeatTurn
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.turns import act, done

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
