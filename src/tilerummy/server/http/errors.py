"""HTTP errors, which have a status, a code and a message."""

from __future__ import annotations

from tilerummy.server.messages.bodies.common import CodedText


class HttpError(Exception):
    """Makes the request fail with the given status and code, and a message for developers.

    *again* is the number of seconds until the client may retry, and *why* is a translatable text
    for users.
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
    """Return the error for a request that has no valid cookie or token."""
    return HttpError(
        401, "nobody", "get a cookie from GET /api/me, or a token from POST /api/tokens"
    )


def too_fast(seconds: float) -> HttpError:
    """Return the error for exceeding a rate limit; the client must wait this many *seconds*."""
    wait = max(1, round(seconds + 0.5))
    message = f"too fast; try again in {wait} s"
    return HttpError(429, "too_fast", message, again=wait)


def storage_error() -> HttpError:
    """Return the error for a request that failed because the store is unavailable."""
    return HttpError(503, "storage", "nothing can be saved at the moment; try again soon")


class DisconnectedError(Exception):
    """Raised if the client has disconnected."""
