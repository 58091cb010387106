"""A file of every released schema is copied, then updated."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from tests.server.store.times import Time

from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.store import Appended, Entries, Guest
from tilerummy.server.store.sql import schema
from tilerummy.server.store.sql.schema import UnknownSchemaError
from tilerummy.server.store.sql.store import SqliteStore

pytestmark = pytest.mark.anyio

SCHEMAS = Path(__file__).parent / "schemas"
OLD = range(1, schema.VERSION)


def old_file(folder: Path, version: int) -> Path:
    """Write a file of that schema."""
    path = folder / "db"
    db = apsw.Connection(str(path))
    db.pragma("journal_mode", "wal")
    db.execute((SCHEMAS / f"{version}.sql").read_text())
    assert db.pragma("user_version") == version
    db.close()
    return path


def shape(path: Path) -> list[str]:
    """Return the tables, columns and indexes of a file."""
    db = apsw.Connection(str(path))
    columns = [
        f"{table} {column}"
        for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        for column in db.execute(f"PRAGMA table_info({table})").fetchall()
    ]
    indexes = [
        f"{row}" for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")
    ]
    db.close()
    return sorted(columns + indexes)


def test_every_schema_that_was_released_has_its_file() -> None:
    assert {p.name for p in SCHEMAS.iterdir()} == {f"{version}.sql" for version in OLD}
    assert len(OLD) >= 1


@pytest.mark.parametrize("version", OLD)
async def test_the_matches_of_an_older_schema_continue(
    tmp_path: Path, time: Time, version: int
) -> None:
    store = SqliteStore(old_file(tmp_path, version), time)
    rooms = await store.listed()
    assert {room.card.phase for room in rooms} >= {"playing", "waiting"}
    for room in rooms:
        rows = await store.load(room.room)
        *_, last = replay(room.room, [read_entry(row.body) for row in rows])
        assert last.room.version == room.size == len(rows)
        [*members] = room.card.members
        assert await store.rooms_of(members[0]) == [room.room]
        result = await store.append(Entries(room.room, room.size, [], cid="new", session="s"))
        assert isinstance(result, Appended)
    await store.add_guest(Guest("new", "Ann"), b"hash")
    await store.close()


@pytest.mark.parametrize("version", OLD)
async def test_the_guests_of_an_older_schema_have_chosen_no_face(
    tmp_path: Path, time: Time, version: int
) -> None:
    path = old_file(tmp_path, version)
    await SqliteStore(path, time).close()
    db = apsw.Connection(str(path))

    guests = db.execute("SELECT name, face, colour FROM guests").fetchall()
    db.close()
    assert guests
    assert all(name and (face, colour) == ("", "") for name, face, colour in guests)


@pytest.mark.parametrize("version", OLD)
async def test_an_updated_file_has_the_schema_of_a_new_one(
    tmp_path: Path, time: Time, version: int
) -> None:
    await SqliteStore(tmp_path / "new", time).close()
    await SqliteStore(old_file(tmp_path, version), time).close()

    assert shape(tmp_path / "db") == shape(tmp_path / "new")


@pytest.mark.parametrize("version", OLD)
async def test_a_file_is_copied_before_the_update_and_the_copy_deleted_after_a_week(
    tmp_path: Path, time: Time, version: int
) -> None:
    path = old_file(tmp_path, version)
    before = shape(path)
    store = SqliteStore(path, time)
    copy = schema.backup_of(path, version)

    assert shape(copy) == before
    assert copy.stat().st_mode & 0o077 == 0
    time.now = int(copy.stat().st_mtime * 1000)
    await store.sweep(0, unplayed=0)
    assert copy.exists()
    time.now += schema.BACKUP_KEPT + 1000
    await store.sweep(0, unplayed=0)
    assert not copy.exists()
    await store.close()


@pytest.mark.parametrize("version", OLD)
async def test_a_file_that_cannot_be_copied_stays_unchanged(
    tmp_path: Path, time: Time, version: int
) -> None:
    path = old_file(tmp_path, version)
    before = shape(path)
    (tmp_path / f"db.schema-{version}.part" / "in the way").mkdir(parents=True)

    with pytest.raises(schema.Failure):
        SqliteStore(path, time)

    assert shape(path) == before


async def test_the_error_for_a_newer_file_says_what_to_do(tmp_path: Path, time: Time) -> None:
    await SqliteStore(tmp_path / "db", time).close()
    db = apsw.Connection(str(tmp_path / "db"))
    db.pragma("user_version", schema.VERSION + 1)
    db.close()

    with pytest.raises(UnknownSchemaError, match="newer version of tilerummy"):
        SqliteStore(tmp_path / "db", time)
