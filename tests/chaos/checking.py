"""Checks the results and clocks of a run against the database at its end.

tests/history checks the views of the clients, without any code of the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tilerummy.server.messages.server import Answer
from tilerummy.server.room.entries import Acted, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.rooms.clock import turn_of
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Row
from tilerummy.state import TimedOut

Interval = tuple[float, float]
EXACT = 500
"""The end of an outage may be detected this many milliseconds too late."""


class Times(NamedTuple):
    """The times of each table, in seconds since 1970."""

    stored: Mapping[str, Sequence[float]]
    """The times when the entries were stored."""
    outages: Mapping[str, Sequence[Interval]]
    """The times when a table was blocked, or its clock had no owner."""


async def check_answers(store: Store, answers: Sequence[tuple[str, Answer]]) -> list[str]:
    """Return an error for each result that was sent, but is not stored or is stored differently."""
    wrong, guests = [], dict[tuple[str, str], str]()
    for room in {room for room, _ in answers}:
        guests |= {(room, cid): guest for guest, cid in await store.logs.commands(room)}
    for room, answer in answers:
        found = await store.logs.answer(room, guests.get((room, answer.cid), ""), answer.cid)
        if found is None or msgspec.json.decode(found, type=Answer) != answer:
            wrong.append(f"{room}: {answer} was sent, but {found!r} is stored")
    return wrong


def check_log(room: str, rows: Sequence[Row], steps: Sequence[LogStep]) -> list[str]:
    """Return an error for each gap in a log, and for each command that was executed twice."""
    begun = Counter(
        (row.guest, row.cid)
        for before, row in zip([None, *rows], rows, strict=False)
        if row.cid and (before is None or (before.guest, before.cid) != (row.guest, row.cid))
    )
    wrong = [f"{room}: {who} was executed {n} times" for who, n in begun.items() if n > 1]
    if [row.seq for row in rows] != [*range(steps[-1].room.version)]:
        wrong.append(f"the log of {room} has a gap, or is not of its version")
    return wrong


def ended_too_soon(
    room: str, steps: Sequence[LogStep], stored: Sequence[float], outages: Iterable[Interval]
) -> list[str]:
    """Return an error for each turn that the clock ended too early, not counting outages.

    *stored* contains each entry's time.
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
                    f" {at - began:.1f} s, including {away:.1f} s in outages"
                )
        if turn_of(step.room) != turn:
            turn, began = turn_of(step.room), at
    return wrong


def merged(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the union of the intervals as disjoint intervals."""
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
    answers: Sequence[tuple[str, Answer]],
    seen: Mapping[str, int],
    times: Times | None = None,
) -> list[str]:
    """Return all errors; *seen* is the latest version of each room that was shown.

    With *times*, every game must have ended.
    """
    wrong: list[str] = []
    for room in rooms:
        try:
            rows = await store.logs.load(room)
            steps = [*replay(room, (read_entry(row.body) for row in rows))]
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            wrong.append(f"{room}: {error!r}")
            continue
        wrong += check_log(room, rows, steps)
        if times is not None:
            wrong += ended_too_soon(room, steps, times.stored[room], times.outages[room])
            if (phase := steps[-1].room.phase) != "over":
                wrong.append(f"{room} did not reach its end: {phase}")
        if seen[room] > len(steps):
            wrong.append(f"version {seen[room]} of {room} was shown, which has {len(steps)}")
    return wrong + await check_answers(store, answers)
