"""Endpoints for evenings that several phones share.

An evening is a small document. The keeper, at first its owner, replaces it; a member only enters
the rack of their own seat. If the keeper's phone disappears, a member takes over. The keeper can
remove members.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import msgspec

from tilerummy.server.guests.names import BadNameError, clean_name
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.evenings import (
    CountBody,
    CountingBody,
    EveningBody,
    EveningChange,
    EveningLeft,
    JoinedPhone,
    NewEvening,
    OwnRack,
    OwnSeat,
    SharedEvening,
    is_consistent,
)
from tilerummy.server.store.evenings import (
    CODES,
    MAX_BODY,
    MAX_MEMBERS,
    StoredEvening,
)

DIGITS = 6
"""The number of digits in a code: of half a million, an address may try ten a minute."""
AWAY = 20_000
"""How long the keeper's phone may be silent before members can take over, in milliseconds."""

Change = Callable[[StoredEvening], StoredEvening]
"""A change to an evening; it raises HttpError if it is refused."""


async def share(context: RequestContext, body: NewEvening) -> SharedEvening:
    """Share an evening with other phones. It is stored for three days after its last change."""
    context.limit("new_evening", context.guest.id)
    context.limit("address_evening", context.address)
    services, encoded = context.services, _encoded(body.evening)
    evening_id = services.sessions.code()
    for _ in range(CODES):
        if await services.store.evenings.add(evening_id, _new_code(), context.guest.id, encoded):
            return await _view(context, await _found(context, evening_id))
    raise HttpError(503, "server_busy", "too many evenings are shared", again=60)


def _new_code() -> str:
    return "".join(str(1 + secrets.randbelow(9)) for _ in range(DIGITS))


async def join(context: RequestContext, _: EmptyBody) -> SharedEvening:
    """Join an evening by its code."""
    code = context.path("code")
    found = await context.services.store.evenings.by_code(code) if _is_code(code) else None
    if found is None:
        raise _no_such_code()
    guest = context.guest.id
    if found.admits(guest):
        return await _view(context, found)

    def add(now: StoredEvening) -> StoredEvening:
        if now.code != code:  # a phone has just been removed; it may be this one
            raise _no_such_code()
        if len(now.members) >= MAX_MEMBERS:
            raise HttpError(409, "too_many", "this evening is full")
        return replace(now, members={**now.members, guest: None})

    return await _view(context, await _change(context, found.id, add))


def _no_such_code() -> HttpError:
    return HttpError(404, "no_such_code", "no evening has this code")


def _is_code(text: str) -> bool:
    return len(text) == DIGITS and text.isascii() and text.isdigit()


async def view(context: RequestContext, _: EmptyBody) -> SharedEvening:
    """Return a shared evening, without its content if it is still the version `after`."""
    after = context.query("after")
    found = await _found(context, context.path("evening"))
    if found.keeper == context.guest.id:
        await context.services.store.evenings.see(found)
    return await _view(context, found, known=after == str(found.version))


async def change(context: RequestContext, body: EveningChange) -> SharedEvening:
    """Replace an evening. Only its keeper may do this, and only the latest version.

    If it has another version, the error is `conflict`.
    """
    guest, encoded, now = context.guest.id, _encoded(body.evening), context.services.settings.now()

    def put(stored: StoredEvening) -> StoredEvening:
        if stored.keeper != guest:
            raise HttpError(403, "not_keeper", "another phone keeps the score")
        if stored.version != body.version:
            raise HttpError(409, "conflict", f"the evening has version {stored.version}")
        return replace(stored, body=encoded, seen=now)

    return await _changed(context, put)


async def enter_rack(context: RequestContext, body: OwnRack) -> SharedEvening:
    """Enter what is left on the caller's own rack after the current round."""
    guest = context.guest.id

    def put(stored: StoredEvening) -> StoredEvening:
        seat, evening = stored.members.get(guest), _decoded(stored)
        if seat is None or seat >= len(evening.players):
            raise HttpError(403, "no_seat", "take a seat first")
        return replace(stored, body=_encoded(_with_rack(evening, seat, body)))

    return await _changed(context, put)


def _with_rack(evening: EveningBody, seat: int, rack: OwnRack) -> EveningBody:
    """Return the evening with a rack entered in the round that is being counted.

    Raises HttpError if the round is not the current one, or is being corrected.
    """
    seats, counting = len(evening.players), evening.counting
    if rack.round != len(evening.counts) or (counting and counting.round != rack.round):
        raise HttpError(409, "other_round", "another round is being counted")
    if counting is None:
        blank = CountBody(out=None, left=[None] * seats, opened=[True] * seats)
        counting = CountingBody(round=rack.round, said=False, count=blank)
    count = counting.count
    left = [*count.left, *[None] * seats][:seats]
    opened = [*count.opened, *[True] * seats][:seats]
    left[seat], opened[seat] = rack.left, rack.opened
    out, said = count.out, counting.said
    if rack.left is None:
        if said and out not in (None, seat):
            raise HttpError(409, "other_out", "someone else has said that they went out")
        out, said = seat, True
    elif said and out == seat:
        out, said = None, False
    entered = msgspec.structs.replace(count, out=out, left=left, opened=opened)
    counting = msgspec.structs.replace(counting, said=said, count=entered)
    return msgspec.structs.replace(evening, counting=counting)


async def take_seat(context: RequestContext, body: OwnSeat) -> SharedEvening:
    """Take the seat whose rack the caller will enter, or leave it."""
    guest = context.guest.id

    def put(stored: StoredEvening) -> StoredEvening:
        others = {seat for each, seat in stored.members.items() if each != guest}
        if body.seat is not None and body.seat in others:
            raise HttpError(409, "seat_taken", "another phone has this seat")
        if body.seat is not None and body.seat >= len(_decoded(stored).players):
            raise HttpError(400, "bad_seat", f"there is no seat {body.seat}")
        if guest not in stored.members and len(stored.members) >= MAX_MEMBERS:
            raise HttpError(409, "too_many", "this evening is full")
        return replace(stored, members={**stored.members, guest: body.seat})

    return await _changed(context, put)


async def keep(context: RequestContext, _: EmptyBody) -> SharedEvening:
    """Make the caller the keeper, if it is the owner or if the keeper's phone has been silent."""
    guest, now = context.guest.id, context.services.settings.now()

    def put(stored: StoredEvening) -> StoredEvening:
        if stored.keeper == guest:
            return stored
        if guest != stored.owner and now - stored.seen < AWAY:
            raise HttpError(409, "keeper_present", "another phone keeps the score")
        return replace(stored, keeper=guest, seen=now)

    return await _changed(context, put)


async def remove(context: RequestContext, _: EmptyBody) -> SharedEvening:
    """Remove a phone from an evening. Only its keeper may do this.

    The evening gets a new code, so that the phone cannot join again.
    """
    guest, phone = context.guest.id, context.path("phone")

    def put(stored: StoredEvening) -> StoredEvening:
        if stored.keeper != guest:
            raise HttpError(403, "not_keeper", "another phone keeps the score")
        removed = {
            each for each in stored.members if each != guest and _phone(stored, each) == phone
        }
        if not removed:
            return stored
        members = {each: seat for each, seat in stored.members.items() if each not in removed}
        return replace(stored, members=members, code=_new_code())

    return await _changed(context, put)


def _phone(stored: StoredEvening, guest: str) -> str:
    """Return an id for a member's phone, which does not reveal the guest."""
    return sha256(f"{stored.id} {guest}".encode()).hexdigest()[:16]


async def end(context: RequestContext, _: EmptyBody) -> EveningLeft:
    """Stop sharing one of the caller's evenings, or leave another one."""
    evening_id, guest = context.path("evening"), context.guest.id
    found = await _found(context, evening_id)
    if found.owner == guest:
        await context.services.store.evenings.delete(evening_id, guest)
        return EveningLeft(id=evening_id)

    def put(stored: StoredEvening) -> StoredEvening:
        members = {each: seat for each, seat in stored.members.items() if each != guest}
        keeper = stored.owner if stored.keeper == guest else stored.keeper
        return replace(stored, members=members, keeper=keeper)

    await _change(context, evening_id, put)
    return EveningLeft(id=evening_id)


async def _changed(context: RequestContext, how: Change) -> SharedEvening:
    """Change the evening in the URL, which the caller must have joined."""
    guest = context.guest.id
    context.limit("evening", guest)

    def work(stored: StoredEvening) -> StoredEvening:
        if not stored.admits(guest):
            raise _no_such_evening()
        return how(stored)

    return await _view(context, await _change(context, context.path("evening"), work))


async def _change(context: RequestContext, evening_id: str, how: Change) -> StoredEvening:
    """Change an evening, or raise HttpError outside the transaction if *how* has raised it."""

    def work(stored: StoredEvening) -> StoredEvening | HttpError:
        try:
            return how(stored)
        except HttpError as error:
            return error

    changed = await context.services.store.evenings.change(evening_id, work)
    if changed is None:
        raise _no_such_evening()
    if isinstance(changed, HttpError):
        raise changed
    return changed


async def _found(context: RequestContext, evening_id: str) -> StoredEvening:
    found = await context.services.store.evenings.find(evening_id)
    if found is None or not found.admits(context.guest.id):
        raise _no_such_evening()
    return found


def _no_such_evening() -> HttpError:
    return HttpError(404, "no_such_evening", "this evening is not shared with you, or has expired")


async def _view(
    context: RequestContext, stored: StoredEvening, *, known: bool = False
) -> SharedEvening:
    guest, now = context.guest.id, context.services.settings.now()
    keeps = stored.keeper == guest
    others = {each: seat for each, seat in stored.members.items() if keeps and each != guest}
    return SharedEvening(
        id=stored.id,
        code=stored.code,
        version=stored.version,
        seat=stored.members.get(guest),
        keeps=keeps,
        owns=stored.owner == guest,
        keeper_away=now - stored.seen >= AWAY,
        members=len(stored.members),
        taken=sorted(seat for seat in stored.members.values() if seat is not None),
        phones=[JoinedPhone(id=_phone(stored, each), seat=seat) for each, seat in others.items()],
        evening=None if known else _decoded(stored),
    )


def _decoded(stored: StoredEvening) -> EveningBody:
    return msgspec.json.decode(stored.body, type=EveningBody)


def _encoded(evening: EveningBody) -> bytes:
    """Encode an evening, with clean names. Raises HttpError if it is inconsistent or too large."""
    try:
        players = [
            msgspec.structs.replace(each, name=clean_name(each.name)) for each in evening.players
        ]
    except BadNameError as error:
        raise HttpError(400, "bad_name", str(error)) from None
    if not is_consistent(evening):
        seats = len(players)
        message = f"every seat must be one of {seats}, and every count needs {seats} racks"
        raise HttpError(400, "bad_evening", message)
    encoded = msgspec.json.encode(msgspec.structs.replace(evening, players=players))
    if len(encoded) > MAX_BODY:
        raise HttpError(413, "too_large", f"an evening can have at most {MAX_BODY} bytes")
    return encoded


_ONE = "/api/evenings/{evening}"

ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/evenings",
        share,
        SharedEvening,
        access=Access.SIGN_UP,
        status=201,
        max_body=MAX_BODY,
    ),
    Endpoint(
        "POST",
        "/api/evening-codes/{code}",
        join,
        SharedEvening,
        access=Access.SIGN_UP,
        limits=("evening_code",),
    ),
    Endpoint(
        "GET",
        _ONE,
        view,
        SharedEvening,
        query={"after": "the version that the caller knows"},
    ),
    Endpoint("PUT", _ONE, change, SharedEvening, max_body=MAX_BODY + 1024),
    Endpoint("PUT", f"{_ONE}/rack", enter_rack, SharedEvening),
    Endpoint("PUT", f"{_ONE}/seat", take_seat, SharedEvening),
    Endpoint("POST", f"{_ONE}/keeper", keep, SharedEvening),
    Endpoint("DELETE", f"{_ONE}/phones/{{phone}}", remove, SharedEvening),
    Endpoint("DELETE", _ONE, end, EveningLeft),
)
