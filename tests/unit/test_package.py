"""The installed package has no dependencies, and includes types, a version and commands."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, metadata, requires
from importlib.resources import files
from pathlib import Path

import pytest

import tilerummy

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
ADAPTORS = ("browser", "cli", "env", "notebook", "server", "vision")
CORE = sorted(
    ".".join(path.with_suffix("").relative_to(SRC).parts).removesuffix(".__init__")
    for path in SRC.rglob("*.py")
    if path.relative_to(SRC / "tilerummy").parts[0] not in (*ADAPTORS, "__main__.py")
)


def bare_python(*code: str) -> subprocess.CompletedProcess[str]:
    """Run *code* with only the standard library and this package on the path."""
    program = "\n".join([f"import sys; sys.path.insert(0, {str(SRC)!r})", *code])
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )


def test_the_core_needs_nothing_but_python() -> None:
    assert "tilerummy.tiles" in CORE

    ran = bare_python(*[f"import {module}" for module in CORE])

    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_core_has_no_dependency_and_the_extras_are_declared() -> None:
    extras = metadata("tilerummy").get_all("Provides-Extra") or []

    assert [line for line in requires("tilerummy") or [] if "extra ==" not in line] == []
    assert set(extras) == {
        *("bench", "cli", "data", "dev", "docs", "env", "mcp", "notebook"),
        *("open-spiel", "postgres", "push", "ray", "server", "telemetry", "vision"),
    }


def test_the_types_are_shipped() -> None:
    assert (files("tilerummy") / "py.typed").is_file()


def test_the_version_installed_is_the_version_of_the_package() -> None:
    assert metadata("tilerummy")["Version"] == tilerummy.__version__
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", tilerummy.__version__)


def test_the_version_is_known_without_an_installation() -> None:
    """The package may be a checkout that is only on the path."""
    ran = bare_python("import tilerummy", "print(tilerummy.__version__)")

    assert (ran.returncode, ran.stdout.strip()) == (0, tilerummy.__version__)


def test_the_command_leads_to_the_terminal_game() -> None:
    (command,) = entry_points(group="console_scripts", name="tilerummy")

    assert command.value == "tilerummy.cli:main"
    assert callable(command.load())


def test_without_click_the_command_says_how_to_get_it() -> None:
    ran = bare_python("from tilerummy.cli import main", "sys.exit(main())")

    assert ran.returncode != 0
    assert "tilerummy[cli]" in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("name", ["constraints.txt", "pyproject.toml", "Makefile"])
def test_the_set_up_names_no_index(name: str) -> None:
    assert "://" not in (ROOT / name).read_text()


def test_make_worst_is_an_alias_of_find_slow() -> None:
    assert "\nworst: find-slow\n" in (ROOT / "Makefile").read_text()


def test_every_dependency_is_pinned() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {line.split("==")[0] for line in lines if "==" in line}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = [
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    required = [line.split(">=")[0] for group in groups for line in group if ">=" in line]
    wanted = {line.split("[")[0] for line in required}  # its extra is also pinned by name
    wanted |= {line.replace("[", "-").rstrip("]") for line in required if "[" in line}

    assert wanted
    assert wanted <= pinned
