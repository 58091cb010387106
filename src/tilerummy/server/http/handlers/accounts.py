"""Doors about who I am: my name, my token, my move to another device, my being forgotten."""

from __future__ import annotations

from tilerummy.server.http.endpoint import Call, Door, Who
from tilerummy.server.http.errors import RefusedError
from tilerummy.server.http.qr_code import qr_svg
from tilerummy.server.http.sessions import PREFIX, hashed, made_up
from tilerummy.server.messages.bodies import (
    Become,
    Carry,
    Carrying,
    Forgot,
    Me,
    NewName,
    NewToken,
    Nothing,
    Token,
)
from tilerummy.server.messages.names import BadNameError, normalised
from tilerummy.server.rooms.directory.rooms import Person
from tilerummy.server.store import FINISHED, Guest
from tilerummy.server.ws.hub import FORGOTTEN, MOVED


def _me(call: Call, guest: Guest) -> Me:
    return Me(
        name=guest.name,
        id8=guest.id[:8],
        program=guest.program,
        chosen=not made_up(guest),
        keep_days=call.house.settings.keep_days,
    )


def _name(wished: str) -> str:
    try:
        return normalised(wished)
    except BadNameError as error:
        raise RefusedError(400, "bad_name", str(error)) from None


async def who_am_i(call: Call, _: Nothing) -> Me:
    """Answer who is asking."""
    return _me(call, call.guest)


async def rename(call: Call, wish: NewName) -> Me:
    """Give a guest the name, and with it a new cookie."""
    name = _name(wish.name)
    guest = call.guest
    call.limit("rename", guest.id)
    await call.house.store.rename(guest.id, name)
    call.house.hub.rename(guest.id, name)
    if call.visitor is not None and call.visitor.how == "cookie" and made_up(guest):
        call.cookie = await call.house.sessions.renew(guest.id)
    return _me(call, Guest(guest.id, name, guest.program))


async def forget(call: Call, _: Nothing) -> Forgot:
    """Forget a guest."""
    session = call.guest.id
    told = await call.house.rooms.forget(Person(session, call.guest.name))
    call.house.hub.close(session, FORGOTTEN)
    call.cookie = ""
    return Forgot(deleted=len(told.deleted), anonymised=len(told.rewritten))


async def new_token(call: Call, wish: NewToken) -> Token:
    """Make a guest of a program."""
    name = _name(wish.name) if wish.name else ""
    guest, token = await call.house.sessions.make(name, program=True)
    return Token(token=PREFIX + token, name=guest.name)


async def carry(call: Call, _: Nothing) -> Carry:
    """Give out a code with which the guest moves."""
    house, session = call.house, call.guest.id
    call.limit("carry", session)
    code, span = house.sessions.code(), house.settings.carry
    await house.store.carry(hashed(code), session, house.settings.now() + span)
    url = call.link(f"/c/{code}")
    return Carry(code=code, url=url, qr_svg=qr_svg(url), seconds=span // 1000)


async def carrying(call: Call, _: Nothing) -> Carrying:
    """Answer whom the code is for, and whom whoever asks would no longer be."""
    guest = _moving(await call.house.store.carrying(hashed(call.path("code"))))
    games = await _left_behind(call, guest)
    here = "" if games is None else call.guest.name
    return Carrying(name=guest.name, here=here, games=games or 0)


def _moving(guest: Guest | None) -> Guest:
    if guest is None or guest.program:
        raise RefusedError(404, "no_such_code", "this code was used, or is too old")
    return guest


async def _left_behind(call: Call, guest: Guest) -> int | None:
    """Return how many games whoever asks would leave by becoming *guest*.

    None if nothing is lost: who asks is nobody or this guest, or has neither games nor a name.
    """
    if call.visitor is None or call.guest.id == guest.id:
        return None
    store = call.house.store
    listed = await store.listed(await store.rooms_of(call.guest.id))
    games = sum(each.card.phase not in FINISHED for each in listed)
    return games if games or not made_up(call.guest) else None


async def carried(call: Call, wish: Become) -> Me:
    """Make whoever asks the guest of the code; where the guest was before, it is no more."""
    code = hashed(call.path("code"))
    guest = _moving(await call.house.store.carrying(code))
    if not wish.replace and (games := await _left_behind(call, guest)) is not None:
        told = f"here you are {call.guest.name}, with {games} games; leave them with replace: true"
        raise RefusedError(409, "somebody_else", told)
    guest = _moving(await call.house.store.carried(code))
    call.cookie = await call.house.sessions.renew(guest.id, at_once=True)
    call.house.hub.close(guest.id, MOVED)
    return _me(call, guest)


DOORS = (
    Door(
        method="GET",
        path="/api/me",
        about="Say who I am. Somebody without a cookie becomes a guest, and gets one.",
        handler=who_am_i,
        body=Nothing,
        answer=Me,
        who=Who.NEWCOMERS,
    ),
    Door(
        method="PUT",
        path="/api/me",
        about="Call me by another name.",
        handler=rename,
        body=NewName,
        answer=Me,
        who=Who.NEWCOMERS,
    ),
    Door(
        method="DELETE",
        path="/api/me",
        about="Forget me: my name and my finished games are deleted, from games that go on I am"
        " taken out.",
        handler=forget,
        body=Nothing,
        answer=Forgot,
    ),
    Door(
        method="POST",
        path="/api/tokens",
        about="Make a token for a program, which then is a guest with a name of its own.",
        handler=new_token,
        body=NewToken,
        answer=Token,
        who=Who.ANYBODY,
        limits=("new_guest",),
    ),
    Door(
        method="POST",
        path="/api/carry",
        about="Give me a code with which I move to another device, once and soon.",
        handler=carry,
        body=Nothing,
        answer=Carry,
    ),
    Door(
        method="GET",
        path="/api/carry/{code}",
        about="Say whose code this is, and whom I would no longer be here.",
        handler=carrying,
        body=Nothing,
        answer=Carrying,
        who=Who.ANYBODY,
        limits=("carry",),
    ),
    Door(
        method="POST",
        path="/api/carry/{code}",
        about="Make me the guest of this code, here and nowhere else. Who has a name or games of"
        " another guest here says with `replace` that these may be left.",
        handler=carried,
        body=Become,
        answer=Me,
        who=Who.ANYBODY,
        limits=("carry",),
    ),
)
