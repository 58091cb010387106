"""Commands: judged for their sender, executed once, always answered the same."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.playing import codes, ok, play_round, seated
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.server.messages import Act, Answer, Chatted, Control, Fault, HintAnswer, Say
from tilerummy.server.rooms.access import Person

pytestmark = pytest.mark.anyio


async def mover_and_other(people: list[Client]) -> tuple[Client, Client]:
    game = await people[0].game()
    return people[game.to_move], people[1 - game.to_move]


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


async def test_the_same_command_is_executed_once_and_answered_the_same(rooms: TestRooms) -> None:
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    version = await mover.version()
    command = Act(cid="once", room=mover.room, version=version, actions=["draw"])
    first = ok(await mover.ask(command))
    after = await mover.version()
    again = await asyncio.gather(*(mover.ask(command) for _ in range(5)))
    assert all(answer == first for answer in again)
    other = Act(cid="once", room=mover.room, version=after, actions=["pass"])
    assert await mover.ask(other) == first
    assert await mover.version() == after


async def test_a_refusal_is_answered_the_same_even_when_it_would_be_legal_later(
    rooms: TestRooms,
) -> None:
    mover, other = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    early = Act(cid="early", room=mover.room, version=await mover.version(), actions=["draw"])
    refused = await other.ask(early)
    assert codes(refused) == ["not_your_turn"]
    await mover.take_turn()
    assert await other.ask(early) == refused


async def test_one_of_two_simultaneous_commands_is_executed(rooms: TestRooms) -> None:
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    version = await mover.version()
    commands = [
        Act(cid=f"tab-{n}", room=mover.room, version=version, actions=["draw"]) for n in range(20)
    ]
    answers = await asyncio.gather(*(rooms.command(mover.person, command) for command in commands))
    statuses = sorted(a.status for a in answers if isinstance(a, Answer))
    assert statuses == ["conflict"] * 19 + ["ok"]


async def test_a_command_for_an_old_table_is_a_conflict_and_changes_nothing(
    rooms: TestRooms,
) -> None:
    people = await seated(rooms, "Ann", "Ben")
    old = await people[0].version()
    await play_round(people, turns=2)
    mover, _ = await mover_and_other(people)
    answer = await mover.do("draw", version=old)
    assert isinstance(answer, Answer)
    assert answer.status == "conflict"
    future = await mover.do("draw", version=old + 1000)
    assert isinstance(future, Answer)
    assert future.status == "conflict"


async def test_entries_besides_the_game_cause_no_conflict(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    mover, _ = await mover_and_other(people)
    seen = await mover.version()
    await people[0].control("lock")
    await people[1].control("pause")
    assert await mover.version() > seen
    ok(await mover.do("draw", version=seen))


async def test_a3_no_seat_acts_before_the_start_or_after_the_end(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=2)
    people = await seated(rooms, "Ben", "Cy")
    await play_round(people)
    for person in (ann, *people):
        before = await person.sees()
        for answer in (await person.do("draw"), await person.done(), await person.hint()):
            assert codes(answer) == ["not_playing"]
        assert await person.sees() == before


async def test_a_hint_has_only_the_requested_details(rooms: TestRooms) -> None:
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


async def test_a_hint_is_refused_at_a_table_without_hints(rooms: TestRooms) -> None:
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben", hints=False))
    for level in (1, 2, 3):
        assert codes(await mover.hint(level)) == ["no_hints"]


async def test_a_command_means_nothing_at_another_table(rooms: TestRooms) -> None:
    mover, _ = await mover_and_other(await seated(rooms, "Ann", "Ben"))
    cy = Client(rooms, "Cy")
    room = await cy.open(seats=2)
    version = await mover.version()
    command = Act(cid="x", room=room, version=version, actions=["draw"])
    assert isinstance(await mover.ask(command), Answer)
    assert (await cy.actor()).room.phase == "waiting"
    none = await mover.ask(Act(cid="y", room="nowhere", version=0, actions=["draw"]))
    assert isinstance(none, Fault)
    assert none.code == "no_such_room"


async def test_a_name_taken_later_by_another_does_not_change_the_name_at_the_table(
    rooms: TestRooms,
) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await rooms.command(Person(ben.person.guest, "Ann"), Say(room=ann.room, text="I resign"))
    message = ann.heard[-1]
    assert isinstance(message, Chatted)
    assert (message.name, message.seat) == ("Ben", 1)


async def test_a_private_table_is_visible_only_to_invited_guests(rooms: TestRooms) -> None:
    ann, eve = Client(rooms, "Ann"), Client(rooms, "Eve")
    room = await ann.open(seats=2, private=True)
    assert isinstance(await rooms.attach(room, eve.person, eve), Fault)
    sit = Control(cid="s", room=room, what="sit")
    answer = await rooms.command(eve.person, sit)
    assert isinstance(answer, Fault)
    assert answer.code == "no_such_room"
    await rooms.store.rooms.admit(room, eve.person.guest)
    await eve.watch(room)
    assert isinstance(await eve.control("sit"), Answer)
    assert (await ann.actor()).room.seat_of(eve.person.guest) == 1
    await settled()


async def test_a_draft_of_several_plays_is_submitted_at_once(rooms: TestRooms) -> None:
    """A turn of several plays is submitted without its steps."""

    people = await seated(rooms, "Ann", "Ben", ruleset="sabra")
    for _ in range(60):
        mover, _ = await mover_and_other(people)
        game = await mover.game()
        hint = await mover.hint()
        if isinstance(hint, HintAnswer) and hint.after:
            before = game.table
            ok(await mover.done(*hint.after))
            assert (await mover.game()).table != before
            return
        await mover.take_turn()
    raise AssertionError("no player could play in sixty turns")
