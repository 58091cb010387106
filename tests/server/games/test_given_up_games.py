"""A resigned game looks the same in the list of own games and in its replay."""

from __future__ import annotations

import pytest
from tests.server.conftest import FAST
from tests.server.playing import play_round, seated
from tests.server.room_clients import TestRooms
from tests.server.served import Json, Person, Served, playing, served
from tests.server.test_recording import played

from tilerummy.server.games.own import OwnGame
from tilerummy.server.games.statistics import statistics_of
from tilerummy.server.games.summary import summarise
from tilerummy.server.messages.bodies.games import GameStatistics


def listed_and_replayed(ann: Person, room: str) -> tuple[Json, Json]:
    """Return the list entry of a game, and its replay."""
    [entry] = [each for each in ann.get("/api/games").json()["games"] if each["game"] == room]
    return entry, ann.get(f"/api/games/{room}").json()


def turns(replay: Json) -> int:
    return sum(len(each["turns"]) for each in replay["rounds"])


@pytest.mark.parametrize("ruleset", ["sabra", "american"])
@pytest.mark.parametrize("acts", [(), ("draw",)], ids=["before", "after a draw"])
def test_the_list_and_the_replay_agree(server: Served, ruleset: str, acts: tuple[str, ...]) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk, terms={"ruleset": ruleset})
        for act in acts:
            assert talk.act(shot, act)["status"] == "ok"
    ann.control(shot["room"], "resign")
    entry, replay = listed_and_replayed(ann, shot["room"])

    assert entry["turns"] == turns(replay)
    assert entry["turns"] >= len(acts)
    assert (entry["result"], entry["ending"]) == ("gave_up", "resigned")
    assert replay["ending"] == "resigned"
    assert [seat["resigned"] for seat in replay["seats"]] == [True, False]


def test_a_game_resigned_between_rounds_has_the_finished_rounds() -> None:
    short = {"ruleset": "sabra+tiles.copies=1+deal.tiles=5", "rounds": 2}
    with served(rates=FAST) as server:
        ann = server.person("Ann")
        room = ann.open_match(terms=short)
        with ann.socket() as talk:
            assert played(ann, talk, room)["table"]["phase"] == "between"
        ann.control(room, "resign")
        entry, replay = listed_and_replayed(ann, room)

    assert (entry["rounds"], len(replay["rounds"])) == (1, 1)
    assert entry["turns"] == turns(replay)
    assert replay["ending"] == "resigned"


async def counted(rooms: TestRooms, room: str, seat: int) -> GameStatistics:
    """Return the statistics that this one game gives the guest in *seat*."""
    summary = summarise(await rooms.store.logs.load(room))
    assert summary
    return statistics_of([OwnGame(room, summary, seat)])


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw"])
async def test_a_round_that_the_opponent_resigned_is_won(rooms: TestRooms, ruleset: str) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", ruleset=ruleset)
    await play_round(people, turns=8)
    await ben.control("resign")
    won, lost = [await counted(rooms, ann.room, seat) for seat in (0, 1)]
    assert (won.won, won.wins[0].share, won.left) == (1, 1, None)
    assert (lost.won, lost.wins[0].share) == (0, 0)
    assert lost.left, "the tiles that were counted for the score"


async def test_a_game_given_up_soon_is_won_but_left_out_of_the_findings(rooms: TestRooms) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=3)
    await ben.control("resign")
    won, lost = [await counted(rooms, ann.room, seat) for seat in (0, 1)]
    assert (won.games, won.won, lost.games, lost.won) == (1, 1, 1, 0)
    assert [(each.wins, each.opened, each.left) for each in (won, lost)] == [([], None, None)] * 2


async def test_a_round_ended_by_agreement_is_neither_won_nor_lost(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=2)
    for each in people:
        await each.control("end")
    for seat in (0, 1):
        counts = await counted(rooms, people[0].room, seat)
        assert (counts.games, counts.won, counts.wins, counts.left) == (1, 0, [], None)
