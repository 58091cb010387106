"""The transport below the endpoints: what is too slow or too much is cut off (D1, D5)."""

from __future__ import annotations

import gc
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.applications import Starlette
from tests.server.served import Served, by_hand, frame, served

from tilerummy.server.asgi import server as asgi_server
from tilerummy.server.asgi.server import configured
from tilerummy.server.http import transport
from tilerummy.server.settings import FRAME
from tilerummy.server.ws.session import SocketSession
from tilerummy.server.ws.transport import WebSocketProtocol


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
    """Send the same again and again, until nobody takes it."""
    for _ in range(10_000):
        raw.sendall(piece)
        time.sleep(pause)


HALVES = [
    b"",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /api/tokens HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n",
]


@pytest.mark.parametrize("half", HALVES, ids=range(len(HALVES)))
def test_d5_half_a_request_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, half: bytes) -> None:
    monkeypatch.setattr(transport, "ARRIVAL", 0.2)
    with served() as running, opened(running) as raw:
        raw.sendall(half)
        assert ended(raw)
        assert running.stranger().get("/healthz").status_code == 200


def test_d5_one_byte_at_a_time_is_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "ARRIVAL", 0.3)
    with served() as running, opened(running) as raw:
        began = time.monotonic()
        with pytest.raises(ConnectionError):
            trickle(raw, b"X", 0.02)
        assert time.monotonic() - began < 60, "200 seconds were tried"


def test_d5_a_head_that_begins_late_has_no_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "ARRIVAL", 2.0)
    with served() as running, opened(running) as raw:
        time.sleep(1.8)
        with opened(running) as later:
            raw.sendall(b"GET / HTTP/1.1\r\n")
            assert ended(raw)
            later.settimeout(0)
            with pytest.raises(BlockingIOError):  # it is counted from the connection on
                later.recv(1)


def test_d5_an_answer_that_nobody_takes_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(transport, "TAKING", 0.3)
    (tmp_path / "large.png").write_bytes(b"x" * 8_000_000)
    with served(static=tmp_path) as running, opened(running) as raw:
        raw.sendall(b"GET /large.png HTTP/1.1\r\nHost: localhost\r\n\r\n")
        deadline = time.monotonic() + 60
        while len(running.services.connections):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert ended(raw)


def test_d5_hundreds_of_half_open_connections_stop_nobody(server: Served) -> None:
    raws = [opened(server) for _ in range(300)]
    try:
        for raw in raws:
            raw.sendall(b"GET / HTTP/1.1\r\n")
        assert server.stranger().get("/healthz").status_code == 200
        with server.person().socket() as talk:
            talk.send("ping")
            assert talk.next("pong")
    finally:
        for raw in raws:
            raw.close()


def test_a_head_has_a_greatest_length(server: Served) -> None:
    with opened(server) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with suppress(ConnectionError):
            trickle(raw, b"X-Y: %s\r\n" % (b"x" * 100), 0)
        assert ended(raw)
    assert server.stranger().get("/healthz").status_code == 200


def test_of_a_stream_of_requests_no_more_is_read_than_is_answered() -> None:
    requests = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50
    with served() as running, socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        raw.connect(("127.0.0.1", running.port))
        raw.settimeout(0)
        sent, end = 0, time.monotonic() + 4
        while time.monotonic() < end:
            try:
                sent += raw.send(requests[sent % len(requests) :])
            except BlockingIOError:
                time.sleep(0.001)
            with suppress(BlockingIOError):
                raw.recv(65536)
        assert sent < 8_000_000, "the net alone holds no more than about six"
        raw.settimeout(60)
        assert raw.recv(1), "it goes on answering"


@pytest.mark.parametrize("length", [100, 3000])
def test_a_socket_opens_whatever_cookies_come_with_it(server: Served, length: int) -> None:
    person = server.person()
    with person.socket(headers={"X-Other": "x" * length}) as talk:
        talk.send("ping")
        assert talk.next("pong")


def test_a_connection_serves_one_request_after_the_other(server: Served) -> None:
    with opened(server) as raw:
        for _ in range(3):
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while b'"ok"' not in answer:
                answer += raw.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")


def test_d1_d2_the_limits_of_the_library_are_set() -> None:
    config = configured(Starlette())

    assert config.ws_max_size == FRAME == 16 * 1024
    assert config.ws_per_message_deflate is False
    assert config.ws_ping_interval == 10
    assert config.ws_ping_timeout == 15
    assert config.proxy_headers is False
    assert config.access_log is False


def asked(raw: socket.socket, seconds: float, *, say: bytes = b"") -> int:
    """Return how often the server asks whether we are there, who *say* this again and again."""
    raw.settimeout(0.02)
    taken, end = b"", time.monotonic() + seconds
    while time.monotonic() < end:
        if say:
            raw.sendall(say)
        with suppress(TimeoutError):
            taken += raw.recv(65536)
    return taken.count(b"\x89\x04")


def test_only_a_peer_that_says_nothing_is_asked_whether_it_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asgi_server, "PING", 1.5)
    monkeypatch.setattr(asgi_server, "PONG", 60.0)
    with served() as server, by_hand(server.person()) as raw:
        assert asked(raw, 3.0, say=frame(10, b"")) == 0, "a pong that nobody asked for"
        assert any(asked(raw, 1.0) for _ in range(30))
        assert asked(raw, 3.0) == 0, "what was asked was not answered"


ENDS = [frame(8, b"\x03\xe8"), frame(1, b"\xff"), frame(1, b"{}", rsv=2), b""]


def alive() -> int:
    """Return how many sockets are in memory; a proxy of one counts as what it is."""
    return sum(type(each) in (WebSocketProtocol, SocketSession) for each in gc.get_objects())


@pytest.mark.parametrize("end", ENDS, ids=["closed", "not utf-8", "reserved bits", "cut off"])
def test_nothing_is_left_of_a_socket_that_is_over(server: Served, end: bytes) -> None:
    """Not even for the garbage collector, which looks everywhere seldom."""
    ann = server.person()
    held = alive()
    gc.disable()
    try:
        for _ in range(5):
            with by_hand(ann) as raw:
                raw.sendall(end or frame(9, b""))
                if end:
                    assert ended(raw)
        deadline = time.monotonic() + 60
        while (left := alive()) > held:
            assert time.monotonic() < deadline, left - held
            time.sleep(0.1)
    finally:
        gc.enable()
