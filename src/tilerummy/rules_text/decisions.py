"""English text about the decisions in a finished round: players' motives and review results."""

from __future__ import annotations

from collections.abc import Mapping

from tilerummy.message_text import counted
from tilerummy.rules_text.hints import tiles_named
from tilerummy.texts import text
from tilerummy.tiles import Rack


def motive_text(code: str, params: Mapping[str, int]) -> str:
    """Return a sentence about a player's motive, in the first person.

    >>> motive_text("most", {"n": 3})
    'I laid as many tiles as possible: 3.'
    """
    return text(f"motive.{code}", **params)


def reason_text(code: str, tiles: Rack, *, limit: int | None = None) -> str:
    """Return a sentence that explains why another choice was better.

    If there are more than *limit* tiles, the sentence gives their number instead of naming them.

    >>> from tilerummy.tiles import rack
    >>> reason_text("out_missed", rack("k10 k11 r10"))
    'You could have gone out: black 10 and 11; red 10.'
    >>> reason_text("out_missed", rack("k10 k11 r10"), limit=2)
    'You could have gone out: 3 tiles.'
    """
    many = limit is not None and len(tiles) > limit
    named = counted(len(tiles), "tile") if many else tiles_named(tiles)
    return text(f"review.reason.{code}", tiles=named)


def waited_text(turns: int) -> str:
    """Return a sentence about a seat that waited for *turns* turns although it could have opened.

    >>> waited_text(10)
    'You waited 10 turns with an opening on your rack.'
    """
    return f"{text('review.mistake.opening_missed', turns=turns)}."


def fact_text(code: str, tiles: Rack, *, draws: str = "", **values: object) -> str:
    """Return a sentence with a fact in favour of another choice.

    *draws* lists tiles with their probabilities, and *values* are the other arguments of the
    message.

    >>> from tilerummy.tiles import rack
    >>> fact_text("costs_less", rack(""), n=33)
    'The better play takes at least 33 points more off the rack.'
    """
    return text(f"review.fact.{code}", tiles=tiles_named(tiles), draws=draws, **values)


def praise_text(code: str, tiles: Rack, **values: object) -> str:
    """Return a sentence about something that the player did well, followed by the *tiles* laid.

    >>> from tilerummy.tiles import rack
    >>> praise_text("opened", rack("k10 k11 k12"), turn=3)
    'Turn 3: opened, as soon as it was possible: black 10, 11 and 12.'
    """
    everything = code == "sound" and values["n"] == values["of"]
    sentence = text("review.sound.all" if everything else f"review.well.{code}", **values)
    return f"{sentence.removesuffix('.')}: {tiles_named(tiles)}." if tiles else sentence


def grade_text(grade: str) -> str:
    """Return an error grade's name.

    >>> grade_text("blunder")
    'blunder'
    """
    return text(f"review.grade.{grade}")


def part_text(part: str) -> str:
    """Return the label for one part of a result's breakdown.

    >>> part_text("draw")
    'the tiles drawn'
    """
    return text(f"review.part.{part}")
