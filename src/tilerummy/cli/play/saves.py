"""Keeping a game: in a file of one's own, or by itself where a crash cannot reach it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from tilerummy.cli.files import data_directory
from tilerummy.records import Record, RecordError, read_record, write_jsonl, write_text

SUFFIX = ".jsonl"
"""What the name of a game that is kept by itself ends with: it is written as JSON lines."""

_PREFIX = "unfinished-"
_PUT_AWAY = "put-away-"


class SaveError(ValueError):
    """A file that cannot be written or read; the message says why and the way out."""


def write_record(record: Record, path: Path) -> None:
    """Write *record* to *path*, as JSON lines if its name says so, else as text.

    The file is complete or as it was before, whatever happens. No directory is made but our own.
    Raises SaveError.
    """
    text = write_jsonl(record) if path.suffix == SUFFIX else write_text(record)
    try:
        if path.parent.absolute() == data_directory():
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.parent.exists():
            raise SaveError(f"{path} cannot be written: there is no directory {path.parent}.")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise SaveError(f"{path} cannot be written: {error.strerror or error}.") from None


def load_record(path: Path) -> Record:
    """Return the record in a file; raises SaveError, with the line where reading failed."""
    try:
        return read_record(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise SaveError(f"{path} is no record of a game: it is not text.") from None
    except RecordError as error:
        raise SaveError(f"{path}, {error}") from None


class AutoSave:
    """Where a game is kept while it is played.

    A file that the user named stays; one in the data directory goes when the game is over.
    ``failing`` tells whether the last attempt to write it failed. *twin* is the file in the data
    directory that holds the same game: it is kept up to date, so that the next start offers no
    older one.
    """

    def __init__(self, path: Path | None = None, twin: Path | None = None) -> None:
        self.own = path is not None and path.absolute().parent != data_directory()
        self.path = path if path is not None and self.own else _new_path()
        if path is not None and not self.own:
            with suppress(OSError):  # ours from now on; else the next command writes a new one
                path.replace(self.path)
        self._copies: set[Path] = {self.path.absolute()}
        self.failing = False
        self._twin: Path | None = None
        if self.own and twin is not None:
            with suppress(OSError):
                self._twin = twin.replace(_new_path())

    def keep(self, record: Record) -> str | None:
        """Write *record*; return a warning the first time that it cannot be written."""
        if self._twin is not None:
            with suppress(SaveError):
                write_record(record, self._twin)
        try:
            write_record(record, self.path)
        except SaveError as error:
            warned, self.failing = self.failing, True
            way_out = "The game goes on, but is not kept: save FILE writes it elsewhere."
            return None if warned else f"{error} {way_out}"
        self.failing = False
        return None

    def copy(self, record: Record, path: Path) -> None:
        """Write *record* to another file; raises SaveError, also for a file that is not ours."""
        if path.absolute() not in self._copies and path.exists():
            raise SaveError(f"{path} is there already: choose another name.")
        write_record(record, path)
        self._copies.add(path.absolute())

    def drop(self) -> None:
        """Remove the file of a game that is over, unless the user named it."""
        for path in (self._twin if self.own else self.path,):
            if path is not None:
                with suppress(OSError):
                    path.unlink()


def _new_path() -> Path:
    """Return the path of a new game: its name tells when it began and which process plays it."""
    now = datetime.now().astimezone()
    return data_directory() / f"{_PREFIX}{now:%Y-%m-%d-%H%M%S}-{os.getpid()}{SUFFIX}"


def autosave_of(record: Record) -> Path | None:
    """Return the file kept by itself that holds the same game as *record* and is no further on."""
    for path in unfinished():
        with suppress(SaveError):
            if _begins(load_record(path), record):
                return path
    return None


def _begins(other: Record, record: Record) -> bool:
    """Return whether *other* is the beginning of *record*, or all of it."""
    count = len(other.rounds)
    if not 1 <= count <= len(record.rounds) or other.players != record.players:
        return False
    last, same = other.rounds[-1], record.rounds[count - 1]
    return (
        other.rounds[:-1] == record.rounds[: count - 1]
        and last.deal == same.deal
        and last.steps == same.steps[: len(last.steps)]
    )


def unfinished() -> Iterator[Path]:
    """Yield the files of games that nobody plays any more and that are not over, latest first."""
    with suppress(OSError):
        for path in sorted(data_directory().glob(f"{_PREFIX}*{SUFFIX}"), reverse=True):
            if not _playing(path):
                yield path


def set_aside(path: Path) -> Path:
    """Rename the file of an unfinished game, so that it is not offered again; return the name."""
    away = path.with_name(path.name.replace(_PREFIX, _PUT_AWAY, 1))
    try:
        path.replace(away)
    except OSError as error:
        raise SaveError(f"{path} cannot be put away: {error.strerror or error}.") from None
    return away


def _playing(path: Path) -> bool:
    """Return whether the process that wrote the file is still there."""
    number = path.stem.rpartition("-")[2]
    if not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return int(number) != os.getpid()
