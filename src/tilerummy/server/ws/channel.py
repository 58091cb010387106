"""A framework-independent interface of a WebSocket."""

from __future__ import annotations

from typing import Protocol


class ClosedError(Exception):
    """The socket is closed, or its peer has disconnected."""


class Channel(Protocol):
    """A socket that is authorised."""

    async def accept(self) -> None:
        """Accept the connection."""

    async def receive(self) -> str | None:
        """Return the next message, or None if it is binary; raises ClosedError."""

    async def send(self, message: bytes) -> None:
        """Send a UTF-8 text, waiting if the peer is slow; raises ClosedError."""

    async def close(self, code: int) -> None:
        """Close the socket; raises ClosedError."""
