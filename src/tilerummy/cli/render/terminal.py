"""Reads and writes lines on a terminal, or through redirected input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TextIO

from rich.console import Console
from rich.text import Text

NARROW = 20
"""The minimum width in columns, even if the terminal reports fewer."""


class Terminal:
    """Writes lines in colour to standard output, and reads lines from standard input.

    A real terminal is cleared before each prompt, unless *plain* is True.
    """

    def __init__(self, *, plain: bool = False, colour: bool = True) -> None:
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        wanted = colour and not os.environ.get("NO_COLOR")
        self._console = Console(
            color_system="auto" if wanted else None, highlight=False, markup=False, emoji=False
        )
        self._attended = _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
        self._redraws = self._attended and not plain and not dumb
        if self._attended:
            with suppress(ImportError):
                import readline  # noqa: F401  gives input() line editing and a history

    @property
    def width(self) -> int:
        """The width in columns. It is read again on every call, because windows can be resized."""
        return max(NARROW, self._console.width)

    @property
    def height(self) -> int | None:
        """The height in lines, or None if the screen is never cleared."""
        return self._console.height if self._redraws else None

    @property
    def attended(self) -> bool:
        """True if input and output are both terminals, so that someone may be able to reply."""
        return self._attended

    def show(self, lines: Iterable[Text | str]) -> None:
        """Write *lines*, leaving it to the terminal to wrap any that are too wide."""
        for line in lines:
            self._console.print(line, soft_wrap=True)

    def clear(self) -> None:
        """Start a new screen, or print an empty line if the screen is never cleared."""
        if self._redraws:
            self._console.clear()
        else:
            self._console.print()

    def hide(self) -> None:
        """Clear the screen and its scrollback if possible; otherwise scroll it all out of sight."""
        with suppress(ImportError):
            import readline

            readline.clear_history()
        if self._redraws:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()
        elif self._attended:
            self._console.print("\n" * self._console.height)

    def ask(self, prompt: str) -> str:
        """Return the next line typed. Raises EOFError at the end of the input.

        Without a terminal, the prompt is printed on a line of its own.
        """
        if self._attended:
            return input(f"{prompt} ")
        self._console.print(prompt, soft_wrap=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")


def show_pages(
    terminal: Terminal,
    lines: Sequence[Text | str],
    ask: Callable[[str], str],
    *,
    more: str,
    end: str | None = None,
) -> str:
    """Show *lines* one screen at a time, and return the first line typed that is not empty, or "".

    *more* is the prompt between screens; *end*, if given, is the prompt after the last screen. If
    the screen is never cleared, all lines are shown without a prompt.
    """
    step = len(lines) if terminal.height is None else max(1, terminal.height - 1)
    for first in range(0, max(1, len(lines)), max(1, step)):
        if terminal.height is not None:
            terminal.clear()
        terminal.show(lines[first : first + step])
        prompt = more if first + step < len(lines) else end
        if prompt is not None and terminal.height is not None and (typed := ask(prompt).strip()):
            return typed
    return ""


def confirmed(ask: Callable[[str], str], prompt: str, no: Iterable[str] = ("n", "no")) -> bool:
    """Ask *prompt* until the reply is clear; return True for Enter or "yes", and False for "no"."""
    refusals = tuple(no)
    while True:
        answer = ask(prompt).strip().lower()
        if answer in ("", "y", "yes"):
            return True
        if answer in refusals:
            return False


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False
