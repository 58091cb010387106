"""An interface to WebSockets that does not depend on a framework."""

from __future__ import annotations

from typing import Protocol


class ClosedError(Exception):
    """Raised if the socket is closed or its peer has disconnected."""


class Channel(Protocol):
    """An open, authorised socket."""

    async def accept(self) -> None:
        """Accept the connection."""

    async def receive(self) -> str | None:
        """Return the next message, or None if it is a binary one; raises ClosedError."""

    async def send(self, message: bytes) -> None:
        """Send UTF-8 text, waiting if the peer reads slowly; raises ClosedError."""

    async def close(self, code: int) -> None:
        """Close the socket with *code*; raises ClosedError if it is already closed."""
