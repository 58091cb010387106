"""Middleware that writes every path in one way, before anything looks at it.

The headers of an answer, the file that it is, its route and its limits all depend on the path. If
one of them read ``/embed/../index.html`` as it came and another one as the file that it names, the
page could be had with the headers of another.
"""

from __future__ import annotations

from posixpath import normpath
from urllib.parse import quote

from starlette.types import ASGIApp, Receive, Scope, Send


class NormalPaths:
    """Passes every request and socket on with its normal path."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on."""
        if scope["type"] in ("http", "websocket"):
            path = normal_path(scope["path"])
            if path != scope["path"]:
                scope = {**scope, "path": path, "raw_path": quote(path).encode()}
        await self._app(scope, receive, send)


def normal_path(path: str) -> str:
    r"""Return a decoded path without empty parts, ``.`` and ``..``; a slash at its end stays.

    >>> normal_path("/embed/../index.html"), normal_path("//api/./me/"), normal_path(r"/a\..\b")
    ('/index.html', '/api/me/', '/b')
    """
    slashes = path.replace("\\", "/")
    normal = "/" + normpath("/" + slashes).lstrip("/")
    folder = slashes.rpartition("/")[2] in ("", ".", "..")
    return normal + "/" if folder and normal != "/" else normal
