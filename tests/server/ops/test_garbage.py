"""What is closed is gone at once: nobody waits for a collection of garbage."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.websockets import WebSocket
from tests.server.served import Served, by_hand, frame, playing
from websockets.server import ServerProtocol

from tilerummy.server.ops import tuning
from tilerummy.server.ws.session import SocketSession
from tilerummy.server.ws.transport import WebSocketProtocol


@contextmanager
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive() -> int:
    """Return how many connections there are in memory, used or not."""
    return sum(type(each) in (WebSocketProtocol, SocketSession) for each in gc.get_objects())


def test_a_closed_socket_leaves_no_garbage(server: Served) -> None:
    ann = server.person("Ann")
    with uncollected():
        before = alive()
        for _ in range(5):
            with ann.socket() as talk:
                shot = playing(ann, talk)
                answer = talk.ask("act", room=shot["room"], version=shot["version"], actions=["x"])
                assert answer["status"] == "refused"
                assert alive() > before
        deadline = time.monotonic() + 60
        while alive() > before and time.monotonic() < deadline:
            time.sleep(0.05)
        assert alive() == before


def handshakes() -> int:
    """Return how much there is in memory that only the opening of a socket takes, or a parser."""
    kinds = (WebSocket, ServerProtocol)
    # by its type: a weak proxy of something gone cannot be asked for its class
    return sum(issubclass(type(each), kinds) for each in gc.get_objects())


def test_a_quiet_socket_keeps_nothing_of_its_handshake(server: Served) -> None:
    ann = server.person("Ann")
    with uncollected():
        before = handshakes()
        with ann.socket() as talk:
            for _ in range(2):
                talk.send("ping")
                assert talk.next("pong")
            assert handshakes() == before


def test_a_socket_that_needed_its_parser_is_quiet_again(server: Served) -> None:
    ann = server.person("Ann")
    with uncollected():
        before = handshakes()
        with by_hand(ann) as talk:
            for _ in range(2):
                talk.sendall(frame(1, b'{"type":', fin=False))
                talk.sendall(frame(9, b"?"))
                talk.sendall(frame(0, b'"ping"}'))
                told = b""
                while b'{"type":"pong"}' not in told:
                    told += talk.recv(4096)
                assert b"\x8a\x01?" in told
            assert handshakes() == before


@pytest.mark.parametrize(
    ("seen", "collections"),
    [((False,) * 5, 0), ((True,) * 5, 0), ((False, False, True, True), 1)],
)
def test_everything_is_looked_through_only_when_all_have_gone(
    seen: tuple[bool, ...], collections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of *seen* says whether it is quiet then; the last one goes on."""
    collected: list[int] = []
    monkeypatch.setattr(tuning, "TIDY", 0.0)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    looks = iter(seen)
    over = asyncio.Event()

    def quiet() -> bool:
        try:
            return next(looks)
        except StopIteration:
            over.set()
            return seen[-1]

    async def test() -> None:
        tidying = asyncio.create_task(tuning.collect_when_idle(quiet))
        await over.wait()
        tidying.cancel()

    asyncio.run(test())

    assert len(collected) == collections
