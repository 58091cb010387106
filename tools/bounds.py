"""Installs the package with its lowest and newest dependencies and plays a game: ``make bounds``.

For each given Python, the extras are installed twice into separate environments below
``build/bounds``: once with the lowest allowed versions (``lowest-direct``), and once with the
newest. In each environment, every module is imported, a command runs, and examples/bot.py plays a
game on a server over a socket.
"""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "bounds"
EXTRAS = "cli,server,mcp,notebook,postgres,push,telemetry,env"
RESOLUTIONS = ("lowest-direct", "highest")
IMPORTS = """
import importlib, pkgutil, tilerummy
for module in pkgutil.walk_packages(tilerummy.__path__, "tilerummy."):
    if ".spiel" not in module.name and not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
SECONDS = 60


def lowest_build_tools() -> str:
    """Return the build requirements, each pinned to its lower bound, as constraints for pip."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    line = text.partition("requires = [")[2].partition("]")[0]
    return "".join(f"{name}=={low}\n" for name, low in re.findall(r'"([\w-]+)>=([\d.]+)"', line))


def installed(python: str, resolution: str) -> Path:
    """Install the package in an environment for *python*, and return that environment's Python."""
    folder = FOLDER / f"{python}-{resolution}"
    uv = [str(Path(sys.executable).parent / "uv"), "--quiet"]
    subprocess.run([*uv, "venv", "--clear", "--python", python, str(folder)], check=True)
    own = folder / "bin" / "python"
    command = [*uv, "pip", "install", "--python", str(own), "--resolution", resolution]
    if resolution == RESOLUTIONS[0]:
        tools = folder / "build-tools.txt"
        tools.write_text(lowest_build_tools(), encoding="utf-8")
        command += ["--build-constraints", str(tools)]
    command += ["-C", f"build-dir={folder / 'kernel'}", f"{ROOT}[{EXTRAS}]"]
    subprocess.run(command, check=True)
    return own


def try_out(python: Path) -> None:
    """Import every module, run a command and play a game; raises any error."""
    folder = python.parents[1]
    subprocess.run([python, "-c", IMPORTS], cwd=folder, check=True)
    subprocess.run([python, "-m", "tilerummy", "--version"], cwd=folder, check=True)
    serve = ["serve", "--port", "0", "--data", str(folder / "data"), "--no-open"]
    with subprocess.Popen(
        [python, "-m", "tilerummy", *serve], cwd=folder, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            bot = [str(python), str(ROOT / "examples" / "bot.py"), _address(server)]
            subprocess.run(bot, cwd=folder, check=True, timeout=5 * SECONDS)
        finally:
            server.terminate()


def _address(server: subprocess.Popen[str]) -> str:
    """Return the address printed by *server*."""
    said: Queue[str] = Queue()

    def listen() -> None:
        with suppress(ValueError):  # closed when the server ends
            for line in server.stdout or ():
                said.put(line)

    Thread(target=listen, daemon=True).start()
    try:
        while not (found := re.search(r"http://\S+", line := said.get(timeout=SECONDS))):
            print(line, end="")
    except Empty:
        raise RuntimeError("the server has not printed its address") from None
    return found[0]


def main(pythons: list[str]) -> None:
    for python in pythons:
        for resolution in RESOLUTIONS:
            print(f"Python {python}, {resolution}", flush=True)
            try_out(installed(python, resolution))


if __name__ == "__main__":
    main(sys.argv[1:] or ["3.11", "3.13"])
