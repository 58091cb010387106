"""What was answered in a run, and its clocks, against what the database has in the end.

What people were shown is checked by tests/history, without any code of the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import msgspec
from tests.chaos.gamer import Acknowledged

from tilerummy.server.room.entries import Acted, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.rooms.clock import turn_of
from tilerummy.server.store import CorruptedError, Row, Store
from tilerummy.state import TimedOut

Interval = tuple[float, float]
EXACT = 500
"""By so many milliseconds the end of an outage may be known too late."""


class Times(Protocol):
    """What is known of times, in seconds since 1970."""

    def stored(self, room: str) -> list[float]:
        """Return when each entry of a table was stored."""
        ...

    def outages(self, room: str) -> list[Interval]:
        """Return when nobody could move at a table, or no node kept its clock."""
        ...


async def check_answers(
    store: Store, answers: Iterable[Acknowledged], logs: dict[str, list[Row]]
) -> list[str]:
    """Return what was answered and is not stored, or otherwise."""
    wrong, guests = [], {r: _guests(rows) for r, rows in logs.items()}
    for known in answers:
        stored = None
        for guest in guests[known.room]:
            stored = stored or await store.logs.answer(known.room, guest, known.cid)
        found = msgspec.json.decode(stored) if stored else None
        if found is None or (found["status"], found["version"]) != (known.status, known.version):
            wrong.append(f"{known} was answered, but {found} is stored")
    return wrong


def _guests(rows: Iterable[Row]) -> set[str]:
    return {row.guest or "" for row in rows}


async def read_log(store: Store, room: str) -> list[Row]:
    """Return a log; raises CorruptedError where its checksums do not follow from each other."""
    rows = await store.logs.load(room)
    if [row.seq for row in rows] != [*range(len(rows))]:
        raise CorruptedError(room, 0, rows)
    return rows


def check_log(room: str, rows: Sequence[Row], steps: Sequence[LogStep]) -> list[str]:
    """Return what is wrong with a log: commands that were executed twice, games without an end."""
    begun = Counter(
        (row.guest, row.cid)
        for before, row in zip([None, *rows], rows, strict=False)
        if row.cid and (before is None or (before.guest, before.cid) != (row.guest, row.cid))
    )
    wrong = [f"{room}: {who} was executed {n} times" for who, n in begun.items() if n > 1]
    if steps[-1].room.version != len(rows):
        wrong.append(f"{room} does not have the version of its log")
    if steps[-1].room.phase != "over":
        wrong.append(f"{room} did not reach its end: {steps[-1].room.phase}")
    return wrong


def ended_too_soon(
    room: str, steps: Sequence[LogStep], stored: Sequence[float], outages: Iterable[Interval]
) -> list[str]:
    """Return the turns that the clock has ended before their time, without the outages, was over.

    *stored* says when each entry was stored.
    """
    wrong, outages = [], merged(outages)
    turn, began = None, 0.0
    for step, at in zip(steps, stored, strict=True):
        dealt, terms = step.room.dealt, step.room.terms
        if (
            isinstance(step.entry, Acted)
            and dealt is not None
            and any(isinstance(event, TimedOut) for event in dealt.latest)
        ):
            away = sum(max(0.0, min(at, end) - max(began, start)) for start, end in outages)
            if (at - began - away) * 1000 < (terms.turn_ms or 0) - EXACT:
                wrong.append(
                    f"{room}: the clock ended the turn before entry {step.room.version} after"
                    f" {at - began:.1f} s, {away:.1f} s of them in outages"
                )
        if turn_of(step.room) != turn:
            turn, began = turn_of(step.room), at
    return wrong


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the same times, without any twice."""
    found: list[Interval] = []
    for start, end in sorted(intervals):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


async def check_history(
    store: Store,
    rooms: Iterable[str],
    answers: Iterable[Acknowledged],
    seen: Mapping[str, int],
    times: Times | None = None,
) -> list[str]:
    """Return all that is wrong; *seen* is the latest version of each room that was shown."""
    wrong: list[str] = []
    logs: dict[str, list[Row]] = {}
    for room in rooms:
        try:
            logs[room] = rows = await read_log(store, room)
            steps = [*replay(room, (read_entry(row.body) for row in rows))]
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            wrong.append(f"{room}: {error!r}")
            continue
        wrong += check_log(room, rows, steps)
        if times is not None:
            wrong += ended_too_soon(room, steps, times.stored(room), times.outages(room))
        if seen[room] > len(steps):
            wrong.append(f"version {seen[room]} of {room} was shown, which has {len(steps)}")
    return wrong + await check_answers(store, answers, logs)
