"""Starts the server inside a page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from tilerummy.browser import entropy
from tilerummy.browser.evenings import take_evenings
from tilerummy.browser.fetch import CookieJar, Responder, Router
from tilerummy.browser.sockets import PageChannel, serve_socket
from tilerummy.browser.sqlite import PageDatabase
from tilerummy.browser.wire import (
    Abort,
    Close,
    Fetch,
    Open,
    Post,
    Sender,
    Text,
    decode_page_message,
)
from tilerummy.server.clock import Clock
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.http.all_endpoints import ENDPOINTS
from tilerummy.server.maintenance import maintenance
from tilerummy.server.ops.metrics import NoMetrics
from tilerummy.server.rooms.ports import RoomServices, Timings
from tilerummy.server.rooms.rooms import Rooms
from tilerummy.server.services import Services, services_for
from tilerummy.server.settings import RATES, Rate, Settings
from tilerummy.server.store.store import Store
from tilerummy.server.workers.inline import InlineWorkers
from tilerummy.server.ws.channel import ClosedError

UNLIMITED = 1_000_000_000
"""A limit that one player never reaches."""
FAILED = 1011
"""The code that a page sees if serving its socket fails."""
FOREVER_MS = 100 * 365 * 24 * 60 * 60 * 1000
"""How long games are stored, in milliseconds: until the player deletes them."""


class PageServer:
    """Serves one page, whose messages are passed to :meth:`receive`."""

    def __init__(self, services: Services, post: Post) -> None:
        self.services, self._send = services, Sender(post)
        self.jar = CookieJar(services.settings)
        self._responder = Responder(services, Router(ENDPOINTS), self.jar, self._send)
        self._requests: dict[int, asyncio.Event] = {}
        self._sockets: dict[int, PageChannel] = {}
        self._tasks = {asyncio.ensure_future(each) for each in maintenance(services)}

    def receive(self, message: str, body: bytes | memoryview = b"") -> None:
        """Act on a message from the web client. Raises msgspec.DecodeError if it is invalid."""
        match decode_page_message(message):
            case Fetch() as fetch:
                aborted = self._requests[fetch.id] = asyncio.Event()
                self._start(self._respond(fetch, bytes(body), aborted))
            case Abort(id):
                if id in self._requests:
                    self._requests[id].set()
            case Open(id, url):
                channel = self._sockets[id] = PageChannel(id, self._send)
                self._start(self._serve(channel, url))
            case Text(id, text):
                if id in self._sockets:
                    self._sockets[id].deliver(text)
            case Close(id):
                if id in self._sockets:
                    self._sockets[id].closed()

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _respond(self, fetch: Fetch, body: bytes, aborted: asyncio.Event) -> None:
        entropy.use(bytes.fromhex(fetch.drawn))
        try:
            await self._responder.respond(fetch, body, aborted)
        finally:
            del self._requests[fetch.id]

    async def _serve(self, channel: PageChannel, url: str) -> None:
        try:
            await serve_socket(self.services, self.jar, channel, url)
        finally:
            del self._sockets[channel.id]
            with suppress(ClosedError):  # the usual case
                await channel.close(FAILED)

    async def close(self) -> None:
        """Store everything, and close the database."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        rooms = self.services.rooms
        await rooms.close()
        await rooms.services.ownership.leave()
        await self.services.store.close()


def check_games(path: str, now: Callable[[], int]) -> bytes | None:
    """Check a file of exported games, and migrate it if it has an older version.

    Returns the evenings that were in the file; see :func:`~tilerummy.browser.evenings
    .take_evenings`. Raises StoreOpenError if the file or an evening is damaged, if it is not such a
    file, or if it has a newer version.
    """
    evenings = take_evenings(path)
    database = PageDatabase(Path(path), now)
    try:
        database.check()
    finally:
        database.disconnect()
    return evenings


async def start(path: str, post: Post, now: Callable[[], int], pace: float = 1.0) -> PageServer:
    """Start a server that stores its games in the file at *path* and sends messages with *post*.

    *now* returns the time in milliseconds since 1970, and *pace* scales the delays for computer
    players. The guest is the one who used this file last. Raises StoreOpenError if the file cannot
    be used.
    """
    store = Store(PageDatabase(Path(path), now), now)
    clock = Clock(now)
    rooms = Rooms(
        RoomServices(
            store=store,
            clock=clock,
            workers=InlineWorkers(),
            entropy=entropy.entropy,
            timings=replace(Timings().scaled(pace), first=False),  # the browser has just started it
            ownership=NodeOwnership(store.leases, clock, f"page.{secrets.token_hex(4)}"),
        )
    )
    settings = Settings(
        key=secrets.token_bytes(32),
        now=now,
        clock=asyncio.get_running_loop().time,
        rates=dict.fromkeys(RATES, Rate(UNLIMITED, UNLIMITED)),
        sockets=UNLIMITED,
        rooms=UNLIMITED,
        address_rooms=UNLIMITED,
        all_rooms=UNLIMITED,
        lag=UNLIMITED,  # computer players keep the worker busy
        retention_ms=FOREVER_MS,
    )
    server = PageServer(services_for(rooms, settings, NoMetrics()), post)
    guest = await store.guests.latest()
    if guest is not None:
        sessions = server.services.sessions
        server.jar.store(await sessions.log_in(guest))
    return server
