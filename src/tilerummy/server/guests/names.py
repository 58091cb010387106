"""Display names and chat: cleaned of characters that hide, reverse or stack up."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

LONGEST = 20
"""How many characters a name may have."""
LONGEST_CHAT = 500
"""How many characters a line of chat may have."""

_DEFAULT = re.compile("Guest( [0-9]+)?|Program [0-9]{4}")
"""The names that the server gives; that of a guest was followed by four digits once."""

_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Characters that join letters (Persian) and pictures (emoji), which are harmless in a chat."""
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters of the category of letters that are invisible."""
_MARKS = 2
"""The most marks on a letter of a name."""
_MARKS_IN_CHAT = 4
"""The most marks on a letter in a chat; no language needs more."""

_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏԛԝвкмнтгпαβεικνορτυχγημıǀ015|i",
    "aeopcyxljsdhlqwbkmhtrnabelkvoptuxynmllolsll",
)
"""Letters and digits, folded, with the Latin letter that each looks like."""


class BadNameError(ValueError):
    """A name that cannot be shown; the message says why."""


def clean_name(name: str) -> str:
    """Return *name* as it is stored and shown: composed, with single spaces.

    Raises BadNameError for one that is empty, too long, or holds invisible characters.

    >>> clean_name("  Zoe\u0308   B. ")
    'Zoë B.'
    """
    clean = " ".join(unicodedata.normalize("NFC", name[: 8 * LONGEST]).split())
    if not clean:
        raise BadNameError("a name has 1 to 20 characters")
    for character in clean:
        if unicodedata.category(character) in _HIDDEN or character in _BLANK:
            raise BadNameError(
                f"a name cannot hold U+{ord(character):04X}, which is not seen or turns the text"
            )
    if len(clean) > LONGEST or len(name) > 8 * LONGEST:
        raise BadNameError(f"a name has up to {LONGEST} characters, this one has {len(name)}")
    if _stacked(clean) > _MARKS or unicodedata.category(clean[0]).startswith("M"):
        raise BadNameError(f"a letter carries up to {_MARKS} marks")
    if not any(unicodedata.category(c)[0] in "LNSP" for c in clean):
        raise BadNameError("a name needs something to see")
    return clean


def _stacked(text: str) -> int:
    """Return the greatest number of marks on one letter."""
    most = marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        most = max(most, marks)
    return most


def _unstacked(text: str) -> str:
    """Return a line without the marks that are too many on their letter, or on none."""
    kept, marks = list[str](), _MARKS_IN_CHAT
    for character in text:
        if unicodedata.category(character).startswith("M"):
            marks += 1
            if marks > _MARKS_IN_CHAT:
                continue
        elif character not in _JOINERS:
            marks = _MARKS_IN_CHAT if character == " " else 0
        kept.append(character)
    return "".join(kept)


def skeleton(name: str) -> str:
    """Return what a name looks like: the same text for names that are easily confused.

    >>> skeleton("Аnna") == skeleton("anna") == skeleton("Ánna ")
    True
    """
    folded = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE).casefold()
    seen = "".join(c for c in folded if unicodedata.category(c)[0] in "LNSP")
    return seen.replace("rn", "m").replace("vv", "w").translate(_LOOK_ALIKE)


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look the same."""
    return skeleton(one) == skeleton(other)


def is_default(name: str) -> bool:
    """Return whether the server gave that name.

    >>> is_default("Guest"), is_default("Guest 9607"), is_default("Guesthouse")
    (True, True, False)
    """
    return _DEFAULT.fullmatch(name) is not None


def seat_name(name: str, taken: Collection[str]) -> str:
    """Return the name for a seat at a table with those names: default ones are numbered anew.

    >>> seat_name("Guest 9607", ["Ann", "Guest"]), seat_name("Ben", ["Ann", "Guest"])
    ('Guest 2', 'Ben')
    """
    if not (is_default(name) and name.startswith("Guest")):
        return name
    names = ["Guest", *(f"Guest {n}" for n in range(2, len(taken) + 2))]
    return next(n for n in names if n not in taken)


def clean_chat(text: str) -> str:
    r"""Return a line of chat without invisible characters; empty if nothing is left.

    Of the marks on a letter only a few are left, as more of them cover the lines above and below.
    It is text and never markup: a client has to escape it.

    >>> clean_chat("nice\u202e\nplay\x00 ")
    'nice play'
    """
    characters = (
        c if c in _JOINERS or unicodedata.category(c) not in _HIDDEN else " " if c.isspace() else ""
        for c in unicodedata.normalize("NFC", text[:LONGEST_CHAT])
    )
    line = _unstacked(" ".join("".join(characters).split()))
    return line if line.strip(_JOINERS + _BLANK + " ") else ""
