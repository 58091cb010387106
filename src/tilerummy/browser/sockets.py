"""Serves a page's WebSockets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from tilerummy.browser.fetch import CookieJar
from tilerummy.browser.wire import Close, Sender, SocketOpened, Text
from tilerummy.server.http.request import visitor_of
from tilerummy.server.services import Services
from tilerummy.server.ws.channel import ClosedError
from tilerummy.server.ws.session import SocketSession

REFUSED = 1006
"""The code that a page sees if its socket is not accepted."""


@dataclass(slots=True)
class PageChannel:
    """The worker's end of a socket. See ``Channel``."""

    id: int
    post: Sender
    _received: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)
    _closed: bool = False

    def deliver(self, text: str) -> None:
        """Accept a message from the web client."""
        self._received.put_nowait(text)

    def closed(self) -> None:
        """Record that the web client has closed the socket."""
        self._closed = True
        self._received.put_nowait(None)

    async def accept(self) -> None:
        """Accept the connection."""
        self.post(SocketOpened(self.id))

    async def receive(self) -> str | None:
        """Return the next message. Raises ClosedError."""
        text = await self._received.get()
        if text is None:
            raise ClosedError
        return text

    async def send(self, message: bytes) -> None:
        """Send UTF-8 text. Raises ClosedError."""
        if self._closed:
            raise ClosedError
        self.post(Text(self.id, message.decode()))

    async def close(self, code: int) -> None:
        """Close the socket. Raises ClosedError."""
        if self._closed:
            raise ClosedError
        self._closed = True
        self.post(Close(self.id, code))


async def serve_socket(services: Services, jar: CookieJar, channel: PageChannel, url: str) -> None:
    """Serve a socket until it is closed."""
    request = jar.request(url, {}, {})
    visitor = await visitor_of(request, services.sessions)
    if visitor is None:
        await channel.close(REFUSED)
        return
    room = parse_qs(urlsplit(url).query).get("room", [""])[0]
    await SocketSession(services, channel, visitor, room, request.address).run()
