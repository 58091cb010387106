"""Endpoints for tables: the lobby, new tables, invitations and records."""

from __future__ import annotations

from msgspec.structs import replace

from tilerummy.server.guests.names import clean_chat
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.handlers.games import FORM, record_form, written_record
from tilerummy.server.http.handlers.guests import checked_name
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.http.request import Response
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.rooms import (
    Invite,
    Invited,
    Lobby,
    NewRoom,
    RoomOpened,
    TablePosition,
)
from tilerummy.server.messages.views import RoomView
from tilerummy.server.ops.quotas import QuotaError
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.access import no_such_room, person_of


def person(context: RequestContext) -> Person:
    """Return the caller as a :class:`Person`, the type used in rooms."""
    return person_of(context.guest, context.address)


async def lobby(context: RequestContext, _: EmptyBody) -> Lobby:
    """List the tables with a free seat, the caller's tables, and the tables to watch."""
    services = context.services
    listed = await services.rooms.lobby(context.guest.id)
    offline = services.settings.offline
    return replace(listed, offline_bytes=offline.bytes) if offline else listed


async def open_room(context: RequestContext, body: NewRoom) -> RoomOpened:
    """Create a table and seat the caller at it."""
    services, guest = context.services, context.guest
    if services.overloaded:
        raise HttpError(503, "server_busy", "the server is overloaded", again=5)
    try:
        await services.quotas.check(guest.id, context.address)
    except QuotaError as error:
        status, code = (503, "server_busy") if error.server_full else (429, "too_many")
        raise HttpError(status, code, str(error), again=60) from None
    context.limit("new_room", guest.id)
    context.limit("address_new_room", context.address)
    terms = replace(body.terms, title=clean_chat(body.terms.title))
    local = [replace(each, name=checked_name(each.name)) for each in body.local_players]
    new = replace(body, terms=terms, local_players=local)
    with services.quotas.reserve(guest.id, context.address):
        room = await services.rooms.open(new, person(context))
        services.quotas.add(context.address, room)
    return RoomOpened(
        room=room, invite=await services.store.rooms.invite(room, services.sessions.code())
    )


async def view(context: RequestContext, _: EmptyBody) -> RoomView:
    """Return a table as the caller sees it."""
    context.limit("watch", context.guest.id)
    context.limit("address_watch", context.address)
    return await context.services.rooms.look(context.path("room"), person(context))


async def position(context: RequestContext, _: EmptyBody) -> TablePosition:
    """Return the tiles on the table and on the caller's rack."""
    context.limit("watch", context.guest.id)
    context.limit("address_watch", context.address)
    game = await context.services.rooms.position(context.path("room"), person(context))
    if game is None:
        return TablePosition()
    return TablePosition(table=game.table, rack=game.rack or [], played=game.played)


async def invitation(context: RequestContext, _: EmptyBody) -> Invite:
    """Return the invitation to a table where the caller is seated."""
    room, services = context.path("room"), context.services
    if not await _is_member(context, room):
        raise no_such_room()
    code = await services.store.rooms.invite(room, services.sessions.code())
    url = context.request.link(f"/i/{code}")
    return Invite(code=code, url=url, qr_svg=qr_svg(url))


async def accept(context: RequestContext, _: EmptyBody) -> Invited:
    """Accept an invitation, so that the caller gets access to its table."""
    room = await context.services.store.rooms.invited(context.path("code"))
    if room is None:
        raise HttpError(404, "no_such_code", "this invitation is no longer valid")
    await context.services.store.rooms.admit(room, context.guest.id)
    if context.visitor is not None and context.visitor.how == "cookie" and context.cookie is None:
        context.cookie = await context.services.sessions.renew(context.guest.id)
    return Invited(room=room, seated=await _is_member(context, room))


async def _is_member(context: RequestContext, room: str) -> bool:
    """Return whether the caller has access to a room."""
    listed = await context.services.store.rooms.find([room])
    return any(context.guest.id in each.summary.members for each in listed)


async def record(context: RequestContext, _: EmptyBody) -> Response:
    """Return a record of the rounds that have been finished at a table."""
    form = record_form(context)
    room = await context.services.rooms.read(context.path("room"), person(context))
    if not any(shuffle.seed for shuffle in room.shuffles):
        raise HttpError(404, "nothing_over", "this table has no finished rounds")
    context.limit("record", context.address)
    return await written_record(context, room.id, room.version, form)


ENDPOINTS = (
    Endpoint("GET", "/api/rooms", lobby, Lobby, access=Access.SIGN_UP),
    Endpoint("POST", "/api/rooms", open_room, RoomOpened, status=201),
    Endpoint("GET", "/api/rooms/{room}", view, RoomView),
    Endpoint("GET", "/api/rooms/{room}/position", position, TablePosition),
    Endpoint("GET", "/api/rooms/{room}/invite", invitation, Invite),
    Endpoint("GET", "/api/rooms/{room}/record", record, ("text/plain",), query=FORM),
    Endpoint(
        "POST", "/api/invites/{code}", accept, Invited, access=Access.SIGN_UP, limits=("invite",)
    ),
)
