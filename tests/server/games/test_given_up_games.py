"""A game that was given up is told alike in the list of my games and on its own page."""

from __future__ import annotations

import pytest
from tests.server.conftest import FAST
from tests.server.playing import play_round, seated
from tests.server.room_clients import TestRooms
from tests.server.served import Json, Person, Served, playing, served
from tests.server.test_recording import played

from tilerummy.server.games.listing import OwnGame
from tilerummy.server.games.statistics import counts
from tilerummy.server.games.summary import summarised
from tilerummy.server.messages.bodies.games import GameCounts

pytestmark = pytest.mark.anyio


def told(ann: Person, room: str) -> tuple[Json, Json]:
    """Return a game as it is listed, and its replay."""
    [card] = [each for each in ann.get("/api/games").json()["games"] if each["game"] == room]
    return card, ann.get(f"/api/games/{room}").json()


def turns(replay: Json) -> int:
    return sum(len(each["turns"]) for each in replay["rounds"])


@pytest.mark.parametrize("ruleset", ["sabra", "american"])
@pytest.mark.parametrize("acts", [(), ("draw",)], ids=["before", "after a draw"])
def test_the_list_says_what_the_page_shows(
    server: Served, ruleset: str, acts: tuple[str, ...]
) -> None:
    ann = server.person("Ann")
    with ann.socket() as talk:
        shot = playing(ann, talk, terms={"ruleset": ruleset})
        room, version = shot["room"], shot["version"]
        for act in acts:
            assert talk.ask("act", room=room, version=version, actions=[act])["status"] == "ok"
    ann.control(room, "resign")
    card, replay = told(ann, room)

    assert card["turns"] == turns(replay)
    assert card["turns"] >= len(acts)
    assert (card["result"], card["ending"]) == ("gave_up", "resigned")
    assert replay["ending"] == "resigned"
    assert [seat["resigned"] for seat in replay["seats"]] == [True, False]


def test_a_game_that_is_given_up_between_two_rounds_has_the_rounds_that_were_played() -> None:
    short = {"ruleset": "sabra+tiles.copies=1+deal.tiles=5", "rounds": 2}
    with served(rates=FAST) as server:
        ann = server.person("Ann")
        room = ann.open_match(terms=short)
        with ann.socket() as talk:
            assert played(ann, talk, room)["table"]["phase"] == "between"
        ann.control(room, "resign")
        card, replay = told(ann, room)

    assert (card["rounds"], len(replay["rounds"])) == (1, 1)
    assert card["turns"] == turns(replay)
    assert replay["ending"] == "resigned"


async def counted(rooms: TestRooms, room: str, seat: int) -> GameCounts:
    """Return the statistics of a seat, of that game only."""
    summary = summarised(await rooms.store.logs.load(room))
    assert summary
    return counts("", [OwnGame(room, summary, seat)])


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw"])
async def test_a_round_that_the_other_gave_up_is_won_and_leaves_no_tiles(
    rooms: TestRooms, ruleset: str
) -> None:
    ann, ben = people = await seated(rooms, "Ann", "Ben", ruleset=ruleset)
    await play_round(people, turns=1)
    await ben.control("resign")
    won, lost = [await counted(rooms, ann.room, seat) for seat in (0, 1)]
    assert (won.won, won.rounds, won.rounds_won, won.left) == (1, 1, 1, None)
    assert (lost.won, lost.rounds, lost.rounds_won) == (0, 1, 0)
    assert lost.left, "the tiles for which the score was counted"


async def test_a_round_that_ended_by_agreement_was_neither_won_nor_lost(rooms: TestRooms) -> None:
    people = await seated(rooms, "Ann", "Ben")
    await play_round(people, turns=2)
    for each in people:
        await each.control("end")
    for seat in (0, 1):
        found = await counted(rooms, people[0].room, seat)
        assert (found.games, found.won, found.rounds) == (1, 0, 0)
        assert (found.points, found.left) == (None, None)
