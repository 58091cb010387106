"""Sentences about rules and events, each with a stable code, parameters and English text."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.message_text import joined
from tilerummy.texts import text
from tilerummy.tiles import COLOUR_NAMES

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Param = int | tuple[int, ...]
"""A parameter of a sentence: a number, or several numbers that are alternatives."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, stored as a code with parameters so that it can be shown in any language.

    >>> from tilerummy.rules_text.sentence import sentence
    >>> sentence("option.draw.tiles", n=3)
    Each draw is three tiles.
    """

    code: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def marked(self) -> str:
        """The English sentence, in Markdown."""
        return text(f"rule.{self.code}", **{name: _value(name, p) for name, p in self.params})

    def __str__(self) -> str:
        return self.marked.replace("**", "")

    __repr__ = __str__


def sentence(code: str, **params: Param) -> Sentence:
    """Return the sentence with the given code and parameters."""
    return Sentence(code, tuple(params.items()))


def _value(name: str, param: Param) -> int | str:
    """Return a parameter as text. Alternative numbers are spelled out to start a sentence."""
    if isinstance(param, tuple):
        return joined(map(in_words, param), "or").capitalize()
    return joined(COLOUR_NAMES[:param]) if name == "colours" else param


def in_words(number: int) -> str:
    """Spell out a number up to ten; return a larger number in digits.

    >>> in_words(2), in_words(14)
    ('two', '14')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def counted_in_words(number: int, thing: str) -> str:
    """Spell out a number like :func:`in_words`, followed by *thing*, in the plural if necessary.

    >>> counted_in_words(1, "tile"), counted_in_words(14, "tile")
    ('one tile', '14 tiles')
    """
    return f"{in_words(number)} {thing}{'' if number == 1 else 's'}"


_OWN = {"mcgraw": "McGraw", "american": "American Rummikub", "international": "International"}


def title(name: str) -> str:
    """Return the title of the preset with the given name.

    >>> title("sabra"), title("tile-rummy"), title("mcgraw")
    ('Sabra', 'Tile Rummy', 'McGraw')
    """
    return _OWN.get(name, " ".join(word.capitalize() for word in name.split("-")))


YOU = "You"
"""The player name that selects messages addressed to the reader."""


def event_text(code: str, name: str = "", **params: object) -> str:
    """Return the English message for an event. *name* is the player it is about, if any.

    If *name* is ``YOU``, the message addresses the reader.

    >>> event_text("passed", "Ada"), event_text("passed", YOU)
    ('Ada passes.', 'You pass.')
    >>> event_text("announced", "Ada", n=1)
    'Ada has only 1 tile left!'
    """
    return text(f"event.{code}.you" if name == YOU else f"event.{code}", name=name, **params)
