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

from tests.attacks.target import Json, Target
from tests.server.stream_reader import whole
from websockets.asyncio.client import ClientConnection, connect
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
    """A person at a table with computer players, who opens the next one when a game is over.

    ``samples`` are what it waited for: ``move`` and ``hint`` until the answer, ``computer`` from
    the end of its own turn until it is to move again.
    """

    target: Target
    number: int
    computers: int = 1
    ruleset: str = "sabra"
    samples: list[Sample] = field(default_factory=list)
    games: int = 0
    last: bool = False
    """Whether no further table is opened after this one."""

    def __post_init__(self) -> None:
        self.token = ""
        self.room = ""
        self._cids = count()
        self._seen: Json = None
        self._pending: tuple[str, str, float] | None = None
        self._waiting_since: float | None = None
        self._wish = ""
        self.progress = time.monotonic()

    @property
    def source(self) -> str:
        """The address this victim comes from."""
        return self.target.victim(self.number)

    async def play(self) -> None:
        """Play until cancelled, or until the last game is over; reconnect after any failure."""
        self.token = await self.target.token(f"Victim {self.number}", self.source)
        while True:
            try:
                if not self.room:
                    if self.last and self.games:
                        return
                    await self._open()
                await self._at_the_table()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def _open(self) -> None:
        seats = [{"seat": s + 1, "level": "club"} for s in range(self.computers)]
        terms = {"ruleset": self.ruleset}
        body = {"seats": self.computers + 1, "computers": seats, "start": True, "terms": terms}
        answer = await self.target.request("/api/rooms", body, source=self.source, token=self.token)
        assert answer.status == 201, answer
        self.room = answer.body["room"]
        self._pending = self._waiting_since = self._seen = None

    async def _at_the_table(self) -> None:
        async with connect(
            self.target.ws,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            open_timeout=20,
            local_addr=(self.source, 0),
        ) as socket:
            self._pending = None
            await socket.send(json.dumps({"type": "watch", "room": self.room}))
            room = self.room
            while self.room == room:
                with suppress(TimeoutError):
                    text = await asyncio.wait_for(socket.recv(), 1.0)
                    await self._heard(json.loads(text), socket)
                await self._give_up(socket)

    async def _give_up(self, socket: ClientConnection) -> None:
        """Stop waiting for an answer that does not come."""
        if self._pending and time.monotonic() - self._pending[2] > UNANSWERED:
            self._answered(ok=False)
            await self._go_on(socket)

    async def _heard(self, message: Json, socket: ClientConnection) -> None:
        kind, cid = message["type"], message.get("cid", "")
        if kind in ("snapshot", "update"):
            self.progress = time.monotonic()
            self._seen = whole(self._seen, message)
            self._note_the_turn()
            await self._go_on(socket)
        elif self._pending and cid == self._pending[1]:
            refused = kind == "fault" or message.get("status") == "refused"
            what = self._answered(ok=not refused)
            if refused:
                await asyncio.sleep(0.1)
            after = message.get("after") if kind == "hint" else None
            if what == "hint" and after:
                await self._send(socket, "move", type="done", after=after)
            elif what == "hint" or refused:
                await self._act(socket)
            else:
                await self._go_on(socket)

    def _note_the_turn(self) -> None:
        seen, now = self._seen, time.monotonic()
        game = seen.get("game")
        playing = seen["table"]["phase"] == "playing" and game is not None
        if playing and game["to_move"] != seen["seat"]:
            self._waiting_since = self._waiting_since or now
        elif self._waiting_since is not None:
            since, self._waiting_since = self._waiting_since, None
            self.samples.append(Sample("computer", since, now - since))

    async def _go_on(self, socket: ClientConnection) -> None:
        seen = self._seen
        if seen is None or self._pending:
            return
        table, seat = seen["table"], seen["seat"]
        match table["phase"]:
            case "sealing" if not table["seats"][seat]["ready"]:
                await self._send(socket, "ready", type="control", what="ready")
            case "playing" if seen["game"]["can"] and seen["game"]["to_move"] == seat:
                await self._send(socket, "hint", type="ask_hint", level=3)
            case "over" | "closed":
                self.games += 1
                self.room = ""
            case _:
                pass

    async def _act(self, socket: ClientConnection) -> None:
        can = self._seen["game"]["can"] if self._seen["game"] else None
        if not can or self._seen["table"]["phase"] != "playing":
            return
        await self._send(socket, "move", type="act", actions=[plain(can)])

    async def _send(self, socket: ClientConnection, wait: str, **fields: Json) -> None:
        cid = f"v{next(self._cids)}"
        self._pending = (wait, cid, time.monotonic())
        command = {"cid": cid, "room": self.room, "version": self._seen["version"], **fields}
        if fields["type"] == "control":
            del command["version"]
        await socket.send(json.dumps(command))

    def _answered(self, *, ok: bool) -> str:
        assert self._pending
        (what, _, sent), self._pending = self._pending, None
        self.samples.append(Sample(what, sent, time.monotonic() - sent, ok))
        return what


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
