"""Cleans display names and chat messages of invisible, text-reversing and stacked characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

MAX_NAME_LENGTH = 20
"""The maximum number of characters in a name."""
MAX_CHAT_LENGTH = 500
"""The maximum number of characters in a chat message."""

_DEFAULT = re.compile("Guest( [0-9]+)?|Program [0-9]{4}")
"""Matches names assigned by the server; earlier releases added four digits to "Guest"."""

_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
"""Characters that join letters (as in Persian) or emoji, and are harmless in chat."""
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that are invisible although Unicode classifies them as letters or symbols."""
_MAX_MARKS = 2
"""The maximum number of combining marks per letter in a name."""
_MAX_CHAT_MARKS = 4
"""The maximum number of combining marks per letter in chat; no language needs more."""

_LOOK_ALIKE = str.maketrans(
    "аеорсухіјѕԁһӏԛԝвкмнтгпαβεικνορτυχγημıǀ015|i",
    "aeopcyxljsdhlqwbkmhtrnabelkvoptuxynmllolsll",
)
"""Maps case-folded letters and digits to the Latin letters that they look like."""


class BadNameError(ValueError):
    """Raised if a name is not allowed; the message gives the reason."""


def clean_name(name: str) -> str:
    """Return *name* in composed Unicode form (NFC), with single spaces.

    Raises BadNameError if the name is empty, too long, or contains invisible characters.

    >>> clean_name("  Zoe\u0308   B. ")
    'Zoë B.'
    """
    clean = " ".join(unicodedata.normalize("NFC", name[: 8 * MAX_NAME_LENGTH]).split())
    if not clean:
        raise BadNameError("a name has 1 to 20 characters")
    for character in clean:
        if unicodedata.category(character) in _HIDDEN or character in _BLANK:
            raise BadNameError(
                f"a name cannot contain U+{ord(character):04X}: it is invisible or reverses text"
            )
    if len(clean) > MAX_NAME_LENGTH or len(name) > 8 * MAX_NAME_LENGTH:
        raise BadNameError(f"a name has up to {MAX_NAME_LENGTH} characters, not {len(name)}")
    if _stacked(clean) > _MAX_MARKS or unicodedata.category(clean[0]).startswith("M"):
        raise BadNameError(f"a letter can have up to {_MAX_MARKS} marks")
    if not any(unicodedata.category(c)[0] in "LNSP" for c in clean):
        raise BadNameError("a name needs at least one visible character")
    return clean


def _stacked(text: str) -> int:
    highest = marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        highest = max(highest, marks)
    return highest


def _unstacked(text: str) -> str:
    """Remove excess combining marks, and combining marks that do not follow a letter."""
    kept, marks = list[str](), _MAX_CHAT_MARKS
    for character in text:
        if unicodedata.category(character).startswith("M"):
            marks += 1
            if marks > _MAX_CHAT_MARKS:
                continue
        elif character not in _JOINERS:
            marks = _MAX_CHAT_MARKS if character == " " else 0
        kept.append(character)
    return "".join(kept)


def skeleton(name: str) -> str:
    """Return a canonical form of *name*; names that look alike have the same form.

    >>> skeleton("Аnna") == skeleton("anna") == skeleton("Ánna ")
    True
    """
    folded = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE).casefold()
    seen = "".join(c for c in folded if unicodedata.category(c)[0] in "LNSP")
    return seen.replace("rn", "m").replace("vv", "w").translate(_LOOK_ALIKE)


def look_alike(one: str, other: str) -> bool:
    """Return whether two names look alike because they have the same skeleton."""
    return skeleton(one) == skeleton(other)


def is_default(name: str) -> bool:
    """Return whether *name* is a default name assigned by the server.

    >>> is_default("Guest"), is_default("Guest 9607"), is_default("Guesthouse")
    (True, True, False)
    """
    return _DEFAULT.fullmatch(name) is not None


def seat_name(name: str, taken: Collection[str]) -> str:
    """Return the name to show at a table where the other players' names are *taken*.

    A default name is renumbered if it is already taken.

    >>> seat_name("Guest 9607", ["Ann", "Guest"]), seat_name("Ben", ["Ann", "Guest"])
    ('Guest 2', 'Ben')
    """
    if not (is_default(name) and name.startswith("Guest")):
        return name
    names = ["Guest", *(f"Guest {n}" for n in range(2, len(taken) + 2))]
    return next(n for n in names if n not in taken)


def clean_chat(text: str) -> str:
    r"""Return a chat message without invisible characters; the result may be empty.

    Excess combining marks are removed too, because they would cover the lines above and below. The
    result is plain text, so clients must escape it.

    >>> clean_chat("nice\u202e\nplay\x00 ")
    'nice play'
    """
    characters = (
        c if c in _JOINERS or unicodedata.category(c) not in _HIDDEN else " " if c.isspace() else ""
        for c in unicodedata.normalize("NFC", text[:MAX_CHAT_LENGTH])
    )
    line = _unstacked(" ".join("".join(characters).split()))
    return line if line.strip(_JOINERS + _BLANK + " ") else ""
