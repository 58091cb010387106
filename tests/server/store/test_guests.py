"""The contract of every store about guests: tokens and device codes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.store.times import Time

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Guest, TokenOwner

pytestmark = pytest.mark.anyio


async def test_a_guest_is_known_by_the_token(store: Store, time: Time) -> None:
    ann = Guest("s", "Ann", program=True, made=time.now, seen=time.now)
    await store.guests.add(Guest("s", "Ann", program=True), b"hash")
    await store.guests.add(Guest("t", "Ben", face="owl", colour="rose"), b"other")
    await store.guests.add_code(b"code", "s", 2_000_000)
    assert await store.guests.by_token(b"hash") == TokenOwner(ann, since=time.now, until=None)

    time.now += 10
    await store.guests.rename("s", "Anne", "fox", "sky")
    await store.guests.rename("nobody", "Cy", "cat", "sun")
    await store.guests.touch("s")

    anne = replace(ann, name="Anne", face="fox", colour="sky", seen=time.now)
    assert await store.guests.by_token(b"hash") == TokenOwner(anne, since=ann.made, until=None)
    assert await store.guests.code_owner(b"code") == anne
    ben = await store.guests.by_token(b"other")
    assert ben is not None
    assert (ben.guest.name, ben.guest.face, ben.guest.colour) == ("Ben", "owl", "rose")
    assert await store.guests.by_token(b"unknown") is None


async def test_a_replaced_token_stays_valid_for_a_while(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"one")
    await store.guests.renew("s", b"two", old_until=time.now + 60)
    await store.guests.renew("nobody", b"three", old_until=time.now)

    found = await store.guests.by_token(b"one")
    assert found is not None
    assert found.until == time.now + 60
    assert await store.guests.by_token(b"three") is None
    time.now += 60
    assert await store.guests.by_token(b"one") is None
    assert await store.guests.by_token(b"two") is not None
    await store.guests.renew("s", b"four", old_until=time.now)
    await store.guests.renew("s", b"five", old_until=time.now + 60)
    assert await store.guests.by_token(b"two") is None, "what has ended is not prolonged"


async def test_a_device_code_is_valid_once_and_not_for_long(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"hash")
    await store.guests.add_code(b"code", "s", time.now + 100)
    await store.guests.add_code(b"late", "s", time.now + 100)

    owners = [await store.guests.code_owner(b"code") for _ in range(2)]
    found = await store.guests.use_code(b"code")
    assert owners == [found, found], "asking changes nothing"
    assert found is not None
    assert found.id == "s"
    assert await store.guests.code_owner(b"code") is None
    assert await store.guests.use_code(b"code") is None
    time.now += 100
    assert await store.guests.code_owner(b"late") is None
    assert await store.guests.use_code(b"late") is None
