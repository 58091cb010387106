"""Every index serves the queries that the schema names with it, and they read no whole table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from inspect import getmembers, isfunction, signature

import apsw
import psycopg
import pytest
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store import Card, Comment, Entries, Guest
from tilerummy.server.store.archive import StoredRow
from tilerummy.server.store.database import games, guests, logs, puzzles, reviews
from tilerummy.server.store.database.connection import Connection, Stored, Value
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.opening import open_archive
from tilerummy.server.store.port import StoredReview
from tilerummy.server.store.postgres.connecting import Database
from tilerummy.server.store.postgres.connection import PostgresConnection
from tilerummy.server.store.puzzles.port import Ratings, StoredRating
from tilerummy.server.store.sql.append import append
from tilerummy.server.store.sql.connection import SqliteConnection

ROOMS, SIZE = 3000, 10
"""How many tables and guests are stored, and entries of each table."""

ROWS: dict[str, Callable[[int], StoredRow]] = {
    "rooms": lambda n: (f"r{n}", SIZE, b"", phase(n), False, "", n),
    "answers": lambda n: (f"r{n}", f"s{n % 1000}", "no", b"", 1),
    "members": lambda n: (f"s{n % 1000}", f"r{n}"),
    "admitted": lambda n: (f"r{n}", f"t{n % 1000}"),
    "secrets": lambda n: (f"r{n}", 0, b""),
    "invites": lambda n: (f"r{n}", f"code {n}"),
    "public_games": lambda n: (f"r{n}", n),
    "comments": lambda n: (f"r{n}", "c", f"s{n % 1000}", 0, n, 1, 1, "!", ""),
    "summaries": lambda n: (f"r{n}", SIZE, b""),
    "reviews": lambda n: (f"r{n}", 0, "quick", 1, n, b"", b""),
    "guests": lambda n: (f"s{n}", "", False, n, ROOMS - n, "", ""),
    "tokens": lambda n: (b"t%d" % n, f"s{n}", n, None),
    "carries": lambda n: (b"c%d" % n, f"s{n}", n),
    "puzzle_players": lambda n: (f"s{n}", 1500.0, 80.0, 0.09, 5),
    "puzzle_attempts": lambda n: (f"s{n} p", f"s{n}", "p", "c", 1, 1500.0, 1510.0),
    "puzzle_ratings": lambda n: (f"p{n}", 1500.0, 80.0, 0.09, 5),
}
"""What is stored of each table and guest, besides entries."""


def phase(n: int) -> str:
    return "playing" if n % 200 == 0 else "closed" if n % 9 == 0 else "over"


def rated(before: Ratings) -> tuple[StoredRating, StoredRating]:
    new = StoredRating(1500, 80, 0.09, 1)
    return before.guest or new, before.puzzle or new


OLD = (0, 3, 0)
"""Now, and before when tables are old."""

QUERIES: dict[str, Callable[[Connection], object]] = {
    "answered": lambda db: logs.answered(db, "r77", "s77", "c5"),
    "commands": lambda db: logs.commands(db, "r77"),
    "load": lambda db: logs.load(db, "r77", 10),
    "live": logs.live,
    "listed": lambda db: logs.listed(db, ["r77", "r78"]),
    "rooms_of": lambda db: logs.rooms_of(db, "s77"),
    "finished": lambda db: logs.finished(db, "s77", 10),
    "add_summary": lambda db: logs.add_summary(db, "r77", SIZE, b"new"),
    "secrets": lambda db: logs.secrets(db, "r77"),
    "drop": lambda db: logs.drop(db, ["r77"]),
    "invite": lambda db: guests.invite(db, "r77", "code"),
    "invited": lambda db: guests.invited(db, "code 77"),
    "admitted": lambda db: guests.admitted(db, "r77", "s77"),
    "guest": lambda db: guests.guest(db, b"t77", 0),
    "rename": lambda db: guests.rename(db, "s77", "Ann", ("", "")),
    "touch_guest": lambda db: guests.touch_guest(db, "s77", 5),
    "renew": lambda db: guests.renew(db, "s77", b"new", (5, 5)),
    "device_code_owner": lambda db: guests.device_code_owner(db, b"c77", 0),
    "use_device_code": lambda db: guests.use_device_code(db, b"c78", 0),
    "publish": lambda db: games.publish(db, "r77", 5, public=True),
    "is_public": lambda db: games.is_public(db, "r77"),
    "game_summary": lambda db: games.game_summary(db, "r77"),
    "add_comment": lambda db: games.add_comment(db, "r77", Comment("d", "s77", 0, 5, 1, 1), 5),
    "comments": lambda db: games.comments(db, "r77"),
    "delete_comment": lambda db: games.delete_comment(db, "r77", "s77", "c"),
    "guest_rating": lambda db: puzzles.guest_rating(db, "s77"),
    "first_attempt": lambda db: puzzles.first_attempt(db, "s77", "p"),
    "rate": lambda db: puzzles.rate(db, ("s77", "p8", "c"), rated, solved=True),
    "add_guest": lambda db: guests.add_guest(db, Guest("new", "Ann"), b"new", 0),
    "add_device_code": lambda db: guests.add_device_code(db, b"new", "s77", 5),
    "admit": lambda db: guests.admit(db, "r77", "s99"),
    "tables_of": lambda db: guests.tables_of(db, "s77"),
    "delete_guest": lambda db: guests.delete_guest(db, "s2000", lambda body: body),
    "delete_member": lambda db: guests.delete_guest(db, "s77", lambda body: body),
    "rewrite": lambda db: logs.rewrite(db, "r77", lambda row: replace(row, session="other")),
    "forget": lambda db: puzzles.forget(db, ["s77"]),
    "old": lambda db: guests.old(db, OLD),
    "sweep": lambda db: guests.sweep(
        db, OLD, guests.Old([(b"t3",)], [(b"c3",)], [("r3", SIZE, 3)], [("s2999",)])
    ),
    "newest": logs.newest,
    "keep_review": lambda db: reviews.keep(db, StoredReview("r77", 0, "quick", 2, b"", b""), 9),
    "review": lambda db: reviews.review(db, "r77", 0, "quick"),
    "review_summaries": lambda db: reviews.summaries(db, ["r77", "r78"]),
}

SERVED = {
    "postgresql": {
        "rooms_by_phase": "live",
        "entries_by_session": "answered delete_guest",
        "answers_by_session": "delete_guest",
        "members_by_room": "listed drop",
        "admitted_by_session": "delete_guest sweep",
        "tokens_by_session": "renew delete_guest sweep",
        "carries_by_session": "renew delete_guest sweep",
        "comments_by_session": "delete_guest",
        "puzzle_attempts_by_session": "delete_guest sweep",
        "reviews_by_made": "keep_review",
    },
    "sqlite": {
        "members_room": "listed drop",
        "entries_session": "tables_of delete_guest",
        "answers_session": "delete_guest",
        "admitted_session": "delete_guest sweep",
        "carries_session": "renew delete_guest sweep",
        "comments_session": "delete_guest",
        "tokens_session": "renew delete_guest sweep",
        "puzzle_attempts_session": "delete_guest sweep",
        "reviews_made": "keep_review",
    },
}
"""The indexes, besides those of keys, and what they serve."""

OF_NODES = {"postgresql": {"rooms_by_holder", "presence_by_node"}, "sqlite": set[str]()}
"""The indexes of which tests/server/postgres/test_nodes.py tells what they serve."""

WHOLE = {
    "postgresql": {
        "old": {"rooms", "guests", "tokens", "carries"},
        "newest": {"rooms", "guests"},
    },
    "sqlite": {
        "live": {"rooms"},
        "old": {"rooms", "guests", "tokens", "carries"},
        "newest": {"rooms", "guests"},
    },
}
"""What reads whole tables, at a start or once an hour; nothing that writes does."""


class PlannedPostgres(PostgresConnection):
    """Notes how the database executes each statement."""

    def __init__(self, db: psycopg.Connection) -> None:
        super().__init__(db)
        self.plans: list[str] = []

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement after its plan was noted."""
        plan = super().rows(f"EXPLAIN (COSTS OFF) {statement}", *parameters)
        self.plans += [line for (line,) in plan]
        return super().rows(statement, *parameters)

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for each row, in the same way."""
        for row in rows:
            self.rows(statement, *row)


class PlannedSqlite(SqliteConnection):
    """The same of a file, for whatever is executed on the connection."""

    def __init__(self, db: apsw.Connection) -> None:
        super().__init__(db)
        self.db = db
        self._executed: list[str] = []
        db.exec_trace = self._note

    def _note(self, _cursor: object, statement: str, _bindings: object) -> bool:
        self._executed.append(statement)
        return True

    @property
    def plans(self) -> list[str]:
        """The plans of all that was executed."""
        self.db.exec_trace = None
        planned = [
            s for s in self._executed if s.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE")
        ]
        return [
            line
            for statement in planned
            for *_, line in self.db.execute(
                f"EXPLAIN QUERY PLAN {statement}", (None,) * statement.count("?")
            )
        ]


@contextmanager
def planned(url: str) -> Iterator[PlannedPostgres | PlannedSqlite]:
    """Return a connection whose writes are undone in the end."""
    if url.startswith("sqlite"):
        file = apsw.Connection(url.removeprefix("sqlite:///"))
        file.execute("BEGIN")
        yield PlannedSqlite(file)
        file.exec_trace = None
        file.execute("ROLLBACK")
        file.close()
    else:
        with Database(url).connect() as db, db.transaction(force_rollback=True):
            yield PlannedPostgres(db)


def fill(url: str) -> None:
    """Fill a store until it is so large that an index is worth it."""
    entries = [
        (f"r{n}", seq, n, f"c{seq}", f"s{n % 1000}", b"", b"", b"")
        for n in range(ROOMS)
        for seq in range(SIZE)
    ]
    with open_archive(url, copy=True) as archive:
        with archive.transaction():
            for name, row in ROWS.items():
                archive.insert(name, [row(n) for n in range(ROOMS)])
            archive.insert("entries", entries)
        archive.finish_copy()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def filled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store of each kind that holds much."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('filled') / 'db'}"
    else:
        server: PostgresServer = request.getfixturevalue("postgres")
        url = server.empty()
    fill(url)
    return url


def test_every_query_reads_by_an_index(filled: str) -> None:
    kind = filled.partition(":")[0]
    plans: dict[str, str] = {}
    for name, query in QUERIES.items():
        with planned(filled) as db:
            query(db)
            plans[name] = "\n".join(db.plans)

    whole = {name: {*read_whole(plan)} for name, plan in plans.items()}
    assert {name: tables for name, tables in whole.items() if tables} == WHOLE[kind], plans
    for index, names in SERVED[kind].items():
        for name in names.split():
            assert re.search(rf"\b{index}\b", plans[name]), (index, name, plans[name])


APPENDS = {
    "the first entries": Entries("new", 0, [b"{}"], card=Card("waiting", members=("s1",))),
    "a command": Entries("r77", SIZE, [b"{}"], cid="new", session="s77", answer=b"{}"),
    "a refusal": Entries("r77", SIZE, [], cid="new", session="s77", answer=b"{}"),
    "the end": Entries("r77", SIZE, [b"{}"], card=Card("over", members=("s1", "s2"))),
    "an old view": Entries("r77", 1, [b"{}"], cid="new", session="s77"),
}


@pytest.mark.parametrize("new", APPENDS.values(), ids=APPENDS.keys())
def test_an_append_to_a_file_reads_by_an_index(filled: str, new: Entries) -> None:
    """That of the other database is one function there: see tests/server/postgres."""
    if not filled.startswith("sqlite"):
        pytest.skip("a file")
    with planned(filled) as db:
        assert isinstance(db, PlannedSqlite)
        append(db.db, new, 5, Heads())
        assert read_whole("\n".join(db.plans)) == []


def test_every_statement_is_planned() -> None:
    """What is executed on a connection is among the queries, or among what they call."""
    named = {name for query in QUERIES.values() for name in query.__code__.co_names}
    named |= {query.__name__ for query in QUERIES.values() if isfunction(query)}
    for module in (games, guests, logs, puzzles, reviews):
        for name, function in getmembers(module, isfunction):
            if function.__module__ == module.__name__ and "db" in signature(function).parameters:
                assert name in named or name.startswith("_"), (module.__name__, name)


def read_whole(plan: str) -> list[str]:
    """Return the tables that are read from their beginning to their end."""
    return re.findall(
        r"(?:Seq Scan on|^SCAN|^SEARCH) (\w+)(?: \w+)?(?: USING PRIMARY KEY)?$", plan, re.MULTILINE
    )


def test_every_index_is_named_with_what_it_serves(filled: str) -> None:
    with planned(filled) as db:
        if isinstance(db, PlannedSqlite):
            found = db.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql <> ''")
        else:
            found = db.rows(
                "SELECT relname FROM pg_index JOIN pg_class ON oid = indexrelid"
                " WHERE NOT indisunique AND relnamespace = current_schema()::regnamespace"
            )
    kind = filled.partition(":")[0]
    assert {name for (name,) in found} == {*SERVED[kind], *OF_NODES[kind]}
