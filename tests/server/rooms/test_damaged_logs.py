"""A table with a damaged log reports that to its members only."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.playing import mover_of, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages import Act, Answer, Fault, Why
from tilerummy.server.room.entries import Agreed, write_entry
from tilerummy.server.rooms.commands import limited_reasons
from tilerummy.server.rooms.errors import NotOwnerError
from tilerummy.server.rooms.registry import RESTART
from tilerummy.server.store import Entries


async def damage(rooms: TestRooms, *statements: str) -> None:
    """Change what is stored behind the back of the rooms."""
    await rooms.store.database.write(lambda db: [db.rows(each) for each in statements])


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("impossible", [False, True], ids=["changed", "impossible"])
async def test_a_damaged_table_stops_no_other(
    rooms: TestRooms, *, private: bool, impossible: bool
) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben", private=private)
    cy, _ = await seated(rooms, "Cy", "Dee")
    if impossible:
        epoch, rows = (await ann.actor()).log.epoch, await rooms.store.logs.load(ann.room)
        entry = [write_entry(Agreed(by=0))]
        await rooms.store.logs.append(
            Entries(ann.room, len(rows), entry, head=rows[-1].head, epoch=epoch)
        )
    await rooms.close()
    if not impossible:
        await damage(
            rooms, f"UPDATE entries SET body = x'00' WHERE seq = 3 AND room = '{ann.room}'"
        )
    eve = Client(rooms, "Eve")
    later = await restarted(rooms, ann, eve)
    assert later.registry.damaged == {ann.room}
    faults = [await later.attach(ann.room, each.person, each) for each in (ann, eve)]
    codes = [fault.code for fault in faults if isinstance(fault, Fault)]
    assert codes == ["damaged", "no_such_room" if private else "damaged"]
    assert impossible or "damaged from entry 3 on" in getattr(faults[0], "message", "")
    assert later.live() == 1, "the other table goes on"
    for person in (ann, cy):
        mine = (await later.lobby(person.person.guest)).mine
        assert [card.room for card in mine] == [person.room], "lists are made of cards"


async def test_a_log_that_was_restored_is_not_continued_by_who_knows_more(rooms: TestRooms) -> None:
    """A file that is restored under a running server lacks the entries answered since."""

    people = await seated(rooms, "Ann", "Ben")
    mover, size = await mover_of(people), await people[0].version()
    rows = await rooms.store.logs.load(mover.room)
    await damage(
        rooms,
        f"DELETE FROM entries WHERE seq >= {size - 2}",
        f"UPDATE rooms SET size = {size - 2}, head = x'{rows[-3].head.hex()}'",
    )
    command = Act(cid="a", room=mover.room, version=size, actions=["draw"])
    with pytest.raises(NotOwnerError):
        await mover.ask(command)
    await settled()
    assert [person.closed for person in people] == [[RESTART]] * 2
    assert len(await rooms.store.logs.load(mover.room)) == size - 2
    assert await mover.version() == size - 2


def test_a_reason_that_is_too_long_is_cut() -> None:
    long = Why(code="table_tile_missing", message="é" * 5000, tiles=["k1"] * 900)

    [received] = limited_reasons([long, Why(code="later")])

    assert received.code == "table_tile_missing"
    assert received.message.startswith("ééé")
    assert len(msgspec.json.encode(received)) <= 1900


async def test_a_limited_number_of_reasons_is_sent_and_stored(rooms: TestRooms) -> None:
    """The size of a stored refusal is limited, however long the sent table is."""

    people = await seated(rooms, "Ann", "Ben")
    for person in people:
        wrong = [f"r{n} r{n} r{n} b{n} k13 k13 o1 o9" for n in range(1, 14)] * 8
        answer = await person.done(*wrong)
        assert isinstance(answer, Answer)
        assert answer.status == "refused"
        assert 1 <= len(answer.reasons) <= 10
        stored = await rooms.store.logs.answer(person.room, person.person.guest, answer.cid)
        assert stored is not None
        assert len(stored) <= 2048
