"""Previews: the draft that the player to move shows the others; sent live, never stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilerummy.server.messages import PreviewShown
from tilerummy.server.rooms.ports import Clock, Timer

INTERVAL = 200
"""The least time between two previews, in milliseconds."""
NEVER = -1_000_000


@dataclass(frozen=True, slots=True)
class ShownPreview:
    """Rows of tiles shown by a seat at a version, and how many tiles its rack has left."""

    version: int
    seat: int
    rows: list[list[str]]
    rack: int


@dataclass(eq=False, slots=True)
class PreviewBroadcast:
    """Passes previews to *sender*: always the latest one, and at most five a second."""

    room: str
    clock: Clock
    sender: Callable[[PreviewShown], None]
    latest: ShownPreview | None = None
    sent: int = NEVER
    timer: Timer | None = None

    def show(self, shown: ShownPreview, *, send: bool) -> None:
        """Keep a preview, and send it now or soon if the room has previews."""
        self.latest = shown
        if not send or self.timer is not None:
            return
        wait = self.sent + INTERVAL - self.clock.now()
        if wait > 0:
            self.timer = self.clock.call_later(wait, self._send)
        else:
            self._send()

    def _send(self) -> None:
        self.timer = None
        self.sent = self.clock.now()
        if self.latest is not None:
            self.sender(self.message(self.latest))

    def message(self, shown: ShownPreview) -> PreviewShown:
        """Return a preview as a message."""
        return PreviewShown(
            room=self.room,
            seat=shown.seat,
            version=shown.version,
            rows=shown.rows,
            rack=shown.rack,
        )

    def clear(self) -> None:
        """Discard the latest preview: the table has changed."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None
        self.latest = None
