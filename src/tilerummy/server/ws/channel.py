"""The port of a WebSocket, independent of the framework."""

from __future__ import annotations

from typing import Protocol


class ClosedError(Exception):
    """The socket is closed, or its peer has disconnected."""


class Channel(Protocol):
    """An authorised socket."""

    async def accept(self) -> None:
        """Accept the connection."""

    async def receive(self) -> str | None:
        """Return the next message, or None if it is binary; raises ClosedError."""

    async def send(self, message: bytes) -> None:
        """Send a text in UTF-8, waiting for a slow peer; raises ClosedError."""

    async def close(self, code: int) -> None:
        """Close the socket; raises ClosedError."""
