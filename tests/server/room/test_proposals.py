"""Players pause, end, resign and continue matches, have substitutes, and play rematches."""

from __future__ import annotations

import pytest
from tests.server.playing import codes, everyone, mover_of, ok, play_round, ready, seated, table
from tests.server.room_clients import Client, TestRooms, restarted, settled

from tilerummy.server.messages.server import Answer

GONE_AFTER, STAND_IN_AFTER = 10_000, 30_000
"""The limits of docs/protocol.md, in milliseconds."""


async def test_a_pause_needs_all_connected_people(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await cy.leave()
    await ann.control("pause")
    proposal = (await table(ann)).proposal
    assert proposal
    assert (proposal.what, proposal.by, proposal.agreed) == ("pause", 0, [0])
    assert (await table(ann)).phase == "playing"
    await ben.control("pause")
    assert (await table(ann)).phase == "playing", "Cy has left only recently"
    await rooms.clock.pass_time(GONE_AFTER)
    view = await table(ann)
    assert (view.phase, view.paused_by) == ("paused", 0)
    mover = await mover_of(people)
    assert codes(await mover.do("draw")) in (["not_playing"], ["not_seated"])
    await ann.control("resume")
    await ben.control("resume")
    view = await table(ann)
    assert (view.phase, view.paused_by) == ("playing", None)


@pytest.mark.parametrize("back", [False, True])
async def test_an_absent_player_need_not_agree(rooms: TestRooms, *, back: bool) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ben.leave()
    await rooms.clock.pass_time(GONE_AFTER - 1)
    assert (await table(ann)).phase == "playing"
    if back:
        await ben.watch(ann.room)
    await rooms.clock.pass_time(10 * GONE_AFTER if back else 1)
    view = await table(ann)
    assert view.phase == ("playing" if back else "over")
    assert bool(view.proposal) == back
    assert [result.ending for result in view.results] == ([] if back else ["agreed"])


async def test_a_proposal_survives_the_absence_of_its_proposer(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    await ann.control("pause")
    await ann.leave()
    await rooms.clock.pass_time(2 * GONE_AFTER)
    await ben.control("pause")
    assert (await table(ben)).phase == "playing"
    await cy.control("pause")
    assert (await table(ben)).phase == "paused"


async def test_no_proposal_is_accepted_without_connected_people(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ann.leave()
    await ben.leave()
    await rooms.clock.pass_time(2 * GONE_AFTER)
    assert (await table(ann)).phase == "playing"
    await ben.watch(ann.room)
    await rooms.clock.pass_time(2 * GONE_AFTER)
    assert (await table(ann)).phase == "playing", "Ben has not agreed"
    await ben.control("end")
    assert (await table(ann)).phase == "over"


async def test_a_resignation_cancels_a_proposal(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    for proposer, leaver in ((ann, cy), (ben, ben)):
        await proposer.control("pause")
        await leaver.control("resign")
        assert (await table(ann)).proposal is None
        assert (await table(ann)).phase == "playing"


async def test_a_returning_owner_cancels_the_vote_on_a_stand_in(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    await ann.leave()
    await rooms.clock.pass_time(STAND_IN_AFTER)
    await ben.control("stand_in", seat=0)
    await ann.watch(ben.room)
    await settled()
    assert (await table(ben)).proposal is None
    assert codes(await cy.control("stand_in", seat=0)) == ["not_away"]
    assert (await table(ben)).seats[0].stood_in == ""


async def test_all_agree_to_an_end_without_scores(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ben.control("decline")
    view = await table(ann)
    assert (view.phase, view.proposal) == ("playing", None)
    assert codes(await ben.control("decline")) == ["no_proposal"]
    await ann.control("end")
    await ben.control("end")
    view = await table(ann)
    assert (view.phase, view.totals) == ("over", [0, 0])
    assert view.results[-1].ending == "agreed"
    assert view.shuffles[0].seed


async def test_resigning_from_two_pays_for_the_rack_and_cannot_win(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    view = await table(ben)
    assert (view.phase, view.leaders) == ("over", [1])
    assert view.totals[0] == -view.totals[1] < 0
    assert codes(await ann.control("resign")) == ["not_seated"]
    seen = [await person.sees() for person in (ann, ben)]
    assert [(each.seat, each.gave_up) for each in seen] == [(None, 0), (1, None)]


async def test_a_computer_takes_over_a_resigned_seat_and_cannot_win(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    await ann.control("resign")
    await settled()
    view = await table(ben)
    assert view.phase == "playing"
    assert (view.seats[0].stood_in, view.seats[0].resigned) == ("casual", True)
    await play_round([ben, cy])
    view = await table(ben)
    assert view.phase == "over"
    assert 0 not in view.leaders


async def test_a_resigned_player_cannot_win_with_the_best_total(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_round(people)
    totals = (await table(people[0])).totals
    best = max(range(3), key=totals.__getitem__)
    rest = [person for seat, person in enumerate(people) if seat != best]
    await people[best].control("resign")
    await everyone(rest, "next")
    await ready(rest)
    await play_round(rest)
    view = await table(rest[0])
    assert view.phase == "over"
    assert view.leaders == [max({0, 1, 2} - {best}, key=view.totals.__getitem__)]


async def test_no_one_wins_a_match_that_all_agree_to_end(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben", rounds=2)
    await play_round(people)
    totals = (await table(people[0])).totals
    await everyone(people, "end")
    view = await table(people[0])
    assert (view.phase, view.totals) == ("over", totals)
    assert (view.leaders, view.series) == ([], [])


async def test_a_computer_player_begins_the_round_for_a_resigned_player(rooms: TestRooms) -> None:
    """RULES 2.3: the start passes to the next player in playing order."""
    people = await seated(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_round(people)
    first = (await people[0].actor()).room.match.starters[0]
    leaver = (first + 1) % 3
    rest = [person for seat, person in enumerate(people) if seat != leaver]
    await people[leaver].control("resign")
    await everyone(rest, "next")
    await ready(rest)
    entries = (await rest[0].actor()).broadcast.entries(None, 0)
    _, second = (entry.seq for entry in entries if entry.what == "began")
    assert entries[second + 1].seat == leaver


async def test_a_computer_stands_in_by_vote_until_the_owner_comes_back(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    assert codes(await ben.control("stand_in", seat=0)) == ["not_away"]
    await ann.leave()
    await rooms.clock.pass_time(STAND_IN_AFTER - 1)
    early = await ben.control("stand_in", seat=0)
    assert isinstance(early, Answer)
    [why] = early.reasons
    assert (why.code, why.have, why.want) == ("not_away", 29, 30)
    await rooms.clock.pass_time(1)
    await ben.control("stand_in", seat=0)
    await cy.control("stand_in", seat=0)
    await play_round([ben, cy], turns=4)
    assert (await table(ben)).seats[0].stood_in == "casual"
    await ann.watch(ben.room)
    assert (await ann.game()).hands
    await ann.control("take_back")
    assert (await table(ben)).seats[0].stood_in == ""
    await play_round([ann, ben, cy])
    assert (await table(ben)).phase == "over"


async def test_the_next_round_starts_without_a_proposal(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
    await ann.control("pause")
    await play_round(people)
    view = await table(ben)
    assert (view.phase, view.proposal) == ("between", None)
    await ann.control("next")
    assert (await table(ann)).phase == "between"
    await ben.control("next")
    assert (await table(ann)).phase == "sealing"
    await ready(people)
    view = await table(ann)
    assert view.phase == "playing"
    assert len({shuffle.commitment for shuffle in view.shuffles}) == 2


async def rematch(asking: Client, *people: Client) -> str:
    """Have *asking* request a rematch and *people* watch its room, and return the room's id."""
    ok(await asking.control("rematch"))
    room = (await table(asking)).next_room
    assert room
    for person in people:
        await person.watch(room)
    return room


async def test_a_rematch_starts_when_all_players_agree(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    room = await rematch(ben, ben, cy)
    assert await rematch(ann, ann) == room
    stranger = Client(rooms, "Dan")
    await stranger.watch(room)
    assert codes(await stranger.control("sit")) == ["table_locked"]
    await ann.control("sit")
    assert (await table(ben)).phase == "waiting", "Cy has not agreed"
    await cy.control("sit")
    view = await table(ben)
    assert view.phase == "sealing"
    assert {seat.name for seat in view.seats} == {"Ann", "Ben", "Cy"}
    await ready(people)
    assert (await table(ben)).phase == "playing"


async def test_the_host_of_a_rematch_may_begin_without_absent_players(rooms: TestRooms) -> None:
    ann, ben, _ = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await rematch(ben, *people)
    await ann.control("sit")
    await ben.control("start")
    view = await table(ben)
    assert (len(view.seats), view.phase) == (2, "sealing")


async def test_a_rematch_does_not_start_under_terms_that_no_one_agreed_to(
    rooms: TestRooms,
) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    await rematch(ann, ann, ben)
    ok(await ann.control("change", terms={"ruleset": "mcgraw", "turn_ms": 5000}))
    await restarted(rooms, ann, ben)
    await ann.watch(ann.room)
    await ben.join(ben.room)
    assert (await table(ben)).phase == "waiting"
    ok(await ann.control("start"))
    assert (await table(ben)).phase == "sealing"


async def test_a_resigned_player_may_request_a_rematch(rooms: TestRooms) -> None:
    """This is possible after a restart too, although the table is private."""
    ann, ben = await seated(rooms, "Ann", "Ben", private=True)
    await ann.control("resign")
    assert (await table(ben)).seats[0].connected
    room = await rematch(ann)
    assert (await table(ben)).rematch_by == 0
    later = await restarted(rooms, ben)
    with pytest.raises(AssertionError, match="no_such_room"):
        await Client(later, "Eve").watch(room)
    assert later.registry.in_memory(room) is None
    await ben.join(room)
    view = await table(ben)
    assert ([seat.name for seat in view.seats], view.phase) == (["Ben", "Ann"], "sealing")
    assert view.series == [1, 0]


async def test_a_series_counts_wins_while_the_seats_turn(rooms: TestRooms) -> None:
    """Computer players keep their names; a match that no one won does not count."""
    ann = Client(rooms, "Ann")
    await ann.open(seats=3, computers={1: "casual", 2: "club"}, start=True)
    wins = dict[str, int]()
    for turns in (1000, 1000, 0):
        await ready([ann])
        await play_round([ann], turns)
        await ann.control("resign") if not turns else None
        view = await table(ann)
        for seat in view.leaders if turns else ():
            name = view.seats[seat].name
            wins[name] = wins.get(name, 0) + 1
        order, counts = [seat.name for seat in view.seats], view.series
        assert {n: c for n, c in zip(order, counts, strict=True) if c} == wins
        await rematch(ann, ann)
        view = await table(ann)
        assert [seat.name for seat in view.seats] == [*order[1:], order[0]]
        assert view.series == [*counts[1:], counts[0]]


async def test_a_rematch_does_not_wait_for_a_player_who_has_left(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await cy.leave()
    await rooms.clock.pass_time(GONE_AFTER)
    await rematch(ann, ann, ben)
    assert (await table(ann)).phase == "waiting"

    await ben.control("sit")

    view = await table(ann)
    assert view.phase == "sealing"
    assert [seat.name for seat in view.seats] == ["Ben", "Ann"]
    assert len(view.series) == 2 or not any(view.series)


async def test_a_closed_rematch_may_be_requested_again(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    closed = await rematch(ann, ann)
    await ann.control("close")
    assert await rematch(ben) != closed


async def test_a_declined_rematch_closes_its_table_and_may_be_requested_again(
    rooms: TestRooms,
) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    first = ann.room
    declined = await rematch(ann, ann)
    ok(await ben.control("decline"))
    view = await table(ben)
    assert (view.next_room, view.rematch_by, view.rematch_declined) == (None, None, [1])
    assert (await table(ann)).phase == "closed"
    await ann.watch(first)
    assert await rematch(ann) != declined
    ok(await ben.control("rematch"))
    assert (await table(ben)).rematch_by == 0


async def test_a_requested_rematch_may_be_withdrawn(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    await rematch(ann)
    ok(await ann.control("decline"))
    view = await table(ben)
    assert (view.next_room, view.rematch_declined) == (None, [])
    assert codes(await ben.control("decline")) == ["no_proposal"]


async def test_a_rematch_is_listed_only_while_it_can_be_joined(rooms: TestRooms) -> None:
    ann, _ = await seated(rooms, "Ann", "Ben")
    first = ann.room
    await ann.control("resign")
    again = await rematch(ann, ann)
    offered = {card.room: card.next_room for card in (await rooms.lobby("session-Ben")).mine}
    assert offered[first] == again

    await ann.control("close")

    offered = {card.room: card.next_room for card in (await rooms.lobby("session-Ben")).mine}
    assert offered == {first: None}


async def test_only_players_may_decline_a_rematch(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", spectators=True)
    eve = Client(rooms, "Eve")
    await eve.watch(ben.room)
    await play_round(people)
    await rematch(ann)
    assert codes(await eve.control("decline")) == ["not_seated"]
    assert (await table(ben)).next_room


async def test_a_rematch_that_has_begun_cannot_be_declined(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    first = ann.room
    await play_round(people)
    room = await rematch(ann, ann, ben)
    await ben.control("sit")
    await ben.watch(first)
    assert codes(await ben.control("decline")) == ["not_now"]
    assert (await table(ben)).next_room == room


async def test_a_later_rematch_does_not_wait_for_a_player_who_declined(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    first = ann.room
    await rematch(ann, ann)
    ok(await cy.control("decline"))
    await ann.watch(first)
    await rematch(ann, ann, ben)
    await ben.control("sit")
    assert [seat.name for seat in (await table(ann)).seats] == ["Ben", "Ann"]


async def test_a_deal_waits_a_limited_time_for_absent_people(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open()
    ben = Client(rooms, "Ben")
    await ben.join(ann.room)
    await ben.leave()
    await ann.control("start")
    await ann.control("ready", contribution="aa")
    await rooms.clock.pass_time(10_000)
    view = await table(ann)
    assert view.phase == "playing"
    assert view.shuffles[0].contributions == ["aa", ""]
