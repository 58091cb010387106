"""The folder of a server: one process at a time may use it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tilerummy.server.store.private_files import make_private

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
