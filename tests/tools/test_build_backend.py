"""A build requests a compiler from a Python package if it finds no other."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tests.support.examples import LONG
from tests.tools.test_kernel_build import CMAKE, COMPILER, ROOT, SCRIPTS

BACKEND = ROOT / "kernel" / "build_backend.py"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="compilers are found otherwise")


def program(path: Path, text: str) -> None:
    """Write a shell script."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def wanted(path: Path, **environment: str) -> list[str]:
    """Return the packages that a build requests to get a compiler, with *path* as PATH."""
    ran = subprocess.run(
        [sys.executable, str(BACKEND)],
        env={"PATH": str(path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split()


def test_the_package_is_wanted_only_where_no_compiler_runs(tmp_path: Path) -> None:
    without, stub, found = (tmp_path / name for name in ("without", "stub", "found"))
    for folder in (without, stub, found):
        folder.mkdir()
    program(stub / "c++", "exit 1")
    program(found / "g++", "exit 0")

    assert wanted(without) == ["ziglang>=0.17"]
    assert wanted(stub) == ["ziglang>=0.17"]
    assert wanted(found) == []
    assert wanted(found, CXX="nothing -O2") == ["ziglang>=0.17"]
    assert wanted(without, CXX=f"{found}/g++ -O2") == []
    assert wanted(without, TILERUMMY_KERNEL="none") == []


def test_builds_ask_for_it_by_the_hooks_of_pep_517(tmp_path: Path) -> None:
    hooks = ["get_requires_for_build_wheel", "get_requires_for_build_editable"]
    code = f"import build_backend as b; print(*[n for h in {hooks} for n in getattr(b, h)({{}})])"

    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "PYTHONPATH": str(BACKEND.parent)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout.split().count("ziglang>=0.17") == 2


def configured(folder: Path, packages: Path) -> str:
    """Return CMake's output with these Python packages and without a compiler."""
    ran = subprocess.run(
        [str(CMAKE), "-S", str(ROOT), "-B", str(folder / "build"), "-G", "Ninja"],
        env={
            **os.environ,
            "CXX": "no-compiler",
            "PYTHONPATH": str(packages),
            "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.skipif(not (CMAKE and COMPILER), reason="there is no compiler")
def test_cmake_takes_the_compiler_of_the_package(tmp_path: Path) -> None:
    """A fake of the package that calls the machine's compiler."""
    package = tmp_path / "packages" / "ziglang"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    program(
        package / "zig", f'[ "$1 $2" = "c++ -mcpu=baseline" ] && shift 2 && exec {COMPILER} "$@"'
    )

    assert "without its C++ kernel" not in configured(tmp_path, package.parent)


@pytest.mark.skipif(not CMAKE, reason="CMake is not installed")
def test_without_package_and_compiler_there_is_no_kernel(tmp_path: Path) -> None:
    (tmp_path / "ziglang.py").write_text("raise ImportError")

    assert "without its C++ kernel (no C++ compiler was found)" in configured(tmp_path, tmp_path)


@pytest.mark.skipif(not LONG, reason="it takes minutes, and the package is large")
def test_the_package_builds_the_kernel(tmp_path: Path) -> None:
    """``CXX=none`` acts like a machine without a compiler; the wheel is then used elsewhere."""
    options = ["--wheel-dir", str(tmp_path), "--config-settings", f"build-dir={tmp_path}/build"]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", *options, str(ROOT)],
        env={**os.environ, "CXX": "none"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    (wheel,) = tmp_path.glob("*.whl")
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)

    code = "from tilerummy.solver import HAS_KERNEL; from tilerummy.simulator import simulate;"
    code += "assert HAS_KERNEL; simulate('sabra', ['most_tiles'] * 2, [1])"
    subprocess.run(
        [sys.executable, "-S", "-c", code], env={"PYTHONPATH": str(unpacked)}, check=True
    )
