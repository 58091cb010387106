"""Compare the database of a killed server with the answers that it has sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path

import apsw
from tests.chaos.gamer import Acknowledged

from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.store.opening import open_store


def lost_answers(file: Path, answers: Iterable[Acknowledged]) -> list[str]:
    """Return the answers that are not stored, or stored differently."""
    db = apsw.Connection(str(file))
    try:
        wrong = []
        for known in answers:
            row = db.execute(
                "SELECT answer FROM answers WHERE room = ?1 AND cid = ?2 UNION ALL"
                " SELECT answer FROM entries"
                " WHERE room = ?1 AND cid = ?2 AND answer IS NOT NULL",
                (known.room, known.cid),
            ).fetchone()
            stored = None if row is None else json.loads(bytes(row[0]))
            if stored is None or (stored["status"], stored["version"]) != (
                known.status,
                known.version,
            ):
                wrong.append(f"{known} was answered, but {stored} is stored")
        return wrong
    finally:
        db.close()


def damaged_tables(file: Path, rooms: Iterable[str]) -> list[str]:
    """Return the tables whose logs have gaps or damage, or cannot be replayed."""

    async def look() -> list[str]:
        store = open_store(f"sqlite:///{file}", lambda: 0)
        wrong = []
        try:
            for room in rooms:
                rows = await store.logs.load(room)
                if [row.seq for row in rows] != [*range(len(rows))]:
                    wrong.append(f"the log of {room} has gaps")
                elif rows:
                    *_, last = replay(room, [read_entry(row.body) for row in rows])
                    if last.room.version != len(rows):
                        wrong.append(f"{room} does not have the version of its log")
        finally:
            await store.close()
        return wrong

    return asyncio.run(look())
