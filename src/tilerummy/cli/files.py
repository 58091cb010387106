"""Reads and writes files for the commands, and locates their data directory."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tilerummy.records import Record, RecordError, read_record
from tilerummy.records.reader import LARGEST


def data_directory() -> Path:
    """Return the directory for saved games and tables, in the user's data directory (XDG)."""
    home = os.environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "tilerummy"


class OutputFile(click.Path):
    """An option type for an output file, checked before the work starts.

    The file's directory must exist, so that no one waits for a result that cannot be saved.
    """

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(  # noqa: D102  as in click
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Path:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not path.parent.is_dir():
            reason = f"there is no directory {path.parent}"
            self.fail(f"{path} cannot be written: {reason}.", param, ctx)
        return path


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Report any error while writing *path* with a sentence instead of a traceback."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise click.ClickException(f"{path} cannot be written: {reason}.") from None


def read_bytes(file: str) -> bytes:
    """Return the contents of *file*, where ``-`` is standard input. Raises OSError.

    If the file is too large to be a record, only enough is read to detect that.
    """
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1)


def read_record_file(file: str) -> Record:
    """Return the record in *file*. If that fails, raise ClickException naming the faulty line."""
    try:
        return read_record(read_bytes(file))
    except RecordError as error:
        raise click.ClickException(f"{file}, {error}") from None
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}") from None
