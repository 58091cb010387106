"""Account endpoints: names, tokens, device transfer and deletion."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.server.connections import DELETED, MOVED
from tilerummy.server.guests.names import BadNameError, clean_name, is_default
from tilerummy.server.guests.sessions import PREFIX, face_of, hashed
from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError, unauthenticated
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.messages.bodies.common import EmptyBody
from tilerummy.server.messages.bodies.guests import (
    AccountDeleted,
    DeviceCode,
    DeviceCodeOwner,
    Me,
    NewName,
    NewToken,
    Token,
    UseDeviceCode,
)
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.access import person_of
from tilerummy.server.services import AccountDetails
from tilerummy.server.store.types import Guest

CODE_VALID = 2 * 60 * 1000
"""How long a code for logging in on another device is valid, in milliseconds."""


def _me(context: RequestContext, guest: Guest) -> Me:
    face = face_of(guest)
    return Me(
        name=guest.name,
        face=face.name,
        colour=face.colour,
        id8=guest.id[:8],
        program=guest.program,
        chosen=not is_default(guest.name),
        keep_days=context.services.settings.retention_days,
    )


def checked_name(text: str) -> str:
    """Return a name without redundant spaces. Raises HttpError if it is not allowed."""
    try:
        return clean_name(text)
    except BadNameError as error:
        raise HttpError(400, "bad_name", str(error)) from None


async def get_me(context: RequestContext, _: EmptyBody) -> Me:
    """Return the caller's account.

    A visitor without a cookie is signed up as a guest and given a cookie.
    """
    return _me(context, context.guest)


async def rename(context: RequestContext, body: NewName) -> Me:
    """Change the caller's name, face and colour, including at their current tables."""
    guest, services = context.guest, context.services
    face = face_of(guest)
    new = replace(
        guest,
        name=checked_name(body.name),
        face=body.face or face.name,
        colour=body.colour or face.colour,
    )
    context.limit("rename", guest.id)
    try:
        await services.rooms.rename(person_of(new))
    except Refused as refused:
        raise HttpError(409, refused.reasons[0].code, refused.reasons[0].message) from None
    await services.store.guests.rename(guest.id, new.name, new.face, new.colour)
    services.connections.rename(new)
    details = AccountDetails(name=new.name, face=new.face, colour=new.colour)
    await services.publish("renamed", new.id, details)
    if context.visitor is not None and context.visitor.how == "cookie" and is_default(guest.name):
        context.cookie = await services.sessions.renew(guest.id)  # together with the first name
    return _me(context, new)


async def delete_account(context: RequestContext, _: EmptyBody) -> AccountDeleted:
    """Delete the caller's account."""
    guest = context.guest.id
    deleted = await context.services.rooms.delete_account(Person(guest, context.guest.name))
    context.services.connections.close(guest, DELETED)
    await context.services.publish("forgotten", guest, AccountDetails())
    context.cookie = ""
    return AccountDeleted(deleted=len(deleted.deleted), anonymised=len(deleted.rewritten))


async def new_token(context: RequestContext, body: NewToken) -> Token:
    """Register a program as a separate guest, and return its token."""
    name = checked_name(body.name) if body.name else ""
    guest, token = await context.services.sessions.sign_up(name, program=True)
    return Token(token=PREFIX + token, name=guest.name)


async def new_device_code(context: RequestContext, _: EmptyBody) -> DeviceCode:
    """Create a code for logging in on another device; it works once, within two minutes."""
    services, guest = context.services, context.guest.id
    if context.visitor is not None and context.visitor.replaced:
        raise unauthenticated()  # otherwise the holder of an old cookie could get a new one
    context.limit("device_transfer", guest)
    code, until = services.sessions.code(), services.settings.now() + CODE_VALID
    await services.store.guests.add_code(hashed(code), guest, until)
    url = context.request.link(f"/c/{code}")
    return DeviceCode(code=code, url=url, qr_svg=qr_svg(url), seconds=CODE_VALID // 1000)


async def device_code_owner(context: RequestContext, _: EmptyBody) -> DeviceCodeOwner:
    """Return the owner of a code, and the account on this device that a login would replace."""
    guest = _valid_owner(
        await context.services.store.guests.code_owner(hashed(context.path("code")))
    )
    games = await _games_left_behind(context, guest)
    here = "" if games is None else context.guest.name
    return DeviceCodeOwner(name=guest.name, here=here, games=games or 0)


def _valid_owner(guest: Guest | None) -> Guest:
    if guest is None or guest.program:
        raise HttpError(404, "no_such_code", "this code has been used or has expired")
    return guest


async def _games_left_behind(context: RequestContext, guest: Guest) -> int | None:
    """Return the number of games that the caller would lose by logging in as *guest*.

    Returns None if the caller would lose nothing: because they have no account, are already logged
    in as *guest*, or have no games and never chose a name.
    """
    if context.visitor is None or context.guest.id == guest.id:
        return None
    games = await context.services.store.rooms.count(context.guest.id)
    return games if games or not is_default(context.guest.name) else None


async def log_in_with_code(context: RequestContext, body: UseDeviceCode) -> Me:
    """Log in on this device as the owner of a device code.

    If this would discard another account that has a chosen name or any games, `replace` must be
    true.
    """
    code = hashed(context.path("code"))
    guest = _valid_owner(await context.services.store.guests.code_owner(code))
    if not body.replace and (games := await _games_left_behind(context, guest)) is not None:
        name = context.guest.name
        message = f"you are {name} with {games} games here; send replace: true to leave them"
        raise HttpError(409, "somebody_else", message)
    guest = _valid_owner(await context.services.store.guests.use_code(code))
    since = context.services.settings.now()
    visitor = context.visitor
    replaced = visitor.guest.id if visitor is not None and visitor.how == "cookie" else ""
    context.cookie = await context.services.sessions.log_in(guest.id, replaced)
    context.services.connections.close(guest.id, MOVED)
    await context.services.publish("moved", guest.id, AccountDetails(since=since))
    return _me(context, guest)


ENDPOINTS = (
    Endpoint("GET", "/api/me", get_me, Me, access=Access.SIGN_UP),
    Endpoint("PUT", "/api/me", rename, Me, access=Access.SIGN_UP),
    Endpoint(
        "DELETE",
        "/api/me",
        delete_account,
        AccountDeleted,
        summary="Delete the caller's account with its name, face and finished games, and remove it"
        " from games in progress.",
    ),
    Endpoint("POST", "/api/tokens", new_token, Token, access=Access.ANYONE, limits=("new_guest",)),
    Endpoint("POST", "/api/device-transfer", new_device_code, DeviceCode),
    Endpoint(
        "GET",
        "/api/device-transfer/{code}",
        device_code_owner,
        DeviceCodeOwner,
        access=Access.ANYONE,
        limits=("device_transfer",),
    ),
    Endpoint(
        "POST",
        "/api/device-transfer/{code}",
        log_in_with_code,
        Me,
        access=Access.ANYONE,
        limits=("device_transfer",),
    ),
)
