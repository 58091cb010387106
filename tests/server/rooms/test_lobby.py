"""The lists of rooms: made of index cards, so that no room is loaded for them."""

from __future__ import annotations

import pytest
from tests.server.playing import play_round, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages.bodies.rooms import NewRoom, RoomCard, Terms
from tilerummy.server.rooms import cards, lobby
from tilerummy.server.rooms.actor import IDLE
from tilerummy.server.store import Card

pytestmark = pytest.mark.anyio

EVE = "session-Eve"


async def left(rooms: TestRooms, *people: Client) -> None:
    """Let people leave their table, and wait until it is parked."""
    for person in people:
        await person.leave()
    await rooms.clock.pass_time(IDLE + 1)
    await rooms.sweep()


async def watched(rooms: TestRooms) -> list[str]:
    return [card.room for card in (await rooms.lobby(EVE)).watch]


async def test_a_parked_match_is_listed_as_it_stands(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000, title="Friday")
    await rooms.clock.pass_time(20_000)
    to_move = (await people[0].game()).to_move
    await left(rooms, *people)
    [card] = (await rooms.lobby("session-Ann")).mine
    assert (card.title, card.seat, card.to_move) == ("Friday", 0, to_move)
    assert (card.your_turn, card.left_ms, card.tiles) == (to_move == 0, 40_000, [14, 14])
    assert await watched(rooms) == [people[0].room]


async def test_a_running_clock_is_listed_with_what_is_left_now(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000)
    await rooms.clock.pass_time(20_000)
    [card] = (await rooms.lobby("session-Ann")).mine
    assert card.left_ms is not None
    assert abs(card.left_ms - 40_000) <= 1000, "in full seconds"
    del people


async def test_a_table_is_open_as_long_as_somebody_is_there(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    room = await rooms.open(NewRoom(terms=Terms(ruleset="sabra"), seats=2), ann.person)
    assert (await rooms.lobby(EVE)).open == []
    for _ in range(2):
        await ann.watch(room)
        await settled()
        assert [card.room for card in (await rooms.lobby(EVE)).open] == [room]
        await ann.leave()
        assert (await rooms.lobby(EVE)).open == []
    await left(rooms)


async def test_a_table_whose_server_crashed_is_open_only_when_somebody_comes_back(
    rooms: TestRooms,
) -> None:
    ann = Client(rooms, "Ann")
    room = await ann.open(seats=2)
    later = await restarted(rooms, ann, crashed=True)
    assert (await later.lobby(EVE)).open == []
    await ann.watch(room)
    await settled()
    assert [card.room for card in (await later.lobby(EVE)).open] == [room]
    await later.close()


async def test_spectators_are_on_the_card(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    eve = Client(rooms, "Eve")
    for there in (1, 0):
        await (eve.watch(ann.room) if there else eve.leave())
        await settled()
        [card] = (await rooms.lobby("session-Fay")).watch
        assert card.watching == there


@pytest.mark.parametrize("live", [True, False])
async def test_cards_that_no_release_has_stored_are_made_of_the_logs_once(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch, *, live: bool
) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=3)
    ann, before = people[0], await everywhere(rooms)
    if not live:
        await left(rooms, *people)
        before = await everywhere(rooms)
    later = TestRooms(store=rooms.store, clock=rooms.clock, name="newer")
    await later.store.database.write(lambda db: db.rows("UPDATE rooms SET card = ?", b""))
    assert (await everywhere(later))[0] == before[0]
    assert [card.room for card in await everywhere(later)] == [ann.room] * 2
    monkeypatch.setattr(later.registry, "read", None)
    assert len(await everywhere(later)) == 2
    assert later.live() == 0


async def everywhere(rooms: TestRooms) -> list[RoomCard]:
    """Return what Eve may watch, and the games of Ann."""
    return [*(await rooms.lobby(EVE)).watch, *(await rooms.lobby("session-Ann")).mine]


async def test_d11_a_list_of_tables_costs_no_more_where_there_are_more(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = [0]

    def counted(card: Card) -> cards.CardBody | None:
        read[0] += 1
        return cards.read_card(card)

    for name, value in (("MOST_LISTED", 2), ("MOST_READ", 3), ("read_card", counted)):
        monkeypatch.setattr(lobby, name, value)
    for number in range(8):
        await seated(rooms, f"Ann{number}", f"Ben{number}")
        if number in (3, 7):
            read[0] = 0
            assert len(await watched(rooms)) == 2
            assert read[0] == 3
