"""Attacks on connections: ever more connections, sockets, tables and guests."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import count

from tests.attacks.harness import Attack, end
from tests.attacks.target import Json, Target
from tests.server.served import frame
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

MEMORY = 150 * 1024 * 1024
"""The most bytes of memory of a server after an attack, with some victims playing."""


def attacker(target: Target, number: int = 0) -> str:
    """Return the address of an attacker."""
    return target.attacker(1, number)


HALF_OPEN = 4
"""The attacker that holds connections half open: others keep theirs, if they attack at once."""


async def opened(target: Target, source: str) -> socket.socket:
    """Return a connection from that address; raises OSError where there is none."""
    raw = socket.socket()
    raw.setblocking(False)  # noqa: FBT003 - sockets take it by position alone
    try:
        raw.bind((source, 0))
        loop = asyncio.get_running_loop()
        await asyncio.wait_for(loop.sock_connect(raw, ("127.0.0.1", target.port)), 5)
    except BaseException:
        raw.close()
        raise
    return raw


async def _half_open(target: Target, seconds: float, many: int) -> None:
    """Hold so many connections that never send a whole request; replace those that are closed."""
    loop = asyncio.get_running_loop()
    held: list[socket.socket] = []
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    try:
        over = loop.time() + seconds
        for number in count():
            if loop.time() > over:
                break
            with suppress(OSError, TimeoutError):
                raw = await opened(target, attacker(target, HALF_OPEN))
                held.append(raw)
                await loop.sock_sendall(raw, head)
            if len(held) > many:
                held.pop(0).close()
            if number % 50 == 49:
                await asyncio.sleep(0.02)
    finally:
        for raw in held:
            raw.close()


async def half_open(target: Target, seconds: float) -> None:
    """Hold 1,050 connections half open."""
    await _half_open(target, seconds, 1050)


async def half_open_many(target: Target, seconds: float) -> None:
    """Hold 3,000 connections half open."""
    await _half_open(target, seconds, 3000)


async def slow_bodies(target: Target, seconds: float) -> None:
    """Send heads and bodies a byte at a time, on as many connections as are accepted."""
    loop = asyncio.get_running_loop()
    head = b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"

    async def one(number: int) -> None:
        while True:
            with suppress(OSError, TimeoutError):
                raw = await opened(target, attacker(target, number % 4))
                with raw:
                    for at in range(len(head)) if number % 2 else (0,):
                        await loop.sock_sendall(raw, head[at : at + 1] if number % 2 else head)
                        await asyncio.sleep(0.2)
                    while True:
                        await loop.sock_sendall(raw, b" ")
                        await asyncio.sleep(0.5)
            await asyncio.sleep(0.5)

    async with all_of(seconds, [one(number) for number in range(800)]):
        pass


@asynccontextmanager
async def all_of(seconds: float, work: list[Json]) -> AsyncIterator[None]:
    """Run all coroutines of *work* for so many seconds."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
        await asyncio.sleep(seconds)
    finally:
        await end(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()):
                raise error


def joined(target: Target, token: str, source: str) -> connect:
    """Return a context manager of a socket of a guest, from that address."""
    return connect(
        target.ws,
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        open_timeout=20,
        close_timeout=0.3,
        local_addr=(source, 0),
        max_queue=None,
    )


async def watch(target: Target, seconds: float) -> None:
    """Request an International table 20 times a second on each of 8 sockets."""
    token = await target.token("Watcher", attacker(target))
    seats = [{"seat": seat, "level": "beginner"} for seat in (1, 2, 3)]
    body = {"computers": seats, "start": True, "terms": {"ruleset": "international"}}
    answer = await target.request("/api/rooms", body, source=attacker(target), token=token)
    text = json.dumps({"type": "watch", "room": answer.body["room"]})

    async def storm() -> None:
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                async with joined(target, token, attacker(target)) as talk:
                    while True:
                        await talk.send(text)
                        await asyncio.sleep(0.05)
            await asyncio.sleep(0.5)

    async with all_of(seconds, [storm() for _ in range(8)]):
        pass


async def frames(target: Target, seconds: float) -> None:
    """Send pings, pieces, bad messages and requests in a stream, as fast as they are read."""
    token = await target.token("Streamer", attacker(target))
    pieces = frame(1, b"{", fin=False) + frame(0, b"}", fin=False) * 60 + frame(0, b"")
    streams = [frame(9, b"") * 100, frame(1, b'{"type":"watch","rom":1}') * 10, pieces]
    loop = asyncio.get_running_loop()

    async def storm(number: int) -> None:
        while True:
            with suppress(OSError, TimeoutError):
                raw = await opened(target, attacker(target))
                with raw:
                    if number < 6:
                        await loop.sock_sendall(raw, _handshake(target, token))
                        await loop.sock_recv(raw, 4096)
                    stream = streams[number % 3] if number < 6 else REQUEST * 20
                    while True:
                        await asyncio.wait_for(loop.sock_sendall(raw, stream), 5)
                        with suppress(TimeoutError):
                            await asyncio.wait_for(loop.sock_recv(raw, 65536), 0.001)
            await asyncio.sleep(0.2)

    async with all_of(seconds, [storm(number) for number in range(8)]):
        pass


REQUEST = b"GET /api/presets HTTP/1.1\r\nHost: localhost\r\n\r\n"


def _handshake(target: Target, token: str) -> bytes:
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nAuthorization: Bearer {token}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def tables(target: Target, seconds: float) -> None:
    """Make guests and tables as fast as possible."""

    async def flood(number: int) -> None:
        while True:
            with suppress(OSError, AssertionError):
                token = await target.token(f"Opener {number}", attacker(target))
                for _ in range(20):
                    body = {
                        "seats": 2,
                        "computers": [{"seat": 1, "level": "beginner"}],
                        "start": True,
                    }
                    await target.request("/api/rooms", body, source=attacker(target), token=token)
            await asyncio.sleep(0.05)

    async with all_of(seconds, [flood(number) for number in range(6)]):
        pass


async def few_tables(target: Target) -> list[str]:
    """Return an error if one address has more tables than its quota."""
    live = await asyncio.to_thread(target.tables)
    return [f"{live:.0f} tables are live"] if live > 100 else []


async def guests(target: Target, seconds: float) -> None:
    """Make guests as fast as possible."""

    async def flood() -> None:
        while True:
            with suppress(OSError):
                await target.request("/api/me", source=attacker(target))

    async with all_of(seconds, [flood() for _ in range(4)]):
        pass


async def hosts(target: Target, seconds: float) -> None:
    """Send the name of another host, as in DNS rebinding."""
    loop = asyncio.get_running_loop()
    answers: list[bytes] = []

    async def flood() -> None:
        while True:
            with suppress(OSError, TimeoutError):
                raw = await opened(target, attacker(target))
                with raw:
                    request = b"GET /api/rooms HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                    await loop.sock_sendall(raw, request)
                    answers.append(await asyncio.wait_for(loop.sock_recv(raw, 12), 5))
            await asyncio.sleep(0.01)

    async with all_of(seconds, [flood() for _ in range(2)]):
        pass
    assert {*answers} <= {b"HTTP/1.1 421", b"HTTP/1.1 429", b""}, {*answers}
    assert b"HTTP/1.1 421" in answers


async def little_memory(target: Target) -> list[str]:
    """Return an error if the server holds too much memory."""
    held = target.memory()
    return [f"it holds {held / 2**20:.0f} MiB"] if held > MEMORY else []


ATTACKS = (
    Attack("half_open", half_open, "1,050 connections half open", little_memory, proxied=True),
    Attack("half_open_many", half_open_many, "3,000 half open", little_memory, proxied=True),
    Attack("slow_bodies", slow_bodies, "800 slow requests", little_memory, proxied=True),
    Attack("watch", watch, "an International table requested 160 times a second", little_memory),
    Attack("frames", frames, "pings, pieces, bad messages and requests in a stream", little_memory),
    Attack("tables", tables, "guests and tables as fast as possible", few_tables),
    Attack("guests", guests, "guests as fast as possible", little_memory),
    Attack("hosts", hosts, "requests with the name of another host"),
)
"""The attacks on connections."""
