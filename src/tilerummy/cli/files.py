"""The files that commands read, and where they keep their own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from tilerummy.records import Record, RecordError, read_record
from tilerummy.records.reader import LARGEST


def data_directory() -> Path:
    """Return where games and tables are kept: in the data directory of the user (XDG)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "tilerummy"


def read_bytes(file: str) -> bytes:
    """Return what *file* holds, ``-`` being standard input; raises OSError.

    Of a file that is too large for a record, only so much is read as shows that.
    """
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1)


def read_record_file(file: str) -> Record:
    """Return the record in *file*; raises ClickException, with the line where reading failed."""
    try:
        return read_record(read_bytes(file))
    except RecordError as error:
        raise click.ClickException(f"{file}, {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None
