"""All texts that people read in several languages, one JSON file a language, in ICU MessageFormat.

The page reads the same files. A file has a section for each part that the page loads at once, and
in it messages by their keys; a key is in one section only. ``docs/translating.md`` describes them.
Nothing is read before it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import Literal, TypedDict

from tilerummy.texts.format import Message, parse, render

__all__ = ["Language", "languages", "message", "messages", "text"]


class Language(TypedDict):
    """A language: its own name, and where its lines begin."""

    name: str
    direction: Literal["ltr", "rtl"]


def text(key: str, language: str = "en", /, **values: object) -> str:
    """Return the message with that *key*, with the *values* of its arguments.

    Raises KeyError if there is no such message, or no value for an argument.

    >>> text("event.announced", name="Ada", n=1), text("event.passed", "de", name="Ada")
    ('Ada has only 1 tile left!', 'Ada passt.')
    """
    return render(message(key, language), language, values)


@cache
def message(key: str, language: str = "en") -> Message:
    """Return the parsed message with that *key*."""
    return parse(messages(language)[key])


@cache
def messages(language: str = "en") -> Mapping[str, str]:
    """Return all messages of *language* by their keys, in ICU format."""
    sections: dict[str, dict[str, str]] = json.loads(_read(language))
    return {key: source for section in sections.values() for key, source in section.items()}


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages by their codes, as ISO 639-1 has them."""
    known: dict[str, Language] = json.loads(_read("languages"))
    return known


def _read(file: str) -> bytes:
    found = get_data(__name__, f"{file}.json")
    assert found is not None, "the texts are installed beside this module"
    return found
