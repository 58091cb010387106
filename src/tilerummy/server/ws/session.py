"""A socket's session, which receives messages one at a time until either side closes."""

from __future__ import annotations

import asyncio

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.services import Services
from tilerummy.server.settings import FRAME
from tilerummy.server.ws.channel import Channel, ClosedError
from tilerummy.server.ws.handler import MessageHandler
from tilerummy.server.ws.message_limits import MessageLimits
from tilerummy.server.ws.send_queue import SLOW, SendQueue

NORMAL, BINARY, ABUSE, TOO_BIG = 1000, 1003, 1008, 1009
"""Close codes: closed by the peer, binary message, too many messages, and message too long."""
MAX_TOO_FAST = 100
"""How many consecutive messages may exceed the rate limit before the socket is closed."""


class SocketSession:
    """A visitor's open socket for one *room*. Rate limits count its messages for *address*."""

    def __init__(
        self, services: Services, channel: Channel, visitor: Visitor, room: str, address: str
    ) -> None:
        self._services, self._channel, self._guest = services, channel, visitor.guest.id
        self._main = asyncio.current_task()
        assert self._main is not None
        encode = services.connections.encoded
        self._queue = SendQueue(channel, encode, self._main.cancel, visitor.since)
        self._limits = MessageLimits(services.limits, self._guest, address)
        self._handler = MessageHandler(services, self._guest, room, self._limits, self._queue)
        self._too_fast = 0
        services.connections.enter(visitor.guest, self._queue)

    async def run(self) -> None:
        """Accept the socket, and serve it until either side closes."""
        try:
            await self._channel.accept()
            self._handler.welcome()
            await self._queue.finish(await self._receive())
        except asyncio.CancelledError:
            if not self._queue.gave_up or self._main is None or self._main.uncancel():
                raise
        finally:
            await self._leave()

    async def _receive(self) -> int:
        """Receive messages until the socket should be closed, and return the close code."""
        while True:
            try:
                text = await self._channel.receive()
            except ClosedError:
                return NORMAL
            if text is None:
                return BINARY
            if len(text) > FRAME or len(text.encode()) > FRAME:
                return TOO_BIG
            if self._limits.messages():
                self._too_fast += 1
                if self._too_fast > MAX_TOO_FAST:
                    return ABUSE
                self._handler.fault("too_fast", "at most 20 messages per second")
                continue
            self._too_fast = 0
            if pause := self._limits.pause():
                await asyncio.sleep(pause)  # delays reading the next message
            await self._handler.handle(text)

    async def _leave(self) -> None:
        """Release all of the socket's resources."""
        if self._queue.closing == SLOW:
            self._services.metrics.count("slow_clients_dropped")
        self._services.connections.leave(self._guest, self._queue)
        await self._handler.detach()
        questions = self._handler.running()
        for task in questions:
            task.cancel()
        await asyncio.gather(*questions, return_exceptions=True)
        await self._queue.stop()
        self._main = None
