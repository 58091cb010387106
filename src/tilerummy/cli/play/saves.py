"""Saves a game during play, either to a file chosen by the user or to an automatic save file."""

from __future__ import annotations

import os
import shlex
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from click import ClickException

from tilerummy.cli.files import data_directory, read_record_file, writing
from tilerummy.records import Record, write_jsonl, write_text

SUFFIX = ".jsonl"
"""The file suffix of automatic saves, which use the JSON lines format."""

LAST = "last"
"""The word that can be used instead of a file name to mean the latest unfinished game."""

_PREFIX = "unfinished-"
_SET_ASIDE = "put-away-"


def write_record(record: Record, path: Path) -> None:
    """Write *record* to *path*, as JSON lines or text depending on the suffix.

    The file is replaced atomically, so a crash leaves the old file intact. A missing folder is
    created only if it is :func:`~tilerummy.cli.files.data_directory`. Raises ClickException if the
    file cannot be written.
    """
    text = write_jsonl(record) if path.suffix == SUFFIX else write_text(record)
    with writing(path):
        if path.parent.absolute() == data_directory():
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.parent.exists():
            raise OSError(f"there is no directory {path.parent}")
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


class AutoSave:
    """The file that a game is saved to during play.

    ``own`` is True if the user chose a file outside the data directory. Such a file is not deleted
    when the game ends. ``failing`` is True if the last attempt to write the file failed.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.own = path is not None and path.absolute().parent != data_directory()
        self.path = path if path is not None and self.own else _new_path()
        if path is not None and not self.own:
            with suppress(OSError):  # renamed for this process; otherwise a new file is written
                path.replace(self.path)
        self._written: set[Path] = {self.path.absolute()}
        self.failing = False

    def save(self, record: Record) -> str | None:
        """Write *record*; return a warning if this fails for the first time, otherwise None."""
        try:
            write_record(record, self.path)
        except ClickException as error:
            warned, self.failing = self.failing, True
            way_out = "The game continues but is not saved: save FILE saves it elsewhere."
            return None if warned else f"{error.message} {way_out}"
        self.failing = False
        return None

    def copy(self, record: Record, path: Path) -> None:
        """Write *record* to *path*. Raises ClickException if a different file exists there."""
        if path.absolute() not in self._written and path.exists():
            raise ClickException(f"{path} already exists: choose another name.")
        write_record(record, path)
        self._written.add(path.absolute())

    def delete(self) -> None:
        """Delete the file of a finished game, unless the user chose it."""
        if not self.own:
            with suppress(OSError):
                self.path.unlink()


def _new_path() -> Path:
    """Return a path for saving a new game. The file name contains the time and the process id."""
    now = datetime.now().astimezone()
    return data_directory() / f"{_PREFIX}{now:%Y-%m-%d-%H%M%S}-{os.getpid()}{SUFFIX}"


def drop_older(record: Record) -> None:
    """Delete older automatic saves of the same game, if *record* includes all their moves."""
    for path in unfinished():
        with suppress(ClickException, OSError):
            if _begins(read_record_file(str(path)), record):
                path.unlink()


def _begins(other: Record, record: Record) -> bool:
    """Return whether *other* is a prefix of *record*."""
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
    """Yield the automatic saves that no running process is using, latest first."""
    with suppress(OSError):
        for path in sorted(data_directory().glob(f"{_PREFIX}*{SUFFIX}"), reverse=True):
            if not _playing(path):
                yield path


def set_aside(path: Path) -> Path:
    """Rename an automatic save so that it is not offered again; return its new path."""
    away = path.with_name(path.name.replace(_PREFIX, _SET_ASIDE, 1))
    try:
        path.replace(away)
    except OSError as error:
        raise ClickException(f"{path} cannot be put aside: {error.strerror or error}.") from None
    return away


def _playing(path: Path) -> bool:
    """Return whether the process that wrote the automatic save at *path* is still running."""
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


def how_to_resume(name: str) -> str:
    """Return a sentence that explains how to resume the game in the file *name*, or the last game.

    The sentence shows the ``tilerummy`` command if it is installed, and otherwise the ``make``
    command.
    """
    resume = f"--resume {shlex.quote(name)}"
    if shutil.which("tilerummy"):
        return f"To continue: tilerummy play {resume}"
    if Path("Makefile").is_file() and Path("src/tilerummy").is_dir():
        by_make = f'make terminal ARGS="{resume}"'
        return (
            f"make terminal offers it again, or: {by_make}"
            if name == LAST
            else f"To continue: {by_make}"
        )
    if name == LAST:
        return "The next start offers to resume it."
    return f"To continue, start again with {resume}"
