"""Completion of commands, rulesets, levels and files in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from tilerummy import OPTIONS, PLAYERS, PRESETS, ruleset
from tilerummy.cli.commands import COMMANDS, tilerummy
from tilerummy.cli.completion.command import SHELLS


def completed(*words: str) -> list[str]:
    """The completions of the last word, or the types of files expected there."""
    shell = ShellComplete(tilerummy, {}, "tilerummy", "_TILERUMMY_COMPLETE")
    found = shell.get_completions([*words[:-1]], words[-1])
    return [item.value if item.type == "plain" else item.type for item in found]


def test_commands_are_completed_with_their_descriptions() -> None:
    shell = ShellComplete(tilerummy, {}, "tilerummy", "_TILERUMMY_COMPLETE")
    items = {item.value: item.help for item in shell.get_completions([], "")}

    assert items == {name: row.about for name, row in COMMANDS.items()}
    assert completed("p") == ["play", "puzzle", "puzzles", "perft"]
    assert completed("--v") == ["--version"]


@pytest.mark.parametrize("words", [("play", "-r"), ("perft", "--ruleset"), ("arena",)])
def test_rulesets_are_completed(words: tuple[str, ...]) -> None:
    assert completed(*words, "") == [*PRESETS]
    assert completed(*words, "rumm") == ["rummikub"]


def test_house_rules_are_completed_with_their_values() -> None:
    reuse = ["any", "new_meld", "new_meld_with_rack", "rack_only"]

    assert completed("play", "-o", "joker.reuse=") == [f"joker.reuse={value}" for value in reuse]
    assert completed("play", "-o", "initial_meld.p") == ["initial_meld.points="]
    assert completed("simulate", "sabra+trump_bonus=true+joker.reuse=r") == [
        "sabra+trump_bonus=true+joker.reuse=rack_only"
    ]


def test_every_option_is_completed_and_every_value_is_valid() -> None:
    found = completed("play", "-o", "")

    assert {text.partition("=")[0] for text in found} == {*OPTIONS}
    for text in found:
        name, _, value = text.partition("=")
        rules = next(rules for rules in PRESETS.values() if OPTIONS[name].applies(rules))
        if value:
            ruleset(f"{rules.name}+{text}")  # raises OptionError if it is invalid


@pytest.mark.parametrize("words", [("play", "--computer"), ("arena", "sabra")])
def test_levels_are_completed(words: tuple[str, ...]) -> None:
    assert completed(*words, "") == [*PLAYERS]
    assert completed(*words, "ma") == ["master"]


@pytest.mark.parametrize("words", [("replay",), ("play", "--save"), ("review", "--html")])
def test_files_are_left_to_the_shell(words: tuple[str, ...]) -> None:
    assert completed(*words, "") == ["file"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_a_shell_calls_the_command(shell: str) -> None:
    ran = CliRunner().invoke(tilerummy, ["completion", shell], prog_name="tilerummy")

    assert ran.exit_code == 0
    assert f"_TILERUMMY_COMPLETE={shell}_complete" in ran.output


@pytest.mark.skipif(sys.platform == "win32", reason="there may be no bash")
def test_bash_completes_by_the_script() -> None:
    ran = CliRunner().invoke(tilerummy, ["completion", "bash"], prog_name="tilerummy")
    program = "COMP_WORDS=(tilerummy play -r rumm); COMP_CWORD=3; _tilerummy_completion tilerummy"
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{ran.output}\n{program}; echo ${{COMPREPLY[@]}}"],
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == "rummikub\n"
