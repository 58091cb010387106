"""Appends to PostgreSQL: many at once, and over connections that are lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import psycopg
import pytest
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time
from tests.support.examples import examples
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.store import Appended, Card, Entries, Fenced, StorageError, Store, guests
from tilerummy.server.store import (
    postgres as module,
)
from tilerummy.server.store.database import Append
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.postgres_server import PostgresConnection, Server

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Time:
    return Time()


async def test_an_append_never_reads_a_whole_table(postgres: PostgresServer, time: Time) -> None:
    """Its plans are made while all tables are empty, and stay."""
    url = postgres.empty()
    await open_store(url, time).close()
    before = scans(postgres, url)
    store = open_store(url, time)
    heads = dict.fromkeys((f"r{n}" for n in range(20)), b"")
    for n in range(examples(12, 40)):
        news = [
            Entries(
                *(room, n, [b"x"]),
                head=head,
                cid=str(n),
                guest="s",
                answer=b"ok",
                card=Card("playing", members=("s",)),
                seeds={n: b"seed"},
                invited=("t",),
            )
            for room, head in heads.items()
        ]
        for new, stored in zip(
            news, await asyncio.gather(*map(store.logs.append, news)), strict=True
        ):
            assert isinstance(stored, Appended)
            heads[new.room] = stored.head
        head, cid = heads["r0"], f"no {n}"
        await store.logs.append(
            Entries("r0", n + 1, [], head=head, cid=cid, guest="s", answer=b"no")
        )
    await store.close()

    assert scans(postgres, url) == before


def scans(postgres: PostgresServer, url: str) -> dict[str, int]:
    """Return how often each table was read from its beginning to its end.

    A connection of a store tells its counts when it ends.
    """
    with postgres.connect(url) as db:
        others = "SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'tilerummy-')"
        until(lambda: not db.execute(others).fetchall())
        db.execute("SELECT pg_stat_clear_snapshot()")
        found = db.execute(
            "SELECT relname, seq_scan FROM pg_stat_user_tables"
            " WHERE schemaname = current_schema() AND relname <> 'tilerummy_schema'"
        )
        return {str(name): int(count) for name, count in found}


async def test_a_log_that_another_process_has_rewritten_is_not_continued(
    postgres: PostgresServer, time: Time
) -> None:
    store = open_store(url := postgres.empty(), time)
    stored = await append(store, "a", b"0", cid="c", guest="s")
    assert isinstance(stored, Appended)
    with Server(url).connect() as db:
        guests.delete_some(PostgresConnection(db), "s", lambda body: body + b" of nobody")

    assert await store.logs.append(Entries("a", 1, [b"1"], head=stored.head)) == Fenced()
    assert await append(store, "a", b"1") == Appended(1, 1)
    assert await bodies(store) == [b"0 of nobody", b"1"]
    await store.close()


async def test_what_cannot_be_stored_is_no_fault_of_the_other_appends(
    postgres: PostgresServer, time: Time
) -> None:
    store = open_store(postgres.empty(), time)
    bad = Entries("r1", 0, [b"x"], seeds={2**40: b"seed"})
    worse = Entries(random.Random(1).randbytes(9000).hex(), 0, [b"x"])  # too long for an index
    good = [Entries(f"r{n}", 0, [b"x"]) for n in (0, 3)]
    results = await asyncio.gather(
        *map(store.logs.append, (*good, bad, worse)), return_exceptions=True
    )

    assert [type(each) for each in results[:2]] == [Appended, Appended]
    assert isinstance(results[2], Exception)
    assert isinstance(results[3], StorageError)
    assert [await bodies(store, f"r{n}") for n in (0, 1, 3)] == [[b"x"], [], [b"x"]]
    await store.close()


@pytest.mark.parametrize("before", [True, False])
async def test_an_append_whose_result_is_lost_is_stored_once(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch, *, before: bool
) -> None:
    """The connection is lost *before* the appends are sent, or after they are stored."""
    store = open_store(postgres.empty(), time)
    stored = await append(store, "a", b"0")
    assert isinstance(stored, Appended)
    sent, lost = module._sent, 0

    def lose(db: psycopg.Connection, appends: Sequence[Append]) -> list[bool]:
        nonlocal lost
        lost += 1
        if lost > 1:
            return sent(db, appends)
        if not before:
            sent(db, appends)
        db.close()
        raise psycopg.OperationalError("lost")

    monkeypatch.setattr(module, "_sent", lose)
    news = [
        Entries("a", 1, [b"1"], head=stored.head, cid="c", guest="s"),
        Entries("b", 0, [b"0"]),
        Entries("a", 0, [b"again"]),
    ]
    results = await asyncio.gather(*map(store.logs.append, news))

    assert results == [Appended(1, 1), Appended(0, 0), Fenced()]
    assert lost == 2
    assert [await bodies(store, room) for room in "ab"] == [[b"0", b"1"], [b"0"]]
    lost = 0
    head = results[0].head if isinstance(results[0], Appended) else b""
    refusal = Entries("a", 2, [], head=head, cid="d", guest="s", answer=b"no")
    assert await store.logs.append(refusal) == Appended(2, 1)
    assert await store.logs.answer("a", "s", "d") == b"no"
    await store.close()


async def accepted(store: Store, new: Entries) -> Appended | Fenced:
    """Return the result of an append, which is tried until it is not refused."""
    while True:
        try:
            return await store.logs.append(new)
        except StorageError:
            await asyncio.sleep(0.01)


async def test_lost_connections_neither_lose_nor_double_anything(
    postgres: PostgresServer, time: Time
) -> None:
    store = open_store(postgres.empty(), time)
    done = ended = 0

    def end_connections() -> int:
        with postgres.connect() as db:
            [(count,)] = db.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE application_name LIKE 'tilerummy-%'"
            ).fetchall()
        return int(count)

    async def play(room: str) -> list[bytes]:
        nonlocal done, ended
        log, head = list[bytes](), b""
        for n in range(examples(20, 600)):
            body = f"{room}.{n}".encode()
            new = Entries(room, n, [body], head=head, cid=f"{n}", guest="s", answer=b"ok")
            result = await accepted(store, new)
            assert result == Appended(n, n), "what was refused before was not stored"
            assert isinstance(result, Appended)
            head = result.head
            log.append(body)
            done += 1
            if done % 23 == 0:  # while others are under way
                count = await asyncio.to_thread(end_connections)
                ended += count
        return log

    logs = await asyncio.gather(*(play(f"r{n}") for n in range(10)))
    assert ended > 2
    for n, log in enumerate(logs):
        assert await bodies(store, f"r{n}") == log
    await store.close()
