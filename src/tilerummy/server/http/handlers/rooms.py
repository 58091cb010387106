"""Endpoints of tables: the lobby, opening one, invitations, records."""

from __future__ import annotations

from msgspec.structs import replace

from tilerummy.server.guests.names import clean_chat
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint, PlainText
from tilerummy.server.http.errors import HttpError, room_not_found
from tilerummy.server.http.handlers.games import written_record
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.messages import RoomView
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.rooms import Invite, Invited, Lobby, NewRoom, RoomOpened
from tilerummy.server.ops.quotas import QuotaError
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms.access import Person, person_of


def person(context: RequestContext) -> Person:
    """Return who asks, as rooms know people."""
    return person_of(context.guest, context.address)


async def lobby(context: RequestContext, _: EmptyBody) -> Lobby:
    """Return the lobby."""
    return await context.services.rooms.lobby(context.guest.id)


async def open_room(context: RequestContext, body: NewRoom) -> RoomOpened:
    """Open a table."""
    services, guest = context.services, context.guest
    if why := services.why_unwell():
        raise HttpError(503, "server_busy", why, again=5)
    try:
        await services.quotas.check(guest.id, context.address)
    except QuotaError as error:
        status, code = (503, "server_busy") if error.server_full else (429, "too_many")
        raise HttpError(status, code, str(error), again=60) from None
    context.limit("new_room", guest.id)
    context.limit("address_new_room", context.address)
    terms = replace(body.terms, title=clean_chat(body.terms.title))
    try:
        with services.quotas.opening(guest.id, context.address):
            room = await services.rooms.open(replace(body, terms=terms), person(context))
            services.quotas.opened(context.address, room)
    except Refused as refused:
        first = refused.reasons[0]
        raise HttpError(400, first.code, first.message) from None
    return RoomOpened(
        room=room, invite=await services.store.rooms.invite(room, services.sessions.code())
    )


async def seen(context: RequestContext, _: EmptyBody) -> RoomView:
    """Return a table as the visitor may see it."""
    context.limit("watch", context.guest.id)
    context.limit("address_watch", context.address)
    try:
        return await context.services.rooms.look(context.path("room"), person(context))
    except Refused:
        raise room_not_found() from None


async def invitation(context: RequestContext, _: EmptyBody) -> Invite:
    """Return the invitation to a table, for those who sit there."""
    room, services = context.path("room"), context.services
    if not await _is_member(context, room):
        raise room_not_found()
    code = await services.store.rooms.invite(room, services.sessions.code())
    url = context.link(f"/i/{code}")
    return Invite(code=code, url=url, qr_svg=qr_svg(url))


async def accept(context: RequestContext, _: EmptyBody) -> Invited:
    """Admit whoever has the code to the table."""
    room = await context.services.store.rooms.invited(context.path("code"))
    if room is None:
        raise HttpError(404, "no_such_code", "there is no table with this invitation any more")
    await context.services.store.rooms.admit(room, context.guest.id)
    if context.visitor is not None and context.visitor.how == "cookie" and context.cookie is None:
        context.cookie = await context.services.sessions.renew(context.guest.id)
    return Invited(room=room, seated=await _is_member(context, room))


async def _is_member(context: RequestContext, room: str) -> bool:
    """Return whether a room is one of the caller's."""
    listed = await context.services.store.rooms.cards([room])
    return any(context.guest.id in each.card.members for each in listed)


async def record(context: RequestContext, _: EmptyBody) -> PlainText:
    """Return the record of the rounds of a table that are over."""
    form = context.query("form", "text")
    if form not in ("text", "jsonl"):
        raise HttpError(400, "bad_form", "form is text or jsonl")
    try:
        room = await context.services.rooms.read(context.path("room"), person(context))
    except Refused:
        raise room_not_found() from None
    if not any(shuffle.seed for shuffle in room.shuffles):
        raise HttpError(404, "nothing_over", "no round of this table is over")
    context.limit("record", context.address)
    return PlainText(await written_record(context, room.id, room.version, form))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/rooms",
        about="List the tables with a free seat, mine, and those that can be watched.",
        handler=lobby,
        answer=Lobby,
        who=Access.NEWCOMERS,
    ),
    Endpoint(
        method="POST",
        path="/api/rooms",
        about="Open a table; I sit down at it.",
        handler=open_room,
        body=NewRoom,
        answer=RoomOpened,
        status=201,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}",
        about="Return a table as I may see it.",
        handler=seen,
        answer=RoomView,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/invite",
        about="Return the invitation to a table at which I sit.",
        handler=invitation,
        answer=Invite,
    ),
    Endpoint(
        method="GET",
        path="/api/rooms/{room}/record",
        about="Return the record of the rounds that are over.",
        handler=record,
        answer=PlainText,
        query={"form": "`text` or `jsonl`: see docs/records.md"},
    ),
    Endpoint(
        method="POST",
        path="/api/invites/{code}",
        about="Admit me to the table of this invitation.",
        handler=accept,
        answer=Invited,
        who=Access.NEWCOMERS,
        limits=("invite",),
    ),
)
