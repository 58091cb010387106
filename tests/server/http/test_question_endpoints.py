"""Questions over HTTP: worked on elsewhere, answered once for all, dropped when nobody waits."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass, field

import msgspec
from tests.server.served import Asked, error, served

from tilerummy.rules import PRESETS
from tilerummy.server.messages.bodies import ErrorDetail, Solve
from tilerummy.server.rooms.ports import JobError
from tilerummy.server.services import RulesCache


@dataclass
class Slow(Asked):
    """Counts what it is asked; solves nothing, and notes when nobody waits any more."""

    rulesets: list[str] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)
    dropped: threading.Event = field(default_factory=threading.Event)
    busy: bool = False

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        self.rulesets.append(ruleset)
        if self.busy:
            raise JobError("busy", "too much is waiting already")
        return await super().rules(ruleset, address)

    async def solve(self, question: Solve, address: str) -> bytes | ErrorDetail:
        del question, address
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.dropped.set()
        raise AssertionError


def test_the_rules_of_a_ruleset_are_put_into_words_once() -> None:
    asking = Slow()
    with served() as server:
        server.services.questions = asking
        ann = server.stranger()
        told = [ann.get("/api/rules?ruleset=sabra%2Bdraw.tiles=2").json() for _ in range(3)]
    assert asking.rulesets == ["sabra+draw.tiles=2"]
    assert told[0] == told[1] == told[2]
    assert told[0]["ruleset"] == "sabra+draw.tiles=2"


def test_rules_that_nobody_has_time_for_are_refused_with_when_to_ask_again() -> None:
    with served() as server:
        server.services.questions = Slow(busy=True)
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
        server.services.questions = asking
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
