"""A game that was given up is told alike in the list of my games and on its own page."""

from __future__ import annotations

import pytest
from tests.server.conftest import FAST
from tests.server.served import Json, Person, Served, playing, served
from tests.server.test_recording import played


def give_up(ann: Person, *acts: str, **body: Json) -> tuple[Json, Json]:
    """Return a game as it is listed and its replay: Ann gave up in her turn, after these acts."""
    with ann.socket() as talk:
        shot = playing(ann, talk, **body)
        room, version = shot["room"], shot["version"]
        for act in acts:
            assert talk.ask("act", room=room, version=version, actions=[act])["status"] == "ok"
        assert talk.ask("control", room=room, what="resign")["status"] == "ok"
    return told(ann, room)


def told(ann: Person, room: str) -> tuple[Json, Json]:
    """Return a game as it is listed, and its replay."""
    [card] = [each for each in ann.get("/api/games").json()["games"] if each["game"] == room]
    return card, ann.get(f"/api/games/{room}").json()


def turns(replay: Json) -> int:
    return sum(len(each["turns"]) for each in replay["rounds"])


@pytest.mark.parametrize("ruleset", ["sabra", "american"])
@pytest.mark.parametrize("acts", [(), ("draw",)], ids=["before", "after a draw"])
def test_the_list_counts_the_turns_that_the_page_shows(
    server: Served, ruleset: str, acts: tuple[str, ...]
) -> None:
    card, replay = give_up(server.person("Ann"), *acts, terms={"ruleset": ruleset})

    assert card["turns"] == turns(replay)
    assert card["turns"] >= len(acts)


def test_a_replay_says_who_gave_up(server: Served) -> None:
    card, replay = give_up(server.person("Ann"))

    assert (card["result"], card["ending"]) == ("gave_up", "resigned")
    assert replay["ending"] == "resigned"
    assert [seat["resigned"] for seat in replay["seats"]] == [True, False]


def test_a_game_that_is_given_up_between_two_rounds_has_the_rounds_that_were_played() -> None:
    short = {"ruleset": "sabra+tiles.copies=1+deal.tiles=5", "rounds": 2}
    with served(rates=FAST) as server:
        ann = server.person("Ann")
        room = ann.open(computers=[{"seat": 1, "level": "beginner"}], start=True, terms=short)
        with ann.socket() as talk:
            assert played(ann, talk, room)["table"]["phase"] == "between"
            assert talk.ask("control", room=room, what="resign")["status"] == "ok"
        card, replay = told(ann, room)

    assert (card["rounds"], len(replay["rounds"])) == (1, 1)
    assert card["turns"] == turns(replay)
    assert replay["ending"] == "resigned"
