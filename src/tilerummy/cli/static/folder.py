"""Writes the folder: the built page, the engine, and settings for web hosts."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from msgspec.json import encode

import tilerummy
from tilerummy.cli.static.archives import (
    Archives,
    CompileError,
    as_tar,
    compile_archives,
    library,
    packed,
    program,
    stored,
)
from tilerummy.server.http.handlers.questions import level_list, preset_list
from tilerummy.texts import languages, text

PYODIDE = "314.0.7"
"""The version of Pyodide that the web client was tested with."""
GET = f"""In the folder, run:
  npm install --prefix . pyodide@{PYODIDE}
  pip download --no-deps --only-binary=:all: --python-version 3.14 --abi cp314 \\
    --platform pyemscripten_2026_0_wasm32 --dest . msgspec"""
LIBRARY = "python_stdlib.zip"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
"""The files of Pyodide that are needed."""
MAIN = '<script type="module"'
FOREVER = "public, max-age=31536000, immutable"
HASHED = ("assets", "engine")
"""The folders whose files have a hash in their names."""
HASH = 10
LICENCES = Path(__file__).parent / "licences"
"""The licences of the runtime, which the folder must contain."""
TEXTS = ("static.loading", "static.waiting", "static.full", "static.failed")
"""The texts for the states of the engine."""


class FolderError(Exception):
    """Raised if the folder cannot be written. The message explains what to do."""


class Written(NamedTuple):
    """The number of files written, and their total size in bytes."""

    files: int
    bytes: int


def write_folder(to: Path, pyodide: Path, *, compiled: bool = True) -> Written:
    """Write the game into the folder *to*. Raises FolderError if that fails.

    If *compiled* is false, the engine contains the sources of its Python modules. This does not
    need Node, but the game then starts a few seconds later.
    """
    page = _package() / "server" / "static"
    if not (page / "index.html").exists():
        raise FolderError("this package was built without the web client")
    parts = engine_parts(pyodide)
    if to.exists() and any(to.iterdir()):
        raise FolderError(f"{to} is not empty")
    shutil.copytree(page, to, dirs_exist_ok=True)
    write_engine(to, parts, compiled=compiled)
    _prepare_page(to)
    return Written(*_sizes(to))


class EngineParts(NamedTuple):
    """The input files for the engine: Pyodide's files, and a wheel."""

    runtime: list[Path]
    wheel: Path


def engine_parts(pyodide: Path) -> EngineParts:
    """Return the files in the folder *pyodide*. Raises FolderError if one is missing."""
    runtime, wheels = _runtime(pyodide), sorted(pyodide.glob("msgspec-*wasm32.whl"))
    if not wheels:
        raise FolderError(f"{pyodide} contains no wheel of msgspec. {GET}")
    return EngineParts(runtime, wheels[-1])


def write_engine(to: Path, parts: EngineParts, *, compiled: bool = True) -> None:
    """Write the engine into the folder *to*: Python, the kernel, this package and licences.

    Raises FolderError if the modules cannot be *compiled*.
    """
    package = _package()
    archives = Archives(program(package), library(_library_of(parts)))
    if compiled:
        try:
            archives = compile_archives(archives, parts.runtime[0].parent, parts.wheel)
        except CompileError as error:
            raise FolderError(str(error)) from error
    engine = Engine(to)
    engine.add_runtime(parts.runtime)
    engine.add("kernel", "kernel.wasm", (package / "browser" / "kernel.wasm").read_bytes())
    engine.add("program", "program.pack", packed(as_tar(archives.program)))
    engine.add("library", "library.pack", packed(stored(archives.library)))
    engine.add_wheels([parts.wheel])
    engine.write()
    shutil.copytree(LICENCES, to / "licences", dirs_exist_ok=True)


def _library_of(parts: EngineParts) -> bytes:
    return next(path for path in parts.runtime if path.name == LIBRARY).read_bytes()


def _package() -> Path:
    return Path(tilerummy.__file__).parent


class Engine:
    """Writes the engine's files, and lists their URLs for the web client to load."""

    def __init__(self, to: Path) -> None:
        self._to = to
        self._addresses: dict[str, object] = {}
        (to / "engine").mkdir()

    def add(self, name: str, file: str, content: bytes) -> str:
        """Add a file with a hash in its name, and list its address under *name*."""
        address = f"engine/{hashed(file, content)}"
        (self._to / address).write_bytes(content)
        self._addresses[name] = address
        return address

    def add_wheels(self, wheels: Iterable[Path]) -> None:
        """Add Python packages, whose file names already contain their versions."""
        addresses = [self.add("", wheel.name, wheel.read_bytes()) for wheel in wheels]
        del self._addresses[""]
        self._addresses["wheels"] = addresses

    def add_runtime(self, files: Iterable[Path]) -> None:
        """Add Pyodide's files in a folder of their own, named after a hash of their contents."""
        contents = {file.name: file.read_bytes() for file in files if file.name != LIBRARY}
        contents["pyodide-lock.json"] = _lock(contents.pop("pyodide-lock.json"))
        digest = sha256(b"".join(contents[name] for name in sorted(contents))).hexdigest()
        folder = f"engine/pyodide-{digest[:HASH]}/"
        (self._to / folder).mkdir()
        for name, content in contents.items():
            (self._to / folder / name).write_bytes(content)
        self._addresses |= {
            "folder": folder,
            "pyodide": f"{folder}pyodide.mjs",
            "lock": f"{folder}pyodide-lock.json",
        }

    def write(self) -> None:
        """Write the list of addresses, which ``worker.js`` reads."""
        (self._to / "engine.json").write_text(json.dumps(self._addresses, indent=1))


def _runtime(folder: Path) -> list[Path]:
    """Return Pyodide's files, which are in *folder* or where npm installs them inside it."""
    for place in (folder, folder / "node_modules" / "pyodide"):
        found = [place / name for name in (*RUNTIME, "pyodide-lock.json")]
        if all(path.exists() for path in found):
            return found
    raise FolderError(f"{folder} does not contain Pyodide. {GET}")


def _lock(lock: bytes) -> bytes:
    """Return Pyodide's lock file with all packages removed."""
    return json.dumps({**json.loads(lock), "packages": {}}).encode()


def hashed(name: str, content: bytes) -> str:
    """Return a file's name with a hash of its content.

    >>> hashed("kernel.wasm", b"")
    'kernel-e3b0c44298.wasm'
    """
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{sha256(content).hexdigest()[:HASH]}{dot}{ending}"


def _prepare_page(to: Path) -> None:
    """Connect the web client to the engine, and describe the files to browsers and web hosts."""
    index = to / "index.html"
    first = '<script type="module" src="offline/page.js"></script>\n    '
    page = re.sub(r'(href|src)="/', r'\1="', index.read_text())
    assert page.count(MAIN) == 1
    for name in ("index.html", "embed.html"):  # other sites may put the latter in a frame
        (to / name).write_text(page.replace(MAIN, first + MAIN))
    manifest = to / "manifest.webmanifest"
    manifest.write_text(manifest.read_text().replace('"url": "./', '"url": "./?/'))
    (to / "notebook.js").unlink(missing_ok=True)
    (to / "offline.json").unlink()
    (to / "texts.json").write_text(json.dumps(_texts(), ensure_ascii=False))
    for name, content in _catalogue().items():
        (to / name).write_bytes(content)
    size = sum(len(gzip.compress((to / name).read_bytes(), 6)) for name in _cached(to))
    (to / "download.json").write_text(json.dumps({"bytes": size}))
    (to / "_headers").write_text(_headers())
    (to / "nginx.conf").write_text(_nginx())
    worker = to / "offline" / "service_worker.js"
    listed = [*_cached(to)]
    version = sha256("".join(listed).encode() + index.read_bytes()).hexdigest()[:HASH]
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(listed)};\n"
    (to / "sw.js").write_text(head + worker.read_text())
    worker.unlink()


def _texts() -> dict[str, object]:
    """Return the texts that the web client shows before its engine is ready, in each language."""
    return {
        name: {
            "direction": language["direction"],
            "texts": {key: text(key, name, reason="{reason}") for key in TEXTS},
        }
        for name, language in languages().items()
    }


def _catalogue() -> dict[str, bytes]:
    """Return the rulesets and levels, which the web client needs before its server runs."""
    return {"presets.json": encode(preset_list()), "levels.json": encode(level_list())}


def _cached(to: Path) -> Iterator[str]:
    """Yield the files that a browser has to cache to play without a network."""
    unused = {"_headers", "nginx.conf", "offline.html", "offline.css", "sw.js"}
    for path in sorted(path for path in to.rglob("*") if path.is_file()):
        name = path.relative_to(to).as_posix()
        if name not in unused and not name.startswith(("licences/", "offline/service_worker")):
            yield name


def _headers() -> str:
    """Return the ``_headers`` file.

    Hosts such as Netlify and Cloudflare Pages read it, but only at the top level of a site.
    """
    rules = [f"/{folder}/*\n  Cache-Control: {FOREVER}\n" for folder in HASHED]
    return "".join(rules) + "/*\n  X-Content-Type-Options: nosniff\n"


def _nginx() -> str:
    """Return an nginx configuration snippet."""
    return (
        "# include this in a server block whose root contains this folder\n"
        "types { application/wasm wasm; text/javascript js mjs; }\n"
        "gzip on;\n"
        "gzip_types application/wasm text/javascript text/css application/json image/svg+xml;\n"
        f"location ~ /({'|'.join(HASHED)})/ {{ add_header Cache-Control '{FOREVER}'; }}\n"
    )


def _sizes(to: Path) -> tuple[int, int]:
    sizes = [path.stat().st_size for path in to.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)
