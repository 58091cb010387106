"""If the kernel cannot be built, the compiler's own message is shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(sys.executable).parent
CMAKE = shutil.which("cmake", path=f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}")
COMPILER = shutil.which("c++")

pytestmark = pytest.mark.skipif(not (CMAKE and COMPILER), reason="there is no compiler")

OLD = """#!/bin/sh
case "$*" in
  *check_compiler.cpp*)
    echo "check_compiler.cpp:3:10: fatal error: 'bit' file not found; [sic]" >&2
    echo "1 error generated." >&2
    exit 1;;
esac
exec {compiler} "$@"
"""
SILENT = """#!/bin/sh
case "$*" in *check_compiler.cpp*) echo "no room on the disk" >&2; exit 1;; esac
exec {compiler} "$@"
"""


def configured(folder: Path, compiler: str) -> str:
    """Return CMake's output for the package if *compiler*, a shell script, is the compiler."""
    program = folder / "c++"
    program.write_text(compiler.format(compiler=COMPILER))
    program.chmod(0o755)
    ran = subprocess.run(
        [str(CMAKE), "-S", str(ROOT), "-B", str(folder / "build"), "-G", "Ninja"],
        env={
            **os.environ,
            "CXX": str(program),
            "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("compiler", "reason"),
    [
        (OLD, "check_compiler.cpp:3:10: fatal error: 'bit' file not found; [sic]"),
        (SILENT, "no room on the disk"),
    ],
)
def test_a_compiler_that_fails_is_quoted(tmp_path: Path, compiler: str, reason: str) -> None:
    said = configured(tmp_path, compiler)

    assert f"is installed without its C++ kernel ({tmp_path}/c++: {reason}): you can play" in said
    assert "Install a C++20 compiler and reinstall." in said


def test_a_compiler_that_works_is_not_complained_about(tmp_path: Path) -> None:
    assert "without its C++ kernel" not in configured(tmp_path, '#!/bin/sh\nexec {compiler} "$@"\n')
