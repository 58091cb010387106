"""The message catalogue: every text by its code, read from the files of a language when needed.

``languages/`` holds a folder for each language, English among them, and in it a JSON file for each
topic. The browser's page imports the same files. ``docs/translating.md`` describes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import get_data
from typing import Literal, NotRequired, TypedDict, get_args

Message = str | dict[str, str]
"""A text, or one for each plural category of its language; the parameter ``n`` decides."""

Topic = Literal[
    "core",
    "room",
    "pages",
    "rules",
    "learn",
    "ending",
    "review",
    "games",
    "share",
    "history",
    "puzzles",
]
"""What a file is about, and so when the page loads it: at once, with the parts around a table, with
the pages beside it, when rules are read, with the courses, with the end of a round, with the
review of a game, with the page of a game, with what it is shared by, with one's own games, or with
the puzzles."""

TOPICS: tuple[Topic, ...] = get_args(Topic)

PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
"""A parameter in a text, ``{name}``, or ``{name:words}`` for a number in words."""


class Language(TypedDict):
    """A language: its own name, where its lines begin, and its plural categories (CLDR).

    ``numbers`` are the numbers in words from 0 on, if they are the same whatever they count.
    """

    name: str
    direction: Literal["ltr", "rtl"]
    plurals: list[str]
    numbers: NotRequired[list[str]]


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages by their codes, as ISO 639-1 has them."""
    known: dict[str, Language] = json.loads(_read("languages"))
    return known


@cache
def messages(topic: Topic, language: str = "en") -> Mapping[str, Message]:
    """Return the messages of *topic* by their codes."""
    found: dict[str, Message] = json.loads(_read(f"{language}/{topic}"))
    return found


def _read(file: str) -> bytes:
    text = get_data("tilerummy.rules_text", f"languages/{file}.json")
    assert text is not None, "the texts are installed beside this module"
    return text


def general(message: Message) -> str:
    """Return the text of *message* for numbers in general: that for ``other``."""
    return message if isinstance(message, str) else message["other"]


def parameters(message: Message) -> frozenset[str]:
    """Return the names of the parameters that *message* takes."""
    return frozenset(found[1] for found in PLACEHOLDER.finditer(general(message)))


def filled(message: Message, n: object, value: Callable[[str, str], str]) -> str:
    """Return the English text for *n*, with the *value* of each parameter's name and format."""
    text = message["one"] if n == 1 and not isinstance(message, str) else general(message)
    return PLACEHOLDER.sub(lambda found: value(found[1], found[2] or ""), text)
