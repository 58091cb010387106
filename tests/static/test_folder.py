"""Every address in the folder of static files leads to a file."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilerummy.cli.commands import tilerummy
from tilerummy.cli.static import archives
from tilerummy.cli.static.archives import library, program, zipped
from tilerummy.cli.static.folder import LIBRARY, RUNTIME

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tilerummy"
BUILT = (PACKAGE / "server" / "static" / "index.html").exists()

needs_page = pytest.mark.skipif(not BUILT, reason="needs the built page: make ready")


def pyodide(to: Path, *, wheel: bool = True) -> Path:
    """Write files with the names of Pyodide's."""
    to.mkdir(exist_ok=True)
    for name in RUNTIME:
        (to / name).write_bytes(name.encode())
    modules = (
        *("enum.py", "pdb.py", "xml/dom.py", "encodings/utf_8.py", "encodings/cp1252.py"),
        *("logging/config.py", "logging/__init__.py", "copy.py", "code.py", "os.py"),
    )
    (to / LIBRARY).write_bytes(zipped((name, b"") for name in modules))
    (to / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}, "packages": {"x": {}}}')
    if wheel:
        (to / "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl").write_bytes(b"wheel")
    return to


def static(to: Path, pyodide: Path, *options: str) -> Result:
    """Write the folder, by default from sources, because the files of Pyodide are made up."""
    arguments = ["static", str(to), "--pyodide", str(pyodide), *(options or ["--sources"])]
    return CliRunner().invoke(tilerummy, arguments)


@needs_page
def test_every_address_leads_to_a_file(tmp_path: Path) -> None:
    to = tmp_path / "site"
    ran = static(to, pyodide(tmp_path / "pyodide"))
    assert ran.exit_code == 0, ran.output
    assert f"{to}: " in ran.output

    engine = json.loads((to / "engine.json").read_text())
    addresses = [*engine.pop("wheels"), *engine.values()]
    assert all((to / address).exists() for address in addresses), addresses
    page = (to / "index.html").read_text()
    scripts = re.findall(r'<script type="module"[^>]* src="([^"]+)"', page)
    assert scripts[0] == "offline/page.js", "it serves the requests of the other tabs"
    assert len(scripts) == 2
    assert all((to / script).exists() for script in scripts)
    linked = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert all((to / address).is_file() for address in linked), "in any folder of a host"
    cached = json.loads(re.findall(r"FILES = (.*);", (to / "sw.js").read_text())[0])
    assert {"index.html", "embed.html", "engine.json", "offline/worker.js"} <= {*cached}
    assert all((to / address).exists() for address in cached)
    assert not (to / "notebook.js").exists(), "no page loads it"


@needs_page
def test_the_folder_contains_the_licences_of_all_that_it_ships(tmp_path: Path) -> None:
    to = tmp_path / "site"
    static(to, pyodide(tmp_path / "pyodide"))

    licences = {path.name for path in (to / "licences").iterdir()}

    assert {"OFL-baloo-2.txt", "packages.json"} <= licences
    assert {"msgspec.txt", "pyodide.txt", "python.txt"} <= licences
    assert "licences/" not in (to / "sw.js").read_text()


def test_unused_parts_of_the_standard_library_are_left_out(tmp_path: Path) -> None:
    packed = library((pyodide(tmp_path) / LIBRARY).read_bytes())
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        left = ["copy.py", "encodings/utf_8.py", "enum.py", "logging/__init__.py"]
        assert archive.namelist() == left


@needs_page
def test_a_change_of_any_file_changes_an_address(tmp_path: Path) -> None:
    """Otherwise browsers would not load it, because they cache these files forever."""
    first, second = tmp_path / "first", tmp_path / "second"
    source = pyodide(tmp_path / "pyodide")
    assert static(first, source).exit_code == 0
    (source / "pyodide.asm.wasm").write_bytes(b"changed")
    (source / LIBRARY).write_bytes(zipped([("enum.py", b"changed")]))
    assert static(second, source).exit_code == 0
    engines = [json.loads((to / "engine.json").read_text()) for to in (first, second)]
    changed = {name for name in engines[0] if engines[0][name] != engines[1][name]}
    assert changed == {"folder", "pyodide", "library", "lock"}
    assert (first / "sw.js").read_text() != (second / "sw.js").read_text()


@needs_page
def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = static(tmp_path / "site", tmp_path / "empty")
    assert (ran.exit_code, "does not contain Pyodide" in ran.output) == (1, True)
    ran = static(tmp_path / "site", pyodide(tmp_path / "half", wheel=False))
    assert (ran.exit_code, "no wheel of msgspec" in ran.output) == (1, True)
    ran = static(tmp_path, pyodide(tmp_path / "pyodide"))
    assert (ran.exit_code, "is not empty" in ran.output) == (1, True)


@needs_page
def test_without_node_only_sources_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = pyodide(tmp_path / "pyodide")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    ran = static(tmp_path / "compiled", source, "--compiled")
    assert (ran.exit_code, "add --sources" in ran.output) == (1, True)
    assert static(tmp_path / "sources", source).exit_code == 0


@needs_page
def test_a_compiler_that_does_not_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = tmp_path / "bin" / "node"
    node.parent.mkdir()
    node.write_text("#!/bin/sh\nexec sleep 30\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{node.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(archives, "COMPILE_TIMEOUT", 1)
    ran = static(tmp_path / "site", pyodide(tmp_path / "pyodide"), "--compiled")
    assert (ran.exit_code, "in 1 seconds" in ran.output) == (1, True)


def test_without_the_page_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "tilerummy" / "__init__.py"
    monkeypatch.setattr("tilerummy.__file__", str(package))
    ran = static(tmp_path / "site", pyodide(tmp_path / "pyodide"))
    assert (ran.exit_code, "without the web client" in ran.output) == (1, True)


def test_the_program_is_complete(tmp_path: Path) -> None:
    """A page's server starts with nothing but the program and msgspec."""
    packed = program(PACKAGE)
    with zipfile.ZipFile(BytesIO(packed)) as archive:
        archive.extractall(tmp_path)
    code = (
        "import sys, msgspec, asyncio;"
        "sys.path = [sys.argv[1], *(path for path in sys.path if 'src' not in path)];"
        "sys.meta_path = [f for f in sys.meta_path if 'editable' not in type(f).__module__];"
        "from tilerummy.browser import kernel; kernel.install(lambda name, row: '');"
        "from tilerummy.browser import main; print(main.__file__);"
        "asyncio.run(asyncio.wait_for(main.start(':memory:', print, lambda: 0), 60))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(tmp_path))
    assert program(PACKAGE) == packed, "equal files have equal addresses"
