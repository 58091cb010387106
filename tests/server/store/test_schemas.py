"""Stores of every released schema are migrated; files are copied first."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from tests.server.store.reading import Time, all_rooms, append, change
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.store import schema
from tilerummy.server.store.copying import check_store, copy_store
from tilerummy.server.store.factory import open_archive, open_store
from tilerummy.server.store.sqlite import (
    BACKUP_RETENTION,
    Failure,
    SqliteFile,
    backup_of,
)
from tilerummy.server.store.sqlite_driver import SqliteConnection
from tilerummy.server.store.types import Appended, Comment, Guest, StoreOpenError

SCHEMAS = Path(__file__).parent / "schemas"
OLD = range(1, schema.VERSION)
POSTGRES = "postgres-5.sql"


def old_file(folder: Path, version: int) -> Path:
    """Create a database file with the schema of this *version*, and return its path."""
    path = folder / "db"
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "wal")
    db.execute((SCHEMAS / f"{version}.sql").read_text())
    assert db.pragma("user_version") == version
    db.close()
    return path


def old_database(server: PostgresServer) -> str:
    """Return the URL of a new database with the previous schema."""
    url = server.empty()
    with server.connect(url) as db:
        db.execute((SCHEMAS / POSTGRES).read_bytes())
    return url


@pytest.fixture(params=[*OLD, "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a store with an older schema."""
    if request.param != "postgres":
        return f"sqlite:///{old_file(tmp_path, request.param)}"
    return old_database(request.getfixturevalue("postgres"))


def shape(path: Path) -> tuple[dict[str, set[str]], set[str]]:
    """Return the tables, columns and indexes of a file."""
    db = apsw.Connection(str(path))
    catalogue = schema.Catalogue(SqliteConnection(db), schema.SQLITE)
    found = catalogue.columns(), {*catalogue.indexes()}
    db.close()
    return found


def test_every_schema_that_was_released_has_its_file() -> None:
    assert {p.name for p in SCHEMAS.iterdir()} == {*(f"{version}.sql" for version in OLD), POSTGRES}


async def test_the_matches_of_an_older_schema_continue(old: str, time: Time) -> None:
    store = open_store(old, time)
    cards = await store.rooms.find(await all_rooms(store))
    assert {each.summary.phase for each in cards} >= {"playing", "waiting"}
    assert {each.summary.body for each in cards} == {b""}
    for each in cards:
        rows = await store.logs.load(each.room)
        *_, last = replay(each.room, [read_entry(row.body) for row in rows])
        assert last.room.version == each.size == len(rows)
        [*members] = each.summary.members
        assert [card.room for card in await store.rooms.of_guest(members[0])] == [each.room]
        for guest, cid in await store.logs.commands(each.room):
            assert await store.logs.answer(each.room, guest, cid) is not None
    due = {taken.room: taken for taken in await store.leases.take_due("node", 9)}
    assert {*due} == {each.room for each in cards if each.summary.phase not in ("over", "closed")}
    for room, taken in due.items():
        assert isinstance(await append(store, room, b"{}", epoch=taken.epoch), Appended)
    await store.guests.add(Guest("new", "Ann"), b"hash")
    await store.close()


async def test_a_clock_of_an_older_schema_continues(postgres: PostgresServer, time: Time) -> None:
    store = open_store(url := old_database(postgres), time)

    clocks = {each.epoch: (each.clock, each.ran) for each in await store.leases.take_due("n", 9)}
    assert clocks == {1: (None, 0), 4: (b"{}", 800)}
    with postgres.connect(url) as db:
        functions = "SELECT 1 FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
        assert not db.execute(functions).fetchall()
    await store.close()


async def test_comments_and_ratings_are_migrated(tmp_path: Path, time: Time) -> None:
    store = open_store(f"sqlite:///{old_file(tmp_path, 6)}", time)

    assert await store.games.is_public("IDNW5biYV9w4")
    [comment] = await store.games.comments("IDNW5biYV9w4")
    at = 1_790_000_600_000
    assert comment == Comment("comment-1", "session-Cleo", 0, at, 1, 3, "!", "well seen")
    rating = await store.puzzles.rating("session-Cleo")
    assert rating is not None
    assert rating.points == 1560.5
    await store.close()


@pytest.mark.parametrize("old", [6, "postgres"], indirect=True)
def test_the_previous_schema_can_be_checked_and_copied(old: str, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path / 'copy.sqlite'}"
    with open_archive(old) as source, open_archive(new, copy=True) as target:
        copied = copy_store(source, target, lambda _: None)
    for place in (old, new):
        with open_archive(place) as archive:
            assert check_store(archive, lambda _: None).damaged == ()
    assert (copied.rooms, copied.guests, copied.damaged) == (3, 5, ())


@pytest.mark.parametrize("version", [each for each in OLD if each != 6])
def test_an_older_schema_must_be_migrated_first(tmp_path: Path, version: int) -> None:
    with (
        pytest.raises(StoreOpenError, match="tilerummy store migrate"),
        open_archive(f"sqlite:///{old_file(tmp_path, version)}"),
    ):
        pass


@pytest.mark.parametrize("version", OLD)
async def test_a_file_is_backed_up_before_its_migration_for_a_week(
    tmp_path: Path, time: Time, version: int
) -> None:
    await SqliteFile(tmp_path / "new", time).close()
    path = old_file(tmp_path, version)
    before = shape(path)
    store = open_store(f"sqlite:///{path}", time)
    copy = backup_of(path, version)

    assert (shape(path), shape(copy)) == (shape(tmp_path / "new"), before)
    assert copy.stat().st_mode & 0o077 == 0
    time.now = int(copy.stat().st_mtime * 1000)
    for later, exists in ((0, True), (BACKUP_RETENTION + 1000, False)):
        time.now += later
        await store.guests.delete_expired(0, unplayed=0)
        assert copy.exists() is exists
    await store.close()


async def test_a_file_that_cannot_be_backed_up_is_unchanged(tmp_path: Path, time: Time) -> None:
    path = old_file(tmp_path, OLD[-1])
    before = shape(path)
    (tmp_path / f"db.schema-{OLD[-1]}.part" / "in the way").mkdir(parents=True)

    with pytest.raises(Failure):
        SqliteFile(path, time)

    assert shape(path) == before


async def test_a_newer_schema_is_rejected_and_unchanged(lasting_url: str, time: Time) -> None:
    await open_store(lasting_url, time).close()
    sqlite = lasting_url.startswith("sqlite")
    version = "PRAGMA user_version" if sqlite else "SELECT version FROM tilerummy_schema"
    newer = "PRAGMA user_version = 99" if sqlite else "UPDATE tilerummy_schema SET version = 99"
    change(lasting_url, newer)

    with pytest.raises(StoreOpenError, match=r"newer version of tilerummy \(schema 99"):
        open_store(lasting_url, time)
    left = change(lasting_url, version)
    change(lasting_url, newer.replace("99", str(schema.VERSION)))
    assert left == [(99,)]
