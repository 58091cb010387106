"""Files that only the user of the server may read: tables, keys, copies."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

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
