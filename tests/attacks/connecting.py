"""Attacks with connections: half-open ones, many sockets, tables and guests."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from functools import partial
from itertools import count

from tests.attacks.harness import Attack, again, at_most, together
from tests.attacks.target import Target, attacker
from tests.server.served import frame

WATCHER, HALF_OPEN = 20, 21
"""Separate addresses, because other attackers at the same time need their own connections."""


async def opened(target: Target, source: str) -> socket.socket:
    """Return a connection to the server from the address *source*."""
    raw = socket.socket()
    raw.setblocking(False)  # noqa: FBT003 - sockets take no keyword
    try:
        raw.bind((source, 0))
        loop = asyncio.get_running_loop()
        await asyncio.wait_for(loop.sock_connect(raw, ("127.0.0.1", target.port)), 5)
    except BaseException:
        raw.close()
        raise
    return raw


async def half_open(target: Target, seconds: float, limit: int = 1050) -> None:
    """Hold connections that never send a complete request, and replace closed ones."""
    loop = asyncio.get_running_loop()
    raws: list[socket.socket] = []
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    try:
        end = loop.time() + seconds
        for number in count():
            if loop.time() > end:
                break
            with suppress(OSError, TimeoutError):
                raw = await opened(target, attacker(HALF_OPEN))
                raws.append(raw)
                await loop.sock_sendall(raw, head)
            if len(raws) > limit:
                raws.pop(0).close()
            if number % 50 == 49:
                await asyncio.sleep(0.02)
    finally:
        for raw in raws:
            raw.close()


async def slow_bodies(target: Target, seconds: float) -> None:
    """Send heads and bodies one byte at a time, on as many connections as are accepted."""
    loop = asyncio.get_running_loop()
    head = b"POST /api/judge HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n"

    async def one(number: int) -> None:
        with await opened(target, attacker(number % 4)) as raw:
            for piece in [bytes([each]) for each in head] if number % 2 else [head]:
                await loop.sock_sendall(raw, piece)
                await asyncio.sleep(0.2)
            while True:
                await loop.sock_sendall(raw, b" ")
                await asyncio.sleep(0.5)

    await together(seconds, [again(partial(one, number), 0.5) for number in range(800)])


async def watch(target: Target, seconds: float) -> None:
    """Request an International table 20 times per second on each of 8 sockets."""
    token = await target.token("Watcher", attacker(WATCHER))
    room = await target.open(token, attacker(WATCHER), computers=3, rules="international")
    text = json.dumps({"type": "watch", "room": room})

    async def storm() -> None:
        async with target.socket(token, attacker(WATCHER)) as talk:
            while True:
                await talk.send(text)
                await asyncio.sleep(0.05)

    await together(seconds, [again(storm, 0.5) for _ in range(8)])


async def frames(target: Target, seconds: float) -> None:
    """Send pings, pongs, fragments, bad messages and requests as fast as possible."""
    token = await target.token("Streamer", attacker(WATCHER))
    pieces = frame(1, b"{", fin=False) + frame(0, b"}", fin=False) * 60 + frame(0, b"")
    controls = (frame(9, b"") + frame(10, b"x" * 125)) * 50
    streams = [controls, frame(1, b'{"type":"watch","rom":1}') * 10, pieces]
    loop = asyncio.get_running_loop()

    async def storm(number: int) -> None:
        with await opened(target, attacker(WATCHER)) as raw:
            if number < 6:
                await loop.sock_sendall(raw, _handshake(target, token))
                await loop.sock_recv(raw, 4096)
            stream = streams[number % 3] if number < 6 else REQUEST * 20
            while True:
                await asyncio.wait_for(loop.sock_sendall(raw, stream), 5)
                with suppress(TimeoutError):
                    await asyncio.wait_for(loop.sock_recv(raw, 65536), 0.001)

    await together(seconds, [again(partial(storm, number)) for number in range(8)])


REQUEST = b"GET /api/presets HTTP/1.1\r\nHost: localhost\r\n\r\n"


def _handshake(target: Target, token: str) -> bytes:
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{target.port}\r\nAuthorization: Bearer {token}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


async def tables(target: Target, seconds: float) -> None:
    """Create guests and tables as fast as possible."""

    async def flood(number: int) -> None:
        token = await target.token(f"Opener {number}", attacker(WATCHER))
        for _ in range(20):
            with suppress(AssertionError):
                await target.open(token, attacker(WATCHER))

    await together(seconds, [again(partial(flood, number), 0.05) for number in range(6)])


async def few_tables(target: Target) -> list[str]:
    """Return an error if an address has more tables than its quota."""
    live = await asyncio.to_thread(target.tables)
    return [f"{live:.0f} tables are live"] if live > 100 else []


async def guests(target: Target, seconds: float) -> None:
    """Create guests as fast as possible."""

    async def flood() -> None:
        await target.request("/api/me", source=attacker(WATCHER))

    await together(seconds, [again(flood, 0.0) for _ in range(4)])


async def hosts(target: Target, seconds: float) -> None:
    """Send the name of another host, as in DNS rebinding."""
    loop = asyncio.get_running_loop()
    answers: list[bytes] = []

    async def flood() -> None:
        with await opened(target, attacker(WATCHER)) as raw:
            request = b"GET /api/rooms HTTP/1.1\r\nHost: evil.example\r\n\r\n"
            await loop.sock_sendall(raw, request)
            answers.append(await asyncio.wait_for(loop.sock_recv(raw, 12), 5))

    await together(seconds, [again(flood, 0.01) for _ in range(2)])
    assert {*answers} <= {b"HTTP/1.1 421", b"HTTP/1.1 429", b""}, {*answers}
    assert b"HTTP/1.1 421" in answers


SMALL = at_most(memory=150)
"""The memory limit in MiB after an attack, with victims playing."""

ATTACKS = (
    Attack("half_open", half_open, "1,050 connections half open", SMALL, proxied=True),
    Attack(
        "half_open_3000", partial(half_open, limit=3000), "3,000 half open", SMALL, proxied=True
    ),
    Attack("slow_bodies", slow_bodies, "800 slow requests", SMALL, proxied=True),
    Attack("watch", watch, "an International table requested 160 times per second", SMALL),
    Attack("frames", frames, "pings, fragments, bad messages and requests in a stream", SMALL),
    Attack("tables", tables, "guests and tables as fast as possible", few_tables),
    Attack("guests", guests, "guests as fast as possible", SMALL),
    Attack("hosts", hosts, "requests with the name of another host"),
)
