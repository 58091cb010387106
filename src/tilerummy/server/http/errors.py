"""HTTP errors with a status, a code and a message."""

from __future__ import annotations

from tilerummy.server.messages.bodies.common import CodedText


class HttpError(Exception):
    """The request fails with this status and code, and a message for developers.

    *again* is the number of seconds to wait before a retry; *why* is a translatable text for users.
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
    return HttpError(
        401, "nobody", "get a cookie from GET /api/me, or a token from POST /api/tokens"
    )


def too_fast(seconds: float) -> HttpError:
    """Return the error for exceeding a rate limit."""
    wait = max(1, round(seconds + 0.5))
    message = f"too fast; try again in {wait} s"
    return HttpError(429, "too_fast", message, again=wait)


def storage_error() -> HttpError:
    """Return the error for a store that cannot read or write."""
    return HttpError(503, "storage", "nothing can be saved at the moment; try again soon")


class DisconnectedError(Exception):
    """The client has disconnected."""
