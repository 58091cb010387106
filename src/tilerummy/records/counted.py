"""The rest of a rack as text: numbers without colours, or a sum of points."""

from __future__ import annotations

import re

from tilerummy.rules.counting import MOST_POINTS, Left

_POINTS = re.compile(r"(\d{1,5}) points?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,2}", re.ASCII)


def left_text(left: Left | None) -> str:
    """Return the rest of a rack as text, or "" for the seat that went out.

    >>> left_text((4, 8, 0)), left_text(41), left_text(1), left_text(None)
    ('4 8 *', '41 points', '1 point', '')
    """
    if left is None:
        return ""
    if isinstance(left, int):
        return f"{left} point{'' if left == 1 else 's'}"
    return " ".join(str(number) if number else "*" for number in left) or "0 points"


def read_left(text: str) -> Left:
    """Parse what is left on a rack: numbers and ``*`` for jokers, or a sum of points.

    >>> read_left("4 8 *"), read_left("41 points")
    ((4, 8, 0), 41)

    Raises ValueError if the text is neither.
    """
    if match := _POINTS.fullmatch(text.strip()):
        points = int(match[1])
        if points > MOST_POINTS:
            raise ValueError(f"a rack has 0 to {MOST_POINTS} points, not {points}")
        return points
    words = text.split()
    if not words or len(words) > 250:
        raise ValueError("expected what is left, as in '4 8 *' or '41 points'")
    for word in words:
        if word != "*" and (not _NUMBER.fullmatch(word) or int(word) == 0):
            raise ValueError(f"expected numbers of tiles, or * for a joker, not {word[:40]!r}")
    return tuple(0 if word == "*" else int(word) for word in words)
