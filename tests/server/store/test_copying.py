"""``tilerummy store``: whole stores are copied between SQLite and PostgreSQL, and checked."""

from __future__ import annotations

import asyncio
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
from tilerummy.server.store.folder import lock_folder
from tilerummy.server.store.opening import open_archive, open_store, store_url
from tilerummy.server.store.sqlite import backup_of
from tilerummy.server.store.types import (
    Appended,
    Attempt,
    RoomSummary,
    StoredRating,
    StoreOpeningError,
)


def store(*words: str) -> Result:
    return CliRunner().invoke(tilerummy, ["store", *words])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a server on which people have played."""
    asyncio.run(filled(store_url(str(tmp_path))))
    return tmp_path


async def filled(url: str) -> None:
    kept = open_store(url, Time())
    await fill(kept)
    await kept.close()


def archived(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all that a store holds."""
    with open_archive(url) as archive:
        rooms = [*archive.ends(None, 1000)]
        rows = {name: archive.rows(name, rooms) for name in OF_ROOMS}
        rows |= {name: archive.guests(name, None, 1000) for name in OF_GUESTS}
    due = OF_ROOMS["rooms"].split().index("due")  # of a copy every live room is due
    rows["rooms"] = [(*row[:due], *row[due + 1 :]) for row in rows["rooms"]]
    return {name: sorted(found, key=repr) for name, found in rows.items()}


def test_a_store_is_copied_there_and_back(postgres: PostgresServer, folder: Path) -> None:
    url = postgres.empty()
    there = store("copy", str(folder), url)
    assert there.exit_code == 0, there.output
    assert "Copied and compared: 13 tables with 49 entries, 3 guests." in there.output
    back = store("copy", url, str(folder / "back.sqlite"))
    assert back.exit_code == 0, back.output

    before = archived(store_url(str(folder)))
    assert all(before.values())
    assert archived(url) == before
    assert archived(store_url(str(folder / "back.sqlite"))) == before
    assert (folder / "back.sqlite").stat().st_mode & 0o077 == 0, "nobody else reads it"
    asyncio.run(goes_on(url))
    asyncio.run(goes_on(store_url(str(folder / "back.sqlite"))))


async def goes_on(url: str) -> None:
    """Play on with what was copied."""
    kept = open_store(url, Time())
    assert len(await kept.logs.load("r0")) == 4
    assert await kept.logs.answer("r0", "s", "c3") == b"Ann: ok"
    assert await kept.logs.answer("r0", "t", "refused") == b"no"
    assert await kept.puzzles.rating("s") == StoredRating(1521, 480, 0.09, 1)
    first = Attempt("one", solved=True, before=1500, after=1510.5)
    assert await kept.puzzles.rate("s", "p", "two", solved=False, rated=rated) is None
    assert await kept.puzzles.first_attempt("s", "p") == first
    assert await append(kept, "r0", b"on") == Appended(4, 4)
    await kept.close()


@pytest.mark.parametrize("kind", ["postgres", "sqlite"])
def test_a_copy_that_was_broken_off_goes_on_where_it_was(
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
    with pytest.raises(StoreOpeningError, match=r"copy|no file"):
        archived(url)
    if kind == "postgres":
        with pytest.raises(StoreOpeningError, match="repeat `tilerummy store copy`"):
            open_store(url, Time())
    asyncio.run(play_on(source))

    told = store("copy", str(folder), url)
    assert told.exit_code == 0, told.output
    assert "4 tables had been copied before." in told.output, told.output
    assert archived(url) == archived(source)
    assert store("copy", str(folder), url).exit_code == 1, "it is whole now"


async def play_on(url: str) -> None:
    """Between two attempts a table goes on, one is deleted, and one is opened."""
    kept = open_store(url, Time())
    await append(kept, "r0", b"more", summary=RoomSummary("over", members=("t",)))
    await kept.rooms.drop("r1")
    await append(kept, "new", b"0")
    await kept.close()


def test_a_damaged_table_is_copied_as_it_is_and_named(
    postgres: PostgresServer, folder: Path
) -> None:
    change(
        store_url(str(folder)),
        "UPDATE entries SET body = x'00' WHERE room = 'r3' AND seq = 2",
        "DELETE FROM entries WHERE room = 'r4' AND seq = 3",
    )
    named = ["Table r3 is damaged from entry 2 on.", "Table r4 is damaged from entry 3 on."]

    checked = store("check", str(folder))
    assert checked.exit_code == 1
    assert [line for line in checked.output.splitlines() if "damaged" in line] == named
    url = postgres.empty()
    copied = store("copy", str(folder), url)
    assert copied.exit_code == 0
    assert [line for line in copied.output.splitlines() if "damaged" in line] == named
    assert archived(url) == archived(store_url(str(folder)))
    assert store("check", url).exit_code == 1


def test_a_whole_store_is_checked_while_a_server_uses_it(
    postgres: PostgresServer, folder: Path
) -> None:
    url = postgres.empty(synchronous_commit="off")
    assert store("copy", str(folder), url).exit_code == 0
    kept = open_store(url, Time())
    told = store("check", url)
    asyncio.run(kept.close())

    assert told.exit_code == 0, told.output
    assert "13 tables with 49 entries." in told.output
    assert "Careful: synchronous_commit is off in the database" in told.output
    with lock_folder(folder):
        told = store("check", str(folder))
    assert told.exit_code == 0
    assert "Careful" not in told.output


def test_nothing_is_copied_from_or_into_what_a_server_uses(
    postgres: PostgresServer, folder: Path
) -> None:
    kept = open_store(url := postgres.empty(), Time())
    told = [store("copy", str(folder), url), store("copy", url, str(folder / "new.sqlite"))]
    asyncio.run(kept.close())
    with lock_folder(folder):
        told.append(store("copy", str(folder), url))
        told.append(store("migrate", str(folder)))

    for each in told:
        assert each.exit_code == 1
        assert "end it first" in each.output
    assert not (folder / "new.sqlite").exists()


def test_nothing_is_copied_over_another_store(postgres: PostgresServer, folder: Path) -> None:
    (folder / "other").mkdir()
    url = postgres.empty()
    asyncio.run(filled(url))
    before = archived(url)
    told = store("copy", str(folder), url)
    assert (told.exit_code, "is not empty" in told.output) == (1, True)
    assert archived(url) == before

    file = folder / "other.sqlite"
    file.write_bytes(b"mine")
    told = store("copy", url, str(file))
    assert (told.exit_code, "exists already" in told.output) == (1, True)
    assert file.read_bytes() == b"mine"
    assert store("copy", str(folder), str(folder / "tables.sqlite")).exit_code == 2


@pytest.mark.parametrize("command", ["check", "migrate"])
@pytest.mark.parametrize("place", ["nowhere.sqlite", "postgresql://a:hidden@127.0.0.1:1/x", "bad"])
def test_a_store_that_cannot_be_opened_is_told_in_a_sentence(
    tmp_path: Path, command: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").write_bytes(b"no database" * 1000)
    told = store(command, place)

    assert told.exit_code == 1
    assert told.output.startswith("Error: ")
    assert place.rpartition("@")[2] in told.output
    assert "hidden" not in told.output
    assert "Traceback" not in told.output


def test_an_old_file_and_an_empty_database_are_brought_up_to_date(
    postgres: PostgresServer, folder: Path
) -> None:
    old_file(folder, 3).replace(folder / "tables.sqlite")
    url = postgres.empty()
    for place in (str(folder), url):
        assert "store migrate" in store("check", place).output
        assert "Updated from schema" in store("migrate", place).output
        assert "Up to date" in store("migrate", place).output
        assert store("check", place).exit_code == 0
    assert backup_of(folder / "tables.sqlite", 3).exists()


def test_a_file_that_came_meanwhile_is_not_replaced(folder: Path) -> None:
    file = folder / "copy.sqlite"

    def come(_: int) -> None:
        file.write_bytes(b"mine")

    with (
        pytest.raises(StoreOpeningError, match="exists already"),
        open_archive(store_url(str(folder))) as old,
        open_archive(store_url(str(file)), copy=True) as new,
    ):
        copy_store(old, new, come)
    assert file.read_bytes() == b"mine"


def test_what_is_read_back_differently_is_not_committed(
    postgres: PostgresServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.empty()
    with open_archive(url, copy=True) as new:
        insert = type(new).insert

        def wrong(self: Archive, name: str, rows: list[tuple[object, ...]]) -> None:
            insert(self, name, rows[1:] if name == "entries" else rows)

        monkeypatch.setattr(type(new), "insert", wrong)
    told = store("copy", str(folder), url)
    monkeypatch.undo()

    assert told.exit_code == 1
    assert "what was written differs from what is read back" in told.output
    with postgres.connect(url) as db:
        assert db.execute("SELECT count(*) FROM rooms").fetchone() == (0,)


def test_the_help_says_how_to_move_a_server() -> None:
    assert "tilerummy store copy /var/lib/tiles postgresql:///tiles" in store("--help").output
    for command in ("copy", "check", "migrate"):
        assert store(command, "--help").exit_code == 0
