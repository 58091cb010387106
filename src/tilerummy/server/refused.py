"""How a request is turned down."""

from __future__ import annotations


class RefusedError(Exception):
    """A request that is not carried out: its status, a code, and a sentence with the way out.

    *again* is in how many seconds it may be asked again, for those that came too fast.
    """

    def __init__(self, status: int, code: str, message: str, *, again: float = 0.0) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.again = status, code, message, again


def absent() -> RefusedError:
    """Return the one refusal for what is not there and for what somebody may not see."""
    return RefusedError(404, "no_such_room", "there is no such table, or it is not open to you")


def too_fast(seconds: float) -> RefusedError:
    """Return the refusal of what came too fast."""
    wait = max(1, round(seconds + 0.5))
    message = f"too fast; try again in {wait} s"
    return RefusedError(429, "too_fast", message, again=wait)
