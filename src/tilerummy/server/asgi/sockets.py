"""Adapts ASGI WebSocket events to a channel, and opens sockets for visitors."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from tilerummy.server.asgi.endpoints import refuse, request_of
from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.http.errors import HttpError, storage_error, too_fast, unauthenticated
from tilerummy.server.http.request import Request, visitor_of
from tilerummy.server.services import Services
from tilerummy.server.store.types import StorageError
from tilerummy.server.ws.channel import ClosedError
from tilerummy.server.ws.session import SocketSession


class AsgiChannel:
    """A WebSocket channel that receives and sends ASGI events."""

    __slots__ = ("_receive", "_send")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive, self._send = receive, send

    async def accept(self) -> None:
        """Accept the connection."""
        await self._receive()  # the visitor's request to connect
        await self._event({"type": "websocket.accept", "headers": []})

    async def receive(self) -> str | None:
        """Return the next message, or None if it is not text.

        Raises ClosedError if the socket is closed.
        """
        event = await self._receive()
        if event["type"] == "websocket.disconnect":
            raise ClosedError
        text = event.get("text")
        return text if isinstance(text, str) else None

    async def send(self, message: bytes) -> None:
        """Send a UTF-8 string, waiting if the peer is slow.

        Raises ClosedError if the socket is closed.
        """
        await self._event({"type": "websocket.send", "text": message.decode()})

    async def close(self, code: int) -> None:
        """Close the socket with *code*. Raises ClosedError if it is already closed."""
        await self._event({"type": "websocket.close", "code": code, "reason": ""})

    async def _event(self, event: dict[str, object]) -> None:
        try:
            await self._send(event)
        except (OSError, RuntimeError):
            raise ClosedError from None


class SocketEndpoint:
    """Opens a WebSocket for the room in the URL, if the visitor may open another one."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the socket until it is closed."""
        try:
            session = await self._session(scope, AsgiChannel(receive, send))
        except HttpError as error:
            refusal = error
        except StorageError:
            refusal = storage_error()
        else:
            await session.run()
            return
        await refuse(refusal, scope, receive, send)

    async def _session(self, scope: Scope, channel: AsgiChannel) -> SocketSession:
        request = request_of(HTTPConnection(scope), self._services.settings)
        visitor = await _authenticated(self._services, request)
        # no await from here on, because the guest's open sockets have just been counted
        room = request.query.get("room", "")
        return SocketSession(self._services, channel, visitor, room, request.address)


async def _authenticated(services: Services, request: Request) -> Visitor:
    """Apply the rate limit for handshakes, and return the visitor.

    Raises HttpError unless the visitor may open another socket.
    """
    if wait := services.limits.wait("handshake", request.address):
        raise too_fast(wait)
    bearer = "authorization" in request.headers
    if not bearer and not request.same_origin():
        raise HttpError(403, "foreign_origin", "this site may not open a socket for you")
    visitor = await visitor_of(request, services.sessions)
    if visitor is None:
        raise unauthenticated()
    limit = services.settings.sockets
    if services.connections.of(visitor.guest.id) >= limit:
        raise HttpError(429, "too_many", f"at most {limit} open sockets per guest", again=5)
    return visitor
