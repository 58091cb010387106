"""The wording tool finds phrases that read as translated, in every kind of file."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tools.wording import Text, comments, document, hits, messages, patterns, python

Reader = Callable[[str], Iterator[tuple[int, str]]]


def numbers(words: str) -> set[int]:
    """Return the numbers of the patterns that match a paragraph."""
    return {pattern.number for _, pattern, _ in hits([Text("x", 1, words)], patterns())}


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("a pool of so many tiles", 3),
        ("What a line is worth.", 4),
        ("Return how it ends.", 5),
        ("nobody may see it", 2),
        ("built anew each time", 34),
        ("a map, or None, else a list", 30),
    ],
)
def test_a_phrase_is_found_only_in_its_sense(words: str, number: int) -> None:
    assert number in numbers(words)
    assert number not in numbers("Return the value: the other players hold at most 14 tiles.")


def test_there_are_twenty_certain_patterns_of_sixty() -> None:
    assert (len(patterns()), sum(each.certain for each in patterns())) == (60, 20)


@pytest.mark.parametrize(
    ("reader", "source", "found"),
    [
        (python, "# one\n# two\nx = 'a b'  # three\n", [(3, "a b"), (1, "one\ntwo\nthree")]),
        (python, '"""Doc string."""\nname = "code"\n', [(1, "Doc string.")]),
        (comments, "let x; // one\n/** two\n * three */\n", [(1, " one"), (2, " two\n three ")]),
        (
            document,
            "text\n```\ncode\n```\nmore `x` of it\n",
            [(1, "text\n"), (4, "\nmore `code` of it\n")],
        ),
        (messages, '{\n  "a": "it \\"is\\"",\n  "b": 1\n}', [(2, 'it "is"')]),
    ],
)
def test_prose_is_read_and_code_is_not(
    reader: Reader, source: str, found: list[tuple[int, str]]
) -> None:
    assert [*reader(source)] == found


def test_an_exception_covers_only_the_passage_it_quotes() -> None:
    pattern = replace(patterns()[1], but=(re.compile("Diary of a Nobody"),))

    assert not pattern.matches("the Diary of a Nobody")
    assert len(pattern.matches("nobody reads the Diary of a Nobody")) == 1


def test_a_quotation_of_the_rules_is_left_alone() -> None:
    assert 2 not in numbers('S4.12 "nobody may go back".')
    assert 2 in numbers('S4.12 "they may go back"; nobody else may.')


@pytest.mark.parametrize(
    ("subject", "status"),
    [("server: tell nobody else", 1), ("server: send the name to all nodes", 0)],
)
def test_the_hook_checks_the_subject_of_a_commit(subject: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "message").write_text(f"{subject}\n\nNobody reads the body.\n", encoding="utf-8")

    ran = subprocess.run(
        [sys.executable, "-m", "tools.wording", "--commit", str(tmp_path / "message")],
        capture_output=True,
        check=False,
    )

    assert ran.returncode == status
