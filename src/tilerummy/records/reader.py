"""Reads records in either form."""

from __future__ import annotations

from tilerummy.records.jsonl.reader import read_jsonl
from tilerummy.records.record import Record, RecordError
from tilerummy.records.source_lines import RecordObserver, SourceLines
from tilerummy.records.text.reader import read_text

LARGEST = 64 * 1024 * 1024
"""No record is longer, in characters or bytes."""


def read_record(source: str | bytes) -> Record:
    """Return the record that *source* holds, as JSON lines or as text; bytes are UTF-8.

    Raises RecordError, with the line and what was expected there, for text that is no record.
    """
    return read_located(source)[0]


def read_located(
    source: str | bytes, observer: RecordObserver | None = None
) -> tuple[Record, SourceLines]:
    """Return the record that *source* holds, and the lines of its parts.

    Each part is shown to *observer* as it is read.
    """
    observer = observer or RecordObserver()
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
