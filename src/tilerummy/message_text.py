"""Formats quotations, counts, lists, suggestions and install commands for use in messages."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from shlex import quote

LONGEST = 200
"""The maximum length of a quotation, in characters."""


def quoted(value: object) -> str:
    """Return the ``repr`` of *value*, shortened to at most ``LONGEST`` characters.

    >>> len(quoted("x" * 1000))
    200
    """
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def counted(number: int, thing: str) -> str:
    """Return *number* followed by *thing*, which is put in the plural if needed.

    >>> counted(1, "tile"), counted(4, "tile")
    ('1 tile', '4 tiles')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def joined(words: Iterable[object], last: str = "and") -> str:
    """Join one or more words into a list that can be used within a sentence.

    >>> joined(("black", "red", "blue")), joined(["two", "three"], "or")
    ('black, red and blue', 'two or three')
    """
    *rest, final = map(str, words)
    return f"{', '.join(rest)} {last} {final}" if rest else final


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a "did you mean" suggestion of the *known* word that is most like *word*, or "".

    >>> nearest("open", ["opened", "table"]), nearest("xyz", ["opened"])
    ('; did you mean opened?', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def install_command(extra: str) -> str:
    """Return the command that installs the given *extra* for the current Python interpreter.

    >>> install_command("data").endswith(" -m pip install 'tilerummy[data]'")
    True
    """
    return f"{quote(sys.executable or 'python')} -m pip install 'tilerummy[{extra}]'"
