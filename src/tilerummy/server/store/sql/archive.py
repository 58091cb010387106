"""A file of SQLite as a whole, for copying and checking."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tilerummy.server.store.archive import OF_GUESTS, OF_TABLES, TRUTHS, StoredRow
from tilerummy.server.store.checksums import Ledger
from tilerummy.server.store.port import StoreDescription, StoreOpeningError
from tilerummy.server.store.sql import schema

_COLUMNS = {**OF_TABLES, **OF_GUESTS}


class SqliteArchive:
    """The store in a file, read from or copied into.

    A copy is made beside its place, in a file whose name ends in ``.copying``, and gets its name
    when it is whole. Raises StoreOpeningError.
    """

    about = StoreDescription(f"SQLite {schema.LIBRARY_VERSION}")

    def __init__(self, path: Path, *, copy: bool = False) -> None:
        self._path = path
        self._copying = path.with_name(f"{path.name}.copying") if copy else None
        if copy and path.exists():
            raise StoreOpeningError(f"{path} is there already; name a new file to copy into")
        if not copy and not path.exists():
            raise StoreOpeningError(f"there is no file {path}")
        try:
            self._db = schema.writer(self._copying) if self._copying else schema.reader(path)
            if copy:
                self._db.pragma("locking_mode", "EXCLUSIVE")  # no other copy into the same file
            found = self._db.pragma("user_version")
        except schema.Failure as error:
            raise StoreOpeningError(f"{path} cannot be opened as a database ({error})") from error
        if found != schema.VERSION:
            self._db.close()
            raise StoreOpeningError(
                f"{path} has schema {found}, this version of tilerummy reads {schema.VERSION}:"
                " run `tilerummy store migrate` on it first"
            )

    def totals(self) -> tuple[int, int]:
        """Return the numbers of tables and of entries."""
        [(rooms, entries)] = self._db.execute("SELECT count(*), coalesce(sum(size), 0) FROM rooms")
        return int(str(rooms)), int(str(entries))

    def ledgers(self, after: str | None, most: int) -> dict[str, Ledger]:
        """Return the next tables; see the port."""
        found = self._db.execute(
            "SELECT room, size, head FROM rooms WHERE ?1 IS NULL OR room > ?1"
            " ORDER BY room LIMIT ?2",
            (after, most),
        )
        return {room: Ledger(size, head) for room, size, head in found}

    def ledgers_of(self, rooms: Sequence[str]) -> dict[str, Ledger]:
        """Return those of the tables that there are; see the port."""
        query = "SELECT size, head FROM rooms WHERE room = ?"
        found = ((room, [*self._db.execute(query, (room,))]) for room in rooms)
        return {room: Ledger(*rows[0]) for room, rows in found if rows}

    def rows(self, name: str, rooms: Sequence[str]) -> list[StoredRow]:
        """Return what is stored of these tables; see the port."""
        columns = OF_TABLES[name]
        order = " ORDER BY seq" if name == "entries" else ""
        query = f"SELECT {', '.join(columns)} FROM {name} WHERE room = ?{order}"
        return [_read(row, columns) for room in rooms for row in self._db.execute(query, (room,))]

    def guests(self, name: str, after: object, most: int) -> list[StoredRow]:
        """Return the next rows of guests; see the port."""
        columns = OF_GUESTS[name]
        found = self._db.execute(
            f"SELECT {', '.join(columns)} FROM {name} WHERE ?1 IS NULL OR {columns[0]} > ?1"
            f" ORDER BY {columns[0]} LIMIT ?2",
            (after, most),
        )
        return [_read(row, columns) for row in found]

    def delete(self, name: str, rooms: Sequence[str]) -> None:
        """Delete what is stored of these tables; see the port."""
        self._db.executemany(f"DELETE FROM {name} WHERE room = ?", [(room,) for room in rooms])

    def delete_guests(self) -> None:
        """Delete all guests."""
        for name in OF_GUESTS:
            self._db.execute(f"DELETE FROM {name}")

    def insert(self, name: str, rows: Sequence[StoredRow]) -> None:
        """Store rows."""
        columns = _COLUMNS[name]
        marks = ", ".join("?" * len(columns))
        self._db.executemany(
            f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})",
            rows,
        )

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context in which all is read at one moment, and written together."""
        return self._db

    def finish_copy(self) -> None:
        """Give the copy its name."""
        assert self._copying is not None
        self._db.close()
        try:
            self._path.hardlink_to(self._copying)
        except FileExistsError as error:
            raise StoreOpeningError(f"{self._path} is there already") from error
        self._copying.unlink()

    def close(self) -> None:
        """Close it."""
        self._db.close()


def _read(row: StoredRow, columns: Sequence[str]) -> StoredRow:
    """Return a row with truth values in place of 0 and 1."""
    return tuple(
        bool(value) if column in TRUTHS else value
        for value, column in zip(row, columns, strict=True)
    )
