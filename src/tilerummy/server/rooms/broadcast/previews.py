"""The table in the making that the player to move shows the others: live, never stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tilerummy.server.messages import PreviewShown
from tilerummy.server.rooms.ports import Clock, Timer

BETWEEN = 200
"""At least so many milliseconds lie between two pictures."""
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
    """Tells *tell* what is shown, the newest always, but at most five times in a second."""

    room: str
    clock: Clock
    tell: Callable[[PreviewShown], None]
    latest: ShownPreview | None = None
    told: int = NEVER
    timer: Timer | None = None

    def show(self, shown: ShownPreview, *, aloud: bool) -> None:
        """Keep what is shown, and tell it now or soon if it is to be told at all."""
        self.latest = shown
        if not aloud or self.timer is not None:
            return
        wait = self.told + BETWEEN - self.clock.now()
        if wait > 0:
            self.timer = self.clock.call_later(wait, self._tell)
        else:
            self._tell()

    def _tell(self) -> None:
        self.timer = None
        self.told = self.clock.now()
        if self.latest is not None:
            self.tell(self.message(self.latest))

    def message(self, shown: ShownPreview) -> PreviewShown:
        """Return what is shown as it is told."""
        return PreviewShown(
            room=self.room,
            seat=shown.seat,
            version=shown.version,
            rows=shown.rows,
            rack=shown.rack,
        )

    def forget(self) -> None:
        """Forget what was shown: the table has changed."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None
        self.latest = None
