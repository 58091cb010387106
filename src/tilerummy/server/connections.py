"""A server's open sockets, by guest. A message to many sockets is encoded only once."""

from __future__ import annotations

from typing import Protocol

import msgspec

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.store.types import Guest

MOVED, DELETED = 4001, 4002
"""Close codes: the guest has logged in on another device, or deleted the account."""

_encoder = msgspec.json.Encoder()


class OpenSocket(Protocol):
    """An open socket; ``since`` is when the token that opened it was issued."""

    since: int

    def close(self, code: int) -> None:
        """Close the socket."""


class OpenSockets:
    """All open sockets of a server."""

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
        """Return all guests who have an open socket."""
        return [*self._sockets]

    def enter(self, guest: Guest, socket: OpenSocket) -> None:
        """Add a guest's socket."""
        self._sockets.setdefault(guest.id, []).append(socket)
        self._guests[guest.id] = guest

    def rename(self, guest: Guest) -> None:
        """Update the name and face of a connected guest."""
        if guest.id in self._guests:
            self._guests[guest.id] = guest

    def guest(self, guest: str) -> Guest:
        """Return a connected guest, with the guest's current name and face."""
        return self._guests[guest]

    def leave(self, guest: str, socket: OpenSocket) -> None:
        """Remove a socket."""
        sockets = self._sockets.get(guest, [])
        if socket in sockets:
            sockets.remove(socket)
        if not sockets:
            self._sockets.pop(guest, None)
            self._guests.pop(guest, None)

    def encoded(self, message: ServerMessage | msgspec.Raw) -> bytes:
        """Encode a message; encoding the same message again costs nothing."""
        last, raw = self._last
        if last is not message:
            raw = _encoder.encode(message)
            self._last = (message, raw)
        return raw

    def close(self, guest: str, code: int, *, before: int | None = None) -> None:
        """Close a guest's sockets, or only those with a token from *before* that time."""
        for socket in [*self._sockets.get(guest, ())]:
            if before is None or socket.since < before:
                socket.close(code)
