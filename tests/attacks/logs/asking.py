"""Attacks stored data: requests long logs, and deletes guests from a large store."""

from __future__ import annotations

import asyncio
import secrets
import time
from pathlib import Path

from tests.attacks.harness import Attack, at_most, together
from tests.attacks.logs.long import fill, long_log
from tests.attacks.target import Target, attacker

from tilerummy.server.guests.sessions import PREFIX, Sessions, hashed
from tilerummy.server.ops.cookie_key import cookie_key
from tilerummy.server.settings import Settings
from tilerummy.server.store.factory import memory_store, open_archive, open_store

GAMES, ENTRIES = 30, 9_710
"""The number of public games, and of entries in each."""
STORED, EACH, DELETED = 1_000_000, 100, 55
"""The number of stored entries, of entries per table, and of guests who delete their accounts."""


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
    """Have thirty strangers request everything about thirty games."""

    async def stranger(number: int) -> None:
        source = attacker(number)
        for turn in range(10_000):
            path = f"/api/games/long{number}{LOOKS[turn % len(LOOKS)]}"
            await target.request(path, source=source)

    await together(seconds, map(stranger, range(GAMES)))


def store_guests(folder: Path) -> None:
    """Store a million entries, and guests with a few finished tables each."""
    folder.mkdir(mode=0o700)
    settings = Settings(key=cookie_key(folder), now=_now, clock=time.monotonic)
    sessions = Sessions(memory_store(_now).guests, settings)
    tokens = [sessions.token() for _ in range(DELETED)]
    (folder / "tokens").write_text("\n".join(tokens))
    now, tables = _now(), STORED // EACH
    with open_archive(f"sqlite:///{folder / 'tables.sqlite'}", copy=True) as archive:
        with archive.transaction():
            guests = [(f"g{n}", "", True, now, now, "", "") for n in range(DELETED)]
            archive.insert("guests", guests)
            hashes = [(hashed(token), f"g{n}", now, None) for n, token in enumerate(tokens)]
            archive.insert("tokens", hashes)
            over = (EACH, b"", "over", False, "", now, b"", 0, None, None, 0)
            archive.insert("rooms", [(f"r{n}", *over) for n in range(tables)])
            archive.insert("members", [(f"g{n % (4 * DELETED)}", f"r{n}") for n in range(tables)])
            for room in range(tables):
                guest, rest = f"g{room % 997}", (secrets.token_bytes(300), b"", b"")
                entries = [(f"r{room}", seq, now, f"c{seq}", guest, *rest) for seq in range(EACH)]
                archive.insert("entries", entries)
        archive.finish_copy()


async def delete(target: Target, seconds: float) -> None:
    """Have all of these guests delete their accounts at the same time."""
    tokens = (target.folder / "data" / "tokens").read_text().split()

    async def deleted(number: int) -> int:
        source, token = attacker(number), PREFIX + tokens[number]
        call = target.request("/api/me", {}, source=source, token=token, method="DELETE")
        return (await call).status

    begun = time.monotonic()
    statuses = await asyncio.gather(*map(deleted, range(DELETED)))
    assert statuses.count(200) == DELETED
    await asyncio.sleep(max(0.0, seconds - (time.monotonic() - begun)))


ATTACKS = (
    Attack("logs", ask, "thirty strangers request long games", at_most(memory=400), store_games),
    Attack("deletions", delete, "guests of a large store are deleted", fill=store_guests),
)
