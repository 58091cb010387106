"""The built page with its files, and the security headers of every answer."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilerummy.server.settings import Settings

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy: nothing inline, nothing from other origins, in no frame."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
"""Headers of every answer; invitations are in addresses, so no referrer is sent."""

FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
FRAMED_HEADERS = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": FRAMED_POLICY,
}
"""Headers of the page that others show in frames: it shows public games, and can change nothing."""

FRAMED = "/embed/"
"""Where the paths of that page begin."""

UNKEPT = ("/api/", "/metrics", "/healthz", "/readyz")
"""Paths whose answers may not be cached."""

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
"""The media types of the files, whatever this machine has configured."""

for _ending, _kind in KINDS.items():
    mimetypes.add_type(_kind, _ending)


class SecurityHeaders:
    """Adds :data:`HEADERS` to every answer, but those that it has itself."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        secure = {"strict-transport-security": "max-age=31536000"} if settings.secure else {}
        self._headers = _encoded({**HEADERS, **secure})
        self._framed = _encoded({**FRAMED_HEADERS, **secure})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and the answer back with the headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = self._framed if scope["path"].startswith(FRAMED) else self._headers
                own = message.get("headers", ())
                named = {name for name, _ in own}
                added = [each for each in headers if each[0] not in named]
                message["headers"] = [*own, *added]
                if scope["path"].startswith(UNKEPT) and b"cache-control" not in named:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self._app(scope, receive, with_headers)


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A file of the page as it is sent; *mark* tells whether it has changed on disk."""

    mark: tuple[int, int]
    kind: str
    etag: str
    body: bytes
    compressed: bytes | None
    """The same compressed, if that is any smaller."""

    @classmethod
    def read(cls, path: Path, mark: tuple[int, int]) -> CachedFile:
        """Read and compress a file, which takes milliseconds."""
        body = path.read_bytes()
        kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
        compressed = gzip.compress(body, 9, mtime=0) if len(body) > 1024 else body
        etag = sha256(body).hexdigest()[:20]
        return cls(mark, kind, etag, body, compressed if len(compressed) < len(body) else None)

    def response(self, headers: Headers, cache: str) -> Response:
        """Return the answer to a request with these headers."""
        compressed = self.compressed if "gzip" in headers.get("accept-encoding", "") else None
        etag = f'"{self.etag}{"-gzip" if compressed else ""}"'
        response_headers = {"etag": etag, "cache-control": cache, "vary": "accept-encoding"}
        if etag in headers.get("if-none-match", "").replace("W/", ""):
            return Response(status_code=304, headers=response_headers)
        if compressed:
            response_headers["content-encoding"] = "gzip"
        return Response(compressed or self.body, 200, response_headers, media_type=self.kind)


class StaticPage:
    """The page for every address that is one, and the files that it is made of.

    A file is read and compressed when it is first requested, or has changed, and then cached, so
    that further requests cost little.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files = StaticFiles(directory=root, check_dir=False)
        self._kept: dict[str, CachedFile] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or with the page, which decides what to show."""
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405)
        path, headers = scope["path"], Headers(scope=scope)
        if "." not in path.rpartition("/")[2] and not path.startswith("/assets/"):
            page = await self._file("embed.html" if path.startswith(FRAMED) else "index.html")
            if page is None:
                return HTMLResponse(UNBUILT, 503, {"cache-control": "no-store"})
            return page.response(headers, "no-cache")
        found = await self._file(path.lstrip("/"))
        if found is None:
            return PlainTextResponse("Not Found", 404)
        return found.response(headers, FOREVER if path.startswith("/assets/") else "no-cache")

    async def page(self) -> bytes | None:
        """Return the page as it was built; None if it was not."""
        page = await self._file("index.html")
        return None if page is None else page.body

    async def _file(self, path: str) -> CachedFile | None:
        """Return a file of the page, None if there is none of that path."""
        try:
            full, found = self._files.lookup_path(path)
            if found is None or not stat.S_ISREG(found.st_mode):
                return None
            mark = (found.st_mtime_ns, found.st_size)
            kept = self._kept.get(full)
            if kept is None or kept.mark != mark:
                kept = self._kept[full] = await asyncio.to_thread(CachedFile.read, Path(full), mark)
        except Exception:  # noqa: BLE001 - whatever it is called, there is no such file
            return None
        return kept


def pages(settings: Settings) -> StaticPage:
    """Return the application that serves the page."""
    return StaticPage(settings.pages)
