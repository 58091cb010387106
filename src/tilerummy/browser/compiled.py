"""The compiled modules of the program and of Python's library.

A page stores them so that the next start is faster.
"""

from __future__ import annotations

import asyncio
import marshal
import os
import sys
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from io import BytesIO
from pathlib import Path
from typing import Final

UNCHECKED: Final = b"\x01\x00\x00\x00"
"""The flags of a compiled module that is used without its source (PEP 552)."""


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


async def packed_library() -> bytes:
    """Return the zip file of Python's library, with the modules imported from it so far compiled.

    Compiling takes a few seconds, during which other tasks run.
    """
    path = next(each for each in sys.path if each.endswith(".zip"))
    specs = [getattr(module, "__spec__", None) for module in [*sys.modules.values()]]
    imported = {spec.origin for spec in specs if spec}
    out = BytesIO()
    with (
        zipfile.ZipFile(path) as library,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        for name in library.namelist():
            content, origin = library.read(name), f"{path}/{name}"
            if origin in imported and name.endswith(".py"):
                code = marshal.dumps(compile(content, origin, "exec", dont_inherit=True))
                archive.writestr(f"{name}c", MAGIC_NUMBER + UNCHECKED + source_hash(content) + code)
                await asyncio.sleep(0)
            else:
                archive.writestr(name, content)
    return out.getvalue()
