"""Runs the programs that play on a server under load, four per table, each with its own socket."""

from __future__ import annotations

import asyncio
import math
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from tests.support.best_tables import best_table

from benchmarks.load.server import Message, Serving, address

SEATS = 4
NAMES = ("North", "East", "South", "West")
"""Fixed names, because two random ones may look too much alike to sit at one table."""
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Socket(asyncio.Protocol):
    """A WebSocket client that costs this process little: it reads unfragmented frames only."""

    def __init__(self, on_message: Callable[[bytes, float], None]) -> None:
        self._on_message, self._buffer = on_message, b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    @classmethod
    async def open(
        cls,
        port: int,
        token: str,
        source: str,
        on_message: Callable[[bytes, float], None],
        room: str = "",
    ) -> Socket:
        """Open a socket for *room* with the guest's *token*, and return it after the handshake."""
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(
            lambda: cls(on_message), "127.0.0.1", port, local_addr=(source, 0)
        )
        key = b64encode(b"0123456789abcdef").decode()
        lines = (
            f"GET /ws{f'?room={room}' if room else ''} HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {token}",
        )
        made.transport.write("\r\n".join([*lines, "", ""]).encode())
        await made.opened
        return made

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport for writing."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's has another class

    def connection_lost(self, exc: Exception | None) -> None:
        """Mark the socket as closed."""
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("the socket was refused"))

    def data_received(self, data: bytes) -> None:
        """Read the response to the handshake, and then frames."""
        now = time.perf_counter()
        self._buffer += data
        if not self.opened.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            self._buffer = rest
            if b" 101 " in head:
                self.opened.set_result(None)
            else:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
        while (frame := self._frame()) is not None:
            opcode, body = frame
            if opcode == TEXT:
                self._on_message(body, now)
            elif opcode == PING:
                self._send(PONG, body)

    def _frame(self) -> tuple[int, bytes] | None:
        """Remove the next complete frame from the buffer and return it, or None."""
        held = self._buffer
        if len(held) < 2:
            return None
        size, start = held[1], 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(held[2:start])
        if len(held) < start + size:
            return None
        self._buffer = held[start + size :]
        return held[0] & 15, held[start : start + size]

    def send(self, message: Message) -> None:
        """Send a message; raises ConnectionError if the socket is closed."""
        if self.lost:
            raise ConnectionError("the socket is closed")
        self._send(TEXT, msgspec.json.encode(message))

    def _send(self, opcode: int, body: bytes) -> None:
        """Send a frame with a zero mask, which leaves the body unchanged."""
        size = len(body)
        short = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2)
        self.transport.write(bytes([128 | opcode]) + short + bytes(4) + body)

    def close(self) -> None:
        """Close the socket."""
        self.transport.close()


class ServerMessage(msgspec.Struct):
    """The fields of messages and views that the programs need."""

    type: str
    status: str = "ok"
    version: int = 0
    entries: list[dict[str, Any]] = []
    table: dict[str, Any] | None = None
    game: dict[str, Any] | None = None


_decoder = msgspec.json.Decoder(ServerMessage)


@dataclass
class Seen:
    """The latest state that a seat has received."""

    version: int = 0
    phase: str = ""
    seated: int = 0
    game: Message | None = None

    def update(self, message: ServerMessage) -> None:
        """Apply a message that contains a complete view or only its changes."""
        self.version = message.version
        table = message.table or {}
        self.phase = table.get("phase", self.phase)
        if "seats" in table:
            self.seated = sum(each["kind"] == "person" for each in table["seats"])
        if message.game is not None:
            self.game = {**(self.game or {}), **message.game}


class Table:
    """Four programs at a table; ``due`` is the due time of the current move.

    ``entry`` is the number of that move's log entry, and ``waiting`` are the seats that the move
    has not reached. ``share`` is the delay of the first move, relative to the time between moves;
    it differs so that tables do not move at the same time. At a table that *grows*, the programs
    draw in two out of three moves, so that racks and views grow.
    """

    def __init__(self, server: Serving, number: int, *, share: float, grows: bool) -> None:
        self.server, self.number, self.share, self.grows = server, number, share, grows
        self.cids = self.moves = 0
        self.full, self.sealed, self.dealt = (asyncio.Event() for _ in range(3))
        self.due, self.entry = 0.0, 0
        self.waiting: set[int] = set()
        self.reached = asyncio.Event()
        self.reached.set()
        self.seen = [Seen() for _ in range(SEATS)]
        self.sockets: list[Socket] = []
        self.over = False
        self.forget()

    def forget(self) -> None:
        """Clear all measurements."""
        self.latencies: list[float] = []
        self.missing = self.refused = 0
        self.waiting.clear()

    def set_up(self) -> None:
        """Create a table and four guests."""
        where, post = address(self.number), self.server.post
        self.tokens = [post("/api/tokens", {"name": name}, where)["token"] for name in NAMES]
        terms = {"ruleset": "sabra", "hints": False, "previews": False}
        new = {"seats": SEATS, "terms": terms}
        self.room = post("/api/rooms", new, where, self.tokens[0])["room"]

    async def sit_down(self) -> None:
        """Connect and seat the guests, and start the match."""
        opener = await self._owned() if self.server.astray else None
        for seat, token in enumerate(self.tokens):
            self.sockets.append(await self._socket(seat, token))
        for seat in range(1, SEATS):
            self._control(seat, "sit", seat=seat)
        async with asyncio.timeout(60):
            await self.full.wait()
            self._control(0, "start")
            await self.sealed.wait()  # messages from other sockets may arrive first
            for seat in range(SEATS):
                self._control(seat, "ready")
            await self.dealt.wait()
        if opener is not None:
            opener.close()

    async def _owned(self) -> Socket:
        """Connect the host, so that the server takes the table, and return this socket."""
        shown = asyncio.Event()

        def hear(text: bytes, _: float) -> None:
            if _decoder.decode(text).type == "snapshot":
                shown.set()

        made = await self._open(self.number, self.tokens[0], hear)
        await shown.wait()
        return made

    async def _open(self, node: int, token: str, hear: Callable[[bytes, float], None]) -> Socket:
        ports = self.server.ports
        port, source = ports[node % len(ports)], address(self.number)
        made = await Socket.open(port, token, source, hear, self.room)
        made.send({"type": "watch", "room": self.room})
        return made

    async def _socket(self, seat: int, token: str) -> Socket:
        def hear(text: bytes, now: float) -> None:
            self._hear(seat, text, now)

        others = len(self.server.ports) - 1
        astray = 1 + seat % others if self.server.astray else 0
        return await self._open(self.number + astray, token, hear)

    def _control(self, client: int, what: str, **more: int) -> None:
        self.cids += 1
        rest = {"cid": f"c{self.cids}", "room": self.room, "what": what}
        self.sockets[client].send({"type": "control", **rest, **more})

    def _hear(self, seat: int, text: bytes, now: float) -> None:
        message = _decoder.decode(text)
        if message.status != "ok" or message.type == "fault":
            self.refused += 1
            self._give_up()
        if message.type not in ("update", "snapshot"):
            return
        self.seen[seat].update(message)
        if seat == 0 and self.seen[seat].seated == SEATS:
            self.full.set()
        phases = {seen.phase for seen in self.seen}
        if phases == {"sealing"}:
            self.sealed.set()
        elif phases == {"playing"}:
            self.dealt.set()
        if seat in self.waiting and any(
            e["what"] == "acted" and e["seq"] == self.entry for e in message.entries
        ):
            self.latencies.append(now - self.due)
            self.waiting.discard(seat)
            if not self.waiting:
                self.reached.set()

    def _give_up(self) -> None:
        """Count the current move as missing for every seat that it has not reached."""
        self.missing += len(self.waiting)
        self.waiting.clear()
        self.reached.set()

    async def play(self, start: float, every: float, seconds: float) -> None:
        """Move at fixed times, but not before the previous move has reached every seat."""
        due, end = start + every * self.share, start + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self.waiting and not await self._reached(end):  # no later move can be made either
                self.missing += SEATS * math.ceil((end - due) / every)
                return
            mover = next((s for s, seen in enumerate(self.seen) if _may_move(seen)), None)
            if mover is None:
                self.over = True
                return
            self.due, self.entry = due, self.seen[mover].version
            self.waiting.update(range(SEATS))
            self.reached.clear()
            try:
                self._move(mover)
            except ConnectionError:
                self.over = True
                return
            due += every

    async def _reached(self, end: float) -> bool:
        """Return whether the current move reaches every seat before the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.reached.wait(), end - time.perf_counter())
        return not self.waiting

    def _move(self, seat: int) -> None:
        self.moves += 1
        seen = self.seen[seat]
        game = seen.game
        assert game is not None
        draws = bool(self.grows and self.moves % 3 and game["can"]["draw"])
        after = None if draws else best_table(game["rack"], game["table"], game["opening"])
        rest = {"cid": f"m{self.moves}", "room": self.room, "version": seen.version}
        command: Message = {"type": "act", "actions": ["draw"], **rest}
        if after is not None:
            command = {"type": "done", "after": after, **rest}
        elif not game["can"]["draw"]:
            command = {"type": "act", "actions": ["pass"], **rest}
        self.sockets[seat].send(command)

    def close(self) -> None:
        """Leave the table."""
        for socket in self.sockets:
            socket.close()


def _may_move(seen: Seen) -> bool:
    return seen.phase == "playing" and seen.game is not None and seen.game["can"] is not None
