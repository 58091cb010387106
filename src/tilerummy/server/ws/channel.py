"""The port of a socket: what a session needs of the connection that carries it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

CHANNEL = "tilerummy.line"
"""The ASGI extension that is the :class:`Channel` of a socket."""


class Channel(Protocol):
    """An open socket, after the request by which it was opened has been answered.

    Events are those of ASGI: ``websocket.receive``, ``websocket.send``, ``websocket.close`` …
    """

    def write(self, text: bytes) -> bool:
        """Send a message, and return whether that was possible without waiting."""

    def cork(self) -> None:
        """Send what is written now together, at the latest in the next turn of the loop."""

    def uncork(self) -> None:
        """Send what is held, and from now on each message at once."""

    def charge(self, address: str) -> None:
        """Charge what comes from now on to that address, which a proxy has named."""

    def stay(self, serve: Callable[[], Awaitable[None]]) -> None:
        """Serve the socket with *serve*, which accepts it, when the application has returned."""

    async def receive(self) -> Mapping[str, object]:
        """Return the next event."""

    async def send(self, message: Mapping[str, object]) -> None:
        """Send an event; raises OSError if the peer is gone."""
