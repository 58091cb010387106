"""Closed sockets are freed immediately, without a garbage collection."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.server.served import Served, frame, playing, raw_socket
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
    """Return the number of socket sessions in memory."""
    return sum(type(each) is SocketSession for each in gc.get_objects())


ENDS = [frame(8, b"\x03\xe8"), frame(1, b"\xff"), frame(1, b"{}", rsv=2), b""]


@pytest.mark.parametrize("end", ENDS, ids=["closed", "not utf-8", "reserved bits", "cut off"])
def test_a_closed_socket_leaves_nothing_in_memory(server: Served, end: bytes) -> None:
    ann = server.person("Ann")
    with uncollected():
        before = alive()
        for _ in range(5):
            with ann.socket() as talk, raw_socket(ann) as raw:
                assert talk.act(playing(ann, talk), "x")["status"] == "refused"
                assert alive() > before
                raw.sendall(end)
        until(lambda: alive() <= before)


@pytest.mark.parametrize(
    ("seen", "collections"),
    [((False,) * 5, 0), ((True,) * 5, 0), ((False, False, True, True), 1)],
)
def test_garbage_is_collected_once_when_everyone_has_left(
    seen: tuple[bool, ...], collections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*seen* are the results of the successive idle checks."""
    collected: list[int] = []
    monkeypatch.setattr(tuning, "TIDY", 0.0)
    monkeypatch.setattr(gc, "collect", lambda: collected.append(1))
    looks = iter(seen)

    with pytest.raises(RuntimeError, match="StopIteration"):
        asyncio.run(tuning.collect_when_idle(lambda: next(looks)))
    assert len(collected) == collections
