"""Frames of the WebSocket protocol (RFC 6455, section 5.2), as far as they are read by hand."""

from __future__ import annotations

from tilerummy.server.settings import FRAME

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was built without a compiler
    from websockets.utils import apply_mask

PONG = 0x8A
"""The first byte of a pong."""
_WHOLE = (b"\x81", b"\x8a")
"""The first bytes of a whole text, and of a pong."""


def unmasked_message(data: bytes) -> bytes | None:
    """Return the payload if *data* is exactly one frame of a client: a whole text, or a pong."""
    if data[:1] not in _WHOLE:
        return None
    start = 8 if data[1:2] == b"\xfe" and data[0] != PONG else 6
    size = int.from_bytes(data[2:4]) if start == 8 else (data[1] & 127 if data[1:] else 0)
    if data[1:2] < b"\x80" or len(data) != start + size or size > FRAME:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


def is_text(pieces: list[bytes]) -> bool:
    """Return whether the pieces of a message are UTF-8 together."""
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True


def head_of_text(size: int) -> bytes:
    """Return the head of a frame that is a whole text of so many bytes: RFC 6455, section 5.2."""
    if size < 126:
        return bytes((0x81, size))
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2)
    return b"\x81\x7f" + size.to_bytes(8)


def missing_bytes(data: bytes, start: int) -> int | None:
    """Return how many bytes of a client's frame are still to come after *data*.

    A frame begins there at *start*. None where *data* ends in the head of a frame.
    """
    while start < len(data):
        kind, head = data[start + 1 : start + 2], 6
        if not kind:
            return None
        size = kind[0] & 127
        if size >= 126:
            head = 8 if size == 126 else 14
            if start + head - 4 > len(data):
                return None
            size = int.from_bytes(data[start + 2 : start + head - 4])
        start += head + size
    return start - len(data)
