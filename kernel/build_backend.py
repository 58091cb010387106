"""The build backend: scikit-build-core, which gets a compiler where the machine has none.

The Python package ``ziglang`` has a C++ compiler in it. Where no other is found, a build asks for
that package (PEP 517), and ``CMakeLists.txt`` uses it; not with ``TILERUMMY_KERNEL=none``.
Run as a program it prints what to install, for builds without an environment of their own.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TypeAlias

from scikit_build_core import build

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
COMPILERS = ("c++", "g++", "clang++", "CC", "icpx")
"""The names by which CMake looks for a compiler."""
PLATFORMS = ("linux", "darwin")
"""Elsewhere compilers are found in other ways than by a name in PATH."""

Settings: TypeAlias = "dict[str, list[str] | str]"


def __getattr__(hook: str) -> object:
    """Return a hook of scikit-build-core: every one that is not here."""
    return getattr(build, hook)


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    """Return what a wheel is built with."""
    return [*build.get_requires_for_build_wheel(config_settings), *compiler_packages()]


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    """Return what an editable wheel is built with."""
    return [*build.get_requires_for_build_editable(config_settings), *compiler_packages()]


def compiler_packages() -> list[str]:
    """Return the packages that a compiler is in; none if there is one, or none is wanted."""
    wanted = os.environ.get("TILERUMMY_KERNEL") != "none" and sys.platform in PLATFORMS
    if not wanted or _compiler_runs():
        return []
    packages: list[str] = tomllib.loads(PROJECT.read_text())["dependency-groups"]["compiler"]
    return packages


def _compiler_runs() -> bool:
    """Return whether the compiler named in CXX runs, or without that name one of the usual ones.

    What is found need not run: macOS has a program of that name that only offers to install one.
    """
    named = shlex.split(os.environ.get("CXX", ""))[:1]
    found = (shutil.which(name) for name in named or COMPILERS)
    return any(path is not None and _runs(path) for path in found)


def _runs(program: str) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    print(*compiler_packages())
