"""The archives of Python modules that the engine consists of."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

LEFT_OUT = (
    "cli/",
    "env/",
    "server/asgi/",
    "server/main.py",
    "server/ops/opentelemetry.py",
    "server/ops/prometheus.py",
    "server/static/",
    "server/store/postgres",
    "server/store/sqlite.py",
    "server/workers/child.py",
    "server/workers/pool.py",
    "server/workers/process.py",
    "simulator/batch.py",
)
"""The parts of the package that no page uses."""
UNUSED_LIBRARY = frozenset(
    """
    _pydatetime _pyio _pyrepl antigravity argparse asyncio.proactor_events asyncio.windows_events
    asyncio.windows_utils bdb cProfile cmd code colorsys compileall concurrent.futures.process
    concurrent.interpreters configparser ctypes doctest email filecmp fileinput ftplib getopt
    getpass gettext http imaplib logging.config logging.handlers mailbox mimetypes modulefinder
    multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile pstats pty
    py_compile pyclbr pydoc pyodide.console quopri rlcompleter runpy sched shelve smtplib
    socketserver symtable tabnanny tarfile this timeit tomllib trace tracemalloc tty unittest
    urllib.request urllib.robotparser wave webbrowser wsgiref xml xmlrpc zipapp
    """.split()  # noqa: SIM905 - a list would be longer
)
"""The modules of the standard library that no page imports."""
FROZEN = frozenset(
    """
    __hello__ __phello__ _collections_abc _sitebuiltins abc codecs genericpath
    importlib._bootstrap importlib._bootstrap_external io ntpath os posixpath site stat zipimport
    """.split()  # noqa: SIM905 - a list would be longer
)
"""The modules of the standard library that the interpreter itself contains."""
CODECS = ("__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8")
"""The modules of ``encodings`` that a page may need."""
KINDS = (".json", ".jsonl", ".py", ".pyi", ".svg", ".txt")
"""The kinds of files in the package that a page may use."""
COMPILE_TIMEOUT = 300
"""How long compiling the modules may take, in seconds; it usually takes 10."""


class Archives(NamedTuple):
    """The Python modules of the engine, as zip files."""

    program: bytes
    library: bytes


def program(package: Path) -> bytes:
    """Return a zip file of the parts of the package that a page uses."""
    return zipped(
        (f"tilerummy/{path.relative_to(package).as_posix()}", path.read_bytes())
        for path in program_files(package)
    )


def library(archive: bytes) -> bytes:
    """Return a zip file of the parts of Python's standard library that a page uses."""
    with zipfile.ZipFile(BytesIO(archive)) as all_of_it:
        names = [name for name in sorted(all_of_it.namelist()) if _is_used(name)]
        return zipped((name, all_of_it.read(name)) for name in names)


def _is_used(name: str) -> bool:
    module = name.removesuffix(".py").replace("/", ".")
    package, _, rest = module.partition(".")
    unused = any(f"{module}.".startswith(f"{each}.") for each in UNUSED_LIBRARY | FROZEN)
    return not unused and (package != "encodings" or rest in CODECS)


def zipped(files: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip file of *files*. It depends only on their names and contents."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name)  # a fixed date makes the archive reproducible
            archive.writestr(entry, content, method)
    return out.getvalue()


def program_files(package: Path) -> Iterator[Path]:
    """Yield the files of the package that a page uses, in order."""
    for path in sorted(package.rglob("*")):
        name = path.relative_to(package).as_posix()
        if path.suffix in KINDS and not name.startswith(LEFT_OUT):
            yield path


class CompileError(Exception):
    """Raised if the modules cannot be compiled. The message explains what to do."""


def compile_archives(sources: Archives, pyodide: Path, wheel: Path) -> Archives:
    """Return *sources* with their modules compiled by Pyodide, which is in the folder *pyodide*.

    *wheel* is the package msgspec for it. Raises CompileError if that fails.
    """
    here = Path(__file__).parent
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        files = [folder / f"{name}.zip" for name in Archives._fields]
        for file, content in zip(files, sources, strict=True):
            file.write_bytes(content)
        shutil.copy(here / "compiled.py", folder)
        shutil.copy(wheel, folder / "msgspec.whl")
        command = [_node(), *map(str, (here / "compile.mjs", pyodide, folder))]
        try:
            subprocess.run(
                command, check=True, capture_output=True, text=True, timeout=COMPILE_TIMEOUT
            )
        except subprocess.TimeoutExpired as error:
            message = f"the modules cannot be compiled in {COMPILE_TIMEOUT} seconds"
            raise CompileError(message) from error
        except subprocess.CalledProcessError as error:
            lines = error.stderr.strip().splitlines() or [""]
            raise CompileError(f"the modules cannot be compiled: {lines[-1]}") from error
        return Archives(*(file.read_bytes() for file in files))


def _node() -> str:
    """Return the path of Node, which a clone may have installed beside its Python."""
    beside = str(Path(sys.executable).parent)
    found = which("node") or which("node", path=beside)
    if found is None:
        raise CompileError("compiling the modules needs Node; without it, add --sources")
    return found


def as_tar(archive: bytes) -> bytes:
    """Return a tar file with the content of a zip file."""
    out = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(archive)) as files,
        tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as result,
    ):
        for name in files.namelist():
            content = files.read(name)
            assert len(name) <= tarfile.LENGTH_NAME, "unpack.js reads no longer names"
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            result.addfile(entry, BytesIO(content))
    return out.getvalue()


def stored(archive: bytes) -> bytes:
    """Return a zip file with the content of another, but without compression."""
    with zipfile.ZipFile(BytesIO(archive)) as files:
        return zipped(((name, files.read(name)) for name in files.namelist()), zipfile.ZIP_STORED)


def packed(archive: bytes) -> bytes:
    """Compress an entire archive, which is smaller than if each file is compressed."""
    return gzip.compress(archive, mtime=0)
