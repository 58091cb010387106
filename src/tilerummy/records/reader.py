"""Reads records in either format."""

from __future__ import annotations

import re
from typing import Protocol

from tilerummy.records.jsonl.reader import read_jsonl
from tilerummy.records.record import Record, RecordError
from tilerummy.records.source_lines import RecordObserver, SourceLines
from tilerummy.records.text.reader import read_text

LARGEST = 64 * 1024 * 1024
"""The maximum length of a record, in characters or bytes."""


class File(Protocol):
    """An object that has a ``read_bytes`` method, such as a ``pathlib.Path``."""

    def read_bytes(self) -> bytes:
        """Return the content of the file."""


Source = str | bytes | File
"""The source of a record: text, UTF-8 bytes or a file."""


def read_record(source: Source) -> Record:
    """Return the record in *source*, which contains JSON lines or text. Bytes must be UTF-8.

    To read a file, pass a ``Path``: ``read_record(Path("evening.rummy"))``. If the source is
    malformed, raises RecordError with the line number and a description of the expected text.

    >>> from tilerummy import Round, read_record, write_text
    >>> text = write_text(Round("sabra", seats=2, seed=1).record(["Ann", "Ben"]))
    >>> record = read_record(text)
    >>> record.names, record.ruleset
    (('Ann', 'Ben'), 'sabra')
    """
    return read_located(source)[0]


def content(source: Source) -> str | bytes:
    """Return the content of *source*.

    Raises TypeError if *source* is of any other type, and RecordError if it is a string that
    contains a file name.
    """
    if isinstance(source, str) and _FILE_NAME.fullmatch(source):
        raise RecordError(1, f"expected a record, not a file name: Path({source!r})")
    if isinstance(source, str | bytes):
        return source
    if not callable(getattr(source, "read_bytes", None)):
        raise TypeError(f'a record is a string, bytes, or Path("evening.rummy"), not {source!r}')
    return source.read_bytes()


_FILE_NAME = re.compile(r"\S.{0,300}\.(rummy|jsonl?|txt)")


def read_located(
    source: Source, observer: RecordObserver | None = None
) -> tuple[Record, SourceLines]:
    """Return the record in *source*, and the line numbers of the record's parts.

    Each part is passed to *observer* while it is being read.
    """
    observer = observer or RecordObserver()
    source = content(source)
    if len(source) > LARGEST:
        raise RecordError(1, f"expected a record, not more than {LARGEST // 2**20} megabytes")
    text = _decoded(source) if isinstance(source, bytes) else source
    text = text.removeprefix("\ufeff")
    return (read_jsonl if text.lstrip()[:1] == "{" else read_text)(text, observer)


def _decoded(source: bytes) -> str:
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RecordError(1, "expected UTF-8, not UTF-16: save the record as UTF-8")
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        byte = source[error.start]
        raise RecordError(line, f"expected UTF-8 text, not the byte 0x{byte:02x}") from None
