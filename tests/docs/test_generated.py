"""What is generated in docs/ is up to date, and says something about every ruleset and option."""

from __future__ import annotations

import subprocess
import sys
from enum import StrEnum
from functools import cache
from pathlib import Path

import pytest
from tools.docs.generated import FOLDER, files, stale, write
from tools.docs.sentences import ROOT

from tilerummy.rules import OPTIONS, PRESETS, Option, ruleset
from tilerummy.rules.option_table import Value
from tilerummy.rules_text.options import option_text


@cache
def expected_files() -> dict[Path, str]:
    return files()


def test_the_generated_pages_are_up_to_date() -> None:
    """After a change of a rule, an option or a test named after a sentence: make docs.

    The command checks without writing, and says nothing where there is nothing to say.
    """
    command = [sys.executable, "-m", "tools.docs", "--check"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_end_of_a_turn_after_a_play_is_told_in_the_words_of_the_terminal_too() -> None:
    page = expected_files()[FOLDER / "sabra.md"]

    assert "| after a play | say pass (in the terminal: done) | your turn ends |" in page
    assert "| say pass, if the pool is empty |" in page


def test_what_is_stale_is_found_and_written(tmp_path: Path) -> None:
    wanted = expected_files()
    assert len([*write(tmp_path)]) == len(wanted)
    assert [*stale(tmp_path, wanted)] == []
    folder = tmp_path / FOLDER
    (folder / "sabra.md").write_text("changed")
    (folder / "coverage.md").unlink()
    (folder / "more.md").write_text("not generated")

    assert {path.name: why.split()[-1] for path, why in stale(tmp_path, wanted)} == {
        "sabra.md": "date",
        "coverage.md": "missing",
        "more.md": "more",
    }
    assert len([*write(tmp_path, wanted)]) == 3
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
def test_every_picture_of_a_page_is_there(preset: str) -> None:
    named = [
        part.partition(")")[0] for part in expected_files()[FOLDER / f"{preset}.md"].split("](")[1:]
    ]
    pictures = [name for name in named if name.startswith("pictures/")]

    assert pictures
    assert [name for name in pictures if FOLDER / name not in expected_files()] == []


@pytest.mark.parametrize("option", OPTIONS.values(), ids=OPTIONS)
def test_every_value_of_an_option_has_a_meaning_of_its_own(option: Option) -> None:
    rules = next(r for r in PRESETS.values() if option.applies(r))
    values: list[Value]
    if isinstance(option.values, tuple):
        values = [*option.values, *option.words]
    elif issubclass(option.values, StrEnum):
        values = [str(value) for value in option.values]
    else:
        values = [True, False]

    said = {str(option_text(rules, option.name, value)) for value in values}

    assert len(said) == len(values)
    assert all(sentence.endswith(".") for sentence in said)
