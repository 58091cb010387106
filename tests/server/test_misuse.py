"""The HTTP interface against those who would misuse it (S1, S3, S7, S15, S17, A12, D3)."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.conftest import FAST
from tests.server.served import WRITES, Json, Person, Served, error, served
from tests.support import plain_http

from tilerummy.server.asgi.application import ENDPOINTS
from tilerummy.server.settings import BODY, RATES, Rate

# S1


def test_s1_what_is_not_mine_looks_as_if_it_were_not_there(server: Served) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    room = ann.open(terms={"private": True})

    assert _asked(eve, room) == _asked(eve, "AAAAAAAAAAAA")


def _asked(who: Person, room: str) -> list[Json]:
    """Return the faults of all that can be asked of a table, by HTTP and on its socket."""
    told: list[Json] = []
    for what in ("", "/invite", "/record", "/record?form=jsonl"):
        answer = who.get(f"/api/rooms/{room}{what}")
        assert answer.status_code == 404
        told.append(answer.content)
    with who.socket(room) as talk:
        for kind, fields in (
            ("watch", {}),
            ("say", {"text": "hi"}),
            ("control", {"what": "sit", "cid": "a"}),
            ("act", {"actions": ["draw"], "version": 1, "cid": "b"}),
            ("ask_hint", {"version": 1, "cid": "d"}),
            ("done", {"after": [], "version": 1, "cid": "e"}),
        ):
            talk.send(kind, room=room, **fields)
            told.append({**talk.next("fault"), "room": ""})
    return told


# S3


WRITING = [door for door in ENDPOINTS if door.method != "GET"]


@pytest.mark.parametrize("door", WRITING, ids=lambda d: f"{d.method} {d.path}")
def test_s3_another_page_can_write_nothing_with_my_cookie(server: Served, door: Json) -> None:
    ann = server.person("Ann")
    path = door.path.replace("{code}", "x").replace("{room}", "x")
    forged: list[dict[str, Json]] = [
        {"content": "{}", "headers": {"Content-Type": "text/plain", **WRITES}},
        {"content": "a=b", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"json": {}, "headers": {}},
        {"json": {}, "headers": {**WRITES, "Origin": "https://evil.example"}},
        {"json": {}, "headers": {**WRITES, "Origin": "null"}},
    ]

    for request in forged:
        answer = ann.client.request(door.method, path, **request)
        assert answer.status_code in (403, 415), request
    assert ann.get("/api/me").json()["name"] == "Ann"


def test_s3_a_get_changes_nothing(server: Served) -> None:
    ann = server.person("Ann")
    room = ann.open()

    def now() -> Json:
        table = ann.get(f"/api/rooms/{room}").json()
        for seat in table["seats"]:
            seat.pop("away_ms")
        return table, ann.get("/api/me").json()

    before = now()
    for door in ENDPOINTS:
        if door.method == "GET":
            assert ann.get(door.path.replace("{room}", room)).status_code < 500

    assert now() == before


def test_s3_no_other_page_is_ever_allowed(server: Served) -> None:
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PUT"}
    for answer in (
        plain_http.options(f"{server.url}/api/me", headers=asked),
        plain_http.get(f"{server.url}/api/me", headers={"Origin": "https://evil.example"}),
    ):
        assert not [h for h in answer.headers if h.startswith("access-control")]


# S7, D7: rates


ASKS: dict[str, tuple[Callable[[Person, int], httpx2.Response], int]] = {
    "invite": (lambda who, n: who.post(f"/api/invites/guess{n}"), 404),
    "carry": (lambda who, n: who.post(f"/api/carry/guess{n}"), 404),
    "api": (lambda who, _: who.get("/api/levels"), 200),
    "new_room": (lambda who, _: who.post("/api/rooms"), 201),
    "address_new_room": (lambda who, _: who.served.person().post("/api/rooms"), 201),
    "new_guest": (lambda who, _: who.served.stranger().get("/api/me"), 200),
    "new_guest of a program": (lambda who, _: who.post("/api/tokens"), 200),
    "picture": (lambda who, _: who.get("/api/picture.svg?rack=k1"), 200),
    "watch": (lambda who, _: who.get("/api/rooms/nowhere"), 404),
    "rename": (lambda who, n: who.put("/api/me", {"name": f"Ann {n}"}), 200),
    "review": (lambda who, _: who.post("/api/review", {"record": "?", "depth": "certain"}), 200),
    "analyse": (
        lambda who, _: who.post("/api/analyse", {"table": "?", "rack": "", "chances": True}),
        400,
    ),
}
"""What is asked for of each rate, and how it is answered."""


@pytest.mark.parametrize("what", ASKS)
def test_s7_d7_who_asks_too_fast_is_told_when_to_ask_again(what: str) -> None:
    """So neither invitations nor codes to move with can be guessed."""
    ask, status = ASKS[what]
    with served(rates={**FAST, what.partition(" ")[0]: Rate(3, 0.5)}) as running:
        eve = running.person()
        running.times.pass_by(60)
        told = [ask(eve, n) for n in range(5)]
        assert [each.status_code for each in told] == [status] * 3 + [429] * 2
        assert error(told[-1]) == "too_fast"
        running.times.pass_by(int(told[-1].headers["retry-after"]))
        assert ask(eve, 0).status_code == status


# S17


@pytest.mark.parametrize("trusted", [False, True])
def test_s17_nobody_but_a_trusted_proxy_chooses_an_address(*, trusted: bool) -> None:
    rates = {**FAST, "invite": RATES["invite"]}
    with served(rates=rates, proxies=("127.0.0.1",) if trusted else ()) as running:
        eve = running.person()
        told = [
            eve.post(
                f"/api/invites/x{n}", headers={**WRITES, "X-Forwarded-For": f"192.0.2.{n}"}
            ).status_code
            for n in range(20)
        ]
        me = plain_http.get(f"{running.url}/api/me", headers={"X-Forwarded-Proto": "https"})

    assert told.count(429) == (0 if trusted else 10)
    assert me.headers["set-cookie"].startswith("__Host-") == trusted


# A12, D3, S15: bodies that nobody should send


NASTY = [
    b"",
    b"nul",
    b"[]",
    b'"x"',
    b"NaN",
    b'{"seats": NaN}',
    b'{"seats": 1e999}',
    b'{"seats": -1}',
    b'{"seats": 9223372036854775808}',
    b'{"seats": 2.5}',
    b'{"seats": "2"}',
    b'{"name": "\\ud800"}',
    b'{"name": "\xff\xfe"}',
    b'{"name": "\\u0000"}',
    b'{"terms": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    b'{"a": ' * 10_000 + b"1" + b"}" * 10_000,
    b"{" + b",".join(b'"k%d": 1' % n for n in range(5000)) + b"}",
    b'{"name": "' + b"x" * 50_000 + b'"}',
    b" " * (BODY + 1),
]


@pytest.mark.parametrize("body", NASTY, ids=lambda b: str(b[:20]))
@pytest.mark.parametrize("door", WRITING, ids=lambda d: f"{d.method} {d.path}")
def test_a12_no_body_brings_the_server_down(server: Served, door: Json, body: bytes) -> None:
    if (door.method, body) == ("DELETE", b""):
        return
    ann = server.person()
    path = door.path.replace("{code}", "x")
    answer = ann.client.request(
        door.method, path, content=body, headers={**WRITES, "Content-Type": "application/json"}
    )

    expected = (413,) if len(body) > door.largest else (200, 201, 400, 404)
    assert answer.status_code in expected, answer.text
    assert server.metrics.counters["failures"]._value.get() == 0
    if answer.status_code == 400:
        assert error(answer)


TEXTS = st.text(max_size=60) | st.sampled_from(
    ["'; DROP TABLE rooms; --", "<script>alert(1)</script>", "../../etc/passwd", "%00", "\r\nX: 1"]
)


@pytest.fixture(scope="module")
def ann(server: Served) -> Person:
    return server.person("Ann")


@given(text=TEXTS)
def test_s12_s15_no_text_is_more_than_text(ann: Person, text: str) -> None:
    answers = [
        ann.get(f"/api/rooms/{quote(text.replace('.', ''), safe='')}"),
        ann.get("/api/none", params={"x": text}),
        ann.get("/api/rules", params={"ruleset": text}),
        ann.post("/api/judge", {"table": text, "rack": text, "after": text, "ruleset": "sabra"}),
        ann.put("/api/me", {"name": text}),
        ann.post("/api/rooms", {"terms": {"title": text, "ruleset": "sabra"}, "seats": 2}),
    ]

    for answer in answers:
        assert answer.status_code < 500, answer.text
        assert answer.headers["content-type"] == "application/json"
        json.loads(answer.content)


def test_a_last_key_of_two_counts_and_it_alone(ann: Person) -> None:
    body = b'{"name": "First", "name": "Second"}'
    headers = {**WRITES, "Content-Type": "application/json"}

    assert ann.client.put("/api/me", content=body, headers=headers).json()["name"] == "Second"
