"""The HTTP interface against those who would misuse it (S1, S3, S7, S15, S17, A12, D3)."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.conftest import FAST
from tests.server.served import WRITES, Json, Person, Served, error, served
from tests.support import plain_http

from tilerummy.server.app import ENDPOINTS
from tilerummy.server.limits import RATES, Rate
from tilerummy.server.settings import BODY

# S1


PRIVATE: tuple[Callable[[Person, str], httpx2.Response], ...] = (
    lambda who, room: who.get(f"/api/rooms/{room}"),
    lambda who, room: who.get(f"/api/rooms/{room}/invite"),
    lambda who, room: who.get(f"/api/rooms/{room}/record"),
    lambda who, room: who.get(f"/api/rooms/{room}/record?form=jsonl"),
)


@pytest.mark.parametrize("door", range(len(PRIVATE)))
def test_s1_what_is_not_mine_looks_as_if_it_were_not_there(server: Served, door: int) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    room = ann.open(terms={"private": True})
    hidden, absent = PRIVATE[door](eve, room), PRIVATE[door](eve, "AAAAAAAAAAAA")

    assert hidden.status_code == absent.status_code == 404
    assert hidden.content == absent.content


def test_s1_a_socket_does_not_tell_a_private_table_from_none(server: Served) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    room = ann.open(terms={"private": True})
    hidden, absent = (_refused(eve, name) for name in (room, "AAAAAAAAAAAA"))

    assert hidden == absent


def _refused(who: Person, room: str) -> list[Json]:
    """Return the faults of all that can be asked of a table on its socket."""
    told = []
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


# S7, rates


def test_s7_invitations_cannot_be_guessed() -> None:
    with served() as running:
        eve = running.person()
        told = [eve.post(f"/api/invites/guess{n}").status_code for n in range(40)]

        assert told[:10] == [404] * 10
        assert set(told[10:]) == {429}
        running.times.pass_by(6)
        assert eve.post("/api/invites/guess").status_code == 404
        assert eve.post("/api/invites/guess").status_code == 429


def test_s7_nor_can_codes_to_move_with() -> None:
    with served() as running:
        eve = running.stranger()
        told = [eve.post(f"/api/carry/guess{n}").status_code for n in range(12)]

        assert told == [404] * 10 + [429] * 2


def test_guests_programs_and_tables_are_made_only_so_fast() -> None:
    rates = {**FAST, "new_guest": Rate(4, 1), "new_room": Rate(2, 1)}
    with served(rates=rates) as running:
        ann = running.person()
        assert [ann.post("/api/rooms").status_code for _ in range(3)] == [201, 201, 429]
        tokens = [
            plain_http.post(f"{running.url}/api/tokens", json={}).status_code for _ in range(2)
        ]
        guests = [running.stranger().get("/api/me").status_code for _ in range(2)]
        assert (tokens, guests) == ([200, 200], [200, 429])
        assert plain_http.post(f"{running.url}/api/tokens", json={}).status_code == 429
        running.times.pass_by(1)
        assert ann.post("/api/rooms").status_code == 201


def test_who_asks_too_fast_is_told_when_to_ask_again() -> None:
    rates = {**FAST, "api": RATES["api"]}
    with served(rates=rates) as running:
        ann = running.stranger()
        told = [ann.get("/api/levels") for _ in range(140)]

        assert {t.status_code for t in told[:120]} == {200}
        assert {t.status_code for t in told[120:]} == {429}
        assert error(told[-1]) == "too_fast"
        assert int(told[-1].headers["retry-after"]) >= 1


# S17


def test_s17_nobody_can_choose_an_address() -> None:
    with served(rates={**FAST, "invite": RATES["invite"]}) as running:
        eve = running.person()
        told = [
            eve.post(
                f"/api/invites/x{n}", headers={**WRITES, "X-Forwarded-For": f"192.0.2.{n}"}
            ).status_code
            for n in range(20)
        ]

        assert told.count(429) == 10


def test_s17_a_trusted_proxy_is_believed() -> None:
    with served(rates={**FAST, "invite": RATES["invite"]}, proxies=("127.0.0.1",)) as running:
        eve = running.person()
        for n in range(20):
            headers = {**WRITES, "X-Forwarded-For": f"192.0.2.{n}"}
            assert eve.post(f"/api/invites/x{n}", headers=headers).status_code == 404
        secure = plain_http.get(f"{running.url}/api/me", headers={"X-Forwarded-Proto": "https"})
        assert secure.headers["set-cookie"].startswith("__Host-")


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

    assert answer.status_code in (200, 201, 400, 404, 413), answer.text
    assert server.metrics.failures._value.get() == 0
    if answer.status_code == 400:
        assert error(answer)


def test_a_body_has_a_greatest_size(server: Served) -> None:
    ann = server.person()
    headers = {**WRITES, "Content-Type": "application/json"}
    answer = ann.client.put("/api/me", content=b" " * (BODY + 1), headers=headers)

    assert answer.status_code == 413


TEXTS = st.text(max_size=60) | st.sampled_from(
    ["'; DROP TABLE rooms; --", "<script>alert(1)</script>", "../../etc/passwd", "%00", "\r\nX: 1"]
)


@pytest.fixture(scope="module")
def eve(server: Served) -> Person:
    return server.person("Eve")


@given(text=TEXTS)
def test_s15_no_text_is_more_than_text(eve: Person, text: str) -> None:
    ann = eve
    answers = [
        ann.get("/api/rules", params={"ruleset": text}),
        ann.post("/api/judge", {"table": text, "rack": text, "after": text, "ruleset": "sabra"}),
        ann.put("/api/me", {"name": text}),
        ann.post("/api/rooms", {"terms": {"title": text, "ruleset": "sabra"}, "seats": 2}),
    ]

    for answer in answers:
        assert answer.status_code < 500, answer.text
        assert answer.headers["content-type"] == "application/json"
        json.loads(answer.content)


def test_a_last_key_of_two_counts_and_it_alone(server: Served) -> None:
    ann = server.person()
    body = b'{"name": "First", "name": "Second"}'
    headers = {**WRITES, "Content-Type": "application/json"}

    assert ann.client.put("/api/me", content=body, headers=headers).json()["name"] == "Second"
