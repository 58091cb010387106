"""The hub of open sockets by their guest, and the outbox of each."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tilerummy.server.messages import ServerMessage
from tilerummy.server.settings import QUEUE
from tilerummy.server.store import Guest

MOVED, FORGOTTEN, SLOW, ABUSE = 4001, 4002, 1013, 1008
"""Why a socket is closed by the server, as its close code."""

GONE = 1006
"""The close code of a peer that is not there."""

_encoder = msgspec.json.Encoder()


class Outbox:
    """The messages that wait to be sent on one socket, up to a bound in bytes.

    *wake* is called whenever a message waits, or the socket is to be closed; a message that *write*
    sends at once does not wait. ``since`` is from when the token is with which it was opened.
    """

    __slots__ = ("_bound", "_size", "_waiting", "_wake", "_write", "closing", "since")

    def __init__(
        self,
        wake: Callable[[], None],
        bound: int = QUEUE,
        *,
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._wake, self._bound, self._write = wake, bound, write
        self._waiting: list[bytes] = []
        self._size = 0
        self.closing: int | None = None
        self.since = 0

    def put(self, message: bytes) -> bool:
        """Send a message, and return whether there was room for it."""
        if self.closing is not None:
            return False
        if self._write is not None and not self._waiting and self._write(message):
            return True
        if self._size + len(message) > self._bound:
            self.close(SLOW)
            return False
        self._waiting.append(message)
        self._size += len(message)
        self._wake()
        return True

    def close(self, code: int) -> None:
        """Close the socket with that code, and discard what waits."""
        if self.closing is None:
            self.closing = code
            self._waiting.clear()
            self._size = 0
            self._wake()

    def cut(self) -> None:
        """Send nothing any more, and refer to nobody."""
        self.closing = self.closing or GONE
        self._waiting.clear()
        self._wake, self._write = _do_nothing, None

    def pour(self, write: Callable[[bytes], bool]) -> bool:
        """Send what waits with *write*, as far as it can; return whether nothing is left."""
        while self._waiting:
            if not write(self._waiting[0]):
                return False
            self.take()
        return True

    def take(self) -> bytes | None:
        """Return the next message, None if there is none."""
        if not self._waiting:
            return None
        message = self._waiting.pop(0)
        self._size -= len(message)
        return message


def _do_nothing() -> None:
    """Do nothing: the socket is gone."""


class Hub:
    """All sockets of a server."""

    def __init__(self) -> None:
        self._boxes: dict[str, list[Outbox]] = {}
        self._guests: dict[str, Guest] = {}
        self._last: tuple[ServerMessage | msgspec.Raw | None, bytes] = (None, b"")

    def __len__(self) -> int:
        return sum(map(len, self._boxes.values()))

    def of(self, session: str) -> int:
        """Return how many sockets a guest has open."""
        return len(self._boxes.get(session, ()))

    def guests(self) -> list[str]:
        """Return the guests who have a socket open."""
        return [*self._boxes]

    def enter(self, guest: Guest, box: Outbox) -> None:
        """Add the outbox of a socket of a guest."""
        self._boxes.setdefault(guest.id, []).append(box)
        self._guests[guest.id] = guest

    def rename(self, guest: Guest) -> None:
        """Give a guest the new name and face, on the sockets that are open too."""
        if guest.id in self._guests:
            self._guests[guest.id] = guest

    def guest(self, session: str) -> Guest:
        """Return a guest with an open socket, by the present name and face."""
        return self._guests[session]

    def leave(self, session: str, box: Outbox) -> None:
        """Remove the outbox of a socket."""
        boxes = self._boxes.get(session, [])
        if box in boxes:
            boxes.remove(box)
        if not boxes:
            self._boxes.pop(session, None)
            self._guests.pop(session, None)

    def encoded(self, message: ServerMessage | msgspec.Raw) -> bytes:
        """Return *message* as it is sent; one for many sockets is encoded once."""
        last, raw = self._last
        if last is not message:
            raw = _encoder.encode(message)
            self._last = (message, raw)
        return raw

    def listener(self, box: Outbox) -> Callable[[ServerMessage | msgspec.Raw], None]:
        """Return a listener that puts messages into an outbox."""
        return OutboxListener(self, box)

    def close(self, session: str, code: int, *, before: int | None = None) -> None:
        """Close all sockets of a guest, or those opened with a token from *before* that time."""
        for box in [*self._boxes.get(session, ())]:
            if before is None or box.since < before:
                box.close(code)


class OutboxListener:
    """Puts messages into an outbox."""

    __slots__ = ("_box", "_hub")

    def __init__(self, hub: Hub, box: Outbox) -> None:
        self._hub, self._box = hub, box

    def __call__(self, message: ServerMessage | msgspec.Raw) -> None:
        """Send a message."""
        self._box.put(self._hub.encoded(message))
