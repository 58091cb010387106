"""How a request is turned down."""

from __future__ import annotations

from tilerummy.server.messages.bodies import CodedText


class HttpError(Exception):
    """A request that is not carried out: its status, a code, and a sentence with the way out.

    *again* is in how many seconds it may be asked again, for those that came too fast; *why* is
    for people.
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


def room_not_found() -> HttpError:
    """Return the one refusal for what is not there and for what somebody may not see."""
    return HttpError(404, "no_such_room", "there is no such table, or it is not open to you")


def unauthenticated() -> HttpError:
    """Return the refusal of who shows no cookie or token, or one that nobody has."""
    return HttpError(401, "nobody", "ask GET /api/me for a cookie, or POST /api/tokens for a token")


def too_fast(seconds: float) -> HttpError:
    """Return the refusal of what came too fast."""
    wait = max(1, round(seconds + 0.5))
    message = f"too fast; try again in {wait} s"
    return HttpError(429, "too_fast", message, again=wait)
