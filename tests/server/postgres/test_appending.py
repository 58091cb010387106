"""Many writers append at once: nothing is stored twice, lost or out of turn."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.server.store.reading import bodies
from tests.server.store.times import Time
from tests.support.examples import examples
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.store import Appended, Card, Conflict, Duplicate, Entries, StorageError, Store
from tilerummy.server.store.database import guests
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.port import AppendResult
from tilerummy.server.store.postgres.append import call, chained
from tilerummy.server.store.postgres.connecting import Database
from tilerummy.server.store.postgres.connection import PostgresConnection

pytestmark = pytest.mark.anyio


@pytest.fixture
def time() -> Time:
    return Time()


async def test_an_append_never_reads_a_whole_table(postgres: PostgresServer, time: Time) -> None:
    """Its plans are made while all is empty, and stay."""
    url = postgres.empty()
    await open_store(url, time).close()
    before = scans(postgres, url)
    store = open_store(url, time)
    for n in range(examples(12, 40)):
        await asyncio.gather(
            *(
                store.append(
                    Entries(
                        f"r{room}",
                        n,
                        [b"x"],
                        cid=str(n),
                        session="s",
                        answer=b"ok",
                        card=Card("playing", members=("s",)),
                        secrets={n: b"seed"},
                        invited=("t",),
                    )
                )
                for room in range(20)
            )
        )
        await store.append(Entries("r0", n + 1, [], cid=f"no {n}", session="s", answer=b"no"))
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
            " WHERE schemaname = current_schema()"
            " AND relname NOT IN ('tilerummy_schema', 'receipts')"
        )
        return {str(name): int(count) for name, count in found}


async def test_who_is_told_the_end_of_a_log_appends_at_the_first_attempt(
    postgres: PostgresServer, time: Time
) -> None:
    """A wrong end costs one attempt more, and does no harm."""
    url = postgres.empty(track_functions="pl")
    stores = [open_store(url, time, shared=True) for _ in range(3)]
    heads = [b"", b"no such end"]
    for n, told in enumerate([True] * 9 + [False] * 2):
        head = heads[-1] if told and n else heads[n % 2]
        result = await stores[n % 3].append(Entries("a", n, [b"x"], head=head))
        assert isinstance(result, Appended)
        heads.append(result.head)
    assert await bodies(stores[0]) == [b"x"] * 11
    for store in stores:
        await store.close()

    calls = (
        "SELECT calls FROM pg_stat_user_functions"
        " WHERE schemaname = current_schema() AND funcname = 'tilerummy_append_1'"
    )
    with postgres.connect(url) as db:
        others = "SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'tilerummy-')"
        until(lambda: not db.execute(others).fetchall())
        assert db.execute(calls).fetchall() == [(9 + 2 * 2,)]


async def test_writers_with_connections_of_their_own_do_not_disturb_each_other(
    postgres: PostgresServer, time: Time
) -> None:
    """Four of them append to the same tables in any order, each command sent by two of them."""
    url = postgres.empty()
    store = open_store(url, time)
    rooms = [f"r{n}" for n in range(12)]
    steps = examples(15, 200)

    def write(writer: int) -> Counter[type[AppendResult]]:
        rng, heads = random.Random(writer), Heads()
        sizes = dict.fromkeys(rooms, 0)
        told: Counter[type[AppendResult]] = Counter()
        with Database(url).connect() as db:
            for step in range(steps):
                cid = f"{writer // 2}.{step}"  # of two writers each
                some = rng.sample(rooms, 8)
                news = {
                    room: Entries(
                        room, sizes[room], [cid.encode()], cid=cid, session="s", answer=b"ok"
                    )
                    for room in some
                }
                while news:
                    appends = [
                        chained(new, time.now, heads.get(room, new.expected))
                        for room, new in news.items()
                    ]
                    for append, found in zip(appends, call(db, appends, time.now), strict=True):
                        room = append.new.room
                        if ledger := append.after if found.done else found.before:
                            heads.keep(room, ledger)
                        result = found.result(append)
                        if result is not None:
                            told[type(result)] += 1
                            size = result.size if isinstance(result, Conflict) else 0
                            sizes[room] = ledger.size if ledger else size
                            del news[room]
        return told

    with ThreadPoolExecutor(4) as pool:
        told = sum(pool.map(write, range(4)), Counter())

    assert {*told} == {Appended, Conflict, Duplicate}
    stored = [await bodies(store, room) for room in rooms]  # every chain is checked
    assert sum(map(len, stored)) == told[Appended]
    assert all(len(log) == len({*log}) for log in stored), "no command is stored twice"
    await store.close()


async def test_the_same_command_on_two_connections_is_executed_once(
    postgres: PostgresServer, time: Time
) -> None:
    url = postgres.empty()
    await open_store(url, time).close()
    with (
        Database(url).connect() as one,
        Database(url).connect() as other,
        ThreadPoolExecutor(2) as pool,
    ):
        for n in range(examples(40, 500)):
            body: list[bytes] = [b"x"] * (n % 2)  # a refused command has no entries
            new = chained(Entries(f"r{n}", 0, body, cid="c", session="s", answer=b"ok"), 1, None)
            results = [*pool.map(lambda db, new=new: call(db, [new], 1), (one, other))]
            told = Counter(type(found.result(new)) for (found,) in results)
            assert told == {Appended: 1, Duplicate: 1}


async def test_a_log_that_was_rewritten_by_another_process_goes_on(
    postgres: PostgresServer, time: Time
) -> None:
    store = open_store(url := postgres.empty(), time)
    await store.append(Entries("a", 0, [b"0"], cid="c", session="s"))
    with Database(url).connect() as db:
        guests.delete_guest(PostgresConnection(db), "s", lambda body: body + b" of nobody")

    assert await store.append(Entries("a", 1, [b"1"])) == Appended(1, 1)
    assert await bodies(store) == [b"0 of nobody", b"1"]
    await store.close()


async def test_what_cannot_be_stored_is_no_fault_of_the_others(
    postgres: PostgresServer, time: Time
) -> None:
    store = open_store(postgres.empty(), time)
    bad = Entries("r1", 0, [b"x"], secrets={2**40: b"seed"})
    worse = Entries(random.Random(1).randbytes(9000).hex(), 0, [b"x"])  # too long for an index
    results = await asyncio.gather(
        *(store.append(Entries(f"r{n}", 0, [b"x"])) for n in (0, 3)),
        store.append(bad),
        store.append(worse),
        return_exceptions=True,
    )

    assert [type(each) for each in results[:2]] == [Appended, Appended]
    assert isinstance(results[3], StorageError)
    assert isinstance(results[2], Exception)
    assert {listed.room for listed in await store.listed()} == {"r0", "r3"}
    await store.close()


async def accepted(store: Store, new: Entries) -> AppendResult:
    """Return the result of an append, which is tried until it is not refused."""
    while True:
        try:
            return await store.append(new)
        except StorageError:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("commands", [True, False])
async def test_lost_connections_neither_lose_nor_double_anything(
    postgres: PostgresServer, time: Time, *, commands: bool
) -> None:
    """Even what is appended without a command's id is sent again, and stored once."""
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
        log: list[bytes] = []
        for n in range(examples(20, 600)):
            body = f"{room}.{n}".encode()
            cid = f"{n}" if commands else None
            result = await accepted(
                store, Entries(room, n, [body], cid=cid, session="s", answer=b"ok")
            )
            assert result == Appended(n, n), "what was refused before was not stored"
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
