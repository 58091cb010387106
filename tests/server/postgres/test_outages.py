"""PostgreSQL is lost while people play: nothing is lost, and all goes on when it is back."""

from __future__ import annotations

import asyncio
import os
import signal
import time as clock
from collections.abc import Iterator

import pytest
from tests.server.served import Times, playing, served
from tests.server.store.reading import bodies
from tests.server.store.times import Time
from tests.support.postgres import PostgresServer, running_server

from tilerummy.server.store import Appended, Entries, Guest, StorageError
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.postgres import writer

pytestmark = pytest.mark.anyio


SLOW_COMMIT = """
CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON guests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()
"""
"""Makes a commit last that stores a guest."""


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(scope="module")
def mortal() -> Iterator[PostgresServer]:
    """A database server that may be killed."""
    with running_server() as server:
        yield server


@pytest.fixture
def own(mortal: PostgresServer) -> PostgresServer:
    """The same, running, even if the test before failed while it did not."""
    if mortal.process is None:
        mortal.start()
    return mortal


async def test_a_crash_under_load_loses_nothing_that_was_acknowledged(
    own: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is refused is not stored, and what is waited for is stored or refused at last."""
    monkeypatch.setattr(writer, "REFUSE_AFTER", 0.5)
    store = open_store(own.empty(), time)
    ended = asyncio.Event()
    refused: list[float] = []

    async def play(room: str) -> list[bytes]:
        log: list[bytes] = []
        number = 0
        while not ended.is_set():
            number += 1
            body = f"{room}.{number}".encode()
            new = Entries(room, len(log), [body], cid=str(number), session="s", answer=b"ok")
            began = clock.monotonic()
            try:
                assert await store.append(new) == Appended(len(log), len(log))
                log.append(body)
            except StorageError:
                refused.append(clock.monotonic() - began)
                await asyncio.sleep(0.01)
        return log

    games = [asyncio.create_task(play(f"r{n}")) for n in range(20)]
    for number in (signal.SIGQUIT, signal.SIGINT):
        await asyncio.sleep(0.3)
        await asyncio.to_thread(own.stop, number)
        with pytest.raises(StorageError):
            await store.load("r0")
        assert not await store.is_writable()
        await asyncio.sleep(1.5 * writer.REFUSE_AFTER)
        before = len(refused)
        await asyncio.sleep(1)
        assert len(refused) > before
        await asyncio.to_thread(own.start)
    await asyncio.sleep(0.5)
    assert await store.is_writable()
    ended.set()
    logs = await asyncio.gather(*games)

    assert max(refused) < 5
    for n, log in enumerate(logs):
        assert await bodies(store, f"r{n}") == log
    await store.close()


async def test_a_connection_that_stands_still_holds_up_nothing_else(
    own: PostgresServer, time: Time
) -> None:
    store = open_store(url := own.empty(), time)
    await store.append(Entries("a", 0, [b"0"]))
    with own.connect(url) as db:
        [(pid,)] = db.execute(
            "SELECT pid FROM pg_stat_activity WHERE query LIKE '%tilerummy_append_1%'"
            " AND pid <> pg_backend_pid() AND state = 'idle' ORDER BY backend_start DESC LIMIT 1"
        ).fetchall()
    os.kill(pid, signal.SIGSTOP)
    try:
        waiting = asyncio.ensure_future(store.append(Entries("a", 1, [b"1"])))
        others = [asyncio.ensure_future(store.append(Entries("b", 0, [b"0"]))) for _ in range(3)]
        results = await asyncio.wait_for(asyncio.gather(*others, return_exceptions=True), 10)
        assert all(isinstance(each, StorageError) for each in results)
        with pytest.raises(StorageError, match="does not answer"):
            await store.append(Entries("c", 0, [b"0"]))
        assert await bodies(store) == [b"0"], "reads go on"
        assert not waiting.done()
    finally:
        os.kill(pid, signal.SIGCONT)

    assert await waiting == Appended(1, 1)
    assert await store.append(Entries("a", 2, [b"2"])) == Appended(2, 2)
    await store.close()


async def test_a_guest_is_made_once_although_the_connection_is_lost_at_the_commit(
    own: PostgresServer, time: Time
) -> None:
    """The server is asked afterwards whether the transaction was committed."""
    store = open_store(url := own.empty(), time)
    with own.connect(url) as db:
        db.execute(SLOW_COMMIT)
        adding = asyncio.create_task(store.add_guest(Guest("s", "Ann"), b"hash"))
        await asyncio.sleep(0.3)  # at the commit now
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name LIKE 'tilerummy-%' AND query = 'COMMIT' AND state = 'active'"
        )
        await adding
    found = await store.guest(b"hash")
    assert found is not None
    assert found.guest.name == "Ann"
    await store.close()


async def test_a_guest_is_made_once_although_the_server_crashes_at_the_commit(
    own: PostgresServer, time: Time
) -> None:
    store = open_store(url := own.empty(), time)
    with own.connect(url) as db:
        db.execute(SLOW_COMMIT)
    adding = asyncio.create_task(store.add_guest(Guest("s", "Ann"), b"hash"))
    await asyncio.sleep(0.3)
    own.stop(signal.SIGQUIT)
    await asyncio.sleep(0.3)
    assert not adding.done()
    await asyncio.to_thread(own.start)

    await adding
    found = await store.guest(b"hash")
    assert found is not None
    await store.close()


async def test_tables_are_shown_while_nothing_can_be_stored(own: PostgresServer) -> None:
    times = Times()
    with served(open_store(own.empty(), times.now), times=times) as server:
        ann, monitor = server.person("Ann"), server.stranger()
        with ann.socket() as talk:
            shot = playing(ann, talk)
            room = shot["room"]
            own.stop(signal.SIGQUIT)
            act = {"room": room, "version": shot["version"], "actions": ["draw"]}
            assert talk.ask("act", **act)["code"] == "storage"
            talk.send("watch", room=room)
            assert talk.next("snapshot")["version"] == shot["version"]
            assert ann.get(f"/api/rooms/{room}").status_code == 503
            assert monitor.get("/readyz").status_code == 503
            assert monitor.get("/healthz").status_code == 200
            own.start()
            assert talk.ask("act", **act)["status"] == "ok"
            assert monitor.get("/readyz").status_code == 200
            assert ann.get(f"/api/rooms/{room}").status_code == 200
