"""Below the endpoints, slow or excessive connections are cut off (D1, D5)."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from starlette.applications import Starlette
from tests.server.conftest import FAST
from tests.server.served import Served, Times, refused, sent, served

from tilerummy.server.asgi import server as server_module
from tilerummy.server.asgi.server import configured, max_connections
from tilerummy.server.http import serve
from tilerummy.server.settings import FRAME, Settings


def opened(server: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def ended(raw: socket.socket) -> bool:
    """Return whether the server has hung up."""
    try:
        while raw.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def trickle(raw: socket.socket, piece: bytes, pause: float) -> None:
    """Send the same bytes repeatedly until the server stops reading."""
    for _ in range(5000):
        raw.sendall(piece)
        time.sleep(pause)


def test_d5_a_body_that_never_arrives_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "BODY_TIMEOUT", 0.2)
    head = b"POST /api/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n"
    with served() as running, opened(running) as raw:
        raw.sendall(head + b"Content-Type: application/json\r\n\r\n")
        with suppress(ConnectionError):
            trickle(raw, b" ", 0.02)
        assert ended(raw)
        assert running.stranger().get("/healthz").status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="the system closes such a connection on Linux")
def test_d5_a_response_that_is_never_read_times_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(server_module, "READ_TIMEOUT", 1)
    (tmp_path / "large.png").write_bytes(b"x" * 8_000_000)
    with served(static=tmp_path) as running, opened(running) as raw:
        raw.sendall(b"GET /large.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(4)
        assert ended(raw)


def test_d5_hundreds_of_half_open_connections_block_no_one(server: Served) -> None:
    raws = [opened(server) for _ in range(300)]
    try:
        for raw in raws:
            raw.sendall(b"GET / HTTP/1.1\r\n")
        assert server.stranger().get("/healthz").status_code == 200
        with server.person().socket() as talk:
            assert talk.until_pong() == []
    finally:
        for raw in raws:
            raw.close()


def test_a_request_head_has_a_maximum_length(server: Served) -> None:
    with opened(server) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with suppress(ConnectionError):
            trickle(raw, b"X-Y: %s\r\n" % (b"x" * 100), 0)
        assert ended(raw)
    assert server.stranger().get("/healthz").status_code == 200


@pytest.mark.parametrize("length", [100, 3000])
def test_a_socket_opens_with_long_headers(server: Served, length: int) -> None:
    person = server.person()
    with person.socket(headers={"X-Other": "x" * length}) as talk:
        assert talk.until_pong() == []


def test_d1_d2_the_limits_of_the_library_are_set() -> None:
    times = Times()
    config = configured(Starlette(), Settings(key=b"", now=times.now, clock=times.clock))

    assert config.ws_max_size == FRAME == 16 * 1024
    assert config.ws_per_message_deflate is False
    assert config.ws_ping_interval == 10
    assert config.ws_ping_timeout == 15
    assert config.h11_max_incomplete_event_size == 32 * 1024
    assert config.limit_concurrency == 10_000
    assert config.proxy_headers is False
    assert config.access_log is False


ATTACKER, VICTIM = "192.0.2.1", "192.0.2.2"
HEALTH = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@contextmanager
def waiting(server: Served, count: int, source: str = "127.0.0.2") -> Iterator[None]:
    """Open *count* requests without ever sending their bodies."""
    head = b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n"
    head += b"Content-Type: application/json\r\nExpect: 100-continue\r\n\r\n"
    with ExitStack() as stack:
        for _ in range(count):
            raw = socket.create_connection(("127.0.0.1", server.port), 60, (source, 0))
            stack.enter_context(raw)
            raw.sendall(head)
            assert raw.recv(100).startswith(b"HTTP/1.1 100"), "the body is waited for"
        yield


def test_d5_requests_from_one_address_do_not_block_another() -> None:
    with served(rates=FAST, address_requests=5) as server:
        with waiting(server, 5):
            response = sent(server, HEALTH, "127.0.0.2")
            assert response.startswith(b"HTTP/1.1 429")
            assert b"at most 5 per address" in response
            assert sent(server, HEALTH, "127.0.0.1").startswith(b"HTTP/1.1 200")
        rejected = 'tilerummy_connections_rejected_total{reason="requests"} 1'
        assert rejected in server.stranger().get("/metrics").text


def named(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def test_sockets_are_limited_per_address_behind_a_proxy() -> None:
    with served(rates=FAST, address_sockets=1, proxies=("127.0.0.1",)) as server:
        ann, ben = server.person(), server.person()
        with ann.socket(headers=named(ATTACKER)), ann.socket(headers=named(VICTIM)):
            headers = {"Cookie": ben.cookie, **named(ATTACKER)}
            assert refused(server.ws, origin=server.url, additional_headers=headers) == 429
        with ben.socket(headers=named(ATTACKER)):
            pass


def test_all_addresses_together_have_a_limited_number_of_sockets() -> None:
    with served(connections=3, proxies=("127.0.0.1",)) as server:
        ann, ben = server.person(), server.person()
        with ann.socket(), ann.socket(), ann.socket():
            for address in (ATTACKER, VICTIM):
                headers = {"Cookie": ben.cookie, **named(address)}
                assert refused(server.ws, origin=server.url, additional_headers=headers) == 503


@pytest.mark.parametrize(("soft", "most"), [(1024, 768), (100, 75)])
def test_some_descriptors_are_reserved(
    soft: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, soft))
    assert max_connections() == most
