"""Guests are identified by cookies and tokens (S4–S6, S8, S9)."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64encode
from pathlib import Path

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.conftest import FAST
from tests.server.served import WRITES, Served, Times, served
from tests.support import plain_http
from tests.support.waiting import until

from tilerummy.server import maintenance
from tilerummy.server.guests.sessions import PREFIX, Sessions, hashed
from tilerummy.server.settings import Settings
from tilerummy.server.store.factory import memory_store, open_store
from tilerummy.server.store.store import Store


def flags(answer: httpx2.Response) -> set[str]:
    return {part.strip() for part in answer.headers["set-cookie"].split(";")[1:]}


def test_s4_scripts_and_other_sites_do_not_get_the_cookie(server: Served) -> None:
    answer = server.stranger().get("/api/me")

    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= flags(answer)
    assert not any(part.startswith("Domain") for part in flags(answer))


def test_s4_behind_https_the_cookie_is_sent_only_to_this_host() -> None:
    with served(public_url="https://tiles.example") as running:
        answer = running.stranger().get("/api/me")

        assert answer.headers["set-cookie"].startswith("__Host-tilerummy=")
        assert "Secure" in flags(answer)
        assert "max-age" in answer.headers["strict-transport-security"]
        plain = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        again = plain_http.get(f"{running.url}/api/me", headers={"Cookie": f"tilerummy={plain}"})
        assert "set-cookie" in again.headers, "another host could have set this cookie"


def test_s5_choosing_a_name_or_joining_replaces_the_cookie(server: Served) -> None:
    ann = server.person()
    room = ann.open(terms={"private": True})
    code = ann.get(f"/api/rooms/{room}/invite").json()["code"]
    ben = server.person()
    before = ben.cookie
    assert "set-cookie" in ben.put("/api/me", {"name": "Ben"}).headers
    named = ben.cookie
    assert "set-cookie" in ben.post(f"/api/invites/{code}").headers

    assert len({before, named, ben.cookie}) == 3
    assert ben.get("/api/me").json()["name"] == "Ben"


def test_a_cookie_is_replaced_daily_and_valid_for_another_minute() -> None:
    with served(rates=FAST) as running:
        ann = running.person("Ann")
        old = ann.cookie
        running.times.pass_by(24 * 3600 + 1)
        assert "set-cookie" in ann.get("/api/me").headers
        assert ann.cookie != old

        def name(cookie: str) -> str:
            response = plain_http.get(f"{running.url}/api/me", headers={"Cookie": cookie})
            return str(response.json()["name"])

        assert name(old) == "Ann", "for requests in progress"
        running.times.pass_by(61)
        assert name(old) != "Ann"
        assert name(ann.cookie) == "Ann"


def test_inactive_guests_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "CLEAN_UP_EVERY", 0.01)
    monkeypatch.setattr(maintenance, "DELETE_EVERY", 0.01)
    day = 24 * 3600
    with served(rates=FAST, retention_ms=10 * day * 1000) as running:
        ann, ben = running.person("Ann"), running.person("Ben")
        for _ in range(3):
            running.times.pass_by(4 * day)
            assert ann.get("/api/me").json()["name"] == "Ann"
        token, guests = hashed(ben.cookie.partition("=")[2]), running.services.store.guests
        until(lambda: asyncio.run(guests.by_token(token)) is None)
        assert ann.get("/api/me").json()["name"] == "Ann", "she was active in between"


def test_cookies_and_bearer_tokens_are_not_interchangeable(server: Served) -> None:
    ann, token = server.person("Ann"), server.program("Robot")
    value = ann.cookie.partition("=")[2]
    for headers in (
        {"Authorization": f"Bearer {value}"},
        {"Authorization": f"Bearer {PREFIX}{value}"},
        {"Cookie": f"tilerummy={token.removeprefix(PREFIX)}"},
    ):
        assert plain_http.get(f"{server.url}/api/rooms/x", headers=headers).status_code == 401


@given(st.binary(min_size=40, max_size=40).map(urlsafe_b64encode) | st.text(max_size=80))
def test_s8_a_made_up_token_is_not_looked_up(text: str | bytes) -> None:
    token = text if isinstance(text, str) else text.decode().rstrip("=")

    assert not token.isascii() or not sessions(b"k" * 32).is_genuine(token)


def test_s8_tokens_are_unique_and_bound_to_a_key() -> None:
    own = sessions(b"a" * 32)
    tokens = {own.token() for _ in range(1000)}

    assert len(tokens) == 1000
    assert all(map(own.is_genuine, tokens))
    assert not any(map(sessions(b"b" * 32).is_genuine, tokens))


def sessions(key: bytes, store: Store | None = None) -> Sessions:
    times = Times()
    settings = Settings(key=key, now=times.now, clock=times.clock)
    return Sessions((store or memory_store(times.now)).guests, settings)


async def test_no_token_is_stored(tmp_path: Path) -> None:
    """A stolen database contains no usable token."""
    store = open_store(f"sqlite:///{tmp_path / 'db'}", Times().now)
    _, token = await sessions(b"k" * 32, store).sign_up("Ann")
    await store.close()

    content = (tmp_path / "db").read_bytes()
    assert b"Ann" in content
    assert token.encode() not in content


def test_a_visitor_with_a_bad_cookie_becomes_a_new_guest(server: Served) -> None:
    for cookie in ("tilerummy=x", "tilerummy=" + "A" * 54, "tilerummy=\xe4"):
        headers = {b"Cookie": cookie.encode("latin-1")}
        response = plain_http.get(f"{server.url}/api/me", headers=headers)
        assert response.status_code == 200
        assert response.json()["name"].startswith("Guest")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_s3_behind_https_a_page_loaded_over_http_cannot_write(scheme: str) -> None:
    """A page loaded over plain HTTP can be changed on its way."""
    with served(public_url="https://tiles.example", hosts=("lan.example",)) as running:
        for host in ("tiles.example", "lan.example"):
            token = asyncio.run(running.services.sessions.sign_up("Ann"))[1]
            cookie = {"Cookie": f"__Host-tilerummy={token}"}
            headers = {**WRITES, **cookie, "Host": host, "Origin": f"{scheme}://{host}"}
            answer = plain_http.request("PUT", f"{running.url}/api/me", headers=headers, json={})
            assert (answer.status_code == 403) == (scheme == "http"), answer.text
