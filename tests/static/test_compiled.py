"""Compiled modules are used at the next start, although the sources are unpacked again."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

RUN = """
import sys
sys.path.insert(0, sys.argv[1])
from tilerummy.browser import compiled
compiled.prepare(sys.argv[1])
import example
sys.stdout.buffer.write(compiled.packed(sys.argv[1]))
"""


def start(folder: Path) -> bytes:
    done = subprocess.run([sys.executable, "-c", RUN, folder], capture_output=True, check=True)
    return done.stdout


def test_a_module_is_not_compiled_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for seconds, folder in enumerate((first, second), 1_000_000_000):
        folder.mkdir()
        (folder / "example.py").write_text("VALUE = 1\n")
        os.utime(folder / "example.py", (seconds, seconds))
    packed = start(first)
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        archive.extractall(second)
    (stored,) = second.rglob("*.pyc")
    before = stored.stat().st_mtime_ns, stored.read_bytes()
    start(second)
    assert (stored.stat().st_mtime_ns, stored.read_bytes()) == before


LIBRARY = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from tilerummy.browser import compiled
import used
assert used.VALUE == 1
sys.stdout.buffer.write(asyncio.run(compiled.packed_library()))
"""


def test_imported_modules_of_the_library_are_not_compiled_again(tmp_path: Path) -> None:
    library = tmp_path / "library.zip"
    with zipfile.ZipFile(library, "w") as archive:
        archive.writestr("used.py", "VALUE = 1\n")
        archive.writestr("unused.py", "VALUE = 2\n")
    for names in ({"used.py", "unused.py"}, {"used.pyc", "unused.py"}, {"used.pyc", "unused.py"}):
        with zipfile.ZipFile(library) as archive:
            assert {*archive.namelist()} == names
        command = [sys.executable, "-c", LIBRARY, str(library)]
        done = subprocess.run(command, capture_output=True, check=True)
        library.write_bytes(done.stdout)
