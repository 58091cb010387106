"""The pipe between nodes: it forwards sockets and requests to the node that owns the room.

Every node therefore gives correct responses, no matter how a proxy distributes the requests. A
forwarded request includes the visitor's address and a key that the nodes share; it is never
forwarded again.
"""

from __future__ import annotations

import asyncio
import hmac
import http.client
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from urllib.parse import parse_qs, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.typing import Origin

from tilerummy.server.asgi.endpoints import refuse
from tilerummy.server.cluster.leases import NodeOwnership
from tilerummy.server.http.errors import storage_error, too_fast
from tilerummy.server.ops.rate_limits import RateLimits, network
from tilerummy.server.store.types import Owner, StorageError

NODE, FOR, HOST = "x-tilerummy-node", "x-tilerummy-for", "x-tilerummy-host"
"""The headers added to a forwarded request: shared key, visitor's address and original host."""
PASSED_ON = ("accept-language", "authorization", "cookie", "user-agent")
"""The headers that are copied from the visitor's request to the forwarded one."""
RESPONSE_TIMEOUT = 0.3
"""How long to wait for a response from the room's owner, in seconds."""
OWNER_TIMEOUT = 4.0
"""How long to keep trying to reach a room's owner before the visitor is rejected, in seconds."""
RETRY_DELAY = 0.1
"""The delay between two attempts to reach the owner, in seconds."""
MAX_MESSAGE = 4 * 1024 * 1024
"""The maximum size of a message from a room's owner, in bytes."""
RESTART = 1012
"""The WebSocket close code that makes clients reconnect."""


class Pipe:
    """Forwards requests and sockets for rooms that other nodes own, and accepts forwarded ones.

    Nodes authenticate each other with a secret derived from *key*, which they also use to sign
    cookies.
    """

    def __init__(self, app: ASGIApp, node: NodeOwnership, key: bytes, limits: RateLimits) -> None:
        self._app, self._node, self._limits = app, node, limits
        self._key = hmac.digest(key, b"node-v1", sha256).hex()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request or socket if another node owns its room; otherwise handle it here."""
        room = _room_of(scope)
        if room is None:
            await self._app(scope, receive, send)
        elif hmac.compare_digest(_header(scope, NODE).encode(), self._key.encode()):
            await self._app(_restored(scope), receive, send)
        else:
            try:
                owner = await self._node.other_owner(room)
            except StorageError:
                owner = None  # the handler will report the error
            if owner is None:
                await self._app(scope, receive, send)
            elif scope["type"] == "websocket":
                await self._socket(room, scope, receive, send)
            else:
                await self._request(owner, scope, receive, send)

    async def _request(self, owner: Owner, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a GET request to *owner*, or handle it here if the owner does not respond."""
        try:
            response = await asyncio.to_thread(_fetch, owner, scope, dict(self._headers(scope)))
        except (OSError, http.client.HTTPException):
            await self._app(scope, receive, send)
        else:
            await response(scope, receive, send)

    async def _socket(self, room: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a socket to the node that owns *room*, or serve it here if no other node does."""
        client = scope.get("client")
        if wait := self._limits.wait("handshake", network(client[0]) if client else "?"):
            await refuse(too_fast(wait), scope, receive, send)
            return
        try:
            there = await self._owner_of(room, scope)
        except InvalidStatus as refused:
            status, body = refused.response.status_code, bytes(refused.response.body or b"")
            await receive()
            await Response(body, status, media_type="application/json")(scope, receive, send)
        except StorageError:
            await refuse(storage_error(), scope, receive, send)
        else:
            if there is None:
                await self._app(scope, receive, send)
            else:
                await _relay(there, receive, send)

    async def _owner_of(self, room: str, scope: Scope) -> ClientConnection | None:
        """Connect to the node that owns *room*, or return None if this node may serve the room.

        An owner that refuses the connection is considered dead. Raises StorageError if the owner
        does not respond but still holds its lease, and InvalidStatus if the owner rejects this
        visitor.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + OWNER_TIMEOUT
        while loop.time() < until:
            if (owner := await self._node.other_owner(room)) is None:
                return None
            try:
                return await self._connected(owner, scope)
            except ConnectionRefusedError:
                self._node.mark_dead(owner.node)
            except InvalidStatus:
                raise
            except (OSError, InvalidHandshake):
                await asyncio.sleep(RETRY_DELAY)
        raise StorageError("the owner of the room does not respond")

    async def _connected(self, owner: Owner, scope: Scope) -> ClientConnection:
        """Open a socket to *owner*. Raises OSError or InvalidHandshake if that fails."""
        address = urlsplit(owner.address)._replace(
            scheme="ws", path=scope["path"], query=scope["query_string"].decode()
        )
        headers = dict(self._headers(scope))
        return await connect(
            address.geturl(),
            origin=Origin(origin) if (origin := _header(scope, "origin")) else None,
            additional_headers=headers,
            user_agent_header=None,
            compression=None,
            open_timeout=RESPONSE_TIMEOUT,
            ping_interval=None,
            max_size=MAX_MESSAGE,
            proxy=None,
        )

    def _headers(self, scope: Scope) -> Iterator[tuple[str, str]]:
        """Yield the headers to send with a forwarded request."""
        client = scope.get("client")
        yield NODE, self._key
        yield FOR, client[0] if client else ""
        yield HOST, _header(scope, "host")
        for name in PASSED_ON:
            if value := _header(scope, name):
                yield name, value


def _room_of(scope: Scope) -> str | None:
    """Return the room id of a socket or GET request, or None if it does not concern a room."""
    if scope["type"] == "websocket":
        return next(iter(parse_qs(scope["query_string"].decode()).get("room", ())), None)
    if scope["type"] == "http" and scope["method"] == "GET":
        before, _, room = str(scope["path"]).partition("/api/rooms/")
        return room.partition("/")[0] or None if not before else None
    return None


def _header(scope: Scope, name: str) -> str:
    """Return the value of a request header, or an empty string if it is missing."""
    return Headers(scope=scope).get(name, "")


def _restored(scope: Scope) -> Scope:
    """Return a forwarded request with the visitor's address and original host restored."""
    restored = {**scope, "headers": [*scope["headers"]], "client": (_header(scope, FOR), 0)}
    MutableHeaders(scope=restored)["host"] = _header(scope, HOST)
    return restored


def _fetch(owner: Owner, scope: Scope, headers: dict[str, str]) -> Response:
    """Send a GET request to *owner* and return the response; raises OSError or HTTPException."""
    address = urlsplit(owner.address)
    query = scope["query_string"].decode()
    connection = http.client.HTTPConnection(
        address.hostname or "", address.port, timeout=RESPONSE_TIMEOUT
    )
    try:
        connection.request(
            "GET", quote(scope["path"]) + (f"?{query}" if query else ""), headers=headers
        )
        response = connection.getresponse()
        body = response.read(MAX_MESSAGE)
        passed = {"content-type", "content-disposition", "cache-control"}
        known = {n: v for n, v in response.getheaders() if n.lower() in passed}
        return Response(body, response.status, known)
    finally:
        connection.close()


async def _relay(there: ClientConnection, receive: Receive, send: Send) -> None:
    """Relay messages between the visitor and the owner until either side disconnects."""
    async with there:
        await receive()  # the visitor's request to connect
        await send({"type": "websocket.accept", "headers": []})
        coming = asyncio.create_task(_to_owner(there, receive))
        try:
            with suppress(ConnectionClosed):
                async for message in there:
                    await send({"type": "websocket.send", "text": message})
            if not coming.done():
                code = there.close_code
                lost = code is None or code in (1005, 1006)
                await send({"type": "websocket.close", "code": RESTART if lost else code})
        except (OSError, RuntimeError):
            pass  # the visitor has disconnected
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


async def _to_owner(there: ClientConnection, receive: Receive) -> None:
    """Relay the visitor's messages to the owner, then close the owner's socket."""
    with suppress(ConnectionClosed):
        while (event := await receive())["type"] == "websocket.receive":
            text = event.get("text")
            await there.send(text if text is not None else event["bytes"])
        await there.close()  # a lost connection has a code that cannot be sent
