"""Installs a wheel like a user, in an environment without a compiler, and requests a hint."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

SOON = 20.0
"""The goal, in seconds, from the start of the installation to the first hint."""
_QUESTION = '{"table": "k1 k2 k3", "rack": "k4 r1"}'
_HINT = Path(__file__).with_name("hint.py")


def program_of(environment: Path, name: str) -> str:
    """Return the path of a program in a virtual environment."""
    return str(environment / ("Scripts" if os.name == "nt" else "bin") / name)


def first_hint(wheel: Path, folder: Path) -> float:
    """Install *wheel* with the extra ``cli`` into *folder*; return the seconds to the first hint.

    ``PATH`` has only the environment's own programs, so nothing can be compiled. Raises
    CalledProcessError if a step fails, and ValueError if a result is wrong.
    """
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
    python = program_of(folder, "python")
    environment = {**os.environ, "PATH": str(Path(python).parent), "CC": "none", "CXX": "none"}
    environment.pop("PYTHONPATH", None)

    def output(command: list[str], text: str = "") -> str:
        done = subprocess.run(
            command, env=environment, input=text, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    started = time.monotonic()
    pip = [python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
    output([*pip, f"{wheel}[cli]"])
    advice = output([python, str(_HINT)])
    seconds = time.monotonic() - started
    if not advice.strip():
        raise ValueError("there is no hint")
    if '"play": "k1 k2 k3 k4"' not in output([program_of(folder, "tilerummy"), "solve"], _QUESTION):
        raise ValueError("tilerummy solve does not find the play")
    return seconds
