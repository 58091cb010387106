"""Commands are judged for their sender; tests/server/laws checks that each runs once."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import pytest
from tests.server.laws.stores import FaultyLogs
from tests.server.playing import codes, conflict, fault, mover_and_other, ok, play_round, seated
from tests.server.room_clients import Client, TestRooms, settled
from tests.server.workers.patient import PatientWorkers

from tilerummy.server.messages.client import Act, Say
from tilerummy.server.messages.server import Answer, Chatted, HintAnswer
from tilerummy.server.room.seats import Person
from tilerummy.server.rooms.actor import MAX_PENDING_CHANGES
from tilerummy.server.workers.classes import HINT, NEAR
from tilerummy.server.workers.port import Job
from tilerummy.state import State

T = TypeVar("T")


async def test_only_the_seat_to_move_acts(rooms: TestRooms) -> None:
    mover, other = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    assert codes(await other.do("draw")) == ["not_your_turn"]
    eve = Client(rooms, "Eve")
    await eve.watch(mover.room)
    assert codes(await eve.do("draw")) == ["not_seated"]
    before = await mover.version()
    assert codes(await mover.do("time-out")) == ["not_your_turn"]
    assert codes(await mover.do("nonsense")) == ["bad_notation"]
    assert codes(await mover.do("pass")) == ["cannot_pass"]
    assert await mover.version() == before


async def test_a_command_for_an_old_version_is_a_conflict(rooms: TestRooms) -> None:
    """Entries outside the game cause no conflict."""
    people = await seated(rooms, "Ann", "Ben")
    old = await people[0].version()
    await play_round(people, turns=2)
    mover, _ = await mover_and_other(people)
    seen = await mover.version()
    await people[0].control("lock")
    await people[1].control("pause")
    version = await mover.version()
    for wrong in (old, seen + 1000):
        assert conflict(await mover.do("draw", version=wrong))
        assert await mover.version() == version
    ok(await mover.do("draw", version=seen))


async def test_a3_no_seat_acts_before_the_start_or_after_the_end(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    people = await seated(rooms, "Ben", "Cy")
    await play_round(people)
    for person in (ann, *people):
        before = await person.sees()
        for answer in (await person.do("draw"), await person.done(), await person.hint()):
            assert codes(answer) == ["not_playing"]
        assert await person.sees() == before


async def test_a_hint_has_the_requested_details_at_a_table_with_hints(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    while True:
        mover, _ = await mover_and_other(people)
        answers = [await mover.hint(level) for level in (1, 2, 3)]
        hints = [hint for hint in answers if isinstance(hint, HintAnswer)]
        assert len(hints) == 3
        if hints[0].advice == "play":
            break
        await mover.take_turn()
    shown = [(bool(h.tiles), bool(h.steps), h.after is not None) for h in hints]
    assert shown == [(False,) * 3, (True, False, False), (True,) * 3]
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben", hints=False))
    assert codes(await mover.hint()) == ["no_hints"]


def advised(answer: object) -> list[str]:
    """Return the tiles that a hint marks."""
    assert isinstance(answer, HintAnswer)
    return answer.tiles


async def test_all_levels_of_a_hint_advise_the_same_play(rooms: TestRooms) -> None:
    """A second search might find less in its time."""
    found = iter([["r1"], ["b2"]])

    async def hint(_ruleset: str, _view: State, _target: str) -> tuple[HintAnswer, ...]:
        tiles = next(found)
        return tuple(
            HintAnswer(cid="", level=level, advice="play", code="play", tiles=tiles)
            for level in (1, 2, 3)
        )

    rooms.work(hint=hint)
    people = await seated(rooms, "Ann", "Ben")
    mover, other = await mover_and_other(people)
    assert [advised(await mover.hint(level)) for level in (1, 2, 3)] == [["r1"]] * 3
    await mover.do("draw")
    assert advised(await other.hint(1)) == ["b2"]


class TimedWorkers(PatientWorkers):
    """Workers that store how long the jobs may take, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.budgets: list[float] = []

    async def run(self, job: Job[T], key: str) -> T:
        self.budgets.append(job.work.budget)
        return await super().run(job, key)


async def test_a_hint_for_a_closed_hand_has_the_time_of_the_nearest_hands() -> None:
    workers = TimedWorkers()
    mover, _ = await mover_and_other(
        await seated(TestRooms(workers=workers), "Ann", "Ben", ruleset="international")
    )
    workers.budgets.clear()
    await mover.hint(1)
    await mover.hint(1, target=35)
    assert workers.budgets == [HINT.budget, NEAR.budget]


async def test_a_command_affects_only_its_own_table(rooms: TestRooms) -> None:
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    cy = Client(rooms, "Cy")
    room = await cy.open()
    version = await mover.version()
    command = Act(cid="x", room=room, version=version, actions=["draw"])
    assert isinstance(await mover.ask(command), Answer)
    assert (await cy.actor()).room.phase == "waiting"
    unknown = Act(cid="y", room="nowhere", version=0, actions=["draw"])
    assert fault(await mover.ask(unknown)) == "no_such_room"


async def test_chat_shows_the_name_of_the_seat(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await rooms.command(Person(ben.person.guest, "Ann"), Say(room=ann.room, text="I resign"))
    message = ann.heard[-1]
    assert isinstance(message, Chatted)
    assert (message.name, message.seat) == ("Ben", 1)


@pytest.mark.parametrize("ends", [False, True])
async def test_a_limited_number_of_commands_waits_for_a_slow_store(
    rooms: TestRooms, logs: FaultyLogs, *, ends: bool
) -> None:
    """A server that stops finishes only the command in progress."""
    ann = Client(rooms, "Ann")
    await ann.open()
    logs.gate.clear()
    sent = [asyncio.create_task(ann.control("lock")) for _ in range(1 + MAX_PENDING_CHANGES + 2)]
    await settled()
    ending = asyncio.create_task(rooms.close() if ends else settled())
    await settled()
    logs.gate.set()
    executed = [isinstance(answer, Answer) for answer in await asyncio.gather(*sent)]
    await ending
    done = 1 if ends else 1 + MAX_PENDING_CHANGES
    assert executed == [True] * done + [False] * (len(sent) - done)
