"""Frames that no library would send (A13, D1, D2)."""

from __future__ import annotations

import json
import re
import socket
import struct
from contextlib import suppress

import pytest
from tests.server.served import Served, frame, raw_socket

from tilerummy.server.settings import FRAME

CLOSE = re.compile(rb"\x88[\x02-\x7d](..)", re.DOTALL)
"""The close frame with its code; everything else that the server sends here is ASCII."""


def closed_with(raw: socket.socket) -> int:
    """Return the server's close code, or 1006 if it drops the connection."""
    data = b""
    with suppress(ConnectionError):
        while part := raw.recv(65536):
            data += part
            if found := CLOSE.search(data):
                return int.from_bytes(found[1])
    return 1006


FRAMES = [
    ("binary", frame(2, b"\x00\x01"), {1003}),
    ("not utf-8", frame(1, b"\xff\xfe"), {1007}),
    ("unmasked", frame(1, b"{}", masked=False), {1002}),
    ("reserved bits", frame(1, b"{}", rsv=4), {1002}),
    ("unknown opcode", frame(3, b""), {1002}),
    ("control in pieces", frame(9, b"", fin=False), {1002}),
    ("long ping", frame(9, b"x" * 126), {1002}),
    ("piece of nothing", frame(0, b"x"), {1002}),
    ("one byte too many", frame(1, b" " * (FRAME + 1)), {1009}),
    ("a GiB announced", struct.pack("!BBQ", 0x81, 0xFF, 1 << 30) + bytes(4), {1009}),
    ("2^63 announced", struct.pack("!BBQ", 0x81, 0xFF, 1 << 63) + bytes(4), {1002, 1009}),
    ("pieces too long", frame(1, b"x" * 9000, fin=False) + frame(0, b"x" * 9000), {1009}),
    ("random bytes", bytes(range(1, 255)) * 8, {1002, 1006}),
]


@pytest.mark.parametrize(("sent", "codes"), [f[1:] for f in FRAMES], ids=[f[0] for f in FRAMES])
def test_a13_d1_a_bad_frame_closes_one_socket(server: Served, sent: bytes, codes: set[int]) -> None:
    with server.person().socket() as other, raw_socket(server.person()) as wire:
        wire.sendall(sent)
        assert closed_with(wire) in codes
        assert other.until_pong() == []


def test_d1_a_frame_of_the_maximum_size_is_read(server: Served) -> None:
    with server.person().socket() as talk:
        text = json.dumps({"type": "ping"})
        talk.raw.send(text + " " * (FRAME - len(text)))
        assert talk.next()["type"] == "pong"


UPGRADE = (
    "Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
UNREADABLE = {
    "a long header": f"GET /ws HTTP/1.1\r\n{UPGRADE}Cookie: {'x' * 9000}\r\n\r\n",
    "many headers": f"GET /ws HTTP/1.1\r\n{UPGRADE}" + "X-Y: 1\r\n" * 180 + "\r\n",
    "an invalid header": f"GET /ws HTTP/1.1\r\n{UPGRADE}X-Bell: \x07\r\n\r\n",
    "a long address": f"GET /ws?{'x' * 9000} HTTP/1.1\r\n{UPGRADE}\r\n",
}


@pytest.mark.parametrize("request_", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_d5_an_invalid_handshake_opens_no_socket(server: Served, request_: str) -> None:
    """The library sends no response, and proxies reject such requests earlier."""
    with (
        server.person().socket() as other,
        socket.create_connection(("127.0.0.1", server.port), timeout=0.5) as raw,
    ):
        raw.sendall(request_.encode())
        with suppress(ConnectionError, TimeoutError):
            assert not raw.recv(4096).startswith(b"HTTP/1.1 101")
        assert other.until_pong() == []
