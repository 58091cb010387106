"""A standby takes over: what was acknowledged is there, and people play on without a restart."""

from __future__ import annotations

import asyncio
import signal
from functools import partial

import pytest
from tests.server.postgres.load import load
from tests.server.postgres.standby import is_attached, standby_of
from tests.server.store.reading import Time
from tests.support.servers.postgres import running_server
from tests.support.waiting import eventually

from tilerummy.server.store import postgres
from tilerummy.server.store.opening import open_store

ROOMS = 12


async def test_nothing_acknowledged_is_lost_when_the_standby_takes_over(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First the standby stands still: nothing is acknowledged meanwhile. Then the primary dies."""
    monkeypatch.setattr(postgres, "REFUSE_AFTER", 0.5)
    with running_server() as primary, standby_of(primary) as standby:
        url = primary.empty(synchronous_commit="remote_apply")
        one = f"127.0.0.1:{primary.port}"
        store = open_store(url.replace(one, f"{one},127.0.0.1:{standby.port}"), time)
        async with load(store, ROOMS) as games:
            await games.progress(100)
            await asyncio.to_thread(standby.stop)
            before, refused = games.done + ROOMS, len(games.refused)  # what was under way
            await eventually(lambda: len(games.refused) > refused + ROOMS)
            assert games.done <= before
            await asyncio.to_thread(standby.start)
            await games.progress(100)

            await eventually(partial(is_attached, primary))
            await asyncio.to_thread(primary.stop, signal.SIGKILL)
            with standby.connect() as db:
                db.execute("SELECT pg_promote()")
            await games.progress(100)
        assert await store.database.is_writable()
        await store.close()
