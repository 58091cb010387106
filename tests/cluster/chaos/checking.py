"""The history of a run: what was answered and shown, against what the database has in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec
from tests.chaos.gamer import Acknowledged
from tests.cluster.chaos.visitors import Seen

from tilerummy.server.room.entries import Acted, read_entry
from tilerummy.server.room.entry_views import new_views
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.room.round_views import GameViews
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


_write = msgspec.json.Encoder().encode


async def check_answers(
    store: Store, answers: Iterable[Acknowledged], logs: dict[str, list[Row]]
) -> list[str]:
    """Return what was answered and is not stored, or otherwise."""
    wrong, sessions = [], {r: _sessions(rows) for r, rows in logs.items()}
    for known in answers:
        stored = None
        for session in sessions[known.room]:
            stored = stored or await store.answered(known.room, session, known.cid)
        found = msgspec.json.decode(stored) if stored else None
        if found is None or (found["status"], found["version"]) != (known.status, known.version):
            wrong.append(f"{known} was answered, but {found} is stored")
    return wrong


def _sessions(rows: Iterable[Row]) -> set[str]:
    return {row.session or "" for row in rows}


async def read_log(store: Store, room: str) -> list[Row]:
    """Return a log; raises CorruptedError where its checksums do not follow from each other."""
    rows = await store.load(room)
    if [row.seq for row in rows] != [*range(len(rows))]:
        raise CorruptedError(room, 0, rows)
    return rows


def check_log(room: str, rows: Sequence[Row], steps: Sequence[LogStep]) -> list[str]:
    """Return what is wrong with a log: commands that were executed twice, games without an end."""
    begun = Counter(
        (row.session, row.cid)
        for before, row in zip([None, *rows], rows, strict=False)
        if row.cid and (before is None or (before.session, before.cid) != (row.session, row.cid))
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


def check_seen(room: str, who: str, seen: Seen, steps: Sequence[LogStep]) -> list[str]:
    """Return what a client was shown that does not follow from the log for its seat."""
    wrong = []
    if seen.latest > len(steps):
        wrong.append(f"{who} saw version {seen.latest} of {room}, which has {len(steps)}")
    for version, shown in seen.games.items():
        if version <= len(steps):
            view = GameViews(steps[version - 1].room).of(seen.seat[version])
            if _write(view) != shown:
                wrong.append(f"{who} saw another game at version {version} of {room}")
    views = new_views(steps)
    stored = {seat: views.of(seat) for seat in {seat for seat, _ in seen.entries}}
    for (seat, number), entry in seen.entries.items():
        if number >= len(steps) or _write(stored[seat][number]) != entry:
            wrong.append(f"{who} saw another entry {number} of {room}")
    return wrong


async def check_history(
    store: Store,
    rooms: Iterable[str],
    answers: Iterable[Acknowledged],
    seen: dict[tuple[str, str], Seen],
    times: Times | None = None,
) -> list[str]:
    """Return all that is wrong."""
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
        for (where, who), what in seen.items():
            if where == room:
                wrong += check_seen(room, who, what, steps)
    return wrong + await check_answers(store, answers, logs)
