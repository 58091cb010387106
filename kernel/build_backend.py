"""The build backend: scikit-build-core, plus a compiler on machines that have none.

The Python package ``ziglang`` contains a C++ compiler. If no other compiler is found, a build
requires that package (PEP 517) and ``CMakeLists.txt`` uses it, unless ``TILERUMMY_KERNEL=none``.
Run as a program it prints the packages to install, for builds without build isolation.
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
"""The compiler names that CMake tries."""
PLATFORMS = ("linux", "darwin")
"""The platforms on which CMake finds compilers in PATH."""

Settings: TypeAlias = "dict[str, list[str] | str]"


def __getattr__(hook: str) -> object:
    """Return a hook of scikit-build-core that is not overridden here."""
    return getattr(build, hook)


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    """Return the build requirements of a wheel."""
    return [*build.get_requires_for_build_wheel(config_settings), *compiler_packages()]


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    """Return the build requirements of an editable wheel."""
    return [*build.get_requires_for_build_editable(config_settings), *compiler_packages()]


def compiler_packages() -> list[str]:
    """Return the packages that provide a compiler; empty unless the kernel needs one."""
    wanted = os.environ.get("TILERUMMY_KERNEL") != "none" and sys.platform in PLATFORMS
    if not wanted or _compiler_runs():
        return []
    packages: list[str] = tomllib.loads(PROJECT.read_text())["dependency-groups"]["compiler"]
    return packages


def _compiler_runs() -> bool:
    """Return whether the compiler in CXX runs, or without CXX one of the usual compilers.

    A compiler in PATH may not run: the one of macOS only offers to install the developer tools.
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
