"""Clients that play with computer players while the server is attacked: the victims."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from tests.attacks.target import Target
from tests.server.stream_reader import whole
from tests.support.servers.api import Json
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

UNANSWERED = 20.0
"""A move without a result counts as lost after this many seconds, and is repeated."""


class Sample(NamedTuple):
    """A measured wait: its kind, start, duration and success."""

    what: str
    at: float
    seconds: float
    ok: bool = True


@dataclass(eq=False)
class Victim:
    """A client at a table with a computer player; it opens another table after each game.

    ``samples`` are the measured waits: ``move`` and ``hint`` for the result, ``computer`` for the
    next own turn.
    """

    target: Target
    number: int
    samples: list[Sample] = field(default_factory=list)
    last: bool = False
    """If True, no further table is opened."""

    def __post_init__(self) -> None:
        self._room = ""
        self._cids = count()
        self._seen: Json = None
        self._waiting_since: float | None = None

    async def play(self) -> None:
        """Play until cancelled or until the last game ends; reconnect after any failure."""
        source = f"127.110.0.{1 + self.number}"
        token = await self.target.token(f"Victim {self.number}", source)
        while True:
            with suppress(OSError, WebSocketException):
                if not self._room:
                    self._room = await self.target.open(token, source, level="club")
                    self._waiting_since = None
                async with self.target.socket(token, source) as socket:
                    await socket.send(json.dumps({"type": "watch", "room": self._room}))
                    while (await self._read(socket))["type"] != "snapshot":
                        pass
                    while await self._goes_on(socket):
                        pass
                self._room = ""
                if self.last:
                    return
            await asyncio.sleep(0.1)

    async def _goes_on(self, socket: ClientConnection) -> bool:
        """Act at the table if possible; return whether the game continues."""
        table, game, seat = self._seen["table"], self._seen.get("game"), self._seen["seat"]
        match table["phase"]:
            case "over" | "closed":
                return False
            case "sealing" if not table["seats"][seat]["ready"]:
                await self._ask(socket, "ready", type="control", what="ready")
            case "playing" if game["can"] and game["to_move"] == seat:
                hint = await self._ask(socket, "hint", type="ask_hint", level=3)
                moved = None
                if hint.get("after"):
                    moved = await self._ask(socket, "move", type="done", after=hint["after"])
                if not moved:
                    await self._ask(socket, "move", type="act", actions=[plain(game["can"])])
            case _:
                await self._read(socket)
        return True

    async def _read(self, socket: ClientConnection) -> Json:
        """Return the next message, and update the view."""
        message, now = json.loads(await socket.recv()), time.monotonic()
        if message["type"] in ("snapshot", "update"):
            self._seen = whole(self._seen, message)
            game = self._seen.get("game")
            playing = game and self._seen["table"]["phase"] == "playing"
            if playing and game["to_move"] != self._seen["seat"]:
                self._waiting_since = self._waiting_since or now
            elif self._waiting_since is not None:
                since, self._waiting_since = self._waiting_since, None
                self.samples.append(Sample("computer", since, now - since))
        return message

    async def _ask(self, socket: ClientConnection, wait: str, **fields: Json) -> Json:
        """Send a command, and return its result; empty if it is refused or missing."""
        cid, sent = f"v{next(self._cids)}", time.monotonic()
        if wait != "ready":
            fields["version"] = self._seen["version"]
        await socket.send(json.dumps({"cid": cid, "room": self._room, **fields}))
        answer: Json = {}
        with suppress(TimeoutError):
            async with asyncio.timeout(UNANSWERED):
                while answer.get("cid") != cid:
                    answer = await self._read(socket)
        refused = answer.get("type") == "fault" or answer.get("status") == "refused"
        ok = answer.get("cid") == cid and not refused
        self.samples.append(Sample(wait, sent, time.monotonic() - sent, ok))
        if not ok:
            await asyncio.sleep(0.1)
        return answer if ok else {}


def plain(can: Json) -> str:
    """Return an action that needs no search and ends the turn, or prepares its end."""
    if can["draw"]:
        return "draw"
    return f"discard {can['discard'][0]}" if can.get("discard") else "pass"


def has_continued(victim: Victim, since: float) -> bool:
    """Return whether both the client and a computer player have moved since then."""
    later = {s.what for s in victim.samples if s.at + s.seconds > since and s.ok}
    return {"move", "computer"} <= later


def between(victims: Iterable[Victim], begin: float, end: float) -> list[Sample]:
    """Return the samples that start between the times *begin* and *end*."""
    return [s for v in victims for s in v.samples if begin <= s.at < end]
