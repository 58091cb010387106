"""A server's open sockets, keyed by guest, and an encoder that encodes each message only once."""

from __future__ import annotations

from typing import Protocol

import msgspec

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.store.types import Guest

MOVED, DELETED = 4001, 4002
"""Close codes for guests who have logged in on another device, or deleted their account."""

_encoder = msgspec.json.Encoder()


class OpenSocket(Protocol):
    """An open socket; ``since`` is when its token was issued, in milliseconds since 1970."""

    since: int

    def close(self, code: int) -> None:
        """Close the socket with a WebSocket close *code*."""


class OpenSockets:
    """All open sockets on a server."""

    def __init__(self) -> None:
        self._sockets: dict[str, list[OpenSocket]] = {}
        self._guests: dict[str, Guest] = {}
        self._last: tuple[ServerMessage | msgspec.Raw | None, bytes] = (None, b"")

    def __len__(self) -> int:
        return sum(map(len, self._sockets.values()))

    def of(self, guest: str) -> int:
        """Return the number of sockets that a guest has open."""
        return len(self._sockets.get(guest, ()))

    def guests(self) -> list[str]:
        """Return the ids of all guests who have an open socket."""
        return [*self._sockets]

    def enter(self, guest: Guest, socket: OpenSocket) -> None:
        """Register a guest's socket."""
        self._sockets.setdefault(guest.id, []).append(socket)
        self._guests[guest.id] = guest

    def rename(self, guest: Guest) -> None:
        """Update a guest's name and face, if the guest is connected."""
        if guest.id in self._guests:
            self._guests[guest.id] = guest

    def guest(self, guest: str) -> Guest:
        """Return a connected guest with their current name and face. Raises KeyError if absent."""
        return self._guests[guest]

    def leave(self, guest: str, socket: OpenSocket) -> None:
        """Unregister a guest's socket."""
        sockets = self._sockets.get(guest, [])
        if socket in sockets:
            sockets.remove(socket)
        if not sockets:
            self._sockets.pop(guest, None)
            self._guests.pop(guest, None)

    def encoded(self, message: ServerMessage | msgspec.Raw) -> bytes:
        """Return *message* as JSON; the result is reused if the last call had the same object."""
        last, raw = self._last
        if last is not message:
            raw = _encoder.encode(message)
            self._last = (message, raw)
        return raw

    def close(self, guest: str, code: int, *, before: int | None = None) -> None:
        """Close a guest's sockets with *code*, or only those with tokens older than *before*."""
        for socket in [*self._sockets.get(guest, ())]:
            if before is None or socket.since < before:
                socket.close(code)
