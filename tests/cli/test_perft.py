"""``tilerummy perft`` prints its counts, and reports errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilerummy.cli.commands import tilerummy


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tilerummy, ["perft", *arguments])


def suite(folder: Path, *lines: str) -> str:
    path = folder / "some.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


HIGH = ("--position", "table k11 k12 k13 | rack k1")


@pytest.mark.parametrize(
    ("arguments", "status", "output"),
    [
        (("--table", "k1 k2 k3", "--rack", "k4 r1"), 0, "position: racks 1  plays 1\n"),
        (("--rack", "r7 * *"), 0, "position: racks 1  plays 4\n"),
        (("--rack", "r7 * *", "--racks"), 0, "position: racks 1\n"),
        (HIGH, 0, "position: racks 0  plays 0\n"),
        ((*HIGH, "-r", "sabra+run.one_high=true"), 0, "position: racks 1  plays 1\n"),
        (("--position", "rack ?14"), 1, "Error: position: "),
    ],
)
def test_a_position_is_counted(arguments: tuple[str, ...], status: int, output: str) -> None:
    result = run(*arguments)

    assert result.exit_code == status
    assert result.output.startswith(output)


@pytest.mark.parametrize(
    ("known", "status", "said"),
    [
        (["racks 1", "plays 4"], 0, "one: racks 1  plays 4  ok\n"),
        (
            ["racks 2", "plays 5"],
            1,
            "one: racks 1  plays 4  WRONG: racks should be 2, plays should be 5\n",
        ),
        (["racks 1"], 0, "one: racks 1  ok\n"),
    ],
)
def test_a_suite_is_compared(tmp_path: Path, known: list[str], status: int, said: str) -> None:
    result = run(suite(tmp_path, "id one # a joker", "position rack r7 * *", *known))

    assert (result.exit_code, result.output) == (status, said)


def test_json_has_the_same_counts(tmp_path: Path) -> None:
    lines = ("ruleset rummikub", "id one", "position rack r7 * *", "plays 5")
    result = run("--json", suite(tmp_path, *lines))

    assert json.loads(result.output) == {
        "id": "one",
        "racks": 1,
        "plays": 4,
        "proven": True,
        "wrong": ["plays should be 5"],
    }


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["id one", "position rack q7"], "line 2: 'q7'"),
        (["position rack r7"], "line 1: position belongs to a position: write its id line first"),
        (["id one", "racks 1"], "one has no position"),
        (["id one", "position rack r7", "racks many"], "racks is an integer, not 'many'"),
        (["id one", "position rack r7", "racks 1", "racks 1"], "line 4: one has racks twice"),
        (["ruleset chess"], "line 1: "),
        (["depth 3"], "line 1: a line begins with ruleset, id, position, racks, plays"),
    ],
)
def test_a_suite_that_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, lines: list[str], said: str
) -> None:
    result = run(suite(tmp_path, *lines))

    assert result.exit_code == 2
    assert "some.txt: line " in result.output
    assert said in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name a suite, or a position"),
        (["--rack", "q7"], "the colours are"),
        (["--rack", "r7", "--position", "rack r7"], "not both"),
        (["--rack", "r7", "-r", "chess"], "chess"),
    ],
)
def test_questions_that_cannot_be_counted_say_what_to_do(arguments: list[str], said: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", "").split())


@pytest.mark.parametrize("name", ["-r", "--ruleset", "-p", "--preset", "--rules"])
def test_the_ruleset_has_one_name_in_the_help_and_silent_aliases(name: str) -> None:
    text = "table k11 k12 k13 | rack k1"
    shown = run("--help").output

    assert "racks 1" in run("--position", text, name, "sabra+run.one_high=true").output
    assert (f"{name} " in shown or f"{name}," in shown) == (name in ("-r", "--ruleset"))
