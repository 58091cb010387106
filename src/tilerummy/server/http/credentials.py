"""The credentials of a request: the cookie of a guest, or the bearer token of a program."""

from __future__ import annotations

from tilerummy.server.http.request import HttpRequest, is_secure
from tilerummy.server.sessions import PREFIX, Sessions, Visitor
from tilerummy.server.settings import Settings


def cookie_name(*, https: bool) -> str:
    """Return the cookie's name; behind https no other host or path can have set it."""
    return "__Host-tilerummy" if https else "tilerummy"


def bearer(request: HttpRequest) -> str | None:
    """Return the bearer token of a request, or None if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip().removeprefix(PREFIX) if scheme.lower() == "bearer" else None


async def visitor_of(
    request: HttpRequest, sessions: Sessions, settings: Settings
) -> Visitor | None:
    """Return who sends a request, or None for somebody without a valid token."""
    token = bearer(request)
    if token is not None:
        return await sessions.who(token, "bearer")
    https = is_secure(request, settings)
    return await sessions.who(request.cookies.get(cookie_name(https=https), ""), "cookie")


def cookie_header(token: str, settings: Settings, *, https: bool) -> str:
    """Return the header that sets the cookie; an empty token deletes it."""
    age = settings.keep // 1000 if token else 0
    flags = "; Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if https else "")
    return f"{cookie_name(https=https)}={token}; Max-Age={age}{flags}"
