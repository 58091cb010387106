"""An address has so many requests and sockets at once, and all together have so many (D5)."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from tests.server.conftest import FAST
from tests.server.served import Served, refused, sent, served

from tilerummy.server.asgi.server import most_connections
from tilerummy.server.limits import ConnectionBounds

ATTACKER, VICTIM = "192.0.2.1", "192.0.2.2"
HEALTH = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@contextmanager
def waiting(server: Served, count: int, source: str = "127.0.0.2") -> Iterator[None]:
    """Have so many requests under way, whose bodies do not come."""
    head = b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n"
    head += b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(count):
            raw = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
            stack.enter_context(raw)
            raw.sendall(head)
            assert raw.recv(100).startswith(b"HTTP/1.1 100"), "the body is waited for"
        yield


def test_d5_requests_of_one_address_shut_out_nobody_of_another() -> None:
    with served(rates=FAST, bounds=ConnectionBounds(requests=5)) as server:
        with waiting(server, 5):
            told = sent(server, HEALTH, "127.0.0.2")
            assert told.startswith(b"HTTP/1.1 429")
            assert b"up to 5 of one address at once" in told
            assert sent(server, HEALTH, "127.0.0.1").startswith(b"HTTP/1.1 200")
        rejected = 'tilerummy_turned_away_total{why="requests"} 1'
        assert rejected in server.stranger().get("/metrics").text


def named(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_an_address_has_only_so_many_sockets_also_behind_a_proxy() -> None:
    with served(rates=FAST, bounds=ConnectionBounds(sockets=1), proxies=("127.0.0.1",)) as server:
        ann, ben = server.person(), server.person()
        with ann.socket(headers=named(ATTACKER)), ann.socket(headers=named(VICTIM)):
            headers = {"Cookie": ben.cookie, **named(ATTACKER)}
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 429
        with ben.socket(headers=named(ATTACKER)):
            pass


def test_all_addresses_together_have_only_so_many_sockets() -> None:
    with served(bounds=ConnectionBounds(most=3), proxies=("127.0.0.1",)) as server:
        ann, ben = server.person(), server.person()
        with ann.socket(), ann.socket(), ann.socket():
            for address in (ATTACKER, VICTIM):
                headers = {"Cookie": ben.cookie, **named(address)}
                assert refused(server.ws, origin=server.url, additional_headers=headers) == 503


@pytest.mark.parametrize(("soft", "most"), [(1024, 768), (100, 75)])
def test_some_descriptors_are_not_for_connections(
    soft: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, soft))
    assert most_connections() == most
