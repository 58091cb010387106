"""Endpoints of finished games: their replays, and replays of records that somebody opens."""

from __future__ import annotations

import msgspec

from tilerummy.server.games.access import is_finished, may_see, seat_in
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies import BadRecord, CodedText, EmptyBody, OpenRecord, Replay
from tilerummy.server.room.room import Room

LARGEST_BODY = 1024 * 1024
"""How many bytes the body of a record has at most."""


async def finished_game(context: RequestContext) -> Room:
    """Return the room of the finished game in the path, if the guest may see it."""
    actor = await context.services.rooms.actor(context.path("game"))
    if actor is None or not is_finished(actor.room) or not may_see(actor.room, context.guest.id):
        raise HttpError(404, "no_such_game", "there is no such game, or it is not open to you")
    return actor.room


async def game(context: RequestContext, _: EmptyBody) -> msgspec.Raw:
    """Return the replay of a finished game."""
    context.limit("replay", context.address)
    room, services = await finished_game(context), context.services
    rows = await services.store.load(room.id)
    made = services.questions.game(
        room,
        [row.body for row in rows],
        (rows[0].at, rows[-1].at),
        seat_in(room, context.guest.id),
        context.address,
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
        about="Return the replay of a finished game; its id is that of its table.",
        handler=game,
        body=EmptyBody,
        answer=Replay,
        who=Access.NEWCOMERS,
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
