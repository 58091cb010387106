"""Questions over HTTP: worked on elsewhere, answered once for all, dropped when nobody waits."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass, field

import httpx2
import msgspec
from msgspec import convert
from tests.server.served import error, served
from tests.server.workers.patient import PatientWorkers

from tilerummy.rules import PRESETS
from tilerummy.server.jobs.analysis import analyse
from tilerummy.server.jobs.rules_text import rules_text
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.questions import Analyse, Solve
from tilerummy.server.services import RulesCache
from tilerummy.server.workers.port import JobError


@dataclass
class Slow(PatientWorkers):
    """Counts what it is asked; solves nothing, and notes when no one waits any longer."""

    rulesets: list[str] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    dropped: threading.Event = field(default_factory=threading.Event)
    busy: bool = False

    async def rules_text(self, ruleset: str) -> bytes | ErrorDetail:
        self.rulesets.append(ruleset)
        if self.busy:
            raise JobError("busy", "too much is waiting already")
        return rules_text(ruleset)

    async def solve(self, _: Solve) -> bytes | ErrorDetail:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.dropped.set()
        raise AssertionError


def test_the_rules_of_a_ruleset_are_put_into_words_once() -> None:
    asking = Slow()
    with served() as server:
        server.services.workers = asking
        ann = server.stranger()
        told = [ann.get("/api/rules?ruleset=sabra%2Bdraw.tiles=2").json() for _ in range(3)]
    assert asking.rulesets == ["sabra+draw.tiles=2"]
    assert told[0] == told[1] == told[2]
    assert told[0]["ruleset"] == "sabra+draw.tiles=2"


def test_rules_that_nobody_has_time_for_are_refused_with_when_to_ask_again() -> None:
    with served() as server:
        server.services.workers = Slow(busy=True)
        answer = server.stranger().get("/api/rules?ruleset=sabra%2Bdraw.tiles=2")
    assert (answer.status_code, error(answer)) == (503, "server_busy")
    assert answer.headers["retry-after"] == "2"


def test_presets_are_kept_whatever_else_is_asked_for() -> None:
    cache = RulesCache(most=2)
    for text in (*PRESETS, "sabra+draw.tiles=2", "sabra+draw.tiles=3", "sabra+draw.tiles=4"):
        cache.put(text, cache_of(text))
    assert all(cache.get(text) is not None for text in PRESETS)
    assert cache.get("sabra+draw.tiles=2") is None
    assert cache.get("sabra+draw.tiles=4") is not None


def cache_of(text: str) -> msgspec.Raw:
    return msgspec.Raw(json.dumps(text).encode())


def test_a_question_is_dropped_when_who_asked_is_gone() -> None:
    asking = Slow()
    with served() as server:
        server.services.workers = asking
        body = json.dumps({"table": "", "rack": "r1"}).encode()
        head = (
            f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as asker:
            asker.sendall(head.encode() + body)
            assert asking.asked.wait(60)
            assert not asking.dropped.is_set()
        assert asking.dropped.wait(60)


POSITION = {"table": "k5 r5 b5 o5 / r9 r10 r11", "rack": "b4 b6 b7 k1"}


def test_the_best_plays_of_a_position_come_with_the_most_tiles_first() -> None:
    with served() as server:
        answer = server.stranger().post("/api/analyse", {**POSITION, "most": 3}).json()
    assert [play["tiles"] for play in answer["plays"]] == [3, 2, 2]
    assert answer["plays"][0]["rack"] == "k1"
    assert (answer["proven"], answer["worlds"]) == (True, 0)


def test_the_best_chance_comes_first_however_many_plays_are_asked_for() -> None:
    """To keep the joker wins more often than to lay the most tiles, which are four."""
    question = {"table": "k5 r5 b5 o5 / r9 r10 r11", "rack": "b4 b6 b7 k1 *", "chances": True}
    answers = [
        analyse(convert({**question, "most": most, "held": [2], "pool": 10}, Analyse))
        for most in (1, 5)
    ]
    few, many = (json.loads(each)["plays"] for each in answers if isinstance(each, bytes))
    chances = [play["chance"]["mean"] for play in many]
    assert chances == sorted(chances, reverse=True)
    assert few == many[:1]
    assert few[0]["tiles"] < max(play["tiles"] for play in many)


def test_chances_have_intervals_and_are_left_out_where_one_discards() -> None:
    few = {"table": "k5 r5 b5", "rack": "o5"}
    with served() as server:
        found = server.stranger().post("/api/analyse", {**few, "chances": True}).json()
        american = {"ruleset": "american", **few, "rack": "o5 k1", "chances": True}
        other = server.stranger().post("/api/analyse", american).json()
    won, waiting = found["plays"]
    assert (won["chance"]["mean"], won["rack"]) == (1, "")
    assert waiting["chance"]["low"] < waiting["chance"]["mean"] < waiting["chance"]["high"] < 1
    assert found["worlds"] > 100
    assert [play.get("chance") for play in other["plays"]] == [None]


def test_chances_are_those_with_the_tiles_that_others_hold_and_the_pool_has() -> None:
    poor = {"table": "k5 r5 b5", "rack": "k13 k11 k9 r2 r7 b2 b9 o12", "chances": True}
    with served() as server:

        def asked(**more: object) -> httpx2.Response:
            return server.stranger().post("/api/analyse", {**poor, **more})

        near, far = (asked(held=[n], pool=0).json() for n in (1, 25))
        three = asked(players=3, held=[4], pool=30).json()
        full = asked(players=4, held=[90, 90, 90], pool=200).json()
        one = asked(rack="o5 k1", held=[7]).json()
        assert error(asked(held=[4, 4])) == "bad_question"
    assert near["plays"][0]["chance"]["high"] < far["plays"][0]["chance"]["low"]
    assert (near["held"], near["pool"]) == ([1], 0)
    assert (three["held"], three["pool"]) == ([4, 10], 30)
    assert (full["held"], full["pool"]) == ([90, 4, 1], 0)
    assert (one["pool"], [play["tiles"] for play in one["plays"]]) == (106 - 5 - 7, [1, 0])


def test_a_page_that_was_loaded_before_an_upgrade_gets_chances() -> None:
    """It says with one number how many tiles each of the others holds."""
    question = {"players": 3, "table": "k5 r5 b5", "rack": "k13 k11 o5", "chances": True}
    with served() as server:
        answer = server.stranger().post("/api/analyse", {**question, "held": 7})
        wrong = server.stranger().post("/api/analyse", {**question, "held": 0})
    assert answer.json()["held"] == [7, 7]
    assert "chance" in answer.json()["plays"][0]
    assert wrong.status_code == 400


def test_analysis_is_limited_and_refuses_what_it_cannot_read() -> None:
    question = {"table": "?", "rack": "", "chances": True}
    with served() as server:
        asked = [server.stranger().post("/api/analyse", question) for _ in range(7)]
    assert (asked[0].status_code, error(asked[0])) == (400, "bad_question")
    assert [answer.status_code for answer in asked] == [400] * 6 + [429]
