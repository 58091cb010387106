"""Two programs that play against each other at tables of a server that may die at any moment."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any
from urllib.request import Request, urlopen

from tests.server.stream_reader import whole
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]
RETRY = 0.03
"""Seconds until a lost connection is opened again."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command whose final answer has arrived: executed, or refused."""

    room: str
    cid: str
    status: str
    version: int


@dataclass(eq=False)
class Gamer:
    """Plays one round after the other on both seats; collects all answers."""

    port: int
    number: int
    rng: Random
    on_executed: Callable[[], None]
    answers: list[Acknowledged] = field(default_factory=list)
    room: str = ""
    tokens: list[str] = field(default_factory=list)
    games: list[Message | None] = field(default_factory=lambda: [None, None])
    versions: list[int] = field(default_factory=lambda: [0, 0])
    pending: Message | None = None
    rounds: int = 0

    def __post_init__(self) -> None:
        self._cids = count()
        self._stopped = False

    @property
    def address(self) -> str:
        """The address this gamer comes from: limits count by address."""
        return f"127.0.{1 + self.number // 250}.{1 + self.number % 250}"

    def stop(self) -> None:
        """Stop playing."""
        self._stopped = True

    async def play(self) -> None:
        """Play until :meth:`stop`; reconnect whenever the connection is lost."""
        while not self._stopped:
            try:
                if not self.tokens:
                    self.tokens = [await asyncio.to_thread(self._token) for _ in range(2)]
                if not self.room:
                    self.room = await asyncio.to_thread(self._open)
                    self.games, self.versions, self.pending = [None, None], [0, 0], None
                await self._play_round()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(RETRY)

    def _token(self) -> str:
        token = self._post("/api/tokens", {})["token"]
        assert isinstance(token, str)
        return token

    def _open(self) -> str:
        terms = {"ruleset": "sabra", "hints": True}
        room = self._post("/api/rooms", {"seats": 2, "terms": terms}, self.tokens[0])["room"]
        assert isinstance(room, str)
        return room

    def _post(self, path: str, body: Message, token: str = "") -> Message:
        request = Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        request.add_header("X-Tile-Rummy", "1")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urlopen(request, timeout=5) as answer:
            found = json.load(answer)
        assert isinstance(found, dict)
        return found

    async def _play_round(self) -> None:
        room = self.room
        async with self._connected(0) as ann, self._connected(1) as ben:
            sockets = (ann, ben)
            for seat, socket in enumerate(sockets):
                watch: Message = {"type": "watch", "room": room}
                if self.versions[seat]:
                    watch["since"] = self.versions[seat]
                await socket.send(json.dumps(watch))
            if self.pending:
                await sockets[self.pending["seat"]].send(json.dumps(self.pending["command"]))
            await asyncio.gather(
                *(self._listen(s, socket, sockets) for s, socket in enumerate(sockets))
            )

    def _connected(self, seat: int) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/ws?room={self.room}",
            additional_headers={"Authorization": f"Bearer {self.tokens[seat]}"},
            compression=None,
            open_timeout=5,
            close_timeout=0.1,
            local_addr=(self.address, 0),
        )

    async def _listen(
        self, seat: int, socket: ClientConnection, sockets: tuple[ClientConnection, ...]
    ) -> None:
        room = self.room
        async for text in socket:
            message: Message = json.loads(text)
            match message["type"]:
                case "snapshot" | "update":
                    self.versions[seat] = message["version"]
                    self.games[seat] = whole(self.games[seat], message)
                    await self._go_on(seat, sockets)
                case "answer":
                    await self._answered(message, sockets)
                case "hint":
                    await self._hinted(seat, message, sockets)
                case "fault":
                    if self.pending and message.get("cid") == self.pending["command"].get("cid"):
                        await asyncio.sleep(RETRY)
                        await socket.send(json.dumps(self.pending["command"]))
            if self._stopped or self.room != room:
                for each in sockets:
                    await each.close()
                return

    async def _answered(self, message: Message, sockets: tuple[ClientConnection, ...]) -> None:
        if not self.pending or message["cid"] != self.pending["command"]["cid"]:
            return
        self.pending = None
        if message["status"] != "conflict":
            known = Acknowledged(self.room, message["cid"], message["status"], message["version"])
            self.answers.append(known)
        if message["status"] == "ok":
            self.on_executed()
        for seat in (0, 1):
            await self._go_on(seat, sockets)

    async def _hinted(
        self, seat: int, message: Message, sockets: tuple[ClientConnection, ...]
    ) -> None:
        if not self.pending or message["cid"] != self.pending["command"]["cid"]:
            return
        self.pending = None
        after = message.get("after")
        if after:
            await self._send(seat, {"type": "done", "after": after}, sockets)
        else:
            await self._act(seat, sockets)

    async def _go_on(self, seat: int, sockets: tuple[ClientConnection, ...]) -> None:
        """Send what this seat can do, if no command is pending."""
        seen = self.games[seat]
        if self.pending or seen is None:
            return
        table, own = seen["table"], seen["seat"]
        match table["phase"]:
            case "waiting" if own is None:
                await self._control(seat, "sit", sockets)
            case "waiting" if own == 0 and all(s["kind"] == "person" for s in table["seats"]):
                await self._control(seat, "start", sockets)
            case "sealing" if own is not None and not table["seats"][own]["ready"]:
                await self._control(seat, "ready", sockets, contribution=f"{seat:02x}")
            case "playing" if seen["game"]["can"]:
                if self.rng.random() < 0.1:
                    await self._send(seat, {"type": "ask_hint", "level": 3}, sockets)
                else:
                    await self._act(seat, sockets)
            case "over":
                self.rounds += 1
                self.room = ""

    async def _act(self, seat: int, sockets: tuple[ClientConnection, ...]) -> None:
        seen = self.games[seat]
        assert seen
        action = "draw" if seen["game"]["can"]["draw"] else "pass"
        await self._send(seat, {"type": "act", "actions": [action]}, sockets)

    async def _control(
        self, seat: int, what: str, sockets: tuple[ClientConnection, ...], **more: str
    ) -> None:
        command = {"type": "control", "cid": self._cid(), "room": self.room, "what": what, **more}
        await self._go(seat, command, sockets)

    async def _send(
        self, seat: int, command: Message, sockets: tuple[ClientConnection, ...]
    ) -> None:
        version = self.versions[seat]
        rest = {"cid": self._cid(), "room": self.room, "version": version}
        await self._go(seat, {**command, **rest}, sockets)

    async def _go(self, seat: int, command: Message, sockets: tuple[ClientConnection, ...]) -> None:
        self.pending = {"seat": seat, "command": command}
        await sockets[seat].send(json.dumps(command))

    def _cid(self) -> str:
        return f"g{self.number}-{next(self._cids)}"
