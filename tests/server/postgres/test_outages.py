"""PostgreSQL outages during a game lose nothing, and the server recovers.

tests/chaos checks under load that acknowledged moves survive.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.server.postgres.freezing import frozen
from tests.server.served import Times, playing, refused, served
from tests.server.store.reading import Time, append, bodies
from tests.support.servers.postgres import PostgresServer, running_server
from tests.support.waiting import eventually

from tilerummy.server.store.factory import open_store
from tilerummy.server.store.types import Appended, Entries, Guest, StorageError

HELD_COMMIT = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql SET lock_timeout = 0 AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON guests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait();
SELECT pg_advisory_lock(1)
"""
"""Delays every commit that stores a guest until this connection releases the lock."""
AT_COMMIT = (
    "FROM pg_stat_activity WHERE starts_with(application_name, 'tilerummy-') AND query = 'COMMIT'"
    " AND wait_event = 'advisory'"
)


@pytest.fixture(scope="module")
def mortal() -> Iterator[PostgresServer]:
    """A database server that may be killed."""
    with running_server() as server:
        yield server


@pytest.fixture
def own(mortal: PostgresServer) -> PostgresServer:
    """The server of ``mortal``, restarted if the previous test failed while it was down."""
    if mortal.process is None:
        mortal.start()
    return mortal


async def test_a_suspended_connection_blocks_nothing_else(own: PostgresServer, time: Time) -> None:
    store = open_store(url := own.empty(), time)
    first = await append(store, "a", b"0")
    assert isinstance(first, Appended)
    with frozen(own, url):
        new = Entries("a", 1, [b"1"], head=first.head)
        waiting = asyncio.ensure_future(store.logs.append(new))
        await asyncio.sleep(0.01)  # a batch of its own
        later = [asyncio.ensure_future(append(store, "b", b"0")) for _ in range(3)]
        _, pending = await asyncio.wait(later, timeout=60)
        assert not pending
        assert all(isinstance(each.exception(), StorageError) for each in later)
        with pytest.raises(StorageError, match="does not respond"):
            await append(store, "c", b"0")
        assert not await store.database.is_writable()
        assert await bodies(store) == [b"0"], "reads still work"
        assert not waiting.done()

    assert await waiting == Appended(1, 1)
    await eventually(store.database.is_writable)
    assert await append(store, "a", b"2") == Appended(2, 2)
    await store.close()


async def test_a_connection_lost_before_the_commit_stores_no_guest(
    own: PostgresServer, time: Time
) -> None:
    store = open_store(url := own.empty(), time)
    with own.connect(url) as db:
        db.execute(HELD_COMMIT)
        adding = asyncio.create_task(store.guests.add(Guest("s", "Ann"), b"hash"))
        await eventually(lambda: db.execute(f"SELECT pid {AT_COMMIT}").fetchall())
        [(lost,)] = db.execute(f"SELECT pid {AT_COMMIT}").fetchall()
        db.execute("SELECT pg_terminate_backend(%s)", (lost,))
        with pytest.raises(StorageError):
            await adding
    assert await store.guests.by_token(b"hash") is None
    await store.close()


async def test_tables_are_shown_during_an_outage(own: PostgresServer) -> None:
    times = Times()
    with served(open_store(own.empty(), times.now), times=times) as server:
        ann, monitor = server.person("Ann"), server.stranger()
        with ann.socket() as talk:
            shot = playing(ann, talk)
            room = shot["room"]
            own.stop(signal.SIGQUIT)
            assert talk.act(shot, "draw")["code"] == "storage"
            talk.send("watch", room=room)
            assert talk.next("snapshot")["version"] == shot["version"]
            assert ann.get(f"/api/rooms/{room}").status_code == 503
            headers = {"Cookie": ann.cookie}
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 503
            assert monitor.get("/readyz").status_code == 503
            assert monitor.get("/healthz").status_code == 200
            own.start()
            assert talk.act(shot, "draw")["status"] == "ok"
            assert monitor.get("/readyz").status_code == 200
            assert ann.get(f"/api/rooms/{room}").status_code == 200


async def test_a_server_stops_while_a_move_waits_for_the_database(own: PostgresServer) -> None:
    times = Times()
    with (
        ExitStack() as after,
        served(open_store(url := own.empty(), times.now), times=times) as server,
        (ann := server.person("Ann")).socket() as talk,
    ):
        shot = playing(ann, talk)
        after.enter_context(frozen(own, url))
        move = {"room": shot["room"], "version": shot["version"], "actions": ["draw"]}
        talk.send("act", cid="move", **move)
        await eventually(lambda: any(room.changing for room in server.services.rooms.registry))
    # it has ended, because ``served`` waits for that
