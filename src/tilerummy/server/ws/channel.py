"""The port of a socket: what a session needs of whatever carries it."""

from __future__ import annotations

from typing import Protocol


class ClosedError(Exception):
    """The peer is gone, or the socket is closed."""


class Channel(Protocol):
    """A socket, after the request that opens it was found to be allowed."""

    async def accept(self) -> None:
        """Open it."""

    async def receive(self) -> str | None:
        """Return the next message, None for one that is no text; raises ClosedError."""

    async def send(self, message: bytes) -> None:
        """Send a text in UTF-8; returns when the peer can take more, raises ClosedError."""

    async def close(self, code: int) -> None:
        """Close it with that code; raises ClosedError."""
