"""Questions over HTTP: worked on elsewhere, answered once for all, dropped when nobody waits."""

from __future__ import annotations

import asyncio
import json
import socket
import threading

import pytest
from tests.server.served import Json, Served, error, served

from tilerummy.rules import PRESETS
from tilerummy.server.http.handlers import questions
from tilerummy.server.jobs.rules_text import rules_text
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.workers.port import JobError


def test_the_rules_of_a_ruleset_are_put_into_words_once_unless_nobody_has_time() -> None:
    rulesets: list[str] = []

    async def words(ruleset: str) -> bytes | ErrorDetail:
        rulesets.append(ruleset)
        if len(rulesets) == 1:
            raise JobError("busy", "too much is waiting already")
        return rules_text(ruleset)

    with served() as server:
        server.work(rules_text=words)
        ann = server.stranger()
        busy, *told = [ann.get("/api/rules?ruleset=sabra%2Bdraw.tiles=2") for _ in range(4)]
    assert (busy.status_code, error(busy)) == (503, "server_busy")
    assert busy.headers["retry-after"] == "2"
    assert rulesets == ["sabra+draw.tiles=2"] * 2
    assert told[0].json() == told[1].json() == told[2].json()
    assert told[0].json()["ruleset"] == "sabra+draw.tiles=2"


def test_presets_are_kept_whatever_else_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def words(_: str) -> bytes:
        return b"{}"

    monkeypatch.setattr(questions, "MOST_CACHED", 2)
    others = [f"sabra+draw.tiles={n}" for n in (2, 3, 4)]
    with served() as server:
        server.work(rules_text=words)
        ann = server.stranger()
        for text in (*PRESETS, *others):
            assert ann.get("/api/rules", params={"ruleset": text}).status_code == 200
        assert {*server.services.rules} == {*PRESETS, *others[1:]}


def test_a_question_is_dropped_when_who_asked_is_gone() -> None:
    asked, dropped = threading.Event(), threading.Event()

    async def solve(_: object) -> None:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            dropped.set()

    with served() as server:
        server.work(solve=solve)
        body = json.dumps({"table": "", "rack": "r1"}).encode()
        head = (
            f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as asker:
            asker.sendall(head.encode() + body)
            assert asked.wait(60)
            assert not dropped.is_set()
        assert dropped.wait(60)


def analysed(server: Served, **question: Json) -> Json:
    """Return the answer to a question about the best plays of a position."""
    answer = server.stranger().post("/api/analyse", question)
    assert answer.status_code == 200, answer.text
    return answer.json()


POSITION = {"table": "k5 r5 b5 o5 / r9 r10 r11", "rack": "b4 b6 b7 k1"}


def test_the_best_plays_of_a_position_come_with_the_most_tiles_first(server: Served) -> None:
    answer = analysed(server, **POSITION, most=3)
    assert [play["tiles"] for play in answer["plays"]] == [3, 2, 2]
    assert answer["plays"][0]["rack"] == "k1"
    assert (answer["proven"], answer["worlds"]) == (True, 0)


def test_the_best_chance_comes_first_however_many_plays_are_asked_for(server: Served) -> None:
    """To keep the joker wins more often than to lay the most tiles, which are four."""
    question = {**POSITION, "rack": "b4 b6 b7 k1 *", "chances": True, "held": [2], "pool": 10}
    few, many = (analysed(server, **question, most=most)["plays"] for most in (1, 5))
    chances = [play["chance"]["mean"] for play in many]
    assert chances == sorted(chances, reverse=True)
    assert few == many[:1]
    assert few[0]["tiles"] < max(play["tiles"] for play in many)


def test_chances_have_intervals_and_are_left_out_where_one_discards(server: Served) -> None:
    few = {"table": "k5 r5 b5", "rack": "o5", "chances": True}
    found = analysed(server, **few)
    won, waiting = found["plays"]
    assert (won["chance"]["mean"], won["rack"]) == (1, "")
    assert waiting["chance"]["low"] < waiting["chance"]["mean"] < waiting["chance"]["high"] < 1
    assert found["worlds"] > 100
    american = analysed(server, **{**few, "rack": "o5 k1"}, ruleset="american")
    assert [play.get("chance") for play in american["plays"]] == [None]


def test_chances_depend_on_the_tiles_of_others_and_of_the_pool(server: Served) -> None:
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
    assert older["held"] == [7, 7], "as a page says it that was loaded before an upgrade"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"held": [4, 4]}, "bad_question"),
        ({"held": 0}, "bad_message"),
        ({"table": "?"}, "bad_question"),
    ],
)
def test_what_cannot_be_analysed_is_refused(server: Served, wrong: Json, code: str) -> None:
    answer = server.stranger().post("/api/analyse", {**POSITION, "chances": True, **wrong})
    assert (answer.status_code, error(answer)) == (400, code)
