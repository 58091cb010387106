"""The open sockets of a server by their guest; what goes to many of them is encoded once."""

from __future__ import annotations

from typing import Protocol

import msgspec

from tilerummy.server.messages.server import ServerMessage
from tilerummy.server.store.types import Guest

MOVED, DELETED = 4001, 4002
"""Why the sockets of a guest are closed, as their close code: logged in elsewhere, deleted."""

_encoder = msgspec.json.Encoder()


class OpenSocket(Protocol):
    """One open socket; ``since`` is from when the token is with which it was opened."""

    since: int

    def close(self, code: int) -> None:
        """Close it with that code."""


class OpenSockets:
    """All sockets of a server."""

    def __init__(self) -> None:
        self._sockets: dict[str, list[OpenSocket]] = {}
        self._guests: dict[str, Guest] = {}
        self._last: tuple[ServerMessage | msgspec.Raw | None, bytes] = (None, b"")

    def __len__(self) -> int:
        return sum(map(len, self._sockets.values()))

    def of(self, guest: str) -> int:
        """Return how many sockets a guest has open."""
        return len(self._sockets.get(guest, ()))

    def guests(self) -> list[str]:
        """Return the guests who have a socket open."""
        return [*self._sockets]

    def enter(self, guest: Guest, socket: OpenSocket) -> None:
        """Add a socket of a guest."""
        self._sockets.setdefault(guest.id, []).append(socket)
        self._guests[guest.id] = guest

    def rename(self, guest: Guest) -> None:
        """Give a guest the new name and face, on the sockets that are open too."""
        if guest.id in self._guests:
            self._guests[guest.id] = guest

    def guest(self, guest: str) -> Guest:
        """Return a guest with an open socket, by the present name and face."""
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
        """Return *message* as it is sent; one for many sockets is encoded once."""
        last, raw = self._last
        if last is not message:
            raw = _encoder.encode(message)
            self._last = (message, raw)
        return raw

    def close(self, guest: str, code: int, *, before: int | None = None) -> None:
        """Close all sockets of a guest, or those opened with a token from *before* that time."""
        for socket in [*self._sockets.get(guest, ())]:
            if before is None or socket.since < before:
                socket.close(code)
