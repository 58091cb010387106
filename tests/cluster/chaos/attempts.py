"""How people find a node that answers: others are tried beside one that hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from random import Random
from typing import NamedTuple

from tests.chaos.gamer import RETRY
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

BESIDE = 0.3
"""Seconds without an answer after which another node is tried beside the one that hangs."""
LONGEST = 8.0
"""Seconds until an attempt is given up: a node on which everybody calls at once needs some."""
AVOIDED = 3.0
"""For so many seconds nobody goes back to a node that did not answer."""


class Opened(NamedTuple):
    """A connection that shows a table since a version, and what it has sent so far."""

    number: int
    socket: ClientConnection
    room: str
    since: int
    heard: list[str | bytes]


class Ports:
    """The nodes that a person knows, and those that have not answered lately."""

    def __init__(self, ports: Callable[[], list[int]], rng: Random) -> None:
        self._ports, self._rng = ports, rng
        self._bad: dict[int, float] = {}

    def __len__(self) -> int:
        return len(self._ports())

    def choose(self, but: Collection[int] = ()) -> int:
        """Return a node, if possible one that has answered lately, and none of *but*."""
        now, ports = time.monotonic(), self._ports()
        others = [port for port in ports if port not in but] or ports
        good = [port for port in others if self._bad.get(port, 0.0) < now]
        return self._rng.choice(good or others)

    def avoid(self, port: int) -> None:
        self._bad[port] = time.monotonic() + AVOIDED

    def pause(self, refusals: int) -> float:
        """Return for how many seconds to wait when nodes have refused so often."""
        return self._rng.uniform(0.5, 1.5) * min(RETRY * (1 << min(refusals, 8)), BESIDE)


async def answered_first(
    ports: Ports,
    opened: Callable[[int], Awaitable[Opened]],
    failed: Callable[[int, Exception], None],
    but: Collection[int] = (),
) -> tuple[int, Opened]:
    """Open a connection, and others beside while none shows the table; return the first.

    *opened* opens one at a node, *failed* is told what did not work, and *but* are nodes that are
    not tried.
    """
    trying: dict[asyncio.Task[Opened], int] = {}
    refusals, then = 0, 0.0

    async def attempt(port: int) -> Opened:
        async with asyncio.timeout(LONGEST):
            return await opened(port)

    try:
        while True:
            if time.monotonic() >= then:
                then = time.monotonic() + BESIDE
                if len(trying) + len(but) < len(ports):
                    port = ports.choose(but=[*trying.values(), *but])
                    trying[asyncio.create_task(attempt(port))] = port
            wait = max(0.0, then - time.monotonic())
            if not trying:
                await asyncio.sleep(wait)
                continue
            done, _ = await asyncio.wait(trying, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                port = trying.pop(task)
                try:
                    return port, task.result()
                except (OSError, WebSocketException) as error:
                    failed(port, error)
                    ports.avoid(port)
                    then = time.monotonic() + ports.pause(refusals)
                    refusals += 1
    finally:
        for task in trying:
            task.cancel()
        for slower in await asyncio.gather(*trying, return_exceptions=True):
            if not isinstance(slower, BaseException):
                slower.socket.transport.abort()
