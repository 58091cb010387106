"""What is closed is gone at once: nobody waits for a collection of garbage."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.server.served import Served, by_hand, frame, playing
from tests.support.waiting import until

from tilerummy.server.ops import tuning
from tilerummy.server.ws.session import SocketSession


@contextmanager
def uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alive() -> int:
    """Return how many sessions of sockets there are in memory, used or not."""
    return sum(type(each) is SocketSession for each in gc.get_objects())


ENDS = [frame(8, b"\x03\xe8"), frame(1, b"\xff"), frame(1, b"{}", rsv=2), b""]


@pytest.mark.parametrize("end", ENDS, ids=["closed", "not utf-8", "reserved bits", "cut off"])
def test_nothing_is_left_of_a_socket_that_is_over(server: Served, end: bytes) -> None:
    ann = server.person("Ann")
    with uncollected():
        before = alive()
        for _ in range(5):
            with ann.socket() as talk, by_hand(ann) as raw:
                shot = playing(ann, talk)
                answer = talk.ask("act", room=shot["room"], version=shot["version"], actions=["x"])
                assert answer["status"] == "refused"
                assert alive() > before
                raw.sendall(end)
        until(lambda: alive() <= before)


@pytest.mark.parametrize(
    ("seen", "collections"),
    [((False,) * 5, 0), ((True,) * 5, 0), ((False, False, True, True), 1)],
)
def test_everything_is_looked_through_only_when_all_have_gone(
    seen: tuple[bool, ...], collections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of *seen* says whether it is quiet then."""
    collected: list[int] = []
    monkeypatch.setattr(tuning, "TIDY", 0.0)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    looks = iter(seen)

    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(tuning.collect_when_idle(lambda: next(looks)))
    assert len(collected) == collections
