"""The session of a socket: receives messages one after the other, until either side closes."""

from __future__ import annotations

import asyncio

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.hub import ABUSE, SLOW
from tilerummy.server.services import Services
from tilerummy.server.settings import FRAME
from tilerummy.server.ws.channel import Channel
from tilerummy.server.ws.handler import MessageHandler
from tilerummy.server.ws.message_limits import MessageLimits
from tilerummy.server.ws.sender import Sender

NORMAL, BINARY, TOO_BIG = 1000, 1003, 1009
"""Close codes: the peer has closed, a frame that is no text, one that is too long."""
PATIENCE = 100
"""After so many messages in a row that came too fast, the socket is closed."""


class SocketSession:
    """One open socket of a visitor, for one *room*; what it sends counts for *address*."""

    __slots__ = (
        "_address",
        "_channel",
        "_guest",
        "_handler",
        "_limits",
        "_main",
        "_sender",
        "_services",
        "_too_fast",
    )

    def __init__(
        self, services: Services, channel: Channel, visitor: Visitor, room: str, address: str
    ) -> None:
        self._services, self._channel, self._address = services, channel, address
        self._guest = visitor.guest.id
        self._main = asyncio.current_task()
        assert self._main is not None
        self._sender = Sender(channel, self._main.cancel)
        self._limits = MessageLimits(services.limits, self._guest, address)
        send = services.hub.listener(self._sender.outbox)
        self._handler = MessageHandler(services, self._guest, room, self._limits, send)
        self._too_fast = 0
        services.metrics.socket_opened()
        self._sender.outbox.since = visitor.since
        services.hub.enter(visitor.guest, self._sender.outbox)

    async def run(self) -> None:
        """Accept the socket, and serve it until either side closes."""
        try:
            await self._channel.receive()  # the request to connect
            await self._channel.send({"type": "websocket.accept", "headers": []})
            self._handler.welcome()
            await self._sender.finish(await self._receive())
        except asyncio.CancelledError:
            if not self._sender.gave_up or self._main is None or self._main.uncancel():
                raise
        finally:
            self._services.connections.leave_socket(self._address)
            self._services.metrics.socket_closed()
            await self._leave()

    async def _receive(self) -> int:
        """Receive messages one after the other; return the code to close with."""
        while True:
            event = await self._channel.receive()
            if event["type"] == "websocket.disconnect":
                return NORMAL
            text = event.get("text")
            if not isinstance(text, str):
                return BINARY
            if len(text) > FRAME or len(text.encode()) > FRAME:
                return TOO_BIG
            if self._limits.too_many_messages():
                self._too_fast += 1
                if self._too_fast > PATIENCE:
                    return ABUSE
                self._handler.fault("too_fast", "up to 20 messages a second")
                continue
            self._too_fast = 0
            if pause := self._limits.pause():
                await asyncio.sleep(pause)  # nothing more is read meanwhile
            self._channel.cork()  # what it changes and its answer go together
            try:
                await self._handler.handle(text)
            finally:
                self._channel.uncork()

    async def _leave(self) -> None:
        """End everything that belongs to the socket."""
        sender = self._sender
        sender.stop_waiting()
        if sender.outbox.closing == SLOW:
            self._services.metrics.slow_reader_dropped()
        self._services.hub.leave(self._guest, sender.outbox)
        await self._handler.detach()
        sending = sender.task()
        tasks = [*self._handler.running(), *([sending] if sending else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        sender.forget()
        self._main = None
