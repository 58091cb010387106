"""Find phrases that read as translated: ``python -m tools.wording`` counts them.

It reads docstrings, comments and strings of Python, comments of C++, TypeScript, Svelte and CSS,
documents, and the English messages. The patterns are in wording.toml. ``--commit FILE`` checks the
subject of a commit message, as a hook does; ``--list N`` shows the hits of one pattern.
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
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GENERATED = (
    "docs/rules/",
    "docs/RULES.md",
    "docs/openapi.json",
    "tests/cases/",
    "web/src/net/types/",
)
"""Files that follow from others, or whose wording is that of the rules."""
COMMENT = re.compile(
    r"/\*.*?\*/|<!--.*?-->|(?:^[ \t]*//[^\n]*\n)+|//[^\n]*", re.DOTALL | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase to avoid; ``certain`` if it is never right."""

    number: int
    regex: re.Pattern[str]
    instead: str
    certain: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph, where it begins, and whether it may begin a docstring, comment or paragraph."""

    path: str
    line: int
    words: str


def patterns() -> list[Pattern]:
    rows = tomllib.loads((ROOT / "tools" / "wording.toml").read_text())["pattern"]
    return [
        Pattern(number, compiled(row["regex"]), row["instead"], row.get("certain", False))
        for number, row in enumerate(rows, 1)
    ]


def compiled(regex: str) -> re.Pattern[str]:
    """Return a pattern with word boundaries, which ignores case unless it begins with a capital."""
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
    """Yield comments, those on lines that follow each other as one, and strings."""
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
    parser.add_argument("--commit", type=Path, metavar="FILE", help="check the subject of a commit")
    arguments = parser.parse_args()
    known = patterns()
    if arguments.commit:
        subject = Text(str(arguments.commit), 1, arguments.commit.read_text().partition("\n")[0])
        return report(found for found in hits([subject], known) if found[1].certain)
    if arguments.list:
        report(hits(texts(), [known[arguments.list - 1]]))
        return 0
    counts = dict.fromkeys(range(1, len(known) + 1), 0)
    for _, pattern, number in hits(texts(), known):
        counts[pattern.number] += number
    for pattern in known:
        mark = "!" if pattern.certain else " "
        print(f"{pattern.number:3}{mark} {counts[pattern.number]:5}  {pattern.regex.pattern[:60]}")
    print(f"     {sum(counts.values()):5}  in all")
    return 0


def hits(
    found: Iterator[Text] | list[Text], known: list[Pattern]
) -> Iterator[tuple[Text, Pattern, int]]:
    """Yield each paragraph with a pattern that it has, and how often."""
    for text in found:
        for pattern in known:
            if number := len(pattern.regex.findall(text.words)):
                yield text, pattern, number


def report(found: Iterator[tuple[Text, Pattern, int]]) -> int:
    """Print hits; return 1 if there are any."""
    status = 0
    for text, pattern, _ in found:
        hit = pattern.regex.search(text.words)
        assert hit
        around = text.words[max(0, hit.start() - 30) : hit.end() + 40]
        print(f"{text.path}:{text.line}: …{around}… → {pattern.instead}")
        status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
