"""How people find a node: through proxies that hash by room, and others beside one that hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random
from typing import NamedTuple

from tests.support.servers.api import Json, ask
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

RETRY = 0.03
"""Seconds until somebody tries again who was refused."""
BESIDE = 0.3
"""Seconds without an answer after which another node is tried beside the one that hangs."""
LONGEST = 8.0
"""Seconds until an attempt is given up: a node on which everybody calls at once needs some."""
AVOIDED = 3.0
"""For so many seconds nobody goes back to a node that did not answer."""
ASTRAY = 0.1
"""How often a proxy sends somebody to any node, whatever the room."""


@dataclass
class Proxy:
    """Sends everyone in a room to the same node, unless it is ``wrong``.

    One with another ``salt`` sends the same rooms to other nodes.
    """

    nodes: Callable[[], list[int]]
    rng: Random
    salt: str = ""
    wrong: float = ASTRAY

    def order(self, room: str) -> list[int]:
        """Return the ports of the nodes, first the one for a room."""
        ports = self.nodes()
        if not room or self.rng.random() < self.wrong:
            return self.rng.sample(ports, len(ports))
        return sorted(
            ports, key=lambda port: sha256(f"{self.salt} {room} {port}".encode()).digest()
        )


def is_restart(error: Exception) -> bool:
    """Return whether a node has closed a connection because another one owns the room now."""
    return (
        isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == 1012
    )


class Opened(NamedTuple):
    """A connection that shows a table since a version, and what it has sent so far."""

    number: int
    socket: ClientConnection
    room: str
    since: int
    heard: list[str | bytes]


@dataclass
class Ports:
    """The nodes that a person is sent to, without those that have not answered lately."""

    proxy: Proxy
    rng: Random
    _bad: dict[int, float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.proxy.nodes())

    def choose(self, room: str = "", but: Collection[int] = ()) -> int:
        """Return a node, if possible one that has answered lately, and none of *but*."""
        now, ports = time.monotonic(), self.proxy.order(room)
        others = [port for port in ports if port not in but] or ports
        good = [port for port in others if self._bad.get(port, 0.0) < now]
        return (good or others)[0]

    def avoid(self, port: int) -> None:
        self._bad[port] = time.monotonic() + AVOIDED

    async def post(self, path: str, body: Json, source: str, token: str = "") -> Json:
        """Return the answer of whichever node answers; None if the request is refused too often."""
        for _ in range(50):
            port = self.choose()
            call = partial(ask, port, path, body, source=source, token=token, timeout=2)
            with suppress(OSError):
                answer = await asyncio.to_thread(call)
                if answer.status < 400:
                    return answer.body
            self.avoid(port)
            await asyncio.sleep(RETRY)
        return None

    def pause(self, refusals: int) -> float:
        """Return for how many seconds to wait when nodes have refused so often."""
        return self.rng.uniform(0.5, 1.5) * min(RETRY * (1 << min(refusals, 8)), BESIDE)


async def answered_first(
    ports: Ports,
    room: str,
    opened: Callable[[int], Awaitable[Opened]],
    but: Collection[int] = (),
) -> tuple[int, Opened]:
    """Open a connection, and others beside while none shows the table; return the first.

    *opened* opens one at a node, and *but* are nodes that are not tried.
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
                    port = ports.choose(room, but=[*trying.values(), *but])
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
                    if not is_restart(error):
                        ports.avoid(port)
                    then = time.monotonic() + ports.pause(refusals)
                    refusals += 1
    finally:
        for task in trying:
            task.cancel()
        for slower in await asyncio.gather(*trying, return_exceptions=True):
            if not isinstance(slower, BaseException):
                slower.socket.transport.abort()
