"""Sentences about rules: a code that stays, parameters, and English for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter

from tilerummy.rules_text.english import ENGLISH
from tilerummy.tiles import COLOUR_NAMES

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Param = int | tuple[int, ...]
"""A number, or several numbers of which one is meant."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence by its code, for whoever tells it in another language, with its parameters.

    >>> from tilerummy.rules_text.sentence import sentence
    >>> sentence("option.draw.tiles", n=3)
    A draw is three tiles.
    """

    code: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def marked(self) -> str:
        """The sentence in English, in Markdown."""
        params = dict(self.params)
        told = ENGLISH[self.code]
        if isinstance(told, tuple):
            told = told[params["n"] != 1]
        return _FILL.vformat(told, (), params)

    def __str__(self) -> str:
        return self.marked.replace("**", "")

    __repr__ = __str__


def sentence(code: str, **params: Param) -> Sentence:
    """Return the sentence with that code about these parameters."""
    return Sentence(code, tuple(params.items()))


class _Fill(Formatter):
    """Fills parameters in: as numbers, or as a word says behind a colon.

    ``words`` are numbers in words up to ten, ``colours`` the names of so many colours, and ``or``
    one of several numbers; with a capital it begins a sentence.
    """

    def format_field(self, value: Param, format_spec: str) -> str:
        text = _worded(value, format_spec.lower())
        return text.capitalize() if format_spec.istitle() else text


def _worded(value: Param, how: str) -> str:
    if isinstance(value, tuple):
        return joined([NUMBERS[n] for n in value], how)
    if how == "colours":
        return joined(COLOUR_NAMES[:value])
    return NUMBERS[value] if how == "words" and value < len(NUMBERS) else str(value)


_FILL = _Fill()


def fields(code: str) -> frozenset[str]:
    """Return the names of the parameters that the sentence with that code tells."""
    told = ENGLISH[code]
    general = told[1] if isinstance(told, tuple) else told
    return frozenset(name for _, name, _, _ in _FILL.parse(general) if name is not None)


def counted(number: int, thing: str) -> str:
    """Return so many of a thing in words.

    >>> counted(1, "tile"), counted(14, "tile")
    ('one tile', '14 tiles')
    """
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {thing}" if number == 1 else f"{word} {thing}s"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Return the words as a list in a sentence.

    >>> joined(("black", "red", "blue"))
    'black, red and blue'
    """
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final
