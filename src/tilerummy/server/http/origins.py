"""Protection against request forgery: writes that another page sends with a visitor's cookie.

A page of another origin can send neither JSON nor a header of its own without a preflight request,
and no preflight request is ever allowed.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from tilerummy.server.http.credentials import cookie_name
from tilerummy.server.http.errors import HttpError
from tilerummy.server.http.request import HttpRequest, is_secure
from tilerummy.server.sessions import Visitor
from tilerummy.server.settings import Settings


def same_origin(request: HttpRequest, settings: Settings) -> bool:
    """Return whether the page that asks is one of this server's, or one that is allowed.

    Where people come by https, a page that came without it may be anybody's on the way.
    """
    origin = request.headers.get("origin", "")
    parts = urlsplit(origin)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        return False
    if settings.public_url:
        own = urlsplit(settings.public_url)
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            return True
    if origin in settings.origins:
        return True
    safe = parts.scheme == "https" or not is_secure(request, settings)
    return safe and parts.netloc == request.headers.get("host")


def check_forgery(request: HttpRequest, visitor: Visitor | None, settings: Settings) -> None:
    """Raise HttpError for a write that another page may have sent with the visitor's cookie."""
    headers = request.headers
    if visitor is not None and visitor.how == "bearer":
        return
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HttpError(415, "not_json", "send Content-Type: application/json")
    if "origin" in headers and not same_origin(request, settings):
        raise HttpError(403, "foreign_origin", "this page may not ask for you")
    https = is_secure(request, settings)
    if cookie_name(https=https) in request.cookies and "x-tile-rummy" not in headers:
        raise HttpError(403, "no_header", "send X-Tile-Rummy: 1 with a cookie")
