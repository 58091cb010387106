"""A refused request: nothing changes, and every reason is sent."""

from __future__ import annotations

from tilerummy.server.messages.views import Why


class Refused(Exception):
    """A request that is refused, with all ``reasons``."""

    def __init__(self, *reasons: Why) -> None:
        super().__init__(", ".join(r.code for r in reasons))
        self.reasons = reasons


def refuse(code: str, message: str, *, have: int | None = None, want: int | None = None) -> Refused:
    """Return a refusal for one reason of the table, not of the rules."""
    return Refused(Why(code=code, message=message, have=have, want=want))
