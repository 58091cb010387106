"""The build backend: scikit-build-core, plus a compiler on machines that have none.

The Python package ``ziglang`` contains a C++ compiler. If no other compiler is found, the build
requires that package (PEP 517) and ``CMakeLists.txt`` uses it, unless ``TILERUMMY_KERNEL=none``.
When run as a program, this module prints the packages to install, for builds without build
isolation.
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
"""The platforms where CMake searches PATH for compilers."""

Settings: TypeAlias = "dict[str, list[str] | str]"


def __getattr__(hook: str) -> object:
    """Return the scikit-build-core hook with this name, for hooks not overridden here."""
    return getattr(build, hook)


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    """Return the packages required to build a wheel."""
    return [*build.get_requires_for_build_wheel(config_settings), *compiler_packages()]


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    """Return the packages required to build an editable wheel."""
    return [*build.get_requires_for_build_editable(config_settings), *compiler_packages()]


def compiler_packages() -> list[str]:
    """Return the packages that provide a compiler, or [] if the kernel build does not need one."""
    wanted = os.environ.get("TILERUMMY_KERNEL") != "none" and sys.platform in PLATFORMS
    if not wanted or _compiler_runs():
        return []
    packages: list[str] = tomllib.loads(PROJECT.read_text())["dependency-groups"]["compiler"]
    return packages


def _compiler_runs() -> bool:
    """Return whether the compiler named by CXX runs or, if CXX is not set, any of the usual ones.

    A compiler found in PATH may not run: on macOS it may only offer to install the developer tools.
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
