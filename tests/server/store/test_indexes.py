"""Every call uses the indexes that the schema lists for it, and scans no table."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from inspect import getmembers, iscoroutinefunction
from pathlib import Path
from typing import TypeVar

import apsw
import psycopg
import pytest
from tests.server.store.filling import subscription
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store.checksums import start
from tilerummy.server.store.copying import OF_GUESTS, OF_ROOMS
from tilerummy.server.store.database import Append, Connection, Stored, Value
from tilerummy.server.store.evenings import StoredEvening
from tilerummy.server.store.factory import open_archive
from tilerummy.server.store.postgres_server import PostgresConnection, Server
from tilerummy.server.store.push import TurnNotice
from tilerummy.server.store.schema import POSTGRES, SQLITE, Catalogue
from tilerummy.server.store.sqlite import open_writer
from tilerummy.server.store.sqlite_driver import SqliteConnection
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import (
    Comment,
    Entries,
    Guest,
    ParkedRoom,
    Ratings,
    RoomSummary,
    StoredRating,
    StoredReview,
)

Result = TypeVar("Result")

ROOMS, SIZE = 3000, 10
"""The number of rooms and guests, and the number of entries per room."""

ROWS: dict[str, Callable[[int], Stored]] = {
    "rooms": lambda n: (
        *(f"r{n}", SIZE, start(f"r{n}"), phase(n), False, "", n, b"{}", 1),
        *(n if n % 40 == 1 else None, None, 0),
    ),
    "answers": lambda n: (f"r{n}", f"s{n % 1000}", "no", b"", 1),
    "members": lambda n: (f"s{n % 1000}", f"r{n}"),
    "admitted": lambda n: (f"r{n}", f"t{n % 1000}"),
    "seeds": lambda n: (f"r{n}", 0, b""),
    "invitations": lambda n: (f"r{n}", f"code {n}"),
    "public_games": lambda n: (f"r{n}", n),
    "comments": lambda n: (f"r{n}", "c", f"s{n % 1000}", 0, n, 1, 1, "!", ""),
    "summaries": lambda n: (f"r{n}", SIZE, b""),
    "reviews": lambda n: (f"r{n}", 0, "quick", 1, n, b"", b""),
    "guests": lambda n: (f"s{n}", "", False, n, ROOMS - n, "", ""),
    "tokens": lambda n: (b"t%d" % n, f"s{n}", n, None),
    "device_codes": lambda n: (b"c%d" % n, f"s{n}", n),
    "puzzle_players": lambda n: (f"s{n}", 1500.0, 80.0, 0.09, 5),
    "puzzle_attempts": lambda n: (f"s{n} p", f"s{n}", "p", "c", 1, 1500.0, 1510.0, 1),
    "puzzle_ratings": lambda n: (f"p{n}", 1500.0, 80.0, 0.09, 5),
    "turn_notices": lambda n: (
        *(f"r{n}", f"https://push.example/{n}", f"s{n % 1000}", 1, ""),
        *(n % 9 if n % 200 == 0 else None, 0),
    ),
    "push_keys": lambda n: (f"old {n}", ""),
    "push_subscriptions": lambda n: (
        *(f"https://push.example/{n}", f"s{n % 1000}", "", "", "en", "UTC", 22, 8, n),
    ),
    "evenings": lambda n: (f"e{n}", f"c{n}", f"s{n}", f"s{n}", 0, 1, 9 + n, b""),
    "evening_members": lambda n: (f"e{n}", f"s{n + 1}", 1),
}
"""The stored rows of each room and guest, except entries."""


def phase(n: int) -> str:
    return "playing" if n % 200 == 0 else "closed" if n % 9 == 0 else "over"


def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
    new = StoredRating(1500, 80, 0.09, 1)
    return before.guest or new, before.puzzle or new


END = Entries("r77", SIZE, [b"{}"], head=start("r77"), epoch=1)

EVENING = StoredEvening(
    id="e77",
    code="c77",
    owner="s77",
    keeper="s77",
    seen=-9_999,
    members={},
    version=1,
    until=9,
    body=b"",
)

NOTICE = TurnNotice(
    room="r77",
    turn=1,
    title="",
    tries=1,
    until=5,
    subscription=subscription("https://push.example/77", "s77"),
)

CALLS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "append first": lambda s: s.logs.append(
        Entries("new", 0, [b"{}"], summary=RoomSummary("waiting", members=("s1",)), invited=("s2",))
    ),
    "append": lambda s: s.logs.append(
        replace(END, cid="new", guest="s77", answer=b"{}", clock=b"c")
    ),
    "append refusal": lambda s: s.logs.append(
        replace(END, bodies=[], cid="new", guest="s77", answer=b"{}")
    ),
    "append end": lambda s: s.logs.append(
        replace(END, summary=RoomSummary("over", members=("s1",)), seeds={1: b""})
    ),
    "load": lambda s: s.logs.load("r77", 10),
    "commands": lambda s: s.logs.commands("r77"),
    "answer": lambda s: s.logs.answer("r77", "s77", "c5"),
    "seeds": lambda s: s.logs.seeds("r77"),
    "find": lambda s: s.rooms.find(["r77", "r78"]),
    "of_guest": lambda s: s.rooms.of_guest("s77", limit=5),
    "public": lambda s: s.rooms.public(["playing"], 10),
    "count": lambda s: s.rooms.count(),
    "count of guest": lambda s: s.rooms.count("s77"),
    "live": lambda s: s.rooms.live(["r77", "r78"]),
    "show": lambda s: s.rooms.show("r77", RoomSummary("over", body=b"{}")),
    "invite": lambda s: s.rooms.invite("r77", "code"),
    "invited": lambda s: s.rooms.invited("code 77"),
    "admit": lambda s: s.rooms.admit("r77", "s99"),
    "admitted": lambda s: s.rooms.admitted("r77", "s77"),
    "drop": lambda s: s.rooms.drop("r77"),
    "heartbeat": lambda s: s.leases.heartbeat("node7", "", 1000),
    "held": lambda s: s.leases.held("node7"),
    "take": lambda s: s.leases.take("r77", "node1"),
    "take_due": lambda s: s.leases.take_due("node1", 10),
    "park_expired": lambda s: s.leases.park_expired(0, "node2"),
    "release": lambda s: s.leases.release("node7", [ParkedRoom("r77", 1)]),
    "save_clock": lambda s: s.leases.save_clock("node7", "r77", 1, b""),
    "owner": lambda s: s.leases.owner("r77"),
    "leave": lambda s: s.leases.leave("node7"),
    "add": lambda s: s.guests.add(Guest("new", "Ann"), b"new"),
    "by_token": lambda s: s.guests.by_token(b"t77"),
    "latest": lambda s: s.guests.latest(),
    "rename": lambda s: s.guests.rename("s77", "Ann"),
    "touch": lambda s: s.guests.touch("s77"),
    "renew": lambda s: s.guests.renew("s77", b"new", old_until=5, unsubscribed=["s77"]),
    "add_code": lambda s: s.guests.add_code(b"new", "s77", 5),
    "code_owner": lambda s: s.guests.code_owner(b"c77"),
    "use_code": lambda s: s.guests.use_code(b"c78"),
    "delete": lambda s: s.guests.delete("s77", lambda body: body),
    "evening": lambda s: s.evenings.find("e77"),
    "evening_code": lambda s: s.evenings.by_code("c77"),
    "change_evening": lambda s: s.evenings.change("e77", lambda each: replace(each, body=b"[]")),
    "see_evening": lambda s: s.evenings.see(EVENING),
    "end_evening": lambda s: s.evenings.delete("e77", "s77"),
    "expire_evenings": lambda s: s.evenings.delete_expired(),
    "delete_expired": lambda s: s.guests.delete_expired(3, unplayed=0),
    "finished": lambda s: s.games.finished("s77", 10),
    "add_summary": lambda s: s.games.add_summary("r77", SIZE, b"new"),
    "summary": lambda s: s.games.summary("r77"),
    "publish": lambda s: s.games.publish("r77", public=True),
    "is_public": lambda s: s.games.is_public("r77"),
    "add_comment": lambda s: s.games.add_comment("r77", Comment("d", "s77", 0, 5, 1, 1)),
    "comments": lambda s: s.games.comments("r77"),
    "delete_comment": lambda s: s.games.delete_comment("r77", "s77", "c"),
    "keep_review": lambda s: s.games.keep_review(StoredReview("r77", 0, "quick", 2, b"", b"")),
    "review": lambda s: s.games.review("r77", 0, "quick"),
    "review_summaries": lambda s: s.games.review_summaries(["r77", "r78"]),
    "rating": lambda s: s.puzzles.rating("s77"),
    "history": lambda s: s.puzzles.history("s77", 5),
    "first_attempt": lambda s: s.puzzles.first_attempt("s77", "p"),
    "rate": lambda s: s.puzzles.rate("s77", "p8", "c", solved=True, rated=rated),
    "push key": lambda s: s.push.key("new"),
    "subscribe": lambda s: s.push.subscribe(subscription("https://push.example/new", "s77")),
    "subscription": lambda s: s.push.find("s77", "https://push.example/77"),
    "unsubscribe": lambda s: s.push.unsubscribe("s77", "https://push.example/77"),
    "expire subscription": lambda s: s.push.expire("https://push.example/77"),
    "begin_turn": lambda s: s.push.begin_turn("r77", 1, 2, "", "s78"),
    "see_turn": lambda s: s.push.see_turn("r77", "s77"),
    "claim": lambda s: s.push.claim(3, {"s78"}),
    "settle": lambda s: s.push.settle(NOTICE),
    "postpone": lambda s: s.push.postpone(NOTICE, 9, 1),
    "since": lambda s: s.account_events.since(5),
    "add notice": lambda s: s.account_events.add("moved", "s77"),
    "last_write": lambda s: s.last_write(),
}

SERVED = {
    "rooms_by_phase": "public count",
    "rooms_by_due": "take_due",
    "rooms_by_holder": "heartbeat held park_expired leave",
    "entries_by_guest": "delete",
    "members_by_room": "find drop",
    "answers_by_guest": "delete",
    "admitted_by_guest": "delete",
    "tokens_by_guest": "renew delete",
    "device_codes_by_guest": "renew delete",
    "comments_by_guest": "delete",
    "puzzle_attempts_by_guest": "delete",
    "reviews_by_made": "keep_review",
    "evenings_by_owner": "delete",
    "evening_members_by_guest": "delete",
    "evenings_by_until": "expire_evenings",
    "push_subscriptions_by_guest": "subscribe begin_turn renew",
    "turn_notices_by_guest": "renew delete",
    "turn_notices_by_due": "claim",
}
"""The secondary indexes, and the calls that they serve."""

WHOLE = {
    "delete_expired": {"rooms", "guests", "tokens", "device_codes"},
    "last_write": {"rooms", "guests"},
    "latest": {"guests"},
}
"""Calls that scan tables, at a start or hourly; no command waits for them."""
SMALL = {"nodes", "notices"}
"""Tables that are small enough to be scanned."""


@dataclass
class RecordingDatabase:
    """A database that records the plan of each statement; its writes are rolled back."""

    connection: Connection
    indexes: list[str]
    plans: list[str]
    about: object = None

    async def read(self, work: Callable[[Connection], Result], *, urgent: bool = False) -> Result:
        del urgent
        return work(self.connection)

    write = read

    async def append(self, append: Append) -> bool:
        for each in (append.first, *append.others):
            self.connection.rows(each.text, *each.parameters)
        return bool(self.connection.rows(append.stored.text, *append.stored.parameters))

    async def notify(self) -> None: ...

    purge = notify


def record_plans(connection: Connection, explain: str, patched: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the query plan of each later statement."""
    plans: list[str] = []
    rows = connection.rows

    def noted(statement: str, *parameters: Value) -> list[Stored]:
        if not statement.startswith("LOCK"):
            plans.extend(str(row[-1]) for row in rows(f"{explain} {statement}", *parameters))
        return rows(statement, *parameters)

    def many(statement: str, some: Iterable[Sequence[Value]]) -> None:
        for row in some:
            noted(statement, *row)

    patched.setattr(connection, "rows", noted)
    patched.setattr(connection, "many", many)
    return plans


def fill(url: str) -> None:
    """Fill a store until it is large enough for the planner to use indexes."""
    entries = [
        (f"r{n}", seq, n, f"c{seq}", f"s{n % 1000}", b"", b"", b"")
        for n in range(ROOMS)
        for seq in range(SIZE)
    ]
    assert {*ROWS} | {"entries"} == {*OF_ROOMS, *OF_GUESTS}
    with open_archive(url, copy=True) as archive:
        with archive.transaction():
            for name, row in ROWS.items():
                archive.insert(name, [row(n) for n in range(ROOMS)])
            archive.insert("entries", entries)
            owned = "UPDATE rooms SET holder = 'node1', due = NULL WHERE substr(room, 1, 2) = 'r7'"
            archive.db.rows(owned)
            archive.db.rows("INSERT INTO nodes VALUES ('node1', '', 0, 0)")
        archive.finish_copy()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A large store of each kind."""
    url = f"sqlite:///{tmp_path_factory.mktemp('filled') / 'db'}"
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.empty()
    fill(url)
    return url


@pytest.fixture
def planned(filled: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[RecordingDatabase]:
    db: psycopg.Connection | apsw.Connection
    connection: Connection
    if filled.startswith("sqlite"):
        db = open_writer(Path(filled.removeprefix("sqlite:///")), lambda: 5)
        connection, dialect, explain = SqliteConnection(db), SQLITE, "EXPLAIN QUERY PLAN"
    else:
        db = Server(filled).connect()
        connection, dialect, explain = PostgresConnection(db), POSTGRES, "EXPLAIN (COSTS OFF)"
    indexes = Catalogue(connection, dialect).indexes()
    db.execute("BEGIN")
    yield RecordingDatabase(connection, indexes, record_plans(connection, explain, monkeypatch))
    db.execute("ROLLBACK")
    db.close()


@pytest.mark.parametrize("name", CALLS)
async def test_every_call_uses_an_index(planned: RecordingDatabase, name: str) -> None:
    store = Store(planned, lambda: 5)  # type: ignore[arg-type]
    await CALLS[name](store)

    plan = "\n".join(planned.plans)
    assert read_whole(plan) <= WHOLE.get(name, set()) | SMALL, plan
    for index, names in SERVED.items():
        if name in names.split():
            assert re.search(rf"\b{index}\b", plan), (index, plan)


def test_every_call_of_the_store_is_listed(planned: RecordingDatabase) -> None:
    store = Store(planned, lambda: 5)  # type: ignore[arg-type]
    called = {name for call in CALLS.values() for name in call.__code__.co_names}
    for part in vars(store).values():
        for name, _ in getmembers(type(part), iscoroutinefunction):
            assert part is planned or name in called, (type(part), name)


def read_whole(plan: str) -> set[str]:
    """Return the tables that a query plan scans completely."""
    found = re.findall(
        r"(?:Seq Scan on|^SCAN|^SEARCH) (\w+)(?: \w+)?(?: USING PRIMARY KEY)?$", plan, re.MULTILINE
    )
    subqueries = re.findall(r"CO-ROUTINE (\w+)", plan)
    return {*found} - {"CONSTANT", *subqueries}


def test_every_index_is_listed(planned: RecordingDatabase) -> None:
    assert {*planned.indexes} == {*SERVED}
