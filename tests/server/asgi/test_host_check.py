"""Requests for another host are rejected (DNS rebinding), and strangers cannot read the metrics."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from tests.server.served import Served, error, refused, sent, served
from tests.support import plain_http

from tilerummy.server.asgi.middleware import local_host_names
from tilerummy.server.http.handlers.status import FORWARDED

OURS = [
    *("localhost", "localhost:8000", "LOCALHOST.", "tiles.localhost"),
    *("127.0.0.1", "127.0.0.9:1", "[::1]:8000", "192.168.1.5:8000", "10.0.0.7", "[fe80::1]"),
    *("tiles.example", "Tiles.Example:443", "deck.local:8000"),
]
FOREIGN = [
    *("evil.example", "evil.example:8000", "evil.example@localhost", "localhost, evil.example"),
    *("localhost.evil.example", "tiles.example.evil.example", "127.0.0.1.evil.example"),
    *("93.184.216.34", "8.8.8.8:8000", "localhost:x", "0x7f.1", "", "x" * 300),
]


@pytest.fixture(scope="module")
def named() -> Iterator[Served]:
    with served(hosts=("deck.local",), public_url="https://tiles.example") as running:
        yield running


@pytest.mark.parametrize("host", OURS)
def test_s18_this_server_is_known_by_its_names(named: Served, host: str) -> None:
    assert plain_http.get(f"{named.url}/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/rooms", "/metrics", "/assets/x.js"])
@pytest.mark.parametrize("host", FOREIGN)
def test_s18_another_host_gets_nothing(named: Served, host: str, path: str) -> None:
    answer = plain_http.get(f"{named.url}{path}", headers={"Host": host})

    assert answer.status_code in (400, 421)
    if answer.status_code == 421:
        assert error(answer) == "unknown_host"
        assert "--allowed-host" in answer.text
    assert "set-cookie" not in answer.headers


def test_s18_two_hosts_or_none_are_refused(named: Served) -> None:
    for hosts in ("", "Host: localhost\r\nHost: evil.example\r\n"):
        response = sent(named, f"GET /healthz HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")
        assert response.split()[1] in (b"400", b"421")


def test_s18_another_host_gets_no_socket(server: Served) -> None:
    headers, evil = {"Cookie": server.person("Ann").cookie}, f"http://evil.example:{server.port}"
    upgrade = f"{evil.replace('http', 'ws')}/ws"
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        assert refused(upgrade, origin=evil, additional_headers=headers, sock=raw) == 421
    assert refused(server.ws, origin=evil, additional_headers=headers) == 403


def test_the_names_of_this_machine_are_known() -> None:
    names = local_host_names()

    assert names == tuple(name.lower() for name in names)
    assert all(name.strip() for name in names)
    with served(hosts=names) as running:
        for name in names:
            answer = plain_http.get(f"{running.url}/healthz", headers={"Host": f"{name}:1"})
            assert answer.status_code == 200


def test_s19_metrics_are_only_for_this_machine(server: Served) -> None:
    assert "tilerummy_sockets" in plain_http.get(f"{server.url}/metrics").text
    for header in FORWARDED:
        answer = plain_http.get(f"{server.url}/metrics", headers={header: "192.0.2.1"})
        assert (answer.status_code, error(answer)) == (403, "not_for_you")
        assert "TILERUMMY_METRICS_TOKEN" in answer.text


def test_s19_metrics_are_shown_for_the_token() -> None:
    with served(proxies=("127.0.0.1",), metrics_token="t" * 20) as running:
        for address in ("192.0.2.1", "127.0.0.1"):
            for token, status in (("t" * 20, 200), ("t" * 19, 403), ("é", 403), ("tr_x", 403)):
                headers = {
                    b"X-Forwarded-For": address.encode(),
                    b"Authorization": f"Bearer {token}".encode(),
                }
                answer = plain_http.get(f"{running.url}/metrics", headers=headers)
                assert answer.status_code == status, token
