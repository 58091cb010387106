"""The engine's modules are compiled, and its archives are packed for the browser."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64decode
from io import BytesIO
from pathlib import Path

from tilerummy.cli.static.archives import as_tar, packed, stored, zipped
from tilerummy.cli.static.compiled import compiled, imported

ROOT = Path(__file__).parents[2]
UNPACKED = Path(__file__).with_name("unpacked.mjs")
EXAMPLE = b'''"""An example."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Point:
    """A point."""

    x: int


def check(x: int) -> Point:
    """Return a point."""
    assert x > 0, x
    return Point(x)


def empty() -> None:
    """Do nothing."""
'''
RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import example
print(example.__file__.endswith("example.pyc"), example.__doc__, example.empty(), example.check(1))
example.check(0)
"""


def test_compiled_modules_work_without_their_sources(tmp_path: Path) -> None:
    archive = compiled(zipped([("example.py", EXAMPLE), ("data.json", b"{}")]))
    file = tmp_path / "archive.zip"
    file.write_bytes(archive)
    with zipfile.ZipFile(file) as content:
        assert content.namelist() == ["example.pyc", "data.json"]
        assert content.read("data.json") == b"{}"
        assert b"A point" not in content.read("example.pyc")
    done = subprocess.run(
        [sys.executable, "-c", RUN, file], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True None None Point(x=1)\n"
    assert done.stderr.splitlines()[-1] == "AssertionError: 0", "assertions remain"
    assert "line 17, in check" in done.stderr


def test_only_the_modules_that_were_imported_are_compiled(tmp_path: Path) -> None:
    file = tmp_path / "library.zip"
    file.write_bytes(zipped([("used_here.py", b""), ("unused_here.py", b"")]))
    code = (
        "import sys; from tilerummy.cli.static.compiled import imported;"
        "sys.path.insert(0, sys.argv[1]); import used_here; print(imported(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, file], capture_output=True, text=True, check=True
    )
    assert done.stdout == "{'used_here.py'}\n"
    assert imported(str(file)) == set()
    with zipfile.ZipFile(BytesIO(compiled(file.read_bytes(), {"used_here.py"}))) as content:
        assert content.namelist() == ["used_here.pyc", "unused_here.py"]


def test_archives_are_compressed_as_a_whole() -> None:
    archive = zipped([("a.py", b"1"), ("folder/b.json", b"2" * 2000)])
    with zipfile.ZipFile(BytesIO(gzip.decompress(packed(stored(archive))))) as library:
        assert {each.compress_type for each in library.infolist()} == {zipfile.ZIP_STORED}
        assert library.read("folder/b.json") == b"2" * 2000
    with tarfile.open(fileobj=BytesIO(gzip.decompress(packed(as_tar(archive))))) as program:
        assert program.getnames() == ["a.py", "folder/b.json"]
    assert packed(as_tar(archive)) == packed(as_tar(archive)), "equal files have equal addresses"


def test_the_page_unpacks_the_program(tmp_path: Path) -> None:
    content = {"a.py": b"1", "tilerummy/empty.py": b"", "tilerummy/data.json": b"2" * 512}
    file = tmp_path / "program.pack"
    file.write_bytes(packed(as_tar(zipped(content.items()))))
    node = shutil.which("node") or str(ROOT / ".venv" / "bin" / "node")
    done = subprocess.run([node, UNPACKED, file], capture_output=True, text=True, check=True)
    files = {path: b64decode(each) for path, each in json.loads(done.stdout).items()}
    assert files == {f"/lib/{name}": each for name, each in content.items()}
