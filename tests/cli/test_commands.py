"""The command ``tilerummy`` and how it finds its subcommands."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from tilerummy import __version__
from tilerummy.cli import missing_kernel
from tilerummy.cli.commands import COMMANDS, tilerummy


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(tilerummy, [*arguments], prog_name="tilerummy")


def imported(*arguments: str) -> set[str]:
    """Return the names of the modules that a process has imported after running a command."""
    program = (
        "import sys, atexit; atexit.register(lambda: print(*sys.modules, file=sys.stderr));"
        "from tilerummy.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        input="",
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.split())


def test_the_help_names_every_command_with_a_sentence() -> None:
    told = ran("--help")

    assert told.exit_code == 0
    assert all(row.about in told.output for row in COMMANDS.values())
    assert ran("-h").output == told.output


def test_the_version_is_that_of_the_package() -> None:
    assert ran("--version").output.splitlines()[0] == f"tilerummy {__version__}"


@pytest.mark.parametrize(("there", "lines"), [(True, []), (False, [missing_kernel.NO_KERNEL])])
def test_with_the_version_it_says_if_there_is_no_kernel(
    monkeypatch: pytest.MonkeyPatch, *, there: bool, lines: list[str]
) -> None:
    monkeypatch.setattr(missing_kernel, "HAS_KERNEL", there)

    assert ran("--version").output.splitlines()[1:] == lines


@pytest.mark.parametrize(
    ("wrong", "hint"), [("paly", "play"), ("replays!", "replay"), ("x", "audit")]
)
def test_an_unknown_command_is_refused_with_the_known_ones(wrong: str, hint: str) -> None:
    told = ran(wrong)

    assert told.exit_code == 2
    assert hint in told.stderr


def test_the_help_loads_no_command() -> None:
    modules = {f"tilerummy.cli.{row.module}" for row in COMMANDS.values()}

    assert not modules & imported("--help")


def test_a_command_loads_itself_and_no_other() -> None:
    modules = {f"tilerummy.cli.{row.module}" for row in COMMANDS.values()}

    assert modules & imported("referee", os.devnull) == {"tilerummy.cli.referee"}
    assert "rich" not in imported("referee", os.devnull)
    assert not modules & imported("referee"), "without arguments there is nothing to read"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    told = ran(name, "--help")

    assert told.exit_code == 0
    assert "Usage: tilerummy" in told.output
