"""The built page and its files, and what every answer tells the browser not to allow."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: nothing inline, nothing from elsewhere, in nobody's frame."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""What every answer says besides; invitations stand in addresses, so no referrer is sent."""

UNKEPT = ("/api/", "/metrics", "/healthz", "/readyz")
"""What nobody may keep an answer of."""

FOREVER = "public, max-age=31536000, immutable"
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tile Rummy</title></head><body>
<h1>Tile Rummy</h1>
<p>The server runs, but the page to play on was not built into this package.</p>
<p>From a copy of the sources, <code>make play</code> builds it (it needs Node 20 or newer, or
fetches it) and starts the server again. Programs can play already: see
<code>docs/protocol.md</code> and <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</body></html>
"""


KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What the files of the page are, whatever this machine believes: browsers go by it alone."""

for _ending, _kind in KINDS.items():
    mimetypes.add_type(_kind, _ending)


class Careful:
    """Adds :data:`HEADERS` to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        headers = dict(HEADERS)
        if settings.secure:
            headers["strict-transport-security"] = "max-age=31536000"
        self._headers = [(k.encode(), v.encode()) for k, v in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with the headers."""

        async def careful(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), *self._headers]
                if scope["path"].startswith(UNKEPT):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self._app(scope, receive, careful)


class Pages:
    """The page for every address that is one, and the files that it is made of."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files = StaticFiles(directory=root, check_dir=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or with the page, which finds out itself what it shows."""
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405)
        path = Request(scope).url.path
        if "." not in path.rpartition("/")[2] and not path.startswith("/assets/"):
            return self._page()
        return await self._file(path, scope)

    def _page(self) -> Response:
        page = self._root / "index.html"
        if not page.is_file():
            return HTMLResponse(UNBUILT, 503, {"cache-control": "no-store"})
        return FileResponse(page, headers={"cache-control": "no-cache"})

    async def _file(self, path: str, scope: Scope) -> Response:
        try:
            response = await self._files.get_response(path.lstrip("/"), scope)
        except Exception:  # noqa: BLE001 - whatever it is called, there is no such file
            return PlainTextResponse("Not Found", 404)
        hashed = path.startswith("/assets/")
        response.headers["cache-control"] = FOREVER if hashed else "no-cache"
        return response


def pages(settings: Settings) -> ASGIApp:
    """Return what serves the page; its files are compressed, as nothing in them is secret."""
    return GZipMiddleware(Pages(settings.pages), minimum_size=1024)
