"""Compiles the reader of photos for browsers: ``make vision-wasm``.

Writes a WebAssembly module with SIMD, and plain JavaScript for browsers without it. Both are
committed, so that only changes to ``kernel/vision`` need the compiler, the Python package ziglang,
and Binaryen, which npx downloads. A test compares the digest of the sources, which both end with.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.kernel_wasm import KERNEL, ROOT, digest_of, section, zig

READER = ROOT / "web" / "src" / "photo" / "reader"
MODULE = READER / "vision.wasm"
PLAIN = READER / "vision.plain.js"
OBJECTS = ROOT / "build" / "vision"
BINARYEN = "binaryen@132.0.0"
"""Not in package.json, because it takes 100 MB and only this tool needs it."""
COMPILE = (
    *("-target", "wasm32-freestanding", "-std=c11", "-Os", "-flto", "-g0"),
    *("-DNDEBUG", f"-I{KERNEL}", "-fno-inline-functions"),
    *("-ffp-contract=off", "-fno-sanitize=undefined"),
    *("-nostdlib", "-Wl,--no-entry", "-s"),
)
WITH_SIMD = ("-msimd128", "-mbulk-memory")
WITHOUT = ("-mcpu=mvp",)
IMPORT, START = "import * as host from 'host';\n", "\nvar retasmFunc = "
"""The code that wasm2js puts around the function that makes an instance."""
SOURCES = "// sources: "


def main() -> int:
    """Compile both, and write them."""
    OBJECTS.mkdir(parents=True, exist_ok=True)
    digest = digest_of(sources())
    MODULE.write_bytes(module("simd", *WITH_SIMD).read_bytes() + section(digest))
    PLAIN.write_text(f"{plain(module('plain', *WITHOUT))}\n{SOURCES}{digest.hex()}\n")
    for path in (MODULE, PLAIN):
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
    return 0


def sources() -> Iterator[Path]:
    """Yield the source files, in order."""
    yield from sorted(KERNEL.glob("vision/*.[ch]"))


def module(name: str, *features: str) -> Path:
    """Return the path of a compiled and optimised module."""
    linked, small = OBJECTS / f"{name}.linked.wasm", OBJECTS / f"{name}.wasm"
    code = [str(path) for path in sources() if path.suffix == ".c"]
    zig("cc", *COMPILE, *features, *code, "-o", str(linked))
    allowed = () if features == WITHOUT else ("--all-features",)
    binaryen("wasm-opt", "-Oz", "--converge", *allowed, str(linked), "-o", str(small))
    return small


def plain(compiled: Path) -> str:
    """Return a script that exports a function of the imports, which returns the exports."""
    binaryen("wasm2js", "-Oz", str(compiled), "-o", str(compiled.with_suffix(".js")))
    script = compiled.with_suffix(".js").read_text()
    assert script.startswith(IMPORT)
    assert script.count(START) == 1
    return f"{script.removeprefix(IMPORT).partition(START)[0]}\nexport default asmFunc;"


def binaryen(*arguments: str) -> None:
    """Run a program of Binaryen. Raises SystemExit with its message if it fails."""
    subprocess.run(["npx", "--yes", f"--package={BINARYEN}", *arguments], check=True)


if __name__ == "__main__":
    sys.exit(main())
