"""How to resume a saved game: the command that works where the program was started."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

LAST = "last"
"""Stands for the latest unfinished game in place of the name of a file."""


def how_to_resume(name: str) -> str:
    """Return in a sentence how to resume the game in the file *name*, or the last one.

    The command is named only where it is found; in a checkout it is started by make.
    """
    resume = f"--resume {shlex.quote(name)}"
    if shutil.which("tilerummy"):
        return f"To go on: tilerummy play {resume}"
    if Path("Makefile").is_file() and Path("src/tilerummy").is_dir():
        by_make = f'make terminal ARGS="{resume}"'
        return (
            f"make terminal offers it again, or: {by_make}"
            if name == LAST
            else f"To go on: {by_make}"
        )
    if name == LAST:
        return "The next start offers to go on with it."
    return f"To go on, start again with {resume}"
