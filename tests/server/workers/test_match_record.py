"""Records of matches, which are written in worker processes (D10)."""

from __future__ import annotations

import asyncio

from tests.server.playing import play_round, run, seated
from tests.server.room_clients import TestRooms

from tilerummy.server.ops.prometheus import PrometheusMetrics
from tilerummy.server.workers.match_record import match_record
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.services import QuestionWorkers


async def _written(game: str, bodies: list[bytes], forms: tuple[str, ...]) -> list[str]:
    pool = WorkerPool(PrometheusMetrics(), 1)
    workers = QuestionWorkers(pool)
    try:
        return [await workers.record(game, bodies, form, "192.0.2.1") for form in forms]
    finally:
        pool.close()


def test_d10_the_record_of_a_match_does_not_hold_up_the_event_loop() -> None:
    found: list[tuple[str, list[bytes]]] = []

    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        await play_round(people)
        actor = await people[0].actor()
        rows = await rooms.store.load(actor.room.id)
        found.append((actor.room.id, [row.body for row in rows]))

    run(test)
    [(room, bodies)] = found
    forms = ("text", "jsonl")
    for form, written in zip(forms, asyncio.run(_written(room, bodies, forms)), strict=True):
        assert written == match_record(room, bodies, form)
        assert "Ann" in written
