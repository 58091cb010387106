"""What is said of decisions in English when a round is over: motives of players, and reviews."""

from __future__ import annotations

from collections.abc import Mapping

from tilerummy.message_text import counted
from tilerummy.rules_text.hints import tiles_named
from tilerummy.texts import text
from tilerummy.tiles import Rack


def motive_text(code: str, params: Mapping[str, int]) -> str:
    """Return the sentence about the motive with that *code*, as the player itself would say it.

    >>> motive_text("most", {"n": 3})
    'I laid as many tiles as possible: 3.'
    """
    return text(f"motive.{code}", **params)


def reason_text(code: str, tiles: Rack, *, most: int | None = None) -> str:
    """Return the sentence why something else was better, by its *code*, about these *tiles*.

    Of more than *most* tiles it says only how many they are.

    >>> from tilerummy.tiles import rack
    >>> reason_text("out_missed", rack("k10 k11 r10"))
    'You could have gone out: black 10 and 11; red 10.'
    >>> reason_text("out_missed", rack("k10 k11 r10"), most=2)
    'You could have gone out: 3 tiles.'
    """
    many = most is not None and len(tiles) > most
    named = counted(len(tiles), "tile") if many else tiles_named(tiles)
    return text(f"review.reason.{code}", tiles=named)


def grade_text(grade: str) -> str:
    """Return what an error is called.

    >>> grade_text("blunder")
    'blunder'
    """
    return text(f"review.grade.{grade}")


def part_text(part: str) -> str:
    """Return what a part of a result is called.

    >>> part_text("draw")
    'your draws'
    """
    return text(f"review.part.{part}")
