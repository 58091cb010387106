"""The page that lists, for every sentence of the texts, the tests that check it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tools.docs.sentences import TITLES, Check, Sentence, checks, sentences

_HEAD = """\
# Which sentence is checked where

The rules come from five texts, S0 to S4. They belong to their authors, so this page gives only the
first words of each sentence, its meaning in our words, the presets and options that follow it, and
the tests that check it. A test file is run in its folder, for example

    cd tests/rules && pytest test_s0_tile_rummy.py

Besides tests, or instead of them, there can be

- **a ruling**: how the sentence is read if it is silent or contradicts another;
- **the view law**: no view shows what the sentence hides; views are tested for all seats;
- **the game**: what people have to do at a real table, the game does by itself.

Sentences that state no rule (headings, history, praise and links) are listed below each table.
"""


def coverage() -> str:
    """Return the page, made of the data file and the docstrings of the tests."""
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
    yield f"{len(rows)} sentences, {len(stating)} of which state a rule or imply one.\n"
    yield "| sentence | meaning | where | checked by |"
    yield "|---|---|---|---|"
    for row in stating:
        sentence = f"{row.id} “{_cell(row.begins)}…”"
        by = "<br>".join(_checked(row, checking.get(row.id, ())))
        yield f"| {sentence} | {_cell(row.rule)} | {_cell(row.where)} | {by} |"
    if len(stating) < len(rows):
        yield "\nNo rule:\n"
        silent = (row for row in rows if row.no_rule)
        for why, group in groupby(silent, lambda row: row.no_rule):
            yield f"- {why}: " + ", ".join(f"{r.id} “{_cell(r.begins)}…”" for r in group)
    yield ""


def _checked(row: Sentence, by: Iterable[Check]) -> Iterator[str]:
    for test in by:
        yield f"[{test.node}](../../tests/rules/{test.file})"
    for name, why in (
        ("a ruling", row.ruling),
        ("the view law", row.view),
        ("the game", row.game),
    ):
        if why:
            yield f"**{name}**: {_cell(why)}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
