"""What the application has of a socket, when the request by which it was opened is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent

CHANNEL = "tilerummy.line"
"""The extension of ASGI that is the :class:`Channel` of a socket."""


class Channel(Protocol):
    """What the application has of a socket, when the request by which it was opened is over."""

    def write(self, text: bytes) -> bool:
        """Send a message, and return whether that could be done without waiting."""

    def charge(self, address: str) -> None:
        """Have what comes from now on count for that address, which a proxy has named."""

    def stay(self, serve: Callable[[], Awaitable[None]]) -> None:
        """Have the socket served so when the application has returned, which still accepts it."""

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message."""

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; raises OSError if the peer is not there."""
