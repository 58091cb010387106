"""The host changes the terms before the match, and every player has to confirm again."""

from __future__ import annotations

from tests.server.playing import codes, mover_of, ok, ready, table
from tests.server.room_clients import Client, TestRooms, restarted

from tilerummy.server.messages.client import Say
from tilerummy.server.messages.server import Chatted, Fault, Update

CHANGED = {"ruleset": "mcgraw", "title": "Not this", "rounds": 3, "turn_ms": 60_000}


async def waiting(rooms: TestRooms) -> tuple[Client, Client]:
    """Return the host and a guest at a table whose match has not begun."""
    ann, ben = Client(rooms, "Ann"), Client(rooms, "Ben")
    await ann.open(seats=4, title="Sunday")
    await ben.watch(ann.room)
    ok(await ben.control("sit"))
    return ann, ben


async def test_a_change_asks_every_player_again(rooms: TestRooms) -> None:
    ann, ben = await waiting(rooms)
    ok(await ann.control("computer", seat=2, level="casual"))
    ok(await ben.control("ready"))
    assert [seat.ready for seat in (await table(ann)).seats] == [False, True, True, False]

    ok(await ann.control("change", terms=CHANGED))

    update = ben.heard[-1]
    assert isinstance(update, Update)
    [entry] = update.entries
    changed = {key: CHANGED[key] for key in ("ruleset", "rounds", "turn_ms")}
    assert (entry.what, entry.seat, entry.terms) == ("changed", 0, changed)
    await restarted(rooms, ann)  # the next server folds the log again
    await ann.watch(ann.room)
    view = await table(ann)
    assert [seat.ready for seat in view.seats] == [False, False, True, False]
    assert (view.terms.title, view.terms.rounds) == ("Sunday", 3)
    assert view.terms.options["initial_meld.points"] == 60


async def test_a_player_withdraws_and_the_host_starts(rooms: TestRooms) -> None:
    ann, ben = await waiting(rooms)
    ok(await ben.control("ready"))
    assert codes(await ben.control("ready")) == ["already_ready"]
    ok(await ben.control("not_ready"))
    ok(await ann.control("change", terms={"ruleset": "american"}))
    ok(await ann.control("start"))
    await ready([ann, ben])
    view = await table(ann)
    assert (view.phase, view.terms.ruleset) == ("playing", "american")
    assert codes(await ann.control("change", terms={})) == ["not_waiting"]
    assert codes(await ben.control("not_ready")) == ["not_waiting"]


async def test_the_log_records_only_players_who_confirmed_as_ready(rooms: TestRooms) -> None:
    ann, ben = await waiting(rooms)
    ok(await ben.control("ready"))
    ok(await ann.control("change", terms={"ruleset": "american"}))
    for what in ("lock", "unlock", "start"):
        ok(await ann.control(what))
    await ready([ann, ben])

    await ben.watch(ann.room)
    log = [(entry.what, entry.seat) for entry in (await ben.sees()).log]
    assert log.count(("ready", 1)) == 1, "before the change"
    assert {("locked", None), ("unlocked", None), ("contributed", 0), ("contributed", 1)} < {*log}


async def test_only_the_host_changes_terms_and_only_to_playable_ones(rooms: TestRooms) -> None:
    ann, ben = await waiting(rooms)
    before = (await table(ann)).terms
    assert codes(await ben.control("change", terms=CHANGED)) == ["not_host"]
    for wrong in ({"ruleset": "chess"}, {"ruleset": "sabra+tiles.highest=3"}):
        assert codes(await ann.control("change", terms=wrong)) == ["bad_terms"]
    assert codes(await ann.control("change")) == ["bad_terms"]
    assert (await table(ann)).terms == before


async def test_a_table_that_becomes_private_drops_those_without_an_invitation(
    rooms: TestRooms,
) -> None:
    ann, ben = await waiting(rooms)
    eve, friend = Client(rooms, "Eve"), Client(rooms, "Friend")
    await rooms.store.rooms.admit(ann.room, friend.person.guest)
    for watcher in (eve, eve, friend):
        await watcher.watch(ann.room)
    ok(await ann.control("change", terms={"private": True}))
    assert [each.code for each in eve.heard if isinstance(each, Fault)] == ["no_such_room"] * 2
    before = [len(each.heard) for each in (eve, ben, friend)]
    ok(await ann.control("start"))
    after = [len(each.heard) for each in (eve, ben, friend)]
    assert [new > old for new, old in zip(after, before, strict=True)] == [False, True, True]


async def test_chat_has_its_place_among_the_entries(rooms: TestRooms) -> None:
    ann, ben = await waiting(rooms)
    version = (await ann.actor()).room.version
    await ben.ask(Say(room=ann.room, text="Warn only!"))
    ok(await ann.control("change", terms={"turn_ms": 60_000, "warns_only": True}))
    [said] = [each for each in ann.heard if isinstance(each, Chatted)]
    assert said.version == version == (await ann.actor()).room.version - 1


async def test_a_clock_that_only_warns_never_ends_a_turn(rooms: TestRooms) -> None:
    ann, ben = people = await waiting(rooms)
    ok(await ann.control("change", terms={"turn_ms": 60_000, "warns_only": True}))
    ok(await ann.control("start"))
    await ready([*people])
    mover = await mover_of([*people])
    await rooms.clock.pass_time(10 * 60_000)
    assert await mover_of([ann, ben]) is mover
    clock = (await mover.actor()).turn.view()
    assert (clock.left_ms, clock.running) == (0, True)
