"""The size of stores: ``python -m benchmarks.stores.sizes [GAMES]`` fills each with real games.

Every game is written append by append, concurrently with many other games.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import uvloop
from tests.support.servers.postgres import PostgresServer

from benchmarks.stores.games import Game, played, repeated
from benchmarks.stores.kinds import database_server
from tilerummy.server.main import MAX_WRITE_DELAY
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Guest

GAMES = 3000
PLAYED = 60
"""The number of distinct games to play; the rest repeat them at other tables."""
AT_ONCE = 256
"""The number of games to write concurrently."""

OF_TABLE = {
    "entries": "SELECT pg_table_size('entries')",
    "their key": "SELECT pg_relation_size('entries_pkey')",
    "their index by guest": "SELECT pg_relation_size('entries_by_guest')",
    "all else": (
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
        " AND relnamespace = current_schema()::regnamespace AND relname <> 'entries'"
    ),
}


async def write(store: Store, games: Iterator[Game]) -> None:
    """Write games to a store, many concurrently, with a guest for each."""

    async def writer() -> None:
        for game in games:
            guest = Guest(secrets.token_urlsafe(16), "Ann-Marie")
            await store.guests.add(guest, secrets.token_bytes(32))
            head = b""
            for entries in game:
                stored = await store.logs.append(replace(entries, head=head, epoch=0))
                assert isinstance(stored, Appended)
                head = stored.head

    await asyncio.gather(*(writer() for _ in range(AT_ONCE)))


def filled(url: str, games: Iterator[Game]) -> None:
    """Open a store, write games to it, and close it."""

    async def run() -> None:
        store = open_store(url, lambda: time.time_ns() // 1_000_000, max_delay=MAX_WRITE_DELAY)
        await write(store, games)
        await store.close()

    uvloop.run(run())


def lines(count: int = GAMES) -> Iterator[str]:
    """Fill both stores, and yield the space for a million such games."""
    games = played(PLAYED)
    some = [*repeated(games, count)]
    entries = sum(len(each.bodies) for game in some for each in game)
    text = sum(len(body) for game in some for each in game for body in each.bodies)
    yield (
        f"{count:,} games of two guests and two computers, {entries / count:.0f} entries each, of"
        f" {text / entries:.0f} bytes."
    )
    yield ""
    yield "| store | bytes a game | bytes an entry | GB a million games |"
    yield "|---|---:|---:|---:|"
    with tempfile.TemporaryDirectory() as folder:
        filled(f"sqlite:///{folder}/db", iter(some))
        yield _line("SQLite, the file", (Path(folder) / "db").stat().st_size, count, entries)
    with database_server() as server:
        url = server.empty()
        before = _number(server, url, "SELECT pg_current_wal_lsn() - '0/0'")
        filled(url, iter(some))
        wal = _number(server, url, "SELECT pg_current_wal_lsn() - '0/0'") - before
        parts = {name: _number(server, url, query) for name, query in OF_TABLE.items()}
        yield _line("PostgreSQL", sum(parts.values()), count, entries)
        for name, size in parts.items():
            yield _line(f"— {name}", size, count, entries)
        yield _line("its write-ahead log for this", wal, count, entries)


def _number(server: PostgresServer, url: str, query: str) -> int:
    with server.connect(url) as db:
        [(value,)] = db.execute(query.encode()).fetchall()
    return int(value)


def _line(name: str, size: int, games: int, entries: int) -> str:
    return f"| {name} | {size / games:,.0f} | {size / entries:,.0f} | {size / games / 1000:,.1f} |"


def main() -> None:
    """Print the figures."""
    for line in lines(*map(int, sys.argv[1:])):
        print(line, flush=True)


if __name__ == "__main__":
    main()
