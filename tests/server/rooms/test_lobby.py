"""Room lists, made from stored summaries without loading rooms."""

from __future__ import annotations

import pytest
from tests.server.playing import parked, play_round, seated
from tests.server.room_clients import Client, TestRooms, restarted, settled
from tests.server.served import Json

from tilerummy.server.guests.faces import FACES
from tilerummy.server.messages.bodies.rooms import LobbyRoom, NewRoom
from tilerummy.server.messages.server import Presence
from tilerummy.server.messages.terms import Terms
from tilerummy.server.room.refusal import Refused
from tilerummy.server.rooms import lobby, room_summary
from tilerummy.server.store.types import RoomSummary

EVE = "session-Eve"


async def found_by(person: Client) -> tuple[list[str], list[str]]:
    """Return the tables in a guest's lobby: with a free seat, and to watch."""
    await settled()
    lobby = await person.rooms.lobby(person.person.guest)
    return [card.room for card in lobby.open], [card.room for card in lobby.watch]


async def test_a_table_with_a_free_seat_and_a_player_is_in_the_lobby(rooms: TestRooms) -> None:
    ann, ben, eve = (Client(rooms, name) for name in ("Ann", "Ben", "Eve"))
    await ann.open(private=True)
    room = await rooms.open(NewRoom(terms=Terms(ruleset="sabra"), seats=2), ann.person)
    assert await found_by(eve) == ([], [])
    for _ in range(2):
        await ann.watch(room)
        assert await found_by(eve) == ([room], [])
        await ann.leave()
        assert await found_by(eve) == ([], []), "all players are disconnected"
    await ann.watch(room)
    assert await found_by(ann) == ([], []), "it is listed as her own"
    await ben.join(room)
    await ann.control("remove", seat=1)
    assert await found_by(ben) == ([], [])
    await ann.control("lock")
    assert await found_by(eve) == ([], [])
    await ann.control("unlock")
    await restarted(rooms, ann, eve, crashed=True)
    assert await found_by(eve) == ([], [])
    await ann.watch(room)
    assert await found_by(eve) == ([room], [])


async def test_the_lobby_lists_matches_open_to_spectators(rooms: TestRooms) -> None:
    eve = Client(rooms, "Eve")
    kinds: list[dict[str, Json]] = [{}, {"private": True}, {"spectators": False}]
    seen = [(await seated(rooms, "Ann", "Ben", **terms))[0].room for terms in kinds]
    assert await found_by(eve) == ([], seen[:1])


async def test_the_latest_finished_matches_are_listed(
    rooms: TestRooms,
) -> None:
    over = list[str]()
    for _ in range(lobby.MAX_FINISHED + 1):
        ann, _ = await seated(rooms, "Ann", "Ben")
        await ann.control("resign")
        over.append(ann.room)
        await rooms.clock.pass_time(1)
    for _ in range(lobby.MAX_FINISHED + 1):
        await ann.open()
        await ann.control("close")
    mine = (await rooms.lobby("session-Ann")).mine
    assert [card.room for card in mine] == over[:0:-1]


async def test_a_match_is_listed_with_its_state_and_clock(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", turn_ms=60_000, title="Friday")
    to_move = (await people[0].game()).to_move
    await rooms.clock.pass_time(20_000)
    for away in (False, True):
        if away:
            await parked(rooms, *people)
        [card] = (await rooms.lobby("session-Ann")).mine
        assert (card.title, card.seat, card.to_move) == ("Friday", 0, to_move)
        assert (card.your_turn, card.tiles) == (to_move == 0, [14, 14])
        assert [seat.name for seat in card.seats] == ["Ann", "Ben"]
        assert all(seat.face in FACES for seat in card.seats)
        assert (card.totals, card.leaders, card.ending) == ([0, 0], [], None)
        assert card.left_ms is not None
        assert abs(card.left_ms - 40_000) <= 1000, "rounded to seconds"
    assert await found_by(Client(rooms, "Eve")) == ([], [people[0].room])


@pytest.mark.parametrize("resigned", [False, True])
async def test_a_finished_match_is_listed_with_its_result(
    rooms: TestRooms, *, resigned: bool
) -> None:
    people = await seated(rooms, "Ann", "Ben")
    if resigned:
        await people[0].control("resign")
    await play_round(people)
    await rooms.clock.pass_time(2000)
    await people[1].control("show")
    await rooms.clock.pass_time(3000)
    (card,) = (await rooms.lobby("session-Ann")).mine
    assert (card.phase, card.tiles, card.ago_ms) == ("over", [], 5000)
    assert (card.ending, card.leaders) == ("resigned", [1]) or not resigned
    assert card.leaders
    assert max(card.totals) > 0 or card.totals == [0, 0]


async def test_a_player_sees_the_position_with_their_own_rack_only(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben", private=True)
    racks = [
        (await rooms.position(each.room, each.person), await each.game()) for each in (ann, ben)
    ]
    for position, game in racks:
        assert position is not None
        assert (position.table, position.rack) == (game.table, game.rack)
    assert racks[0][1].rack != racks[1][1].rack
    with pytest.raises(Refused):
        await rooms.position(ann.room, Client(rooms, "Eve").person)


async def test_tables_of_people_can_be_watched_unless_they_are_private(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    await seated(rooms, "Cy", "Dan", private=True)
    people = ["session-Ann", "session-Cy"]
    found = await rooms.watchable(EVE, people)
    assert {guest: card.room for guest, card in found.items()} == {"session-Ann": ann.room}
    assert await rooms.watchable("session-Ben", people) == {}, "already there"
    await ann.leave()
    assert await rooms.watchable(EVE, people) == {}, "away"


async def test_the_last_match_left_within_a_day_is_offered(rooms: TestRooms) -> None:
    async def offered() -> str | None:
        return (await rooms.lobby("session-Ann")).resume

    older, newer, waiting = (Client(rooms, "Ann") for _ in range(3))
    await older.open(computers={1: "beginner"}, start=True)
    await rooms.clock.pass_time(1000)
    await newer.open(computers={1: "beginner"}, start=True)
    await rooms.clock.pass_time(1000)
    await waiting.open()
    await waiting.leave()
    assert await offered() is None, "still at both"
    await older.leave()
    assert await offered() == older.room
    await newer.leave()
    assert await offered() == newer.room
    assert (await rooms.lobby("session-Ben")).resume is None
    await rooms.clock.pass_time(24 * 3_600_000)
    assert await offered() is None


async def test_spectators_are_counted_once_and_without_the_players(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    eves = [Client(rooms, name) for name in ("Eve", "Eve", "Fay")]
    for eve, count in zip((*eves, *eves), (1, 1, 2, 2, 1, 0), strict=True):
        await (eve.leave() if eve.attachment else eve.watch(ann.room))
        await settled()
        [card] = (await rooms.lobby("session-Gus")).watch
        sent = [m.watching for m in ann.heard if isinstance(m, Presence)]
        assert (card.watching, sent[-1]) == (count, count)


@pytest.mark.parametrize("live", [True, False])
async def test_missing_summaries_are_created_from_the_logs_once(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch, *, live: bool
) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=3)
    ann, before = people[0], await everywhere(rooms)
    if not live:
        await parked(rooms, *people)
        before = await everywhere(rooms)
    later = TestRooms(store=rooms.store, clock=rooms.clock, name="newer")
    await later.store.database.write(lambda db: db.rows("UPDATE rooms SET card = ?", b""))
    assert (await everywhere(later))[0] == before[0]
    assert [card.room for card in await everywhere(later)] == [ann.room] * 2
    monkeypatch.setattr(later.registry, "read", None)
    assert len(await everywhere(later)) == 2
    assert len(later.registry) == 0


async def everywhere(rooms: TestRooms) -> list[LobbyRoom]:
    """Return all lobby entries that Eve and Ann are sent: games to watch, and Ann's own."""
    return [*(await rooms.lobby(EVE)).watch, *(await rooms.lobby("session-Ann")).mine]


async def test_d11_listing_tables_has_a_constant_cost(
    rooms: TestRooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = [0]

    def counted(card: RoomSummary) -> room_summary.LobbyEntry | None:
        read[0] += 1
        return room_summary.read_lobby_entry(card)

    for name, value in (("MAX_LISTED", 2), ("MAX_READ", 3), ("read_lobby_entry", counted)):
        monkeypatch.setattr(lobby, name, value)
    for number in range(8):
        await seated(rooms, f"Ann{number}", f"Ben{number}")
        if number in (3, 7):
            read[0] = 0
            assert len((await rooms.lobby(EVE)).watch) == 2
            assert read[0] == 3
