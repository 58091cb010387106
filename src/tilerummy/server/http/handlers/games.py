"""Endpoints of finished games: their replays, and replays of records that somebody opens."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tilerummy.server.games.access import is_finished
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies import BadRecord, CodedText, EmptyBody, OpenRecord, Replay
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.faults import UNREADABLE

LARGEST_BODY = 1024 * 1024
"""How many bytes the body of a record has at most."""


class FinishedGame(NamedTuple):
    """A finished game that somebody may see, the seat that they had, and whether it is public."""

    room: Room
    seat: int | None
    public: bool


async def finished_game(context: RequestContext, *, mine: bool = False) -> FinishedGame:
    """Return the finished game in the path, if it is public or mine; raises HttpError.

    *mine*, it must be mine. A game that is not there gets the same answer as one that is private.
    """
    services, name = context.services, context.path("game")
    no_such_game = HttpError(404, "no_such_game", "there is no such game, or it is not open to you")
    try:
        actor = await services.rooms.actor(name)
    except UNREADABLE:
        raise no_such_game from None
    if actor is None or not is_finished(actor.room):
        raise no_such_game
    seat = None if context.visitor is None else actor.room.played_by(context.guest.id)
    public = await services.store.is_public(name)
    if seat is None and (mine or not public):
        raise no_such_game
    return FinishedGame(actor.room, seat, public)


async def game(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the replay of a finished game."""
    context.limit("replay", context.address)
    (room, seat, public), services = await finished_game(context), context.services
    rows = await services.store.load(room.id)
    made = services.questions.game(
        room,
        [row.body for row in rows],
        (rows[0].at, rows[-1].at),
        seat,
        context.address,
        public=public,
    )
    return msgspec.Raw(await context.answered(made))


async def open_record(context: RequestContext, body: OpenRecord) -> msgspec.Raw:
    """Return the replay of a record."""
    made = await context.answered(context.services.questions.replay(body.record, context.address))
    if isinstance(made, BadRecord):
        why = CodedText(code="bad_record", text=made.message, params={"line": made.line})
        raise HttpError(400, "bad_record", f"line {made.line}: {made.message}", why=why)
    return msgspec.Raw(made)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/games/{game}",
        about="Return the replay of a finished game that is public or mine; its id is that of its"
        " table.",
        handler=game,
        body=EmptyBody,
        answer=Replay,
        who=Access.ANYBODY,
    ),
    Endpoint(
        method="POST",
        path="/api/replays",
        about="Return the replay of a record. Nothing of it is stored. A record that cannot be"
        " read is refused as `bad_record`, with the line.",
        handler=open_record,
        body=OpenRecord,
        answer=Replay,
        who=Access.ANYBODY,
        limits=("replay",),
        largest=LARGEST_BODY,
    ),
)
