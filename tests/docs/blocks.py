"""Runs the code blocks in pages, by the rules in CONTRIBUTING.

A page runs from top to bottom in one namespace and its own folder:

- a ``python`` block with ``>>>`` is a doctest; without, it is a program that must not raise;
- in ``console`` and ``sh`` blocks, each line ``$ command`` that contains the word ``tilerummy`` is
  run by the shell. The lines up to the next ``$`` are its output, where ``...`` matches any text. A
  command without output must succeed. Other commands are not run;
- any block with ``file=NAME`` is first written to that file in the folder.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>```+|~~~+) *(?P<kind>[\w+-]*)(?P<rest>.*)$")
_FILE = re.compile(r"\bfile=(?P<name>[\w.-]+)")
_COMMAND = re.compile(r"\btilerummy\b")
_FLAGS = doctest.ELLIPSIS
_SECONDS = 120


class BlockError(AssertionError):
    """A block does not behave as shown; the message starts with its file and line."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block with its kind, text, first line number, and file name if it has one."""

    kind: str
    text: str
    line: int
    file: str | None = None


@dataclass(slots=True)
class Page:
    """A page whose blocks run in order."""

    path: Path
    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "page"})

    def run(self) -> int:
        """Run all blocks and return their number.

        Raises BlockError for the first block that does not behave as shown.
        """
        return sum(self._run(block) for block in blocks(self.path.read_text(encoding="utf-8")))

    def _run(self, block: Block) -> int:
        if block.file is not None:
            (self.folder / block.file).write_text(block.text, encoding="utf-8")
        if block.kind == "python":
            run = self._doctest if ">>> " in block.text else self._program
            run(block)
            return 1
        if block.kind in ("console", "sh"):
            return sum(self._command(block, *command) for command in commands(block.text))
        return 0

    def _doctest(self, block: Block) -> None:
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=_FLAGS)
        test = parser.get_doctest(
            block.text, self.names, self.path.name, str(self.path), block.line - 1
        )
        output: list[str] = []
        failed = runner.run(test, out=output.append, clear_globs=False).failed
        self.names = test.globs
        if failed:
            raise BlockError(f"{self.path}:{block.line}: {''.join(output)}")

    def _program(self, block: Block) -> None:
        lines = "\n" * (block.line - 1) + block.text
        try:
            exec(compile(lines, str(self.path), "exec"), self.names)
        except Exception as error:
            raise BlockError(
                f"{self.path}:{block.line}: {type(error).__name__}: {error}"
            ) from error

    def _command(self, block: Block, offset: int, command: str, expected: str) -> int:
        if not _COMMAND.search(command):
            return 0
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=self.folder,
            env=_environment(self.folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
        location = f"{self.path}:{block.line + offset}: $ {command}"
        if "Traceback (most recent call last)" in ran.stdout:
            raise BlockError(f"{location}\n{ran.stdout}")
        if not expected:
            if ran.returncode:
                raise BlockError(f"{location}\nexits with {ran.returncode}:\n{ran.stdout}")
        elif not _same(expected, ran.stdout):
            raise BlockError(f"{location}\nexpected:\n{expected}\ngot:\n{ran.stdout}")
        return 1


def _same(expected: str, got: str) -> bool:
    """Compare line by line, ignoring trailing spaces."""
    expected, actual = (
        "".join(f"{line.rstrip()}\n" for line in text.strip("\n").splitlines())
        for text in (expected, got)
    )
    return doctest.OutputChecker().check_output(expected, actual, doctest.ELLIPSIS)


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment without colours that stores user files in *folder*."""
    scripts = Path(sys.executable).parent
    homes = ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("TILERUMMY")},
        **dict.fromkeys(homes, str(folder)),
        "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "100",
        "PYTHONIOENCODING": "utf-8",
    }


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, dedented."""
    lines = enumerate(text.splitlines(), 1)
    for number, line in lines:
        opened = _FENCE.match(line)
        if opened is None:
            continue
        indent, fence = len(opened["indent"]), opened["fence"]
        body = []
        for _, inner in lines:
            if inner.strip() == fence:
                break
            body.append(inner[indent:] if not inner[:indent].strip() else inner)
        named = _FILE.search(opened["rest"])
        source = "".join(f"{part}\n" for part in body)
        yield Block(opened["kind"], source, number + 1, named["name"] if named else None)


def commands(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the commands of a console block: line offset, command, expected output."""
    lines = text.splitlines()
    index = 0
    while index < len(lines):
        start = index
        index += 1
        if not lines[start].startswith("$ "):
            continue
        command = lines[start][2:]
        while command.endswith("\\") and index < len(lines):
            command += f"\n{lines[index].removeprefix('> ')}"
            index += 1
        output = []
        while index < len(lines) and not lines[index].startswith("$ "):
            output.append(lines[index])
            index += 1
        yield start, command, "\n".join(output).strip("\n")
