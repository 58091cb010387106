"""Errors of requests: their status, code and message."""

from __future__ import annotations

from tilerummy.server.messages.bodies.common import CodedText


class HttpError(Exception):
    """A request that is not executed: its status, a code, and a message with the way out.

    *again* is in how many seconds it may be sent again, for those that came too fast; *why* is for
    people.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        again: float = 0.0,
        why: CodedText | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.again, self.why = again, why


def unauthenticated() -> HttpError:
    """Return the error for a request without a valid cookie or token."""
    return HttpError(401, "nobody", "ask GET /api/me for a cookie, or POST /api/tokens for a token")


def too_fast(seconds: float) -> HttpError:
    """Return the error for what came too fast."""
    wait = max(1, round(seconds + 0.5))
    message = f"too fast; try again in {wait} s"
    return HttpError(429, "too_fast", message, again=wait)


def storage_error() -> HttpError:
    """Return the error for what the store cannot answer or keep now."""
    return HttpError(503, "storage", "nothing can be kept now; try again soon")


class DisconnectedError(Exception):
    """The client is gone, so nobody waits for the answer."""
