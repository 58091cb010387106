"""A standby takes over: what was acknowledged is there, and people play on without a restart."""

from __future__ import annotations

import asyncio
import random
import signal
from functools import partial

import pytest
from tests.server.postgres.standby import is_attached, standby_of
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time
from tests.support.servers.postgres import PostgresServer, running_server
from tests.support.waiting import eventually

from tilerummy.server.store import Appended, StorageError, postgres
from tilerummy.server.store.opening import open_store

pytestmark = pytest.mark.anyio

ROOMS = 12


def of_both(url: str, primary: PostgresServer, standby: PostgresServer) -> str:
    """Return the URL of the store on whichever of two servers takes writes."""
    one = f"127.0.0.1:{primary.port}"
    return url.replace(one, f"{one},127.0.0.1:{standby.port}")


async def test_nothing_acknowledged_is_lost_when_the_standby_takes_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """First the standby stands still: nothing is acknowledged meanwhile. Then the primary dies."""
    monkeypatch.setattr(postgres, "REFUSE_AFTER", 0.5)
    with running_server() as primary, standby_of(primary) as standby:
        url = of_both(primary.empty(synchronous_commit="remote_apply"), primary, standby)
        store = open_store(url, Time())
        logs: list[list[bytes]] = [[] for _ in range(ROOMS)]
        refused = 0
        ended = asyncio.Event()
        rng = random.Random(1)

        async def play(room: str, log: list[bytes]) -> None:
            nonlocal refused
            number = 0
            while not ended.is_set():
                number += 1
                body = f"{room}.{number}".encode()
                command = {"cid": str(number), "guest": "s", "answer": b"ok"}
                try:
                    stored = await append(store, room, body, **command)
                    assert stored == Appended(len(log), len(log))
                    log.append(body)
                except StorageError:
                    refused += 1
                    await asyncio.sleep(0.01)
                await asyncio.sleep(rng.uniform(0, 0.005))  # not all of them are in one batch

        def acknowledged() -> int:
            return sum(map(len, logs))

        def has(least: int) -> bool:
            return acknowledged() >= least

        games = [asyncio.create_task(play(f"r{n}", log)) for n, log in enumerate(logs)]
        await eventually(partial(has, 100))
        await asyncio.to_thread(standby.stop)
        before = acknowledged() + ROOMS  # what was under way
        since = refused
        await eventually(lambda: refused > since + ROOMS)
        assert acknowledged() <= before
        await asyncio.to_thread(standby.start)
        await eventually(partial(has, before + 100))

        await eventually(partial(is_attached, primary))
        await asyncio.to_thread(primary.stop, signal.SIGKILL)
        before = acknowledged()
        with standby.connect() as db:
            db.execute("SELECT pg_promote()")
        await eventually(partial(has, before + 100))
        ended.set()
        await asyncio.gather(*games)

        for n, log in enumerate(logs):
            assert await bodies(store, f"r{n}") == log
        assert await store.is_writable()
        await store.close()
