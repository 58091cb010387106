"""Sentences about rules: a code that stays, parameters, and English for them."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.quoting import joined
from tilerummy.rules_text.catalogue import filled, languages, messages
from tilerummy.tiles import COLOUR_NAMES

Param = int | tuple[int, ...]
"""A number, or several numbers of which one is meant."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence by its code, so that any language can word it, with its parameters.

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

        def value(name: str, how: str) -> str:
            return _value(params[name], how, colours=name == "colours")

        return filled(messages("rules")[self.code], params.get("n"), value)

    def __str__(self) -> str:
        return self.marked.replace("**", "")

    __repr__ = __str__


def sentence(code: str, **params: Param) -> Sentence:
    """Return the sentence with that code about these parameters."""
    return Sentence(code, tuple(params.items()))


def _value(param: Param, how: str, *, colours: bool) -> str:
    """Return a parameter as *how* says: ``words`` in words, ``Words`` to begin a sentence."""
    if isinstance(param, tuple):
        text = joined(map(in_words, param), "or")
    elif colours:
        text = joined(COLOUR_NAMES[:param])
    else:
        text = in_words(param) if how.lower() == "words" else str(param)
    return text.capitalize() if how.istitle() else text


def in_words(number: int) -> str:
    """Return a number in words, from eleven on in digits.

    >>> in_words(2), in_words(14)
    ('two', '14')
    """
    words = languages()["en"].get("numbers", [])
    return words[number] if number < len(words) else str(number)


def counted_in_words(number: int, thing: str) -> str:
    """Return so many of a thing in words.

    >>> counted_in_words(1, "tile"), counted_in_words(14, "tile")
    ('one tile', '14 tiles')
    """
    return f"{in_words(number)} {thing}{'' if number == 1 else 's'}"
