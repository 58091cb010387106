"""A table with a damaged log reports that to its members only."""

from __future__ import annotations

import asyncio

import msgspec
from tests.server.playing import run, seated
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.messages import Answer, Fault, Why
from tilerummy.server.rooms.commands import limited_reasons
from tilerummy.server.store import CorruptedError, MemoryStore, Row


class DamagedStore(MemoryStore):
    """A store whose logs are damaged from entry 3 on, once the test sets it."""

    damaged = False

    async def load(self, room: str, since: int = 0) -> list[Row]:
        if self.damaged:
            raise CorruptedError(room, 3, [])
        return await super().load(room, since)


async def faults(person: Client, room: str) -> list[tuple[str, str]]:
    """Return the faults that a guest gets who watches a table."""
    received = await person.rooms.attach(room, person.person, person.hear)
    assert isinstance(received, Fault)
    return [(received.code, received.message)]


def damaged_tables(*, private: bool) -> list[str]:
    """Return the faults of a damaged table for Ann, who has a seat, and Eve, who has none."""
    received: list[str] = []

    async def test(rooms: TestRooms) -> None:
        ann, _ = await seated(rooms, "Ann", "Ben", private=private)
        await rooms.close()
        store = rooms.store
        assert isinstance(store, DamagedStore)
        store.damaged = True
        later = TestRooms(store=store, clock=rooms.clock, seed="later")
        for person in (Client(later, "Ann"), Client(later, "Eve")):
            [(code, message)] = await faults(person, ann.room)
            received.append(code)
            assert ("damaged from entry 3 on" in message) == (code == "damaged")
        await later.close()

    async def alone() -> None:
        await test(TestRooms(store=DamagedStore(lambda: 0)))

    asyncio.run(alone())
    return received


def test_a_damaged_table_says_that_it_is_damaged() -> None:
    assert damaged_tables(private=False) == ["damaged", "damaged"]


def test_a_damaged_private_table_stays_hidden_from_others() -> None:
    assert damaged_tables(private=True) == ["damaged", "no_such_room"]


def test_a_log_that_became_shorter_is_damaged_and_never_continued() -> None:
    """A file that is restored under a running server lacks the entries answered since."""

    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        assert isinstance(rooms.store, MemoryStore)
        [mover] = [person for person in people if (await person.game()).can]
        size = len(await rooms.store.load(mover.room))
        del rooms.store._tables[mover.room].rows[size - 2 :]

        received = await mover.do("draw")

        assert isinstance(received, Fault)
        assert received.code == "damaged"
        assert f"from entry {size - 2} on" in received.message
        assert len(await rooms.store.load(mover.room)) == size - 2

    run(test)


def test_a_reason_that_is_too_long_is_cut() -> None:
    long = Why(code="table_tile_missing", message="é" * 5000, tiles=["k1"] * 900)

    [received] = limited_reasons([long, Why(code="later")])

    assert received.code == "table_tile_missing"
    assert received.message.startswith("ééé")
    assert len(msgspec.json.encode(received)) <= 1900


def test_a_limited_number_of_reasons_is_sent_and_stored() -> None:
    """The size of a stored refusal is limited, however long the sent table is."""

    async def test(rooms: TestRooms) -> None:
        people = await seated(rooms, "Ann", "Ben")
        for person in people:
            wrong = [f"r{n} r{n} r{n} b{n} k13 k13 o1 o9" for n in range(1, 14)] * 8
            answer = await person.done(*wrong)
            assert isinstance(answer, Answer)
            assert answer.status == "refused"
            assert 1 <= len(answer.reasons) <= 10
            stored = await rooms.store.answered(person.room, person.person.session, answer.cid)
            assert stored is not None
            assert len(stored) <= 2048

    run(test)
