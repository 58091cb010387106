"""Commands report in one sentence that a file cannot be written, if possible before any work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.cli.test_review import TEXT

from tilerummy.cli.commands import COMMANDS, tilerummy
from tilerummy.cli.files import OutputFile

SHORT = "sabra+tiles.copies=1+deal.tiles=5"


@pytest.fixture
def record(tmp_path: Path) -> str:
    """Write a record to a file and return the file's name."""
    file = tmp_path / "game.rummy"
    file.write_text(TEXT, encoding="utf-8")
    return str(file)


def commands(record: str) -> dict[str, list[str]]:
    """Return every command that writes a file named by an option, with that option last."""
    return {
        "arena": ["arena", SHORT, "random", "random", "--deals", "1", "--jobs", "1", "--out"],
        "games export": ["games", "export", "--out"],
        "play": ["play", "--save"],
        "puzzles make": ["puzzles", "make", "--count", "1", "--jobs", "1", "--out"],
        "read": ["read", record, "--svg"],
        "review": ["review", record, "--depth", "certain", "--html"],
        "simulate": ["simulate", SHORT, "random", "random", "--rounds", "1", "--out"],
    }


NAMES = commands("")


@pytest.mark.parametrize("name", NAMES)
def test_a_file_in_no_directory_is_refused_before_the_work(
    name: str, record: str, tmp_path: Path
) -> None:
    out = tmp_path / "none" / "x"
    ran = CliRunner().invoke(tilerummy, [*commands(record)[name], str(out)], prog_name="tilerummy")

    assert ran.exit_code == 2
    assert f"there is no directory {out.parent}." in " ".join(ran.output.split())
    assert not out.parent.exists()


@pytest.mark.parametrize("name", ["review", "simulate"])
def test_a_file_that_cannot_be_written_to_the_end_is_named(name: str, record: str) -> None:
    ran = CliRunner().invoke(tilerummy, [*commands(record)[name], "/dev/full"])

    assert ran.exit_code == 1
    assert ran.output == "Error: /dev/full cannot be written: No space left on device.\n"


def test_the_list_of_these_commands_is_complete() -> None:
    def writing(command: click.Command, name: str) -> Iterator[str]:
        if isinstance(command, click.Group):
            for each, inner in command.commands.items():
                yield from writing(inner, f"{name} {each}")
        for option in command.params:
            if isinstance(option.type, click.Path) and not option.type.exists:
                yield name if option.type.file_okay else ""
                assert isinstance(option.type, OutputFile) or not option.type.file_okay

    context = click.Context(tilerummy)
    found = set()
    for name in COMMANDS:
        command = tilerummy.get_command(context, name)
        assert command is not None
        found |= {*writing(command, name)}

    assert found - {""} == {*NAMES}
