"""Doors to the tables: the lobby, opening one, invitations, records."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from msgspec.structs import replace

from tilerummy.records import write_jsonl, write_text
from tilerummy.server.http.endpoint import Call, Door, Text, Who
from tilerummy.server.http.errors import RefusedError, absent
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.messages import RoomView
from tilerummy.server.messages.bodies import Invite, Invited, Lobby, NewRoom, Nothing, Opened
from tilerummy.server.messages.names import said
from tilerummy.server.room.record import record as record_of
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.room import Room
from tilerummy.server.room.views.entries import Logged
from tilerummy.server.rooms.directory.rooms import Person


def person(call: Call) -> Person:
    """Return who asks, as the tables know people."""
    return Person(call.guest.id, call.guest.name)


async def lobby(call: Call, _: Nothing) -> Lobby:
    """Answer with the lobby."""
    return await call.house.rooms.lobby(call.guest.id)


async def open_room(call: Call, wish: NewRoom) -> Opened:
    """Open a table."""
    house, guest = call.house, call.guest
    if why := house.why_unwell():
        raise RefusedError(503, "server_busy", why, again=5)
    await house.quotas.check(guest.id, call.address, everywhere=house.rooms.live())
    call.limit("new_room", guest.id)
    call.limit("address_new_room", call.address)
    terms = replace(wish.terms, title=said(wish.terms.title))
    try:
        with house.quotas.opening(guest.id, call.address):
            room = await house.rooms.open(replace(wish, terms=terms), person(call))
            house.quotas.opened(call.address, room)
    except Refused as refused:
        first = refused.reasons[0]
        raise RefusedError(400, first.code, first.message) from None
    return Opened(room=room, invite=await house.store.invite(room, house.sessions.code()))


async def seen(call: Call, _: Nothing) -> RoomView:
    """Answer with a table as the visitor may see it."""
    call.limit("watch", call.guest.id)
    call.limit("address_watch", call.address)
    try:
        snapshot = await call.house.rooms.snapshot(call.path("room"), person(call))
    except Refused:
        raise absent() from None
    return snapshot.table


async def invitation(call: Call, _: Nothing) -> Invite:
    """Answer with the invitation to a table, for those who sit there."""
    room, house = call.path("room"), call.house
    if room not in await house.store.rooms_of(call.guest.id):
        raise absent()
    code = await house.store.invite(room, house.sessions.code())
    url = call.link(f"/i/{code}")
    return Invite(code=code, url=url, qr_svg=qr_svg(url))


async def accept(call: Call, _: Nothing) -> Invited:
    """Let whoever has the code to the table."""
    room = await call.house.store.invited(call.path("code"))
    if room is None:
        raise RefusedError(404, "no_such_code", "there is no table with this invitation any more")
    await call.house.store.admit(room, call.guest.id)
    if call.visitor is not None and call.visitor.how == "cookie" and call.cookie is None:
        call.cookie = await call.house.sessions.renew(call.guest.id)
    return Invited(room=room)


async def record(call: Call, _: Nothing) -> Text:
    """Answer with the record of what is over at a table."""
    form = call.query("form", "text")
    if form not in ("text", "jsonl"):
        raise RefusedError(400, "bad_form", "form is text or jsonl")
    try:
        keeper = await call.house.rooms.seen(call.path("room"), person(call))
    except Refused:
        raise absent() from None
    if not any(shuffle.seed for shuffle in keeper.room.shuffles):
        raise RefusedError(404, "nothing_over", "no round of this table is over")
    call.limit("record", call.address)
    room, logged = keeper.room, [*keeper.logged]
    return Text(await asyncio.to_thread(_written, room, logged, form))


def _written(room: Room, logged: Sequence[Logged], form: str) -> str:
    """Return a record as text; of a long match that takes a while."""
    told = record_of(room, logged)
    return write_jsonl(told) if form == "jsonl" else write_text(told)


DOORS = (
    Door(
        method="GET",
        path="/api/rooms",
        about="List the tables with a free seat, mine, and those that can be watched.",
        handler=lobby,
        body=Nothing,
        answer=Lobby,
        who=Who.NEWCOMERS,
    ),
    Door(
        method="POST",
        path="/api/rooms",
        about="Open a table; I sit down at it.",
        handler=open_room,
        body=NewRoom,
        answer=Opened,
        status=201,
    ),
    Door(
        method="GET",
        path="/api/rooms/{room}",
        about="Show a table as I may see it.",
        handler=seen,
        body=Nothing,
        answer=RoomView,
    ),
    Door(
        method="GET",
        path="/api/rooms/{room}/invite",
        about="Give me the invitation to a table at which I sit.",
        handler=invitation,
        body=Nothing,
        answer=Invite,
    ),
    Door(
        method="GET",
        path="/api/rooms/{room}/record",
        about="Give me the record of the rounds that are over.",
        handler=record,
        body=Nothing,
        answer=Text,
        query={"form": "`text` or `jsonl`: see docs/records.md"},
    ),
    Door(
        method="POST",
        path="/api/invites/{code}",
        about="Let me to the table of this invitation.",
        handler=accept,
        body=Nothing,
        answer=Invited,
        who=Who.NEWCOMERS,
        limits=("invite",),
    ),
)
