"""The adaptor that opens sockets with Starlette."""

from __future__ import annotations

from contextlib import suppress

from starlette.websockets import WebSocket

from tilerummy.server.asgi.endpoints import head_of, sent
from tilerummy.server.http.errors import HttpError, storage_error
from tilerummy.server.http.request import address_of
from tilerummy.server.http.serve import error_response
from tilerummy.server.services import Services
from tilerummy.server.store import StorageError
from tilerummy.server.ws.channel import CHANNEL, Channel
from tilerummy.server.ws.handshake import authenticate
from tilerummy.server.ws.session import SocketSession


async def endpoint(socket: WebSocket) -> None:
    """Open a socket for the room in its address, for a visitor who may have one."""
    services: Services = socket.app.state.services
    request = head_of(socket)
    address = address_of(request)
    channel: Channel = socket.scope["extensions"][CHANNEL]
    channel.charge(address)
    try:
        visitor = await authenticate(services, request, address)
    except HttpError as error:
        await _refuse(socket, error)
        return
    except StorageError:
        await _refuse(socket, storage_error())
        return
    # it is counted already, so no await may lie between
    room = request.query.get("room", "")
    channel.stay(SocketSession(services, channel, visitor, room, address).run)


async def _refuse(socket: WebSocket, error: HttpError) -> None:
    await socket.receive()
    with suppress(RuntimeError):
        await socket.send_denial_response(sent(error_response(error)))
