"""Text and arrays as PostgreSQL is sent them.

PostgreSQL's text holds every character but U+0000, so that one is written as U+001A 0, and U+001A
itself, which nobody types, as U+001A 1.

Arrays are encoded here, because each has the same type then, whatever it holds: the plans of a
statement are kept by the types of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from struct import Struct

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.pq import Format

_MARK = "\x1a"

_HEADER = Struct("!iiIii")
_EMPTY = Struct("!iiI")
_SIZE = Struct("!i")
_NULL = _SIZE.pack(-1)
_TRUE, _FALSE = b"\0\0\0\1\1", b"\0\0\0\1\0"
_INT4 = Struct("!ii")
_OIDS = {"bool": 16, "bytea": 17, "int4": 23, "text": 25}


def encoded(text: str) -> bytes:
    r"""Return text as it is stored.

    >>> encoded("a" + chr(0) + "b")
    b'a\x1a0b'
    """
    if "\0" in text or _MARK in text:
        text = text.replace(_MARK, _MARK + "1").replace("\0", _MARK + "0")
    return text.encode()


def decoded(stored: bytes) -> str:
    """Return text as it was before it was stored."""
    text = stored.decode()
    if _MARK in text:
        text = text.replace(_MARK + "0", "\0").replace(_MARK + "1", _MARK)
    return text


class TextArray(bytes):
    """An array of texts, encoded."""


class BytesArray(bytes):
    """An array of bytes, encoded."""


class IntArray(bytes):
    """An array of integers of 32 bits, encoded."""


class BoolArray(bytes):
    """An array of truth values, encoded."""


def texts(values: Iterable[str | None]) -> TextArray:
    """Return an array of texts."""
    items = (None if value is None else encoded(value) for value in values)
    return TextArray(_sized([*items], _OIDS["text"]))


def blobs(values: Iterable[bytes | None]) -> BytesArray:
    """Return an array of bytes; raises TypeError for what is no bytes."""
    return BytesArray(_sized([*values], _OIDS["bytea"]))


def ints(values: Iterable[int]) -> IntArray:
    """Return an array of integers."""
    items = [_INT4.pack(4, value) for value in values]
    return IntArray(_array(items, _OIDS["int4"]))


def bools(values: Iterable[bool | None]) -> BoolArray:
    """Return an array of truth values."""
    items = [_NULL if value is None else _TRUE if value else _FALSE for value in values]
    return BoolArray(_array(items, _OIDS["bool"]))


def _sized(values: Sequence[bytes | None], oid: int) -> bytes:
    items = [_NULL if value is None else _SIZE.pack(len(value)) + value for value in values]
    return _array(items, oid)


def _array(items: Sequence[bytes], oid: int) -> bytes:
    """Return an array of one dimension in PostgreSQL's binary format."""
    if not items:
        return _EMPTY.pack(0, 0, oid)
    return b"".join((_HEADER.pack(1, 1, oid, len(items), 1), *items))


class _TextDumper(Dumper):
    """Writes text."""

    oid = _OIDS["text"]
    format = Format.BINARY

    def dump(self, obj: str) -> Buffer:
        return encoded(obj)


class _TextLoader(Loader):
    """Reads text."""

    def load(self, data: Buffer) -> str:
        return decoded(bytes(data))


class _BinaryTextLoader(_TextLoader):
    """Reads text from a result in the binary format."""

    format = Format.BINARY


class _EncodedDumper(Dumper):
    """Writes what is encoded already."""

    format = Format.BINARY

    def dump(self, obj: bytes) -> Buffer:
        return bytes(obj)


def _dumper(oid: int) -> type[Dumper]:
    return type("ArrayDumper", (_EncodedDumper,), {"oid": oid})


def adapt(db: psycopg.Connection) -> None:
    """Let a connection send and return text and arrays as they are written here."""
    db.adapters.register_dumper(str, _TextDumper)
    db.adapters.register_loader("text", _TextLoader)
    db.adapters.register_loader("text", _BinaryTextLoader)
    for kind, oid in ((BoolArray, 1000), (BytesArray, 1001), (IntArray, 1007), (TextArray, 1009)):
        db.adapters.register_dumper(kind, _dumper(oid))
