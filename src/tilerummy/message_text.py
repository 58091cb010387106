"""Words in messages: what was written is quoted, things are counted and listed, packages named."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from shlex import quote

LONGEST = 200
"""How many characters are quoted of what is longer."""


def quoted(value: object) -> str:
    """Return the ``repr`` of *value*, cut where it is too long to be read.

    >>> len(quoted("x" * 1000))
    200
    """
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def counted(number: int, thing: str) -> str:
    """Return a number of things.

    >>> counted(1, "tile"), counted(4, "tile")
    ('1 tile', '4 tiles')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def joined(words: Iterable[object], last: str = "and") -> str:
    """Return at least one word, or several as a list in a sentence.

    >>> joined(("black", "red", "blue")), joined(["two", "three"], "or")
    ('black, red and blue', 'two or three')
    """
    *others, final = map(str, words)
    return f"{', '.join(others)} {last} {final}" if others else final


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the question whether the most similar of the *known* words is meant; "" without any.

    >>> nearest("open", ["opened", "table"]), nearest("xyz", ["opened"])
    ('; did you mean opened?', '')
    """
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def install_command(extra: str) -> str:
    """Return the command that installs an *extra* for the Python that runs this.

    >>> install_command("data").endswith(" -m pip install 'tilerummy[data]'")
    True
    """
    return f"{quote(sys.executable or 'python')} -m pip install 'tilerummy[{extra}]'"
