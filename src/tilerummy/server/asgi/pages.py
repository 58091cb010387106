"""Serves the built web client, and adds link previews for public games."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import re
import stat
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from tilerummy.server.asgi.endpoints import request_of
from tilerummy.server.games.previews import game_headline, puzzle_headline
from tilerummy.server.games.summary import read_summary
from tilerummy.server.http.request import Request
from tilerummy.server.rooms.room_summary import read_lobby_entry
from tilerummy.server.services import Services
from tilerummy.server.store.types import FINISHED, StorageError
from tilerummy.texts import languages

FRAMED = "/embed/"
"""The prefix of the paths that other sites may show in a frame."""
OFFLINE = "/offline-game/"
"""The prefix of the paths of the static game, which players can download."""
_BEFORE = b"</head>"
RESULT_FIELDS = ("seconds", "hints", "week")
"""The query parameters of a shared puzzle that contain a player's result."""
FOREVER = "public, max-age=31536000, immutable"
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tile Rummy</title></head><body>
<h1>Tile Rummy</h1>
<p>The server is running, but this package was built without the web client.</p>
<p>In a copy of the sources, <code>make play</code> builds it (with Node 20 or newer, downloaded if
needed) and starts the server. Programs can already play: see
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
"""Media types by file extension, used regardless of how this machine is configured."""

for _ending, _kind in KINDS.items():
    mimetypes.add_type(_kind, _ending)


@dataclass(frozen=True, slots=True)
class CachedFile:
    """A file in memory, ready to be sent.

    *mark* is the file's modification time and size, which reveal when the file has changed.
    """

    mark: tuple[int, int]
    kind: str
    etag: str
    body: bytes
    compressed: bytes | None
    """The file's content compressed with gzip, or None if that does not make it smaller."""

    @classmethod
    def read(cls, path: Path, mark: tuple[int, int]) -> CachedFile:
        """Read and compress the file at *path*, which takes a second for 10 MB."""
        body = path.read_bytes()
        kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
        compressed = gzip.compress(body, 9, mtime=0) if len(body) > 1024 else body
        etag = sha256(body).hexdigest()[:20]
        return cls(mark, kind, etag, body, compressed if len(compressed) < len(body) else None)

    def response(self, headers: Headers, cache: str) -> Response:
        """Return the response to a request with these *headers*.

        *cache* is the value of its ``Cache-Control`` header.
        """
        compressed = self.compressed if "gzip" in headers.get("accept-encoding", "") else None
        etag = f'"{self.etag}{"-gzip" if compressed else ""}"'
        response_headers = {"etag": etag, "cache-control": cache, "vary": "accept-encoding"}
        if etag in headers.get("if-none-match", "").replace("W/", ""):
            return Response(status_code=304, headers=response_headers)
        if compressed:
            response_headers["content-encoding"] = "gzip"
        return Response(compressed or self.body, 200, response_headers, media_type=self.kind)


class StaticPage:
    """Serves the web client: its files, and one HTML page for all of its routes.

    Each file is compressed and cached when it is first requested, and again whenever it has
    changed.
    """

    def __init__(self, root: Path, prefix: str = "/") -> None:
        self._prefix = prefix
        self._files = StaticFiles(directory=root, check_dir=False)
        self._cache: dict[str, CachedFile] = {}
        self._reading = defaultdict[str, asyncio.Lock](asyncio.Lock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the requested file, or the HTML page if the path is a client-side route."""
        response = await self._response(scope)
        await response(scope, receive, send)

    async def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Method Not Allowed", 405)
        path, headers = "/" + scope["path"].removeprefix(self._prefix), Headers(scope=scope)
        if "." not in path.rpartition("/")[2] and not path.startswith("/assets/"):
            page = await self.file("embed.html" if path.startswith(FRAMED) else "index.html")
            if page is None:
                return HTMLResponse(UNBUILT, 503, {"cache-control": "no-store"})
            return page.response(headers, "no-cache")
        file = await self.file(path.lstrip("/"))
        if file is None:
            return PlainTextResponse("Not Found", 404)
        return file.response(headers, FOREVER if path.startswith("/assets/") else "no-cache")

    async def file(self, path: str) -> CachedFile | None:
        """Return the file at a path, or None if it does not exist."""
        try:
            full, status = self._files.lookup_path(path)
            if status is None or not stat.S_ISREG(status.st_mode):
                return None
            mark = (status.st_mtime_ns, status.st_size)
            async with self._reading[full]:  # so that it is compressed once for all requests
                file = self._cache.get(full)
                if file is None or file.mark != mark:
                    file = self._cache[full] = await asyncio.to_thread(
                        CachedFile.read, Path(full), mark
                    )
        except Exception:  # noqa: BLE001 - paths must not cause errors
            return None
        return file


class PreviewPage:
    """Serves a client-side route whose HTML page has a link preview; *tags* returns its tags."""

    def __init__(
        self,
        services: Services,
        page: StaticPage,
        tags: Callable[[Services, Request], Awaitable[str]],
    ) -> None:
        self._services, self._page, self._tags = services, page, tags

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the HTML page, with its preview tags if it has any."""
        request = request_of(HTTPConnection(scope), self._services.settings)
        built = await self._page.file("index.html") if scope["method"] in ("GET", "HEAD") else None
        tags = await self._tags(self._services, request) if built is not None else ""
        if built is None or not tags:
            await self._page(scope, receive, send)
            return
        body = built.body.replace(_BEFORE, tags.encode() + _BEFORE, 1)
        response = Response(body, 200, {"cache-control": "no-cache"}, media_type="text/html")
        await response(scope, receive, send)


def _preview(title: str, url: str, image: str) -> str:
    """Return the HTML ``meta`` tags of a link preview, given its title, link and picture URL."""
    tags = {
        "og:type": "website",
        "og:site_name": "Tile Rummy",
        "og:title": title,
        "og:url": url,
        "og:image": image,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(text)}" />' for name, text in tags.items()
    )


async def game_preview_tags(services: Services, request: Request) -> str:
    """Return the tags for ``/games/ID``, or an empty string if the game is not public."""
    game = str(request.path["game"])
    if services.limits.wait("api", request.address):
        return ""
    try:
        if not await services.store.games.is_public(game):
            return ""
        listed = await services.store.rooms.find([game])
        stored = await services.store.games.summary(game)
    except StorageError:
        return ""
    if not any(each.summary.phase in FINISHED for each in listed):
        return ""
    language = request.query.get("lang", "")
    entry = read_lobby_entry(listed[0].summary)
    known = language if language in languages() else "en"
    headline = ""
    if entry is not None:
        summary = read_summary(stored) if stored else None
        headline = game_headline(entry.shown.ruleset, summary, known)
    title = ": ".join(filter(None, (listed[0].summary.title, headline)))
    image = request.link(f"/api/games/{game}/picture.png")
    if language in languages():
        image += f"?lang={language}"
    return _preview(title, request.link(f"/games/{game}"), image)


async def puzzle_preview_tags(_: Services, request: Request) -> str:
    """Return the tags for ``/puzzles/daily?date=…``, the link to a shared daily puzzle."""
    day = request.query.get("date", "")
    if request.path["mode"] != "daily" or not re.fullmatch(r"\d{4}-\d\d-\d\d", day, re.ASCII):
        return ""
    try:
        date_of_day = date.fromisoformat(day)
    except ValueError:
        return ""
    language = request.query.get("lang", "")
    title = puzzle_headline(
        date_of_day,
        solved=bool(request.query.get("seconds")),
        language=language if language in languages() else "en",
    )
    result = {k: request.query[k] for k in (*RESULT_FIELDS, "lang") if request.query.get(k)}
    image = f"/api/puzzles/daily/{day}/picture.png"
    query = f"?{urlencode(result)}" if result else ""
    url = request.link(f"/puzzles/daily?date={day}")
    return _preview(title, url, request.link(image) + query)
