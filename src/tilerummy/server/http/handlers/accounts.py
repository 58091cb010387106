"""Doors about who I am: my name, my token, my move to another device, my being forgotten."""

from __future__ import annotations

from tilerummy.server.http.context import RequestContext
from tilerummy.server.http.endpoint import Access, Endpoint
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.http.sessions import PREFIX, has_default_name, hashed
from tilerummy.server.messages.bodies import (
    AccountDeleted,
    DeviceCode,
    DeviceCodeOwner,
    EmptyBody,
    Me,
    NewName,
    NewToken,
    Token,
    UseDeviceCode,
)
from tilerummy.server.messages.names import BadNameError, clean_name
from tilerummy.server.rooms.directory.access import Person
from tilerummy.server.store import FINISHED, Guest
from tilerummy.server.ws.hub import FORGOTTEN, MOVED


def _me(context: RequestContext, guest: Guest) -> Me:
    return Me(
        name=guest.name,
        id8=guest.id[:8],
        program=guest.program,
        chosen=not has_default_name(guest),
        keep_days=context.services.settings.keep_days,
    )


def _name(wished: str) -> str:
    try:
        return clean_name(wished)
    except BadNameError as error:
        raise HttpError(400, "bad_name", str(error)) from None


async def who_am_i(context: RequestContext, _: EmptyBody) -> Me:
    """Answer who is asking."""
    return _me(context, context.guest)


async def rename(context: RequestContext, wish: NewName) -> Me:
    """Give a guest the name, and with it a new cookie."""
    name = _name(wish.name)
    guest = context.guest
    context.limit("rename", guest.id)
    await context.services.store.rename(guest.id, name)
    context.services.hub.rename(guest.id, name)
    if context.visitor is not None and context.visitor.how == "cookie" and has_default_name(guest):
        context.cookie = await context.services.sessions.renew(guest.id)
    return _me(context, Guest(guest.id, name, guest.program))


async def forget(context: RequestContext, _: EmptyBody) -> AccountDeleted:
    """Forget a guest."""
    session = context.guest.id
    told = await context.services.rooms.delete_account(Person(session, context.guest.name))
    context.services.hub.close(session, FORGOTTEN)
    context.cookie = ""
    return AccountDeleted(deleted=len(told.deleted), anonymised=len(told.rewritten))


async def new_token(context: RequestContext, wish: NewToken) -> Token:
    """Make a guest of a program."""
    name = _name(wish.name) if wish.name else ""
    guest, token = await context.services.sessions.make(name, program=True)
    return Token(token=PREFIX + token, name=guest.name)


async def carry(context: RequestContext, _: EmptyBody) -> DeviceCode:
    """Give out a code with which the guest moves."""
    services, session = context.services, context.guest.id
    context.limit("carry", session)
    code, span = services.sessions.code(), services.settings.carry
    await services.store.carry(hashed(code), session, services.settings.now() + span)
    url = context.link(f"/c/{code}")
    return DeviceCode(code=code, url=url, qr_svg=qr_svg(url), seconds=span // 1000)


async def carrying(context: RequestContext, _: EmptyBody) -> DeviceCodeOwner:
    """Answer whom the code is for, and whom whoever asks would no longer be."""
    guest = _moving(await context.services.store.carrying(hashed(context.path("code"))))
    games = await _left_behind(context, guest)
    here = "" if games is None else context.guest.name
    return DeviceCodeOwner(name=guest.name, here=here, games=games or 0)


def _moving(guest: Guest | None) -> Guest:
    if guest is None or guest.program:
        raise HttpError(404, "no_such_code", "this code was used, or is too old")
    return guest


async def _left_behind(context: RequestContext, guest: Guest) -> int | None:
    """Return how many games whoever asks would leave by becoming *guest*.

    None if nothing is lost: who asks is nobody or this guest, or has neither games nor a name.
    """
    if context.visitor is None or context.guest.id == guest.id:
        return None
    store = context.services.store
    listed = await store.listed(await store.rooms_of(context.guest.id))
    games = sum(each.card.phase not in FINISHED for each in listed)
    return games if games or not has_default_name(context.guest) else None


async def carried(context: RequestContext, wish: UseDeviceCode) -> Me:
    """Make whoever asks the guest of the code; where the guest was before, it is no more."""
    code = hashed(context.path("code"))
    guest = _moving(await context.services.store.carrying(code))
    if not wish.replace and (games := await _left_behind(context, guest)) is not None:
        told = (
            f"here you are {context.guest.name}, with {games} games; leave them with replace: true"
        )
        raise HttpError(409, "somebody_else", told)
    guest = _moving(await context.services.store.carried(code))
    context.cookie = await context.services.sessions.renew(guest.id, at_once=True)
    context.services.hub.close(guest.id, MOVED)
    return _me(context, guest)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/me",
        about="Say who I am. Somebody without a cookie becomes a guest, and gets one.",
        handler=who_am_i,
        body=EmptyBody,
        answer=Me,
        who=Access.NEWCOMERS,
    ),
    Endpoint(
        method="PUT",
        path="/api/me",
        about="Call me by another name.",
        handler=rename,
        body=NewName,
        answer=Me,
        who=Access.NEWCOMERS,
    ),
    Endpoint(
        method="DELETE",
        path="/api/me",
        about="Forget me: my name and my finished games are deleted, from games that go on I am"
        " taken out.",
        handler=forget,
        body=EmptyBody,
        answer=AccountDeleted,
    ),
    Endpoint(
        method="POST",
        path="/api/tokens",
        about="Make a token for a program, which then is a guest with a name of its own.",
        handler=new_token,
        body=NewToken,
        answer=Token,
        who=Access.ANYBODY,
        limits=("new_guest",),
    ),
    Endpoint(
        method="POST",
        path="/api/carry",
        about="Give me a code with which I move to another device, once and soon.",
        handler=carry,
        body=EmptyBody,
        answer=DeviceCode,
    ),
    Endpoint(
        method="GET",
        path="/api/carry/{code}",
        about="Say whose code this is, and whom I would no longer be here.",
        handler=carrying,
        body=EmptyBody,
        answer=DeviceCodeOwner,
        who=Access.ANYBODY,
        limits=("carry",),
    ),
    Endpoint(
        method="POST",
        path="/api/carry/{code}",
        about="Make me the guest of this code, here and nowhere else. Who has a name or games of"
        " another guest here says with `replace` that these may be left.",
        handler=carried,
        body=UseDeviceCode,
        answer=Me,
        who=Access.ANYBODY,
        limits=("carry",),
    ),
)
