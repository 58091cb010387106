"""Attacks on what is stored: long logs are asked for, and guests of a large store deleted."""

from __future__ import annotations

import asyncio
import http.client
import secrets
import time
from contextlib import suppress
from pathlib import Path

from tests.attacks.harness import Attack
from tests.attacks.logs.long import fill, long_log
from tests.attacks.target import Target

from tilerummy.server.guests.sessions import PREFIX, Sessions, hashed
from tilerummy.server.ops.cookie_key import cookie_key
from tilerummy.server.settings import Settings
from tilerummy.server.store.opening import memory_store, open_archive, open_store

GAMES, ENTRIES = 30, 9_710
"""So many public games, of so many entries each."""
MEMORY = 400 * 1024 * 1024
"""The most bytes that a server may hold beside long logs."""
STORED, EACH, DELETED = 1_000_000, 100, 55
"""So many entries in the store, of each table, and so many guests who delete their accounts."""


def _now() -> int:
    return int(time.time() * 1000)


def store_games(folder: Path) -> None:
    """Store public games with long logs."""

    async def store() -> None:
        log = await long_log(ENTRIES)
        opened = open_store(f"sqlite:///{folder / 'tables.sqlite'}", _now)
        await fill(opened, log, GAMES)
        await opened.close()

    folder.mkdir(mode=0o700)
    asyncio.run(store())


LOOKS = ("/sharing", "/comments", "/sharing", "/picture.svg", "/record", "")


async def ask(target: Target, seconds: float) -> None:
    """Thirty strangers ask for thirty games, each for all that there is."""

    async def stranger(number: int) -> None:
        source = target.attacker(7, number)
        for turn in range(10_000):
            path = f"/api/games/long{number}{LOOKS[turn % len(LOOKS)]}"
            await target.request(path, source=source)

    with suppress(TimeoutError):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            for number in range(GAMES):
                group.create_task(stranger(number))


async def holds_little(target: Target) -> list[str]:
    """Return what is wrong with the memory of the server."""
    held = target.memory()
    return [f"the server holds {held / 2**20:.0f} MiB"] if held > MEMORY else []


def store_guests(folder: Path) -> None:
    """Store a million entries, and guests of whom each has a few finished tables."""
    folder.mkdir(mode=0o700)
    settings = Settings(key=cookie_key(folder), now=_now, clock=time.monotonic)
    sessions = Sessions(memory_store(_now).guests, settings)
    tokens = [sessions.token() for _ in range(DELETED)]
    (folder / "tokens").write_text("\n".join(tokens))
    now, tables = _now(), STORED // EACH
    with open_archive(f"sqlite:///{folder / 'tables.sqlite'}", copy=True) as archive:
        with archive.transaction():
            archive.insert(
                "guests", [(f"g{n}", "", True, now, now, "", "") for n in range(DELETED)]
            )
            archive.insert(
                "tokens", [(hashed(t), f"g{n}", now, None) for n, t in enumerate(tokens)]
            )
            unowned = (b"", 0, None, None, 0)
            archive.insert(
                "rooms",
                [(f"r{n}", EACH, b"", "over", False, "", now, *unowned) for n in range(tables)],
            )
            archive.insert("members", [(f"g{n % (4 * DELETED)}", f"r{n}") for n in range(tables)])
            for room in range(tables):
                archive.insert(
                    "entries",
                    [
                        (
                            f"r{room}",
                            seq,
                            now,
                            f"c{seq}",
                            f"g{room % 997}",
                            secrets.token_bytes(300),
                            b"",
                            b"",
                        )
                        for seq in range(EACH)
                    ],
                )
        archive.finish_copy()


async def delete(target: Target, seconds: float) -> None:
    """All these guests delete their accounts at once."""
    tokens = (target.folder / "data" / "tokens").read_text().split()

    def deleted(number: int) -> int:
        source = (target.attacker(8, number), 0)
        connection = http.client.HTTPConnection("127.0.0.1", target.port, 60, source_address=source)
        headers = {
            "Authorization": f"Bearer {PREFIX}{tokens[number]}",
            "Content-Type": "application/json",
        }
        connection.request("DELETE", "/api/me", "{}", headers)
        return connection.getresponse().status

    begun = time.monotonic()
    told = await asyncio.gather(*(asyncio.to_thread(deleted, n) for n in range(DELETED)))
    assert told.count(200) == DELETED
    await asyncio.sleep(max(0.0, seconds - (time.monotonic() - begun)))


ATTACKS = (
    Attack("logs", ask, "thirty strangers ask for long games", holds_little, store_games),
    Attack("deletions", delete, "guests of a large store are deleted", fill=store_guests),
)
