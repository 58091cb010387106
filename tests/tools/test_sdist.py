"""The source archive is small, contains the web client, and has no leftovers."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = "src/tilerummy/server/static/index.html"
MOST_BYTES = 4_000_000


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    program = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    command = [sys.executable, "-c", program, str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.iterdir()
    return file


def test_it_is_small(archive: Path) -> None:
    assert archive.stat().st_size <= MOST_BYTES


def test_it_holds_what_an_installation_needs(archive: Path) -> None:
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}

    assert {"LICENSE", "README.md", "kernel/CMakeLists.txt", "src/tilerummy/py.typed"} <= names
    assert (STATIC in names) is (ROOT / STATIC).exists()
    assert not [name for name in names if name.startswith((".venv", "build/", "web/node_modules"))]
