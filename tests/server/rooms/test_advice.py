"""A turn that a hint laid is marked in the log and in the record, and is no highlight."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import msgspec
from tests.server.playing import mover_of, ok, seated
from tests.server.room_clients import Client, TestRooms, whole

from tilerummy.records.advice import UsedAdvice, advice_in
from tilerummy.server.games.summary import summarise
from tilerummy.server.messages.client import Act, Done
from tilerummy.server.messages.server import HintAnswer
from tilerummy.server.room.entries import Acted, read_entry, write_entry
from tilerummy.server.room.record import record_of_log


async def play_by_hints(people: list[Client]) -> None:
    """Play a round in which hints lay all tiles, and draws are the player's own idea."""
    while (await people[0].actor()).room.phase == "playing":
        mover = await mover_of(people)
        hint = await mover.hint()
        assert isinstance(hint, HintAnswer)
        place = {"cid": mover.cid(), "room": mover.room, "version": await mover.version()}
        if hint.advice == "play" and hint.after is not None:
            ok(await mover.ask(Done(**place, after=hint.after, advice="hinted")))  # type: ignore[arg-type]
        else:
            action = "pass" if hint.advice == "pass" else "draw"
            ok(await mover.ask(Act(**place, actions=[action])))  # type: ignore[arg-type]


async def test_what_hints_laid_is_recorded_and_no_highlight(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_by_hints(people)
    room = people[0].room
    laid = [
        step.entry.advice
        for step in await whole(rooms, room)
        if isinstance(step.entry, Acted) and any("play" in each for each in step.entry.actions)
    ]
    log = await rooms.store.logs.load(room)
    _, record = record_of_log(room, [row.body for row in log])
    summary = summarise(log)
    own = summarise([replace(row, body=_with(None, row.body)) for row in log])
    older = [replace(row, body=_with("laid", row.body)) for row in log]

    assert laid
    assert set(laid) == {"hinted"}
    assert [*advice_in(record).values()] == [UsedAdvice.HINTED] * len(laid)
    assert summary
    assert own
    assert own.moments
    assert not summary.moments
    assert record_of_log(room, [row.body for row in older])[1] == record
    assert summarise(older) == summary


def _with(advice: Literal["laid"] | None, body: bytes) -> bytes:
    """Return an entry of the log as an older server wrote it, or as it would be without hints."""
    entry = read_entry(body)
    if not isinstance(entry, Acted) or entry.advice is None:
        return body
    return write_entry(msgspec.structs.replace(entry, advice=advice))
