"""The folder of a server: one process at a time may use it, and only its user may read it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FolderInUseError(Exception):
    """Another server uses the folder."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the folder for this process alone; raises FolderInUseError, OSError.

    The operating system releases it when the process ends, for any reason.
    """
    path = folder / "lock"
    make_private(path)  # whoever may read it may hold it
    with path.open("a") as file:
        if not _locked(file.fileno()):
            raise FolderInUseError(
                f"another server uses {folder}; end it first, or name another folder with --data"
            )
        yield


def _locked(descriptor: int) -> bool:
    """Return whether an open file could be locked; closing it releases the lock."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


_OTHERS = 0o007


def make_private(path: Path) -> None:
    """Make an empty file if there is none; raises OSError.

    Nobody but its owner may use it, unless its owner has let a group do so.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Take a file that anybody may use from all but its owner; nothing if there is none.

    An older version may have made it, or it was copied here.
    """
    with suppress(FileNotFoundError, PermissionError):  # whose owner is another one decides
        if path.stat().st_mode & _OTHERS:
            path.chmod(0o600)
