"""The program's compiled modules, which a page stores so that the next start is faster."""

from __future__ import annotations

import os
import sys
import zipfile
from io import BytesIO
from pathlib import Path


def prepare(folder: str) -> None:
    """Enable the cache of compiled modules in *folder*.

    Python uses a cached module only if its source has the same modification time as before.
    Therefore, all sources get the same fixed time.
    """
    sys.dont_write_bytecode = False
    for path in Path(folder).rglob("*.py"):
        os.utime(path, (0, 0))


def packed(folder: str) -> bytes:
    """Return a zip file of the modules that have been compiled in *folder* so far."""
    root, out = Path(folder), BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(root.rglob("*.pyc")):
            archive.write(path, path.relative_to(root), zipfile.ZIP_DEFLATED)
    return out.getvalue()
