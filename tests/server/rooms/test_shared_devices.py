"""Several players on one device: racks are hidden until the player to move shows their own."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.server.playing import play_round
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.games.listing import Filter, games_page
from tilerummy.server.games.own import own_games
from tilerummy.server.games.recent import people_met
from tilerummy.server.games.series import latest_series
from tilerummy.server.games.summary import summarise
from tilerummy.server.guests.faces import Face
from tilerummy.server.jobs.rooms import Choice
from tilerummy.server.messages.bodies.games import GamesPage
from tilerummy.server.messages.client import Preview
from tilerummy.server.messages.server import Snapshot, Update
from tilerummy.server.messages.views import Entry
from tilerummy.server.room.refusal import Refused
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person
from tilerummy.server.workers.port import JobError

TURN = 60_000


async def shared(
    rooms: TestRooms, *names: str, computers: int = 0, ruleset: str = "sabra", **terms: object
) -> Client:
    """Return the client of a device where *names* play, with computers in the last seats."""
    owner = Client(rooms, names[0])
    seats = len(names) + computers
    await owner.open(
        ruleset,
        seats=seats,
        local=dict(enumerate(names[1:], 1)),
        computers=dict.fromkeys(range(len(names), seats), "beginner"),
        start=True,
        **terms,
    )
    await owner.control("ready", contribution="aa")
    await settled()
    return owner


async def room_of(client: Client) -> Room:
    return (await client.actor()).room


async def to_move(client: Client) -> int:
    state = (await room_of(client)).state
    assert state is not None
    return state.to_move


async def rack_of(client: Client, seat: int) -> list[str]:
    """Return a seat's rack on the server."""
    state = (await room_of(client)).state
    assert state is not None
    return [*map(str, state.seats[seat].rack)]


async def take_turn(client: Client) -> None:
    """Show the mover's rack, and take one step of its turn."""
    while await to_move(client) not in (await room_of(client)).people:
        await settled()
    await client.show_rack()
    await client.take_turn()
    await settled()


async def play_out(client: Client) -> None:
    """Play until the round has ended."""
    while (await room_of(client)).phase == "playing":
        await take_turn(client)


def entries(client: Client) -> list[Entry]:
    """Return all entries in the messages to a client."""
    return [
        entry
        for message in client.heard
        if isinstance(message, Snapshot | Update)
        for entry in (message.log if isinstance(message, Snapshot) else message.entries)
    ]


@pytest.mark.parametrize("ruleset", ["sabra", "rummikub", "international", "mcgraw"])
async def test_a_device_is_sent_what_spectators_see_until_a_rack_is_shown(
    rooms: TestRooms, ruleset: str
) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy", computers=1, ruleset=ruleset)
    watcher, other_tab = Client(rooms, "Zoe"), Client(rooms, "Ann")
    await rooms.store.rooms.admit(owner.room, watcher.person.guest)
    await watcher.watch(owner.room)
    await other_tab.watch(owner.room)
    for _ in range(12):
        await take_turn(owner)
        if (await room_of(owner)).phase != "playing":
            break
        seen, public = await other_tab.sees(), await watcher.sees()
        assert (seen.game, seen.log) == (public.game, public.log)
    assert len(entries(other_tab)) > 5
    assert entries(other_tab) == entries(watcher)


async def test_only_the_rack_of_the_seat_in_turn_is_shown_and_only_in_its_turn(
    rooms: TestRooms,
) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy")
    for _ in range(6):
        seat = await to_move(owner)
        assert (await owner.sees()).seat == seat
        assert (await owner.game()).rack is None
        await owner.show_rack()
        shown = owner.heard[-2]
        assert isinstance(shown, Update)
        assert shown.game
        assert shown.game.rack == (await owner.game()).rack == await rack_of(owner, seat)
        await owner.take_turn()
        assert (await owner.game()).rack is None
    drawn = [event for e in entries(owner) for event in e.events if b"Drew" in bytes(event)]
    assert drawn
    assert all(b'"?"' in bytes(event) for event in drawn)


async def test_a_tap_for_an_earlier_turn_shows_nothing(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    before = await owner.version()
    await take_turn(owner)
    await owner.show_rack(before)
    assert (await owner.game()).rack is None


async def test_a_new_connection_hides_the_rack_again(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    await owner.show_rack()
    assert (await owner.game()).rack
    version = await owner.version()
    await owner.leave()
    await owner.watch(owner.room, version)
    caught_up = next(m for m in reversed(owner.heard) if isinstance(m, Update))
    assert caught_up.version == version
    assert caught_up.game
    assert caught_up.game.rack is None


async def test_a_pause_hides_the_rack(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    await owner.show_rack()
    await owner.control("pause")
    assert (await room_of(owner)).phase == "paused"
    assert (await owner.game()).rack is None
    last = next(m for m in reversed(owner.heard) if isinstance(m, Update))
    assert last.game
    assert last.game.rack is None
    await owner.control("resume")
    assert (await room_of(owner)).phase == "playing"
    assert (await owner.game()).rack is None


async def test_the_next_player_may_look_while_a_computer_plays(rooms: TestRooms) -> None:
    played = asyncio.Event()

    async def choose(*_: object) -> Choice:
        await played.wait()
        raise JobError("died", "no choice")

    rooms.work(choose=choose)
    owner = await shared(rooms, "Ann", "Ben", computers=1)
    while await to_move(owner) != 2:
        await take_turn(owner)
    assert (await owner.sees()).seat == 0
    await owner.show_rack()
    assert (await owner.game()).rack == await rack_of(owner, 0)
    played.set()
    await settled()
    assert await to_move(owner) == 0
    assert (await owner.game()).rack == await rack_of(owner, 0)


async def test_the_clock_starts_when_the_rack_is_shown(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", turn_ms=TURN)
    seat = await to_move(owner)
    await rooms.clock.pass_time(10 * TURN)
    assert await to_move(owner) == seat
    assert not (await owner.sees()).clock.running
    await owner.show_rack()
    assert (await owner.sees()).clock.running
    await rooms.clock.pass_time(TURN - 1)
    assert await to_move(owner) == seat
    await rooms.clock.pass_time(1)
    assert await to_move(owner) != seat
    assert (await owner.game()).rack is None
    assert not (await owner.sees()).clock.running


async def test_a_restarted_server_hides_the_rack(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", turn_ms=TURN)
    await owner.show_rack()
    await restarted(rooms, owner)
    await owner.watch(owner.room)
    assert (await owner.game()).rack is None
    assert not (await owner.sees()).clock.running


async def test_an_unfinished_play_is_not_repeated_to_its_own_device(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    await owner.show_rack()
    rack = (await owner.game()).rack or []
    version = await owner.version()
    await owner.ask(Preview(room=owner.room, version=version, rows=[rack[:1]]))
    await owner.watch(owner.room)
    assert (await owner.sees()).preview is None


async def test_a_whole_match_is_played_and_again(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_out(owner)
    assert (await room_of(owner)).phase == "between"
    await owner.show_rack()
    await owner.control("next")
    await owner.control("ready", contribution="bb")
    await settled()
    assert (await room_of(owner)).phase == "playing"
    assert (await owner.game()).rack is None
    await play_out(owner)
    room = await room_of(owner)
    assert room.phase == "over"
    await owner.control("rematch")
    again = (await room_of(owner)).next_room
    assert again is not None
    await owner.watch(again)
    after = await room_of(owner)
    assert after.phase in ("sealing", "playing")
    assert after.terms.private
    old = {(p.name, p.face, p.colour, p.local) for p in room.places}
    assert {(p.name, p.face, p.colour, p.local) for p in after.places} == old
    assert [p.name for p in after.places] == ["Ben", "Cy", "Ann"]
    assert sum(s.wins for s in after.series) == len(room.winners)
    (listed, *_) = (await rooms.lobby(owner.person.guest)).mine
    assert listed.seat == 2


async def test_the_game_is_that_of_the_owners_own_seat(rooms: TestRooms) -> None:
    first = await shared(rooms, "Ann", "Ben", "Cy")
    await play_out(first)
    await first.control("rematch")
    owner, again = Client(rooms, "Ann"), (await room_of(first)).next_room
    assert again is not None
    await owner.watch(again)
    await owner.control("ready", contribution="cc")
    await play_out(owner)
    guest = owner.person.guest
    stored = {
        game: msgspec.json.encode(summarise(await rooms.store.logs.load(game)))
        for game in (again, first.room)
    }
    own = [*own_games(stored, guest)]
    assert [(each.seat, each.summary.seats[each.seat].name) for each in own] == [
        (2, "Ann"),
        (0, "Ann"),
    ]
    assert people_met(stored, guest) == []
    series = latest_series(own)
    assert series is not None
    assert sum(series.wins) == sum(len(each.summary.winners) for each in own)
    assert max(series.wins) <= 2
    page = msgspec.json.decode(games_page(stored, guest, {}, Filter(), 0), type=GamesPage)
    assert page.people == []


async def test_one_player_gives_up_and_a_computer_takes_over(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy")
    seat = await to_move(owner)
    await owner.show_rack()
    await owner.control("resign")
    await settled()
    room = await room_of(owner)
    assert room.places[seat].stood_in
    assert room.phase == "playing"
    assert len(room.seats_of(owner.person.guest)) == 2
    assert (await owner.game()).rack is None
    await take_turn(owner)
    await owner.control("resign")
    # the last player needs no curtain
    assert (await owner.game()).rack
    await play_round([owner])


async def test_the_last_player_who_gives_up_ends_the_match(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy")
    for _ in range(3):
        await owner.control("resign")
    assert (await room_of(owner)).phase == "over"


async def test_the_match_is_ended_by_one_command(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy")
    await owner.control("end")
    assert (await room_of(owner)).phase == "over"


async def test_such_a_table_is_private(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    lobby = await rooms.lobby("session-Zoe")
    assert not [*lobby.open, *lobby.watch]
    with pytest.raises(Refused, match="no_such_room"):
        await rooms.look(owner.room, Person("session-Zoe", "Zoe"))


async def test_the_lobby_shows_the_owner_that_it_is_the_turn_of_any_player_there(
    rooms: TestRooms,
) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    for _ in range(2):
        (listed,) = (await rooms.lobby(owner.person.guest)).mine
        assert listed.your_turn
        await take_turn(owner)
    position = await rooms.position(owner.room, owner.person)
    assert position is not None
    assert position.rack is None


async def test_a_new_name_is_that_of_the_own_seat(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben")
    await rooms.rename(Person(owner.person.guest, "Anna", Face("owl", "sky")))
    assert [p.name for p in (await room_of(owner)).places] == ["Anna", "Ben"]
    with pytest.raises(Refused, match="name_taken"):
        await rooms.rename(Person(owner.person.guest, "BEN", Face("owl", "sky")))


async def test_deleting_the_account_removes_all_names_of_the_device(rooms: TestRooms) -> None:
    owner = await shared(rooms, "Ann", "Ben", "Cy")
    await play_out(owner)
    await rooms.delete_account(owner.person)
    rows = await rooms.store.logs.load(owner.room)
    assert not any(name in row.body for row in rows for name in (b"Ann", b"Ben", b"Cy"))


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ({0: "Ben", 1: "BEN"}, "name_taken"),
        ({1: "ann"}, "name_taken"),
        ({3: "Ben"}, "no_such_seat"),
    ],
)
async def test_names_and_seats_are_checked(
    rooms: TestRooms, names: dict[int, str], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await Client(rooms, "Ann").open(seats=3, local=names, start=True)


async def test_the_match_must_begin_immediately(rooms: TestRooms) -> None:
    with pytest.raises(Refused, match="bad_terms"):
        await Client(rooms, "Ann").open(seats=2, local={1: "Ben"})
