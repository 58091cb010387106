"""Times ``tilerummy store copy``: ``python -m benchmarks.stores.copying [TABLES]``."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence

from tests.support.servers.postgres import programs

from benchmarks.stores.games import Game, played, repeated
from benchmarks.stores.kinds import database_server
from tilerummy.server.store.checksums import link, start
from tilerummy.server.store.copying import Archive, check_store, copy_store
from tilerummy.server.store.database import Stored
from tilerummy.server.store.factory import open_archive
from tilerummy.server.store.types import Row

TABLES = 10_000
PLAYED = 60
AT_ONCE = 500
"""The number of tables per transaction."""


def fill(archive: Archive, games: Iterable[Game]) -> int:
    """Write games to a new store, and return the number of entries."""
    count = 0
    part: list[Game] = []
    for game in games:
        part.append(game)
        if len(part) == AT_ONCE:
            count += _write(archive, part)
            part = []
    count += _write(archive, part)
    archive.finish_copy()
    return count


def _write(archive: Archive, games: Sequence[Game]) -> int:
    rooms: list[Stored] = []
    entries: list[Stored] = []
    for game in games:
        head, size, last, room = start(game[0].room), 0, None, game[0].room
        for new in game:
            last = new.summary or last
            for body in new.bodies:
                head = link(head, Row(room, size, 0, new.cid, new.guest, body))
                entries.append((room, size, 0, new.cid, new.guest, body, head, new.answer))
                size += 1
        assert last is not None
        rooms.append((room, size, head, last.phase, False, "", 0, b"", 0, None, None, 0))
    with archive.transaction():
        archive.insert("rooms", rooms)
        archive.insert("entries", entries)
    return len(entries)


def lines(tables: int = TABLES) -> Iterator[str]:
    """Copy a store with *tables* tables to PostgreSQL and back, and check both copies."""
    if programs() is None:
        yield "PostgreSQL is not installed: apt install postgresql"
        return
    with tempfile.TemporaryDirectory() as folder, database_server() as server:
        file, back, url = f"sqlite:///{folder}/db", f"sqlite:///{folder}/back", server.empty()
        with open_archive(file, copy=True) as archive:
            entries = fill(archive, repeated(played(PLAYED), tables))
        yield f"{tables:,} tables with {entries:,} entries, every log compared by its checksums."
        yield ""
        yield "| | seconds | entries/s | tables/s | CPU-µs an entry |"
        yield "|---|---:|---:|---:|---:|"
        for name, source, target in (
            ("from SQLite to PostgreSQL", file, url),
            ("from PostgreSQL to SQLite", url, back),
        ):
            began = _Clock()
            with open_archive(source) as old, open_archive(target, copy=True) as new:
                report = copy_store(old, new, lambda _: None)
            assert (report.rooms, report.entries, report.damaged) == (tables, entries, ())
            yield _line(name, began, entries, tables)
        for name, place in (("check in PostgreSQL", url), ("check in SQLite", back)):
            began = _Clock()
            with open_archive(place) as store:
                checked = check_store(store, lambda _: None)
            assert (checked.rooms, checked.entries, checked.damaged) == (tables, entries, ())
            yield _line(name, began, entries, tables)


class _Clock:
    """A stopwatch for wall-clock time and this process's processor time, started when created."""

    def __init__(self) -> None:
        self._began, self._cpu = time.perf_counter(), time.process_time()

    def seconds(self) -> tuple[float, float]:
        """Return the wall-clock time and the processor time so far."""
        return time.perf_counter() - self._began, time.process_time() - self._cpu


def _line(name: str, began: _Clock, entries: int, tables: int) -> str:
    seconds, cpu = began.seconds()
    return (
        f"| {name} | {seconds:.1f} | {entries / seconds:,.0f} | {tables / seconds:,.0f} |"
        f" {cpu / entries * 1e6:.0f} |"
    )


def main() -> None:
    """Print the figures."""
    for line in lines(*map(int, sys.argv[1:])):
        print(line, flush=True)


if __name__ == "__main__":
    main()
