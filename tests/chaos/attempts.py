"""Finds a node for a client: through proxies that hash by room, with parallel attempts."""

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
"""Seconds until the next attempt after a refusal."""
PARALLEL_AFTER = 0.3
"""A client tries another node in parallel after this many seconds without a response."""
LONGEST = 8.0
"""The timeout of an attempt in seconds; many simultaneous connections take a node a while."""
AVOIDED = 3.0
"""A client avoids a node that did not respond for this many seconds."""
MISROUTED = 0.1
"""The probability that a proxy picks a random node."""


@dataclass
class Proxy:
    """Sends everyone in a room to the same node, except with probability ``wrong``.

    A proxy with another ``salt`` sends the same rooms to other nodes.
    """

    nodes: Callable[[], list[int]]
    rng: Random
    salt: str = ""
    wrong: float = MISROUTED

    def order(self, room: str) -> list[int]:
        """Return the ports of the nodes, starting with the one for the room."""
        ports = self.nodes()
        if not room or self.rng.random() < self.wrong:
            return self.rng.sample(ports, len(ports))
        return sorted(
            ports, key=lambda port: sha256(f"{self.salt} {room} {port}".encode()).digest()
        )


def is_restart(error: Exception) -> bool:
    """Return whether a node closed the connection with the code that requests a reconnection."""
    return (
        isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == 1012
    )


class Opened(NamedTuple):
    """A connection that shows a table since a version, with its messages so far."""

    number: int
    socket: ClientConnection
    room: str
    since: int
    heard: list[str | bytes]


@dataclass
class Ports:
    """The nodes that a client can connect to; those that failed recently are avoided."""

    proxy: Proxy
    rng: Random
    _bad: dict[int, float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.proxy.nodes())

    def choose(self, room: str = "", but: Collection[int] = ()) -> int:
        """Return a node outside *but*, preferably a responsive one."""
        now, ports = time.monotonic(), self.proxy.order(room)
        rest = [port for port in ports if port not in but] or ports
        good = [port for port in rest if self._bad.get(port, 0.0) < now]
        return (good or rest)[0]

    def avoid(self, port: int) -> None:
        self._bad[port] = time.monotonic() + AVOIDED

    async def post(self, path: str, body: Json, source: str, token: str = "") -> Json:
        """Return the response of any node, or None after too many refusals."""
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
        """Return a random delay in seconds before the next attempt; it grows with *refusals*."""
        return self.rng.uniform(0.5, 1.5) * min(RETRY * (1 << min(refusals, 8)), PARALLEL_AFTER)


async def first_connection(
    ports: Ports,
    room: str,
    opened: Callable[[int], Awaitable[Opened]],
    but: Collection[int] = (),
) -> tuple[int, Opened]:
    """Open connections in parallel until one shows the table; return its port and itself.

    *opened* opens a connection to a node, given its port. Nodes in *but* are not tried.
    """
    trying: dict[asyncio.Task[Opened], int] = {}
    refusals, then = 0, 0.0

    async def attempt(port: int) -> Opened:
        async with asyncio.timeout(LONGEST):
            return await opened(port)

    try:
        while True:
            if time.monotonic() >= then:
                then = time.monotonic() + PARALLEL_AFTER
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
