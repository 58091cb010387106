"""Proposals and controls: pausing, ending, standing in, resigning, next round, rematch."""

from __future__ import annotations

import pytest
from tests.server.playing import codes, play_round, ready, seated, table
from tests.server.room_clients import Client, TestRooms, settled

from tilerummy.server.messages import Answer

pytestmark = pytest.mark.anyio

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
    assert (await table(ann)).phase == "playing", "the third has not been gone for long"
    await rooms.clock.pass_time(GONE_AFTER)
    assert (await table(ann)).phase == "paused"
    game = await ann.game()
    mover = people[game.to_move]
    assert codes(await mover.do("draw")) in (["not_playing"], ["not_seated"])
    await ann.control("resume")
    await ben.control("resume")
    assert (await table(ann)).phase == "playing"


async def test_a_proposal_is_accepted_when_the_last_opponent_has_left(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ben.leave()
    await rooms.clock.pass_time(GONE_AFTER - 1)
    assert (await table(ann)).phase == "playing"
    await rooms.clock.pass_time(1)
    assert (await table(ann)).phase == "over"
    assert (await table(ann)).results[-1].ending == "agreed"


async def test_a_person_back_in_time_has_to_agree(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ben.leave()
    await rooms.clock.pass_time(GONE_AFTER - 1)
    await ben.watch(ann.room)
    await rooms.clock.pass_time(10 * GONE_AFTER)
    assert (await table(ann)).phase == "playing"
    assert (await table(ann)).proposal


async def test_the_others_may_still_agree_when_the_proposer_has_left(rooms: TestRooms) -> None:
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
    assert (await table(ann)).phase == "playing", "who is there has not agreed"
    await ben.control("end")
    assert (await table(ann)).phase == "over"


async def test_a_proposal_falls_when_a_player_resigns(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    for proposer, leaver in ((ann, cy), (ben, ben)):
        await proposer.control("pause")
        await leaver.control("resign")
        assert (await table(ann)).proposal is None
        assert (await table(ann)).phase == "playing"


async def test_a_vote_on_a_stand_in_falls_when_its_owner_is_back(rooms: TestRooms) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    await ann.leave()
    await rooms.clock.pass_time(STAND_IN_AFTER)
    await ben.control("stand_in", seat=0)
    await ann.watch(ben.room)
    await settled()
    assert (await table(ben)).proposal is None
    assert codes(await cy.control("stand_in", seat=0)) == ["not_away"]
    assert (await table(ben)).seats[0].stood_in == ""


async def test_one_refusal_rejects_a_proposal(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("end")
    await ben.control("decline")
    assert (await table(ann)).proposal is None
    assert (await table(ann)).phase == "playing"
    assert codes(await ben.control("decline")) == ["no_proposal"]


async def test_a_match_ended_by_agreement_scores_nothing_and_shows_its_seed(
    rooms: TestRooms,
) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
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
    assert view.phase == "over"
    assert view.totals[0] < 0
    assert view.totals[1] == -view.totals[0]
    assert view.leaders == [1]
    assert codes(await ann.control("resign")) == ["not_seated"]


async def test_a_computer_plays_for_a_player_resigned_from_three_who_cannot_win(
    rooms: TestRooms,
) -> None:
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
    others = [person for seat, person in enumerate(people) if seat != best]
    await people[best].control("resign")
    for person in others:
        await person.control("end")
    view = await table(others[0])
    assert (view.phase, view.totals) == ("over", totals)
    assert view.leaders == [max({0, 1, 2} - {best}, key=totals.__getitem__)]


async def test_a_computer_player_begins_the_round_for_a_resigned_player(rooms: TestRooms) -> None:
    """RULES 2.3: the start passes to the next player in playing order."""

    people = await seated(rooms, "Ann", "Ben", "Cy", rounds=2)
    await play_round(people)
    first = (await people[0].actor()).room.match.starters[0]
    leaver = (first + 1) % 3
    others = [person for seat, person in enumerate(people) if seat != leaver]
    await people[leaver].control("resign")
    for person in others:
        await person.control("next")
    await ready(others)
    entries = (await others[0].actor()).broadcast.entries(None, 0)
    _, second = (entry.seq for entry in entries if entry.what == "began")
    assert entries[second + 1].seat == leaver


async def test_a_computer_player_stands_in_by_vote_until_the_owner_comes_back(
    rooms: TestRooms,
) -> None:
    ann, ben, cy = await seated(rooms, "Ann", "Ben", "Cy")
    assert codes(await ben.control("stand_in", seat=0)) == ["not_away"]
    await ann.leave()
    await rooms.clock.pass_time(STAND_IN_AFTER - 1)
    early = await ben.control("stand_in", seat=0)
    assert codes(early) == ["not_away"]
    assert isinstance(early, Answer)
    assert (early.reasons[0].have, early.reasons[0].want) == (29, 30)
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


async def test_a_proposal_ends_with_the_round(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
    await ann.control("pause")
    await play_round(people)
    view = await table(ben)
    assert (view.phase, view.proposal) == ("between", None)


async def test_the_next_round_begins_when_all_connected_people_are_ready(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", rounds=2)
    await play_round(people)
    await ann.control("next")
    assert (await table(ann)).phase == "between"
    await ben.control("next")
    assert (await table(ann)).phase == "sealing"
    await ready(people)
    assert (await table(ann)).phase == "playing"
    assert len({s.commitment for s in (await table(ann)).shuffles}) == 2


async def test_a_rematch_is_played_at_one_new_table(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", private=True)
    await play_round(people)
    await ann.control("rematch")
    again = (await table(ben)).next_room
    assert again
    await ben.control("rematch")
    assert (await table(ann)).next_room == again
    for person in people:
        await person.watch(again)
    assert (await table(ann)).phase == "waiting", "Ben has not agreed"
    await ben.control("sit")
    view = await table(ben)
    assert [s.name for s in view.seats] == ["Ann", "Ben"]
    await ready(people)
    assert (await table(ben)).phase == "playing"


async def test_a_rematch_begins_when_all_who_played_agree(rooms: TestRooms) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await ben.control("rematch")
    again = (await table(ben)).next_room
    assert again
    for person in (ann, ben, cy):
        await person.watch(again)
    stranger = Client(rooms, "Dan")
    await stranger.watch(again)
    assert codes(await stranger.control("sit")) == ["table_locked"]
    await ann.control("sit")
    assert (await table(ben)).phase == "waiting"
    await cy.control("sit")
    assert (await table(ben)).phase == "sealing"


async def test_the_host_of_a_rematch_may_begin_without_those_who_stay_away(
    rooms: TestRooms,
) -> None:
    ann, ben, cy = people = await seated(rooms, "Ann", "Ben", "Cy")
    await play_round(people)
    await ben.control("rematch")
    again = (await table(ben)).next_room
    assert again
    for person in (ann, ben, cy):
        await person.watch(again)
    await ann.control("sit")
    await ben.control("start")
    assert len((await table(ben)).seats) == 2
    assert (await table(ben)).phase == "sealing"


async def test_who_gave_up_may_ask_for_a_rematch(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", private=True)
    await ann.control("resign")
    assert (await table(ben)).seats[0].connected
    await ann.control("rematch")
    again = (await table(ben)).next_room
    assert again
    for person in people:
        await person.watch(again)
    await ben.control("sit")
    assert (await table(ben)).phase == "sealing"


async def test_a_closed_rematch_may_be_asked_for_again(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people)
    over = ann.room
    await ann.control("rematch")
    closed = (await table(ben)).next_room
    assert closed
    await ann.watch(closed)
    await ann.control("close")
    await ben.control("rematch")
    again = (await table(ben)).next_room
    assert again not in (None, closed)
    assert ben.room == over


async def test_who_gave_up_is_told_so_when_coming_back(rooms: TestRooms) -> None:
    ann, ben = await seated(rooms, "Ann", "Ben")
    await ann.control("resign")
    assert ((await ann.sees()).seat, (await ann.sees()).gave_up) == (None, 0)
    assert ((await ben.sees()).seat, (await ben.sees()).gave_up) == (1, None)


async def test_a_deal_waits_a_limited_time_for_absent_people(rooms: TestRooms) -> None:
    ann = Client(rooms, "Ann")
    await ann.open(seats=2)
    ben = Client(rooms, "Ben")
    await ben.watch(ann.room)
    await ben.control("sit")
    await ben.leave()
    await ann.control("start")
    await ann.control("ready", contribution="aa")
    await rooms.clock.pass_time(10_000)
    view = await table(ann)
    assert view.phase == "playing"
    assert view.shuffles[0].contributions == ["aa", ""]
