"""The generated pages in docs/ are up to date and cover every ruleset and option."""

from __future__ import annotations

import subprocess
import sys
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest
from tools.docs.generated import FOLDER, files, stale, write
from tools.docs.sentences import ROOT

from tilerummy.cli.commands import COMMANDS
from tilerummy.rules import OPTIONS, PRESETS, Option, ruleset
from tilerummy.rules.option_table import Value
from tilerummy.rules_text.options import option_text


@cache
def expected_files() -> dict[Path, str]:
    return files()


def test_the_generated_pages_are_up_to_date() -> None:
    """Run ``make docs`` after changing a rule, an option or a test that cites a sentence.

    ``--check`` writes no files, and prints nothing if all are up to date.
    """
    command = [sys.executable, "-m", "tools.docs", "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_a_rules_page_also_gives_the_terminal_command_that_ends_a_turn() -> None:
    page = expected_files()[FOLDER / "sabra.md"]

    assert "| after a play | say pass (in the terminal: done) | your turn ends |" in page
    assert "| say pass, if the pool is empty |" in page


def test_outdated_files_are_reported_and_written(tmp_path: Path) -> None:
    expected = expected_files()
    assert len([*write(tmp_path)]) == len(expected)
    assert [*stale(tmp_path, expected)] == []
    folder = tmp_path / FOLDER
    (folder / "sabra.md").write_text("changed")
    (folder / "coverage.md").unlink()
    (folder / "more.md").write_text("not generated")

    assert {path.name: reason.split()[-1] for path, reason in stale(tmp_path, expected)} == {
        "sabra.md": "date",
        "coverage.md": "missing",
        "more.md": "generated",
    }
    assert len([*write(tmp_path, expected)]) == 3
    assert [*stale(tmp_path)] == []


@pytest.mark.parametrize("preset", PRESETS)
def test_a_page_cites_its_source_and_shows_judged_plays(preset: str) -> None:
    rules = ruleset(preset)
    page = expected_files()[FOLDER / f"{preset}.md"]

    assert rules.source in page
    assert rules.about in page
    assert page.count("is **legal**") >= 2
    assert page.count("is **refused**") >= 2
    for part in ("The deal", "A turn", "Your first melds", "Jokers", "the score", "penalties"):
        assert f"{part}\n" in page or f"{part} " in page


@pytest.mark.parametrize("preset", PRESETS)
def test_every_picture_of_a_page_exists(preset: str) -> None:
    linked = [
        part.partition(")")[0] for part in expected_files()[FOLDER / f"{preset}.md"].split("](")[1:]
    ]
    pictures = [name for name in linked if name.startswith("pictures/")]

    assert pictures
    assert [name for name in pictures if FOLDER / name not in expected_files()] == []


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_value_of_an_option_has_its_own_explanation(option: Option) -> None:
    rules = next(r for r in PRESETS.values() if option.applies(r))
    values: list[Value]
    if isinstance(option.values, tuple):
        values = [*option.values, *option.words]
    elif issubclass(option.values, StrEnum):
        values = [str(value) for value in option.values]
    else:
        values = [True, False]

    explanations = {str(option_text(rules, option.name, value)) for value in values}

    assert len(explanations) == len(values)
    assert all(sentence.endswith(".") for sentence in explanations)


def test_the_manual_page_has_every_command_and_no_open_quote() -> None:
    page = expected_files()[Path("docs") / "tilerummy.1"]

    assert all(f'.SS "tilerummy {name} ' in page for name in COMMANDS)
    for line in page.splitlines():
        assert line.startswith((".", r"\&")) or line[:1] != "'"
        assert line.count('"') % 2 == 0, line
