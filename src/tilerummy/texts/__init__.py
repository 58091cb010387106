"""All translated texts, stored in one JSON file per language as messages in ICU MessageFormat.

The web client reads the same files, and loads each section separately. A section maps keys to
messages, and each key is in only one section. ``docs/translating.md`` describes the files. Each
file is read when it is first used.
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
    """A language, with its name in the language itself and its writing direction."""

    name: str
    direction: Literal["ltr", "rtl"]


def text(key: str, language: str = "en", /, **values: object) -> str:
    """Return the text of a message, using *values* for its arguments.

    Raises KeyError if the message or the value of an argument is missing.

    >>> text("event.announced", name="Ada", n=1), text("event.passed", "de", name="Ada")
    ('Ada has only 1 tile left!', 'Ada passt.')
    """
    return render(message(key, language), language, values)


@cache
def message(key: str, language: str = "en") -> Message:
    """Return the parsed message with this *key*."""
    return parse(messages(language)[key])


@cache
def messages(language: str = "en") -> Mapping[str, str]:
    """Return all messages of *language* in ICU format, indexed by key.

    >>> from tilerummy.texts import messages
    >>> messages("de")["act.draw"]
    'Ziehen'
    """
    sections: dict[str, dict[str, str]] = json.loads(_read(language))
    return {key: source for section in sections.values() for key, source in section.items()}


@cache
def languages() -> Mapping[str, Language]:
    """Return all languages, indexed by their ISO 639-1 codes.

    >>> from tilerummy.texts import languages
    >>> languages()["he"]["direction"]
    'rtl'
    """
    known: dict[str, Language] = json.loads(_read("languages"))
    return known


def _read(file: str) -> bytes:
    found = get_data(__name__, f"{file}.json")
    assert found is not None, "the texts are installed beside this module"
    return found
