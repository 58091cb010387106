"""A page whose requests and sockets are served in the same process, as in a web worker."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.server.stream_reader import whole

from tilerummy.browser.main import PageServer, start

Json = Any
COMPUTER = [{"seat": 1, "level": "club"}]
TIMEOUT = 30


@dataclass(frozen=True)
class Answer:
    """A complete HTTP response."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Json:
        return json.loads(self.body)


@dataclass(eq=False)
class Socket:
    """A socket that speaks JSON; updates are merged into complete views."""

    page: Page
    id: int
    raw: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    view: Json = None

    def send(self, kind: str, **fields: Json) -> None:
        text = json.dumps({"type": kind, **fields})
        self.page.post({"kind": "text", "id": self.id, "text": text})

    async def next(self) -> Json:
        """Return the next message."""
        async with asyncio.timeout(TIMEOUT):
            message = await self.raw.get()
        if message["type"] in ("snapshot", "update"):
            self.view = message = whole(self.view, message)
        return message

    async def ask(self, kind: str, **fields: Json) -> Json:
        """Send a command, and return its result."""
        fields["cid"] = f"c{os.urandom(6).hex()}"
        self.send(kind, **fields)
        while (message := await self.next()).get("cid") != fields["cid"]:
            pass
        return message


@dataclass(eq=False)
class Page:
    """A page, which numbers its requests and sockets."""

    served: PageServer = field(init=False)
    parts: dict[int, list[bytes]] = field(default_factory=dict)
    heads: dict[int, Json] = field(default_factory=dict)
    ended: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    sockets: dict[int, Socket] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)
    heard: asyncio.Event = field(default_factory=asyncio.Event)
    _last: int = 0

    def post(self, message: Json, body: bytes = b"") -> None:
        self.served.receive(json.dumps(message), body)

    def hear(self, message: str, body: bytes) -> None:
        heard = json.loads(message)
        number = heard["id"]
        match heard["kind"]:
            case "head":
                self.heads[number] = heard
            case "part":
                self.parts[number].append(body)
                self.heard.set()
            case "end":
                self.ended[number].set_result(None)
            case "text":
                self.sockets[number].raw.put_nowait(json.loads(heard["text"]))
            case "close":
                self.closed[number] = heard["code"]
                self.heard.set()

    def begin(self, method: str, url: str, body: Json = None, drawn: bytes = b"") -> int:
        """Send a request, with random bytes for the server, and return its number."""
        self._last += 1
        number = self._last
        self.parts[number] = []
        self.ended[number] = asyncio.get_running_loop().create_future()
        headers = {"content-type": "application/json", "x-tile-rummy": "1"}
        raw = b"" if method == "GET" else json.dumps(body or {}).encode()
        head = {"kind": "fetch", "id": number, "method": method, "url": url, "headers": headers}
        self.post({**head, "drawn": drawn.hex()}, raw)
        return number

    async def fetch(self, method: str, url: str, body: Json = None, drawn: bytes = b"") -> Answer:
        number = self.begin(method, url, body, drawn)
        async with asyncio.timeout(TIMEOUT):
            await self.ended[number]
        head = self.heads[number]
        return Answer(head["status"], head["headers"], b"".join(self.parts[number]))

    async def get(self, url: str) -> Json:
        answer = await self.fetch("GET", url)
        assert answer.status == 200, answer
        return answer.json()

    async def open_match(self, **terms: Json) -> str:
        """Open a table and start a match there against a computer player."""
        await self.get("/api/me")  # like the client's first request
        body = {"seats": 2, "computers": COMPUTER, "start": True, **terms}
        answer = await self.fetch("POST", "/api/rooms", body)
        assert answer.status == 201, answer
        room: str = answer.json()["room"]
        return room

    async def at(self, room: str) -> Socket:
        """Open a socket that watches a room."""
        self._last += 1
        socket = self.sockets[self._last] = Socket(self, self._last)
        self.post({"kind": "open", "id": socket.id, "url": f"/ws?room={room}"})
        assert (await socket.next())["type"] == "welcome"
        socket.send("watch", room=room)
        while socket.view is None:
            await socket.next()
        if socket.view["table"]["phase"] == "sealing":
            await socket.ask("control", room=room, what="ready", contribution="")
        while socket.view["table"]["phase"] == "sealing":
            await socket.next()
        return socket


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Page]:
    """Open a page whose games are stored in *file*; leaving closes it."""
    page = Page()
    page.served = await start(str(file), page.hear, lambda: 1_700_000_000_000, 0.0)
    try:
        yield page
    finally:
        await page.served.close()
