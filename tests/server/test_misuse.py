"""Attempts to misuse the HTTP interface (S1, S3, S7, S15, S17, A12, D3)."""

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

from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.settings import BODY, RATES, Rate


def test_s1_a_private_table_looks_nonexistent(server: Served) -> None:
    ann, eve = server.person("Ann"), server.person("Eve")
    room = ann.open(terms={"private": True})

    assert _faults(eve, room) == _faults(eve, "AAAAAAAAAAAA")


def _faults(person: Person, room: str) -> list[Json]:
    """Return the error of each request that concerns a table, over HTTP and on a socket."""
    faults: list[Json] = []
    for path in ("", "/invite", "/record", "/record?form=jsonl"):
        answer = person.get(f"/api/rooms/{room}{path}")
        assert answer.status_code == 404
        faults.append(answer.content)
    with person.socket(room) as talk:
        for kind, fields in (
            ("watch", {}),
            ("say", {"text": "hi"}),
            ("control", {"what": "sit", "cid": "a"}),
            ("act", {"actions": ["draw"], "version": 1, "cid": "b"}),
            ("ask_hint", {"version": 1, "cid": "d"}),
            ("done", {"after": [], "version": 1, "cid": "e"}),
        ):
            talk.send(kind, room=room, **fields)
            faults.append({**talk.next("fault"), "room": ""})
    return faults


WRITING = [endpoint for endpoint in ENDPOINTS if endpoint.method != "GET"]


@pytest.mark.parametrize("endpoint", WRITING, ids=lambda e: f"{e.method} {e.path}")
def test_s3_another_site_cannot_write_with_my_cookie(server: Served, endpoint: Json) -> None:
    ann = server.person("Ann")
    path = endpoint.path.replace("{code}", "x").replace("{room}", "x")
    forged: list[dict[str, Json]] = [
        {"content": "{}", "headers": {"Content-Type": "text/plain", **WRITES}},
        {"content": "a=b", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
        {"json": {}, "headers": {}},
        {"json": {}, "headers": {**WRITES, "Origin": "https://evil.example"}},
        {"json": {}, "headers": {**WRITES, "Origin": "null"}},
    ]

    for request in forged:
        answer = ann.client.request(endpoint.method, path, **request)
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
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET":
            assert ann.get(endpoint.path.replace("{room}", room)).status_code < 500

    assert now() == before


def test_s3_no_other_origin_is_allowed(server: Served) -> None:
    preflight = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PUT"}
    for answer in (
        plain_http.options(f"{server.url}/api/me", headers=preflight),
        plain_http.get(f"{server.url}/api/me", headers={"Origin": "https://evil.example"}),
    ):
        assert not [h for h in answer.headers if h.startswith("access-control")]


CHANCES = {"table": "?", "rack": "", "chances": True}
REQUESTS: dict[str, tuple[Callable[[Person, int], httpx2.Response], int]] = {
    "invite": (lambda eve, n: eve.post(f"/api/invites/guess{n}"), 404),
    "device_transfer": (lambda eve, n: eve.post(f"/api/device-transfer/guess{n}"), 404),
    "api": (lambda eve, _: eve.get("/api/levels"), 200),
    "new_room": (lambda eve, _: eve.post("/api/rooms"), 201),
    "address_new_room": (lambda eve, _: eve.served.person().post("/api/rooms"), 201),
    "new_guest": (lambda eve, _: eve.served.stranger().get("/api/me"), 200),
    "new_guest of a program": (lambda eve, _: eve.post("/api/tokens"), 200),
    "picture": (lambda eve, _: eve.get("/api/picture.svg?rack=k1"), 200),
    "watch": (lambda eve, _: eve.get("/api/rooms/nowhere"), 404),
    "rename": (lambda eve, n: eve.put("/api/me", {"name": f"Ann {n}"}), 200),
    "review": (lambda eve, _: eve.post("/api/review", {"record": "?", "depth": "certain"}), 200),
    "analyse": (lambda eve, _: eve.post("/api/analyse", CHANCES), 400),
}
"""A request for each rate limit, and its status below the limit."""


@pytest.mark.parametrize("limit", REQUESTS)
def test_s7_d7_requests_above_a_rate_limit_are_rejected_with_a_delay(limit: str) -> None:
    """The limits prevent anyone from guessing invitations and device codes."""
    request, status = REQUESTS[limit]
    with served(rates={**FAST, limit.partition(" ")[0]: Rate(3, 0.5)}) as running:
        eve = running.person()
        running.times.pass_by(60)
        answers = [request(eve, n) for n in range(5)]
        assert [each.status_code for each in answers] == [status] * 3 + [429] * 2
        assert error(answers[-1]) == "too_fast"
        running.times.pass_by(int(answers[-1].headers["retry-after"]))
        assert request(eve, 0).status_code == status


@pytest.mark.parametrize("trusted", [False, True])
def test_s17_only_a_trusted_proxy_sets_the_client_address(*, trusted: bool) -> None:
    rates = {**FAST, "invite": RATES["invite"]}
    with served(rates=rates, proxies=("127.0.0.1",) if trusted else ()) as running:
        eve = running.person()
        statuses = []
        for n in range(20):
            headers = {**WRITES, "X-Forwarded-For": f"192.0.2.{n}"}
            statuses.append(eve.post(f"/api/invites/x{n}", headers=headers).status_code)
        me = plain_http.get(f"{running.url}/api/me", headers={"X-Forwarded-Proto": "https"})

    assert statuses.count(429) == (0 if trusted else 10)
    assert me.headers["set-cookie"].startswith("__Host-") == trusted


NASTY = [
    *(b"", b"nul", b"[]", b'"x"', b"NaN", b'{"seats": NaN}', b'{"seats": 1e999}'),
    *(b'{"seats": -1}', b'{"seats": 9223372036854775808}', b'{"seats": 2.5}', b'{"seats": "2"}'),
    *(b'{"name": "\\ud800"}', b'{"name": "\xff\xfe"}', b'{"name": "\\u0000"}'),
    b'{"terms": ' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    b'{"a": ' * 10_000 + b"1" + b"}" * 10_000,
    b"{" + b",".join(b'"k%d": 1' % n for n in range(5000)) + b"}",
    b'{"name": "' + b"x" * 50_000 + b'"}',
    b" " * (BODY + 1),
]
"""Malicious bodies (A12, D3, S15)."""


@pytest.mark.parametrize("body", NASTY, ids=lambda b: str(b[:20]))
@pytest.mark.parametrize("endpoint", WRITING, ids=lambda e: f"{e.method} {e.path}")
def test_a12_no_body_crashes_the_server(server: Served, endpoint: Json, body: bytes) -> None:
    if (endpoint.method, body) == ("DELETE", b""):
        return
    path = endpoint.path.replace("{code}", "x")
    headers = {**WRITES, "Content-Type": "application/json"}
    client = server.person().client
    answer = client.request(endpoint.method, path, content=body, headers=headers)

    expected = (413,) if len(body) > endpoint.max_body else (200, 201, 400, 404)
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
def test_s12_s15_text_is_never_interpreted(ann: Person, text: str) -> None:
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


def test_the_last_of_two_equal_keys_counts(ann: Person) -> None:
    body = b'{"name": "First", "name": "Second"}'
    headers = {**WRITES, "Content-Type": "application/json"}

    assert ann.client.put("/api/me", content=body, headers=headers).json()["name"] == "Second"
