"""``tilerummy store`` checks stores, and copies them between SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.server.store.filling import fill, rated
from tests.server.store.reading import Time, append, change
from tests.server.store.test_schemas import old_file
from tests.support.servers.postgres import PostgresServer

from tilerummy.cli.commands import tilerummy
from tilerummy.server.store import copying
from tilerummy.server.store.copying import OF_GUESTS, OF_ROOMS, Archive, copy_store
from tilerummy.server.store.factory import open_archive, open_store, store_url
from tilerummy.server.store.folder import lock_folder
from tilerummy.server.store.sqlite import backup_of
from tilerummy.server.store.types import (
    Appended,
    Attempt,
    RoomSummary,
    StoredRating,
    StoreOpenError,
)


def store(*words: str) -> Result:
    return CliRunner().invoke(tilerummy, ["store", *words])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a server with games."""
    asyncio.run(filled(store_url(str(tmp_path))))
    return tmp_path


async def filled(url: str) -> None:
    opened = open_store(url, Time())
    await fill(opened)
    await opened.close()


def archived(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return the complete contents of a store."""
    with open_archive(url) as archive:
        rooms = [*archive.ends(None, 1000)]
        rows = {name: archive.rows(name, rooms) for name in OF_ROOMS}
        rows |= {name: archive.guests(name, (), 1000) for name in OF_GUESTS}
    due = OF_ROOMS["rooms"].split().index("due")  # in a copy, every live room is due
    rows["rooms"] = [(*row[:due], *row[due + 1 :]) for row in rows["rooms"]]
    return {name: sorted(found, key=repr) for name, found in rows.items()}


def test_a_store_is_copied_to_postgres_and_back(postgres: PostgresServer, folder: Path) -> None:
    url = postgres.empty()
    first = store("copy", str(folder), url)
    assert first.exit_code == 0, first.output
    assert "Copied and compared: 13 tables with 49 entries, 3 guests." in first.output
    second = store("copy", url, str(folder / "back.sqlite"))
    assert second.exit_code == 0, second.output

    before = archived(store_url(str(folder)))
    assert all(before.values())
    assert archived(url) == before
    assert archived(store_url(str(folder / "back.sqlite"))) == before
    assert (folder / "back.sqlite").stat().st_mode & 0o077 == 0, "only for the owner"
    for place in (url, store_url(str(folder / "back.sqlite"))):
        asyncio.run(resume(place))


def test_all_members_of_an_evening_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def share() -> None:
        opened = open_store(store_url(str(tmp_path)), Time())
        members: dict[str, int | None] = {f"g{n}": n for n in range(5)}
        assert await opened.evenings.add("e", "111111", "s", b"{}")
        await opened.evenings.change("e", lambda each: replace(each, members=members))
        await opened.close()

    asyncio.run(share())
    monkeypatch.setattr(copying, "GUESTS_AT_ONCE", 2)
    result = store("copy", str(tmp_path), str(tmp_path / "copy.sqlite"))
    assert result.exit_code == 0, result.output

    copied = archived(store_url(str(tmp_path / "copy.sqlite")))
    assert copied == archived(store_url(str(tmp_path)))
    assert len(copied["evening_members"]) == 5


async def resume(url: str) -> None:
    """Use a copy."""
    copy = open_store(url, Time())
    assert len(await copy.logs.load("r0")) == 4
    assert await copy.logs.answer("r0", "s", "c3") == b"Ann: ok"
    assert await copy.logs.answer("r0", "t", "refused") == b"no"
    assert await copy.puzzles.rating("s") == StoredRating(1521, 480, 0.09, 1)
    first = Attempt("one", solved=True, before=1000, after=1510.5)
    assert await copy.puzzles.rate("s", "p", "two", solved=False, rated=rated) is None
    assert await copy.puzzles.first_attempt("s", "p") == first
    assert await append(copy, "r0", b"on") == Appended(4, 4)
    await copy.close()


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_an_interrupted_copy_is_resumed(
    postgres: PostgresServer, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "ROOMS_AT_ONCE", 4)
    monkeypatch.setattr(copying, "ENTRIES_AT_ONCE", 9)
    source = store_url(str(folder))
    url = postgres.empty() if kind == "postgres" else store_url(str(folder / "copy.sqlite"))
    parts = 0

    def break_off(_: int) -> None:
        nonlocal parts
        parts += 1
        if parts == 3:
            raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        open_archive(source) as old,
        open_archive(url, copy=True) as new,
    ):
        copy_store(old, new, break_off)
    with pytest.raises(StoreOpenError, match=r"copy|no file"):
        archived(url)
    if kind == "postgres":
        with pytest.raises(StoreOpenError, match="run `tilerummy store copy` again"):
            open_store(url, Time())
    asyncio.run(play_on(source))

    result = store("copy", str(folder), url)
    assert result.exit_code == 0, result.output
    assert "4 tables had already been copied." in result.output, result.output
    assert archived(url) == archived(source)
    assert store("copy", str(folder), url).exit_code == 1, "it is complete"


async def play_on(url: str) -> None:
    """Change a table, delete one and open one."""
    source = open_store(url, Time())
    await append(source, "r0", b"more", summary=RoomSummary("over", members=("t",)))
    await source.rooms.drop("r1")
    await append(source, "new", b"0")
    await source.close()


def test_a_damaged_table_is_copied_unchanged_and_reported(
    postgres: PostgresServer, folder: Path
) -> None:
    change(
        store_url(str(folder)),
        "UPDATE entries SET body = x'00' WHERE room = 'r3' AND seq = 2",
        "DELETE FROM entries WHERE room = 'r4' AND seq = 3",
    )
    expected = ["Table r3 is damaged from entry 2 on.", "Table r4 is damaged from entry 3 on."]
    url = postgres.empty()
    for status, words in ((1, ("check", str(folder))), (0, ("copy", str(folder), url))):
        result = store(*words)
        assert result.exit_code == status
        assert [line for line in result.output.splitlines() if "damaged" in line] == expected
    assert archived(url) == archived(store_url(str(folder)))
    assert store("check", url).exit_code == 1


def test_a_store_in_use_can_be_checked(postgres: PostgresServer, folder: Path) -> None:
    url = postgres.empty(synchronous_commit="off")
    assert store("copy", str(folder), url).exit_code == 0
    used = open_store(url, Time())
    result = store("check", url)
    asyncio.run(used.close())

    assert result.exit_code == 0, result.output
    assert "13 tables with 49 entries." in result.output
    assert "Warning: synchronous_commit is off in the database" in result.output
    with lock_folder(folder):
        result = store("check", str(folder))
    assert result.exit_code == 0
    assert "Warning" not in result.output


def test_a_store_in_use_is_not_copied(postgres: PostgresServer, folder: Path) -> None:
    used = open_store(url := postgres.empty(), Time())
    results = [store("copy", str(folder), url), store("copy", url, str(folder / "new.sqlite"))]
    asyncio.run(used.close())
    with lock_folder(folder):
        results += [store("copy", str(folder), url), store("migrate", str(folder))]

    for each in results:
        assert each.exit_code == 1
        assert "stop it first" in each.output
    assert not (folder / "new.sqlite").exists()


def test_a_copy_never_overwrites_a_store(postgres: PostgresServer, folder: Path) -> None:
    (folder / "other").mkdir()
    url = postgres.empty()
    asyncio.run(filled(url))
    before = archived(url)
    result = store("copy", str(folder), url)
    assert (result.exit_code, "is not empty" in result.output) == (1, True)
    assert archived(url) == before

    file = folder / "other.sqlite"
    file.write_bytes(b"mine")
    result = store("copy", url, str(file))
    assert (result.exit_code, "already exists" in result.output) == (1, True)
    assert file.read_bytes() == b"mine"
    assert store("copy", str(folder), str(folder / "tables.sqlite")).exit_code == 2


@pytest.mark.parametrize("command", ["check", "migrate"])
@pytest.mark.parametrize("place", ["nowhere.sqlite", "postgresql://a:hidden@127.0.0.1:1/x", "bad"])
def test_a_store_that_cannot_be_opened_is_reported_in_a_sentence(
    tmp_path: Path, command: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").write_bytes(b"no database" * 1000)
    result = store(command, place)

    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert place.rpartition("@")[2] in result.output
    assert "hidden" not in result.output
    assert "Traceback" not in result.output


def test_old_and_empty_stores_are_migrated(postgres: PostgresServer, folder: Path) -> None:
    old_file(folder, 3).replace(folder / "tables.sqlite")
    url = postgres.empty()
    for place in (str(folder), url):
        assert "store migrate" in store("check", place).output
        assert "Updated from schema" in store("migrate", place).output
        assert "Up to date" in store("migrate", place).output
        assert store("check", place).exit_code == 0
    assert backup_of(folder / "tables.sqlite", 3).exists()


def test_a_file_created_during_a_copy_is_not_replaced(folder: Path) -> None:
    file = folder / "copy.sqlite"

    def come(_: int) -> None:
        file.write_bytes(b"mine")

    with (
        pytest.raises(StoreOpenError, match="already exists"),
        open_archive(store_url(str(folder))) as old,
        open_archive(store_url(str(file)), copy=True) as new,
    ):
        copy_store(old, new, come)
    assert file.read_bytes() == b"mine"


def test_a_copy_that_differs_is_not_committed(
    postgres: PostgresServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.empty()
    with open_archive(url, copy=True) as new:
        insert = type(new).insert

        def wrong(self: Archive, name: str, rows: list[tuple[object, ...]]) -> None:
            insert(self, name, rows[1:] if name == "entries" else rows)

        monkeypatch.setattr(type(new), "insert", wrong)
    result = store("copy", str(folder), url)
    monkeypatch.undo()

    assert result.exit_code == 1
    assert "the copy differs from the source" in result.output
    with postgres.connect(url) as db:
        assert db.execute("SELECT count(*) FROM rooms").fetchone() == (0,)


def test_the_help_shows_how_to_move_a_server() -> None:
    assert "tilerummy store copy /var/lib/tiles postgresql:///tiles" in store("--help").output
    for command in ("copy", "check", "migrate"):
        assert store(command, "--help").exit_code == 0
