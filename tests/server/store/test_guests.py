"""Tokens and device codes in every store."""

from __future__ import annotations

import asyncio

from tests.server.store.reading import Time

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Guest


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
    assert await store.guests.by_token(b"two") is None, "an expired token is not renewed"


async def test_a_device_code_is_used_once(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"hash")
    await store.guests.add_code(b"code", "s", time.now + 100)

    found = await asyncio.gather(*(store.guests.use_code(b"code") for _ in range(2)))
    assert sorted(each is not None for each in found) == [False, True]
