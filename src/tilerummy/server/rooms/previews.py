"""Previews: the draft that the player to move shows the others; sent live, never stored."""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.server.messages import PreviewShown
from tilerummy.server.rooms.clock import Alarm
from tilerummy.server.rooms.ports import Clock

INTERVAL = 200
"""The least time between two previews, in milliseconds."""


class PreviewBroadcast:
    """Passes previews to *sender*: always the latest one, and at most five a second."""

    def __init__(self, time: Clock, sender: Callable[[PreviewShown], None]) -> None:
        self._time, self._sender = time, sender
        self._alarm = Alarm(time, self._send)
        self._next = time.now()
        self.latest: PreviewShown | None = None

    def show(self, shown: PreviewShown, *, send: bool) -> None:
        """Keep a preview, and send it now or soon if the room has previews."""
        self.latest = shown
        if not send or self._alarm.is_set:
            return
        if (wait := self._next - self._time.now()) > 0:
            self._alarm.set(wait)
        else:
            self._send()

    def _send(self) -> None:
        self._next = self._time.now() + INTERVAL
        if self.latest is not None:
            self._sender(self.latest)

    def clear(self) -> None:
        """Discard the latest preview: the table has changed."""
        self._alarm.cancel()
        self.latest = None
