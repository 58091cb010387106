"""Questions over HTTP are run by workers, cached, and cancelled with their request."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from unittest.mock import AsyncMock, call

import pytest
from tests.server.served import Json, Served, error, served

from tilerummy.rules import PRESETS
from tilerummy.server.http.handlers import questions
from tilerummy.server.jobs.rules_text import rules_text
from tilerummy.server.workers.port import JobError


def test_the_text_of_a_ruleset_is_written_once() -> None:
    rules = "sabra+draw.tiles=2"
    work = AsyncMock(side_effect=[JobError("busy", "too many jobs"), rules_text(rules)])
    with served() as server:
        server.work(rules_text=work)
        ann = server.stranger()
        busy, *cached = [ann.get("/api/rules", params={"ruleset": rules}) for _ in range(4)]
    assert (busy.status_code, error(busy)) == (503, "server_busy")
    assert busy.headers["retry-after"] == "2"
    assert work.await_args_list == [call(rules)] * 2
    assert cached[0].json() == cached[1].json() == cached[2].json()
    assert cached[0].json()["ruleset"] == rules


def test_the_text_of_presets_stays_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "MAX_CACHED", 2)
    house_rules = [f"sabra+draw.tiles={n}" for n in (2, 3, 4)]
    with served() as server:
        server.work(rules_text=AsyncMock(return_value=b"{}"))
        ann = server.stranger()
        for text in (*PRESETS, *house_rules):
            assert ann.get("/api/rules", params={"ruleset": text}).status_code == 200
        assert {*server.services.rules} == {*PRESETS, *house_rules[1:]}


def test_a_question_is_cancelled_when_the_client_disconnects() -> None:
    begun, cancelled = threading.Event(), threading.Event()

    async def solve(_: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    with served() as server:
        server.work(solve=solve)
        body = json.dumps({"table": "", "rack": "r1"}).encode()
        head = (
            f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
            raw.sendall(head.encode() + body)
            assert begun.wait(60)
            assert not cancelled.is_set()
        assert cancelled.wait(60)


def analysed(server: Served, **question: Json) -> Json:
    """Return the best plays of a position."""
    answer = server.stranger().post("/api/analyse", question)
    assert answer.status_code == 200, answer.text
    return answer.json()


POSITION = {"table": "k5 r5 b5 o5 / r9 r10 r11", "rack": "b4 b6 b7 k1"}


def test_a_longer_count_of_games_counts_as_several_requests() -> None:
    with served() as server:
        server.work(analyse=AsyncMock(return_value=b"{}"))
        ann = server.stranger()
        question = {**POSITION, "chances": True, "seconds": 8}
        answers = [ann.post("/api/analyse", question) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 429]


def test_the_best_plays_are_sorted_by_their_tiles(server: Served) -> None:
    answer = analysed(server, **POSITION, most=3)
    assert [play["tiles"] for play in answer["plays"]] == [3, 2, 2]
    assert answer["plays"][0]["rack"] == "k1"
    assert (answer["proven"], answer["worlds"]) == (True, 0)


def test_plays_with_chances_are_sorted_by_them(server: Served) -> None:
    """Here retaining the joker wins more often than playing four tiles."""
    question = {**POSITION, "rack": "b4 b6 b7 k1 *", "chances": True, "held": [2], "pool": 10}
    few, many = (analysed(server, **question, most=most)["plays"] for most in (1, 5))
    chances = [play["chance"]["mean"] for play in many]
    assert chances == sorted(chances, reverse=True)
    assert few == many[:1]
    assert few[0]["tiles"] < max(play["tiles"] for play in many)


def test_chances_have_intervals_except_in_games_with_discards(server: Served) -> None:
    few = {"table": "k5 r5 b5", "rack": "o5", "chances": True}
    result = analysed(server, **few)
    won, waiting = result["plays"]
    assert (won["chance"]["mean"], won["rack"]) == (1, "")
    assert waiting["chance"]["low"] < waiting["chance"]["mean"] < waiting["chance"]["high"] < 1
    assert result["worlds"] > 100
    american = analysed(server, **{**few, "rack": "o5 k1"}, ruleset="american")
    assert [play.get("chance") for play in american["plays"]] == [None]


def test_chances_depend_on_the_other_racks_and_the_pool(server: Served) -> None:
    poor = {"table": "k5 r5 b5", "rack": "k13 k11 k9 r2 r7 b2 b9 o12", "chances": True}
    near, far = (analysed(server, **poor, held=[n], pool=0) for n in (1, 25))
    three = analysed(server, **poor, players=3, held=[4], pool=30)
    full = analysed(server, **poor, players=4, held=[90, 90, 90], pool=200)
    one = analysed(server, **{**poor, "rack": "o5 k1"}, held=[7])
    assert near["plays"][0]["chance"]["high"] < far["plays"][0]["chance"]["low"]
    assert (near["held"], near["pool"]) == ([1], 0)
    assert (three["held"], three["pool"]) == ([4, 10], 30)
    assert (full["held"], full["pool"]) == ([90, 4, 1], 0)
    assert (one["pool"], [play["tiles"] for play in one["plays"]]) == (106 - 5 - 7, [1, 0])
    older = analysed(server, **poor, players=3, held=7)
    assert older["held"] == [7, 7], "the form of pages that were loaded before an upgrade"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"held": [4, 4]}, "bad_question"),
        ({"held": 0}, "bad_message"),
        ({"table": "?"}, "bad_question"),
    ],
)
def test_an_invalid_position_is_not_analysed(server: Served, wrong: Json, code: str) -> None:
    answer = server.stranger().post("/api/analyse", {**POSITION, "chances": True, **wrong})
    assert (answer.status_code, error(answer)) == (400, code)


def played_on(server: Served, **question: Json) -> Json:
    answer = server.stranger().post("/api/play-on", question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_position_is_played_on_until_the_next_turn(server: Served) -> None:
    question = {**POSITION, "players": 3, "held": [8, 6], "pool": 30, "seed": 1}
    drawn = played_on(server, **question)
    assert [turn["seat"] for turn in drawn["turns"]] == [1, 2]
    assert len(drawn["drawn"]) == 1
    assert set(drawn["rack"].split()) == {*POSITION["rack"].split(), *drawn["drawn"]}
    tiles = [turn["tiles"] for turn in drawn["turns"]]
    assert len(drawn["table"].replace("/", "").split()) == 7 + sum(tiles)
    draws = 1 + tiles.count(0)
    assert sum(drawn["held"]) == 14 - sum(tiles) + tiles.count(0)
    assert drawn["pool"] == 30 - draws
    assert played_on(server, **question) == drawn
    assert not {"racks", "hidden"} & drawn.keys(), "the other racks stay hidden"


def test_a_play_that_goes_out_ends_the_round(server: Served) -> None:
    few = {"table": "k5 r5 b5", "rack": "o5", "after": "k5 r5 b5 o5"}
    over = played_on(server, **few)
    assert (over["over"], over["winner"], over["turns"]) == (True, 0, [])
    for wrong in ({"after": "k5 r5 o5"}, {"ruleset": "american"}):
        answer = server.stranger().post("/api/play-on", {**few, **wrong})
        assert (answer.status_code, error(answer)) == (400, "bad_question")
