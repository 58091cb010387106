"""Generates the coverage page, which lists the tests for each sentence of the rule texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tools.docs.sentences import TITLES, Check, Sentence, checks, sentences

_HEAD = """\
# Rule coverage

This page lists every sentence of the five texts that the rules come from (S0 to S4), and the tests
that check it. The texts belong to their authors, so only the first words of each sentence are
quoted. Each entry gives the sentence's meaning, and the presets and options that follow it. To run
a test file, change to its folder first, for example:

    cd tests/rules && pytest test_s0_tile_rummy.py

In addition to tests, or instead, a sentence can be covered by:

- **a ruling**, which is our reading of a sentence that is unclear or contradicts another one;
- **the view law**: views never show information that the sentence hides (tested for all seats);
- **the game**, if the software does by itself what players do at a real table.

Sentences that state no rule (headings, history, praise and links) are listed below each table.
"""


def coverage() -> str:
    """Return the coverage page, made from the data file and the docstrings of the tests."""
    checking: dict[str, list[Check]] = {}
    for test in checks():
        for sentence in test.cites:
            checking.setdefault(sentence, []).append(test)
    parts = [_HEAD]
    for text, group in groupby(sentences(), lambda sentence: sentence.text):
        parts.append("\n".join(_section(text, [*group], checking)))
    return "\n".join(parts)


def _section(
    text: str, rows: Iterable[Sentence], checking: dict[str, list[Check]]
) -> Iterator[str]:
    rows = [*rows]
    stating = [row for row in rows if not row.no_rule]
    yield f"## {text}, “{TITLES[text]}”\n"
    yield f"{len(rows)} sentences; {len(stating)} state or imply a rule.\n"
    yield "| sentence | meaning | where | checked by |"
    yield "|---|---|---|---|"
    for row in stating:
        sentence = f"{row.id} “{_cell(row.begins)}…”"
        by = "<br>".join(_checked(row, checking.get(row.id, ())))
        yield f"| {sentence} | {_cell(row.rule)} | {_cell(row.where)} | {by} |"
    if len(stating) < len(rows):
        yield "\nNo rule:\n"
        silent = (row for row in rows if row.no_rule)
        for reason, group in groupby(silent, lambda row: row.no_rule):
            yield f"- {reason}: " + ", ".join(f"{r.id} “{_cell(r.begins)}…”" for r in group)
    yield ""


def _checked(row: Sentence, tests: Iterable[Check]) -> Iterator[str]:
    for test in tests:
        yield f"[{test.node}](../../tests/rules/{test.file})"
    for name, reason in (
        ("a ruling", row.ruling),
        ("the view law", row.view),
        ("the game", row.game),
    ):
        if reason:
            yield f"**{name}**: {_cell(reason)}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
