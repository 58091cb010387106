"""A command with missing packages explains how to install them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tilerummy.message_text import install_command

SERVER = "apsw msgspec prometheus_client resvg_py segno starlette uvicorn uvloop websockets"

HIDING = """
import sys
from importlib.abc import MetaPathFinder
class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {missing!r}.split():
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from tilerummy.cli import main
sys.argv[0] = "tilerummy"
main()
"""


def ran(missing: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where the packages *missing* are not installed."""
    program = [sys.executable, "-c", HIDING.format(missing=missing), *arguments]
    return subprocess.run(program, input="", capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("server", "serve --no-open --port 0"),
        ("server", "store migrate tables.sqlite"),
        ("server", "store check tables.sqlite"),
        ("server", "store copy tables.sqlite other.sqlite"),
        ("server", "games export tables.sqlite"),
        ("data", "simulate sabra most_tiles most_tiles --rounds 1 --out rounds.parquet"),
        ("ray", "arena sabra most_tiles beginner --deals 1 --ray local"),
        ("ray", "puzzles make --count 1 --ray local"),
    ],
)
def test_a_command_without_its_packages_says_what_to_install(
    extra: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = ran({"server": SERVER, "data": "pyarrow", "ray": "ray"}[extra], *command.split())

    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert install_command(extra) in " ".join(told.stderr.split())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("package", SERVER.split())
def test_whichever_package_is_missing_it_is_named(package: str, tmp_path: Path) -> None:
    """Optional packages are not requested: the command succeeds without them."""
    told = ran(package, "store", "check", str(tmp_path / "none.sqlite"))

    assert told.returncode == 1
    assert "Traceback" not in told.stderr
