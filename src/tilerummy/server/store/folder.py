"""A server's folder: used by one process at a time, and readable only by its user."""

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
    """Lock the folder for this process; raises FolderInUseError, OSError.

    The operating system releases the lock when the process ends, for any reason.
    """
    path = folder / "lock"
    make_private(path)  # anyone who can read the file could lock it
    with path.open("a") as file:
        if not _locked(file.fileno()):
            raise FolderInUseError(
                f"another server uses {folder}; stop it first, or choose another folder with --data"
            )
        yield


def _locked(descriptor: int) -> bool:
    """Try to lock an open file, and return whether that succeeded."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def make_private(path: Path) -> None:
    """Create an empty file if it is missing, for its owner only; raises OSError.

    The access of a group stays the same.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    close_to_others(path)


def close_to_others(path: Path) -> None:
    """Restrict a file that all users may access, for example after copying it, to its owner."""
    with suppress(FileNotFoundError, PermissionError):  # another user's file is theirs to restrict
        if path.stat().st_mode & 0o007:
            path.chmod(0o600)
