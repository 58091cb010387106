"""Requests for long logs do not delay other users (D8, D10, D11)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar
from unittest.mock import Mock

import pytest
from tests.attacks.logs.long import GUESTS, fill, long_log
from tests.server.conftest import FAST
from tests.server.room_clients import Client, TestRooms, settled
from tests.server.served import Served, served
from tests.support import plain_http

from tilerummy.deadline import NEVER
from tilerummy.server.games import archive as archives
from tilerummy.server.games import listing
from tilerummy.server.games.archive import archive, packed
from tilerummy.server.games.listing import listed_games
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms import log_reads, registry
from tilerummy.server.rooms.log_reads import LogReadLimiter
from tilerummy.server.rooms.presence import Attachment
from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.sqlite import SqliteInline
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Comment, Entries, RoomSummary, Row, StorageError
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")

ENTRIES = 150
"""The length of a long log here; the tests do not depend on it."""


class WatchedLogs(RoomLogs):
    """Records which logs are read, and the maximum number of entries in memory."""

    reading: LogReadLimiter | None = None

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        super().__init__(store.database, now)
        self.read, self.peak = list[str](), 0

    async def load(self, room: str, since: int = 0) -> list[Row]:
        self.read.append(room)
        self.peak = max(self.peak, self.reading.held if self.reading else 0)
        await asyncio.sleep(0.001)  # a disk needs some time
        return await super().load(room, since)


class WatchedStore(Store):
    """A store in memory whose logs record how they are read."""

    logs: WatchedLogs

    def __init__(self) -> None:
        super().__init__(SqliteInline(now), now)
        self.logs = WatchedLogs(self, now)


def now() -> int:
    return 1_700_000_000_000


@pytest.fixture(scope="module")
def log() -> list[bytes]:
    return asyncio.run(long_log(ENTRIES))


@pytest.fixture
def store(log: list[bytes]) -> WatchedStore:
    """A store with public games and a private one."""
    made = WatchedStore()
    asyncio.run(fill(made, log, 8))
    asyncio.run(
        made.logs.append(
            Entries("private", 0, log, summary=RoomSummary("over", private=True, members=GUESTS))
        )
    )
    return made


@pytest.fixture
def site(store: WatchedStore) -> Iterator[Served]:
    with served(store, rates=FAST, proxies=("127.0.0.1",)) as running:
        store.logs.reading = running.services.games
        yield running


LOOKS = ("/sharing", "/comments")
READS = ("", "/record", "/picture.svg", "/review?depth=certain")


def test_d11_requests_that_need_no_log_read_none(site: Served, store: WatchedStore) -> None:
    """The index shows whether a game is public."""
    eve = site.person("Eve")
    for path in LOOKS:
        assert plain_http.get(f"{site.url}/api/games/long0{path}").status_code == 200
        assert eve.get(f"/api/games/long0{path}").status_code == 200
    assert store.logs.read == []


def test_d11_a_log_is_read_once_to_know_whose_comments_are_shown(
    site: Served, store: WatchedStore
) -> None:
    note = Comment("c1", GUESTS[0], 0, now(), 1, 1, "!", "")
    asyncio.run(store.games.add_comment("long0", note))
    for _ in range(3):
        [comment] = plain_http.get(f"{site.url}/api/games/long0/comments").json()["comments"]
        assert comment["seat"] == 0
    assert store.logs.read == ["long0"]


def test_d11_requests_without_access_read_no_log(site: Served, store: WatchedStore) -> None:
    eve = site.person("Eve")
    for path in (*LOOKS, *READS):
        assert plain_http.get(f"{site.url}/api/games/private{path}").status_code in (404, 401)
        assert eve.get(f"/api/games/private{path}").status_code == 404
        assert eve.put("/api/games/long0/sharing", {"public": False}).status_code == 404
    assert eve.get("/api/rooms/private").status_code == 404
    assert eve.get("/api/rooms/private/record").status_code == 404
    with eve.socket("private") as talk:
        talk.send("watch", room="private")
        assert talk.next("fault")["code"] == "no_such_room"
    assert store.logs.read == []


def test_d8_few_long_logs_are_in_memory_at_a_time(
    site: Served, store: WatchedStore, log: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_reads, "MAX_ENTRIES", 2 * len(log))

    def ask(number: int) -> int:
        path = (*READS, "/sharing")[number % 5]
        headers = {"X-Forwarded-For": f"192.0.2.{number}"}
        url = f"{site.url}/api/games/long{number % 8}{path}"
        return plain_http.get(url, headers=headers, timeout=120).status_code

    with ThreadPoolExecutor(30) as pool:
        assert set(pool.map(ask, range(30))) == {200}
    assert len(log) <= store.logs.peak <= 2 * len(log)
    assert site.services.games.held == 0


async def test_d8_an_archive_loads_few_logs_at_a_time(
    store: WatchedStore, log: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(log)
    monkeypatch.setattr(archives, "MAX_ARCHIVE_ENTRIES", 5 * size)
    monkeypatch.setattr(listing, "MAX_SUMMARY_ENTRIES", 3 * size)
    turns, jobs = LogReadLimiter(), list[int]()
    store.logs.reading = turns

    async def run(job: Job[T]) -> T:
        if job.function is not packed:
            [logs, *_] = job.args
            assert isinstance(logs, list)
            jobs.append(sum(map(len, logs)))
        return job.call(NEVER)

    await archive(store, turns.of, run, GUESTS[0], "text")
    limit = max(listing.ENTRIES_PER_JOB, size)
    assert len(store.logs.read) == 5
    assert store.logs.peak <= limit
    store.logs.read, store.logs.peak = [], 0
    found = await listed_games(store, turns.of, run, GUESTS[0])
    assert len(store.logs.read) == len(found.games) == 3
    assert store.logs.peak <= limit
    assert max(jobs) <= limit
    assert turns.held == 0


async def test_d8_a_failed_job_releases_its_logs(store: WatchedStore) -> None:
    turns = LogReadLimiter()

    async def busy(_: Job[T]) -> T:
        assert turns.held
        raise JobError("busy", "too many jobs")

    for made in (
        listed_games(store, turns.of, busy, GUESTS[0]),
        archive(store, turns.of, busy, GUESTS[0], "text"),
    ):
        with pytest.raises(JobError):
            await made
        assert turns.held == 0


async def test_d10_a_log_is_replayed_in_slices(
    log: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other tasks run between two slices."""
    read, ticks = Mock(wraps=read_entry), [0]

    async def tick() -> None:
        while True:
            ticks.append(read.call_count)
            await asyncio.sleep(0)

    rooms = TestRooms()
    await fill(rooms.store, log, 1)
    monkeypatch.setattr(registry, "read_entry", read)
    ticking = asyncio.create_task(tick())
    actor = await rooms.registry.own("long0")
    ticking.cancel()
    assert actor is not None
    assert actor.room.version == read.call_count == len(log)
    await rooms.close()
    slices = [later - earlier for earlier, later in pairwise(ticks)]
    assert max(slices) <= registry.REPLAY_SLICE
    assert len(log) > 2 * registry.REPLAY_SLICE


async def test_d11_requests_for_many_tables_delay_no_one(log: list[bytes]) -> None:
    """A table that a stranger requested earlier is loaded in its owner's turn."""
    store = WatchedStore()
    names = await fill(store, log, 40)
    rooms = TestRooms(store=store)
    store.logs.reading = rooms.services.reading

    async def look(address: str, room: str) -> None:
        person = Person("session-Ann", "Ann", address=address)
        attached = await rooms.attach(room, person, Client(rooms, "Ann"))
        assert isinstance(attached, Attachment)

    many = [asyncio.create_task(look("eve", room)) for room in names]
    await settled()
    await asyncio.gather(
        *(look("ann", names[-1]) for _ in range(2 * log_reads.MAX_WAITING_PER_KEY))
    )
    assert len(store.logs.read) < 10
    await asyncio.gather(*many)
    assert sorted(store.logs.read) == sorted(names), "each log is read once"
    assert store.logs.peak <= 2 * len(log), "one at a time per address"
    await rooms.close()


async def test_d11_logs_are_read_in_turn_and_fairly() -> None:
    """Many requests delay only their own key; a cancelled request gives up its turn."""
    turns, order = LogReadLimiter(), list[str]()
    limit = log_reads.MAX_ENTRIES

    async def read(key: str, entries: int = limit) -> None:
        async with turns.of(entries, key):
            assert turns.held <= limit
            order.append(key)
            await asyncio.sleep(0)

    many = [asyncio.create_task(read("eve")) for _ in range(10)]
    await asyncio.sleep(0)
    one = asyncio.create_task(read("ann"))
    gone = asyncio.create_task(read("ben"))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(*many, one, gone, return_exceptions=True)
    assert order.index("ann") <= 2
    assert order.count("eve") == 10
    assert "ben" not in order
    assert turns.held == 0
    with pytest.raises(StorageError):
        await asyncio.gather(*(read("eve") for _ in range(log_reads.MAX_WAITING_PER_KEY + 2)))
    async with turns.of(2 * limit, "alone"):
        assert turns.held == 2 * limit
