"""A server's folder, which only one process at a time can use and only its owner can read."""

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
    """Raised if another server is using the folder."""


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Lock the folder for this process; raises FolderInUseError or OSError.

    The operating system releases the lock when the process ends, even after a crash.
    """
    path = folder / "lock"
    make_private(path)  # otherwise, anyone able to read the file could lock it
    with path.open("a") as file:
        if not _locked(file.fileno()):
            raise FolderInUseError(
                f"another server uses {folder}; stop it first, or choose another folder with --data"
            )
        yield


def _locked(descriptor: int) -> bool:
    """Try to lock an open file, and return whether this succeeded."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can access; raises OSError.

    If the file already exists and other users can access it, its permissions are restricted to the
    owner.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Restrict a file to its owner if other users can access it, for example after copying it."""
    with suppress(FileNotFoundError, PermissionError):  # another user's file is theirs to change
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)
