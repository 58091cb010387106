"""How to go on with a game that was kept, said so that it works where it is read."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

LAST = "last"
"""The word for the latest unfinished game, where the name of a file may stand."""


def how_to_resume(name: str) -> str:
    """Return in a sentence how to go on with the game in the file *name*, or with the last one.

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
