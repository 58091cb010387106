"""The pipe between nodes: a socket or request for a room that another node owns is passed on to it.

So no result depends on the proxy in front of the nodes. A piped request names whom it is for, and
shows the key of the nodes; it is never piped again.
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
"""The headers of a piped request: the key of the nodes, the visitor's address, the host asked."""
PASSED_ON = ("accept-language", "authorization", "cookie", "user-agent")
"""The headers of a visitor that the owner needs."""
RESPONSE_TIMEOUT = 0.3
"""Seconds in which an owner answers, or is asked again; a frozen one answers nothing."""
OWNER_TIMEOUT = 4.0
"""Seconds after which a visitor is refused whose owner neither answers nor loses its lease."""
RETRY_DELAY = 0.1
"""Seconds between two attempts."""
MAX_MESSAGE = 4 * 1024 * 1024
"""The most bytes of a message of the owner."""
RESTART = 1012
"""The close code with which a visitor is told to connect again."""


class Pipe:
    """Passes on what is for rooms of other nodes, and believes them for whom they ask.

    They show a key that follows from *key*, which signs the cookies of all nodes.
    """

    def __init__(self, app: ASGIApp, node: NodeOwnership, key: bytes, limits: RateLimits) -> None:
        self._app, self._node, self._limits = app, node, limits
        self._key = hmac.digest(key, b"node-v1", sha256).hex()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve here what is for rooms of this node, or of nobody, and all else."""
        room = _room_of(scope)
        if room is None:
            await self._app(scope, receive, send)
        elif hmac.compare_digest(_header(scope, NODE).encode(), self._key.encode()):
            await self._app(_restored(scope), receive, send)
        else:
            try:
                owner = await self._node.elsewhere(room)
            except StorageError:
                owner = None  # whoever serves it says what is wrong
            if owner is None:
                await self._app(scope, receive, send)
            elif scope["type"] == "websocket":
                await self._socket(room, scope, receive, send)
            else:
                await self._request(owner, scope, receive, send)

    async def _request(self, owner: Owner, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request that reads; without an answer it is served here, from the log."""
        try:
            answer = await asyncio.to_thread(_fetch, owner, scope, dict(self._headers(scope)))
        except (OSError, http.client.HTTPException):
            await self._app(scope, receive, send)
        else:
            await answer(scope, receive, send)

    async def _socket(self, room: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a socket, until it has another owner or none."""
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
        """Return a socket at the owner of a room, None when that is this node or nobody.

        An owner that refuses connections is dead. Raises StorageError if the owner neither
        answers nor loses its lease, InvalidStatus if it refuses this visitor.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + OWNER_TIMEOUT
        while loop.time() < until:
            if (owner := await self._node.elsewhere(room)) is None:
                return None
            try:
                return await self._connected(owner, scope)
            except ConnectionRefusedError:
                self._node.found_dead(owner.node)
            except InvalidStatus:
                raise
            except (OSError, InvalidHandshake):
                await asyncio.sleep(RETRY_DELAY)
        raise StorageError("the owner of the room does not answer")

    async def _connected(self, owner: Owner, scope: Scope) -> ClientConnection:
        """Return a socket at the owner; raises OSError, InvalidHandshake."""
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
        """Yield the headers of a piped request."""
        client = scope.get("client")
        yield NODE, self._key
        yield FOR, client[0] if client else ""
        yield HOST, _header(scope, "host")
        for name in PASSED_ON:
            if value := _header(scope, name):
                yield name, value


def _room_of(scope: Scope) -> str | None:
    """Return the room that a socket is for, or a request that reads."""
    if scope["type"] == "websocket":
        return next(iter(parse_qs(scope["query_string"].decode()).get("room", ())), None)
    if scope["type"] == "http" and scope["method"] == "GET":
        before, _, room = str(scope["path"]).partition("/api/rooms/")
        return room.partition("/")[0] or None if not before else None
    return None


def _header(scope: Scope, name: str) -> str:
    """Return a header of a request, empty if there is none."""
    return Headers(scope=scope).get(name, "")


def _restored(scope: Scope) -> Scope:
    """Return a piped request as the visitor sent it to the other node."""
    piped = {**scope, "headers": [*scope["headers"]], "client": (_header(scope, FOR), 0)}
    headers = MutableHeaders(scope=piped)
    headers["host"] = _header(scope, HOST)
    return piped


def _fetch(owner: Owner, scope: Scope, headers: dict[str, str]) -> Response:
    """Return what the owner answers to a request; raises OSError, HTTPException."""
    address = urlsplit(owner.address)
    query = scope["query_string"].decode()
    asking = http.client.HTTPConnection(
        address.hostname or "", address.port, timeout=RESPONSE_TIMEOUT
    )
    try:
        asking.request(
            "GET", quote(scope["path"]) + (f"?{query}" if query else ""), headers=headers
        )
        answer = asking.getresponse()
        body = answer.read(MAX_MESSAGE)
        passed = {"content-type", "content-disposition", "cache-control"}
        known = {n: v for n, v in answer.getheaders() if n.lower() in passed}
        return Response(body, answer.status, known)
    finally:
        asking.close()


async def _relay(there: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass messages on between a visitor and the owner, until one of them closes."""
    async with there:
        await receive()  # the request to connect
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
            pass  # the visitor is gone
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


async def _to_owner(there: ClientConnection, receive: Receive) -> None:
    """Pass on what a visitor sends, and close the owner's socket at the end."""
    with suppress(ConnectionClosed):
        while (event := await receive())["type"] == "websocket.receive":
            text = event.get("text")
            await there.send(text if text is not None else event["bytes"])
        await there.close()  # the code of a connection that was lost cannot be sent
