"""Compiles the kernel to WebAssembly for browsers: ``make kernel-wasm``.

The result is committed, so that only changes to the kernel need the compiler, the Python package
ziglang. A test compares the digest of the sources, which the module ends with.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from os import cpu_count
from pathlib import Path

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "kernel"
MODULE = ROOT / "src" / "tilerummy" / "browser" / "kernel.wasm"
OBJECTS = ROOT / "build" / "wasm"
UNUSED = ("binding", "fuzz")
"""Folders that the module does not use."""
COMPILE = (
    *("-target", "wasm32-wasi", "-std=c++20", "-O2", "-msimd128", "-DNDEBUG"),
    # without support for catching, which wasm/runtime.cpp replaces
    *("-fexceptions", f"-I{KERNEL}"),
)
LINK = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-s")
COMMENT = re.compile("//.*")
SECTION = b"sources"
"""The name of the section that contains the digest."""


def main() -> int:
    """Compile what has changed, and write the module."""
    OBJECTS.mkdir(parents=True, exist_ok=True)
    newest = max(header.stat().st_mtime for header in sources() if header.suffix == ".hpp")
    code = [path for path in sources() if path.suffix == ".cpp"]
    with ThreadPoolExecutor(cpu_count()) as pool:
        objects = [*pool.map(lambda path: compiled(path, newest), code)]
    linked = OBJECTS / "kernel.wasm"
    zig("c++", *LINK, *map(str, objects), "-o", str(linked))
    MODULE.write_bytes(linked.read_bytes() + section(source_digest()))
    print(f"{MODULE.relative_to(ROOT)}: {MODULE.stat().st_size:,} bytes")
    return 0


def sources() -> Iterator[Path]:
    """Yield the module's source files, in order."""
    for path in sorted(KERNEL.glob("*/*.[ch]pp")):
        if path.parent.name not in UNUSED:
            yield path


def source_digest() -> bytes:
    """Return a digest of the module's source files."""
    return digest_of(sources())


def digest_of(paths: Iterable[Path]) -> bytes:
    """Return a digest of source files of the kernel, without their comments and blank lines."""
    digest = sha256()
    for path in paths:
        lines = (COMMENT.sub("", line).strip() for line in path.read_text().splitlines())
        code = "\n".join([path.relative_to(KERNEL).as_posix(), *filter(None, lines)])
        digest.update(code.encode())
    return digest.digest()


def compiled(path: Path, newest: float) -> Path:
    """Compile a file unless its object file is newer than *path* and than all headers."""
    to = OBJECTS / f"{path.parent.name}-{path.stem}.o"
    if not to.exists() or to.stat().st_mtime < max(newest, path.stat().st_mtime):
        zig("c++", *COMPILE, "-c", str(path), "-o", str(to))
    return to


def section(content: bytes) -> bytes:
    """Return a custom section for the end of a module."""
    body = bytes([len(SECTION)]) + SECTION + content
    return bytes([0, len(body)]) + body


def zig(*arguments: str) -> None:
    """Run the compiler. Raises SystemExit with the compiler's message if it fails."""
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
