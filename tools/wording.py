"""Finds phrases that read as translated: ``python -m tools.wording`` counts them.

Reads docstrings, comments and strings of Python, comments of C++, TypeScript, Svelte and CSS,
documents, and the English messages. The patterns are in wording.toml. ``--list N`` shows the hits
of one pattern; ``--check`` shows the hits of certain patterns and fails if any are found; ``--under
PATH`` reads one folder only. ``--commit FILE`` checks the subject of a commit message.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATED = (
    "docs/rules/",
    "docs/RULES.md",
    "docs/openapi.json",
    "tests/cases/",
    "tests/tools/test_wording.py",
    "web/src/net/types/",
)
"""Generated files, files with the wording of the rules, and the examples of wrong wording."""
COMMENT = re.compile(
    r"/\*.*?\*/|<!--.*?-->|(?:^[ \t]*//[^\n]*\n)+|//[^\n]*", re.DOTALL | re.MULTILINE
)


QUOTATION = re.compile(r'\bS\d(\.\d+)?[^"]{0,60}"[^"]*"')
"""A quotation from the rules' sources, which must not be changed."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase to avoid: ``certain`` if always wrong, ``judgement`` if often right."""

    number: int
    regex: re.Pattern[str]
    instead: str
    certain: bool
    judgement: bool
    but: tuple[re.Pattern[str], ...]

    def matches(self, words: str) -> list[re.Match[str]]:
        """Return the hits in a paragraph, except within quotations and exceptions."""
        right = [
            found.span() for known in (*self.but, QUOTATION) for found in known.finditer(words)
        ]
        return [
            found
            for found in self.regex.finditer(words)
            if not any(start < found.end() and found.start() < end for start, end in right)
        ]


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph of prose, with its path and first line."""

    path: str
    line: int
    words: str


def patterns() -> list[Pattern]:
    rows = tomllib.loads((ROOT / "tools" / "wording.toml").read_text())["pattern"]
    return [
        Pattern(
            number,
            compiled(row["regex"]),
            row["instead"],
            row.get("certain", False),
            row.get("judgement", False),
            tuple(re.compile(known["text"]) for known in row.get("except", ())),
        )
        for number, row in enumerate(rows, 1)
    ]


def compiled(regex: str) -> re.Pattern[str]:
    """Return a pattern with word boundaries; it ignores case unless it starts with a capital."""
    begins = re.sub(r"[\^(|.;:\[\] ,]|\\\\.", "", regex)
    flags = re.MULTILINE if begins[:1].isupper() else re.MULTILINE | re.IGNORECASE
    left = "" if regex.startswith(("(^", ",", "([")) else r"\b"
    return re.compile(f"{left}(?:{regex})" + ("" if regex.endswith("$") else r"\b"), flags)


def texts() -> Iterator[Text]:
    """Yield every paragraph of prose in the repository."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for path in listed.stdout.splitlines():
        if path.startswith(GENERATED) or not (ROOT / path).is_file():
            continue
        match Path(path).suffix:
            case ".py":
                found = python((ROOT / path).read_text())
            case ".cpp" | ".hpp" | ".ts" | ".svelte" | ".css" | ".mjs" | ".c":
                found = comments((ROOT / path).read_text())
            case ".md":
                found = document((ROOT / path).read_text())
            case ".json" if re.search(r"(/en/|/en\.json$)", path):
                found = messages((ROOT / path).read_text())
            case _:
                continue
        for line, passage in found:
            for words in re.split(r"\n\s*\n", passage):
                yield Text(path, line, " ".join(words.split()))
                line += words.count("\n") + 2  # noqa: PLW2901 - the next paragraph


def python(source: str) -> Iterator[tuple[int, str]]:
    """Yield strings, and comments with adjacent lines joined."""
    waiting: list[str] = []
    began = last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if waiting and token.start[0] != last + 1:
                yield began, "\n".join(waiting)
                waiting = []
            began = token.start[0] if not waiting else began
            last = token.start[0]
            waiting.append(token.string.lstrip("#: "))
        elif token.type == tokenize.STRING:
            prefix = token.string[: re.match(r"\w*", token.string).end()].lower()  # type: ignore[union-attr]
            if "b" not in prefix and " " in token.string:
                words = (
                    token.string[len(prefix) :].strip("\"'")
                    if "f" in prefix
                    else ast.literal_eval(token.string)
                )
                yield token.start[0], words
    if waiting:
        yield began, "\n".join(waiting)


def comments(source: str) -> Iterator[tuple[int, str]]:
    for found in COMMENT.finditer(source):
        words = re.sub(
            r"^\s*(/\*\*?|\*/|\*|//+|<!--)|(\*/|-->)\s*$", "", found[0], flags=re.MULTILINE
        )
        yield source.count("\n", 0, found.start()) + 1, words


def document(source: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r"```.*?```|(?:(?!```).)+", source, re.DOTALL):
        if not found[0].startswith("```"):
            yield source.count("\n", 0, found.start()) + 1, re.sub(r"`[^`\n]*`", "`code`", found[0])


def messages(source: str) -> Iterator[tuple[int, str]]:
    for found in re.finditer(r'^\s*"[^"]*": ("(?:[^"\\]|\\.)*")', source, re.MULTILINE):
        yield source.count("\n", 0, found.start()) + 1, json.loads(found[1])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.wording", description=__doc__)
    parser.add_argument("--list", type=int, metavar="N", help="show the hits of a pattern")
    parser.add_argument("--under", default="", metavar="PATH", help="read only files below PATH")
    parser.add_argument("--check", action="store_true", help="fail at a pattern that is certain")
    parser.add_argument("--commit", type=Path, metavar="FILE", help="check the subject of a commit")
    arguments = parser.parse_args()
    known = patterns()
    if arguments.commit:
        subject = Text(str(arguments.commit), 1, arguments.commit.read_text().partition("\n")[0])
        return report(found for found in hits([subject], known) if found[1].certain)
    read = [text for text in texts() if text.path.startswith(arguments.under)]
    if arguments.check:
        return report(hits(read, [pattern for pattern in known if pattern.certain]))
    if arguments.list:
        report(hits(read, [known[arguments.list - 1]]))
        return 0
    counts = dict.fromkeys(range(1, len(known) + 1), 0)
    for _, pattern, found in hits(read, known):
        counts[pattern.number] += len(found)
    for pattern in known:
        mark = "!" if pattern.certain else "~" if pattern.judgement else " "
        print(f"{pattern.number:3}{mark} {counts[pattern.number]:5}  {pattern.regex.pattern[:60]}")
    print(f"     {sum(counts.values()):5}  in all")
    return 0


def hits(
    read: Iterable[Text], known: list[Pattern]
) -> Iterator[tuple[Text, Pattern, list[re.Match[str]]]]:
    """Yield each paragraph with the matches of each pattern in it."""
    for text in read:
        for pattern in known:
            if found := pattern.matches(text.words):
                yield text, pattern, found


def report(found: Iterable[tuple[Text, Pattern, list[re.Match[str]]]]) -> int:
    """Print the hits; return 1 if any are found, and otherwise 0."""
    status = 0
    for text, pattern, (hit, *_) in found:
        around = text.words[max(0, hit.start() - 30) : hit.end() + 40]
        print(f"{text.path}:{text.line}: …{around}… → {pattern.instead}")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
