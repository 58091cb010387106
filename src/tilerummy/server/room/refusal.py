"""The error for refused requests. They change nothing, and the client is sent every reason."""

from __future__ import annotations

from tilerummy.server.messages.views import RefusalReason


class Refused(Exception):
    """Raised to refuse a request; ``reasons`` contains every reason."""

    def __init__(self, *reasons: RefusalReason) -> None:
        super().__init__(", ".join(r.code for r in reasons))
        self.reasons = reasons


def refuse(code: str, message: str, *, have: int | None = None, want: int | None = None) -> Refused:
    """Return a refusal with a single reason that does not come from the rules."""
    return Refused(RefusalReason(code=code, message=message, have=have, want=want))
