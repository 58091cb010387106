"""Victims: people who play with computer players while the server is attacked."""

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
"""After so many seconds without an answer a move is counted as lost, and made again."""


class Sample(NamedTuple):
    """A measured wait: what for, since when, for how long, and whether it came."""

    what: str
    at: float
    seconds: float
    ok: bool = True


@dataclass(eq=False)
class Victim:
    """A person at a table with a computer player, who opens the next one when a game is over.

    ``samples`` are what it waited for: ``move`` and ``hint`` until the answer, ``computer`` from
    the end of its own turn until it is to move again.
    """

    target: Target
    number: int
    samples: list[Sample] = field(default_factory=list)
    last: bool = False
    """Whether no further table is opened after this one."""

    def __post_init__(self) -> None:
        self._room = ""
        self._cids = count()
        self._seen: Json = None
        self._waiting_since: float | None = None

    async def play(self) -> None:
        """Play until cancelled, or until the last game is over; reconnect after any failure."""
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
        """Do what is to be done at the table; return whether the game goes on."""
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
        """Return the next message, and note what it shows."""
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
        """Send a command, and return its answer; nothing if it is refused or does not come."""
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
    """Return an action that ends the turn, or brings its end nearer."""
    if can["draw"]:
        return "draw"
    return f"discard {can['discard'][0]}" if can.get("discard") else "pass"


def has_gone_on(victim: Victim, since: float) -> bool:
    """Return whether both the person and a computer player have moved since then."""
    later = {s.what for s in victim.samples if s.at + s.seconds > since and s.ok}
    return {"move", "computer"} <= later


def between(victims: Iterable[Victim], begin: float, end: float) -> list[Sample]:
    """Return the samples that begin in that time."""
    return [s for v in victims for s in v.samples if begin <= s.at < end]
