"""Converts common ways of writing tiles to the notation in RULES, section 1.

``k7`` and ``*`` are notation; ``7k``, ``K7``, ``black 7``, ``y7`` for orange, ``J`` for a joker,
``r5-r7`` and commas are common variants. :func:`tile_words` reads all of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from tilerummy.message_text import quoted

COLOURS = "krbogypw"
"""The letters of the colours, in order. ``k`` is black because ``b`` is blue."""

COLOUR_NAMES = ("black", "red", "blue", "orange", "green", "yellow", "purple", "white")
"""The names of the colours, in the order of :data:`COLOURS`."""

LONGEST = 20_000
"""The maximum length of a string in characters. The tiles of the largest set need only 5,000."""


class NotationError(ValueError):
    """Raised for text that is not valid notation. Contains the position of the mistake.

    ``text`` is the complete text. ``start`` and ``end`` delimit the offending part. If there are
    several errors, the one with the lowest ``rank`` is reported (see RULES, section 4).

    >>> from tilerummy import NotationError, rack
    >>> try:
    ...     rack("r3 r14")
    ... except NotationError as error:
    ...     print(error.start, error.message)
    3 'r14': the numbers are 1 to 13
    """

    code: ClassVar[str] = "bad_notation"
    rank: ClassVar[int] = 0

    def __init__(self, message: str, text: str, start: int = 0, end: int | None = None) -> None:
        self.message, self.text = message, text
        self.start, self.end = start, len(text) if end is None else end
        super().__init__(message)

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, int, int]]:
        return type(self), (self.message, self.text, self.start, self.end)

    def within(self, text: str, offset: int) -> Self:
        """Return the same error for a longer *text* that contains this error's text at *offset*."""
        return type(self)(self.message, text, self.start + offset, self.end + offset)

    def pointer(self) -> str:
        """Return the text, followed by a line of carets that marks the offending part."""
        return f"{self.text}\n{' ' * self.start}{'^' * max(1, self.end - self.start)}"


@dataclass(frozen=True, slots=True)
class Word:
    """A word converted to notation, with its position in the original text.

    ``text`` is in lower case. Words that do not name a tile are left unchanged.
    """

    text: str
    start: int
    end: int


_PIECE = re.compile(r"[^\s,]+")
_NAMES = dict(zip(COLOUR_NAMES, COLOURS, strict=True)) | {letter: letter for letter in COLOURS}
_COLOUR = rf"(?:{'|'.join(COLOUR_NAMES)}|[{COLOURS}])"
_JOKER = re.compile(r"(?:\*|jokers?|j)-?(.*)", re.DOTALL)
_TO = r"(?:-|–|\.\.)"
_ROW_OF = rf"(\d{{1,3}})(?:{_TO}(\d{{1,3}}))?"
_TILE_FIRST = re.compile(rf"({_COLOUR})-?{_ROW_OF}", re.ASCII)
_NUMBER_FIRST = re.compile(rf"{_ROW_OF}-?({_COLOUR})", re.ASCII)
_COLOURS = re.compile(rf"([{COLOURS}]{{2,}})(\d{{1,3}})", re.ASCII)
_TILE = rf"(?:{_COLOUR}-?\d{{1,3}}|\d{{1,3}}-?{_COLOUR})"
_TILE_TO_TILE = re.compile(rf"({_TILE}){_TO}({_TILE})", re.ASCII)
_SHORTENED = re.compile(r"([a-z]{2,})-?(\d{1,3})", re.ASCII)
_PLAIN = re.compile(r"[a-z]\d{1,3}", re.ASCII)
_ROW = re.compile(_ROW_OF, re.ASCII)


def tile_words(text: str, letters: str, numbers: int) -> Iterator[Word]:
    """Yield the words of *text*, each converted to notation.

    *letters* and *numbers* describe the tile set. Yellow means orange if the set has no yellow.
    Raises NotationError if a word is ambiguous. The message lists the possible spellings.

    >>> [word.text for word in tile_words("5R, Yellow 7 j r9-r11 kb3", "krbo", 13)]
    ['r5', 'o7', '*', 'r9', 'r10', 'r11', 'k3', 'b3']
    """
    check_length(text)
    pieces = [Word(m.group().lower(), m.start(), m.end()) for m in _PIECE.finditer(text)]
    place = 0
    while place < len(pieces):
        here = pieces[place]
        after = pieces[place + 1] if place + 1 < len(pieces) else here
        both = tile_in_two(here.text, after.text) or tile_in_two(after.text, here.text)
        word = Word(both, here.start, after.end) if both else here
        try:
            for each in words_in(word.text, letters, numbers):
                yield replace(word, text=each)
        except NotationError as error:
            raise NotationError(error.message, text, word.start, word.end) from None
        place += 2 if both else 1


def is_notation(text: str, letters: str, numbers: int) -> bool:
    """Return whether all words in *text* that name tiles are already in notation.

    >>> is_notation("table k1 k2 k3 | rack *", "krbo", 13), is_notation("rack J", "krbo", 13)
    (True, False)
    """
    words = [word for word in text.split() if not word.isdigit()]
    try:
        return all(words_in(word.lower(), letters, numbers) == [word] for word in words)
    except NotationError:
        return False


def tile_in_two(colour: str, number: str) -> str:
    """Join a colour and a number that are written as two words. Returns "" for any other words.

    >>> tile_in_two("red", "5"), tile_in_two("red", "blue")
    ('r5', '')
    """
    return _NAMES[colour] + number if colour in _NAMES and _ROW.fullmatch(number) else ""


def check_length(text: str) -> None:
    """Raise NotationError if *text* is longer than the notation of any table can be."""
    if len(text) > LONGEST:
        raise NotationError(f"there are more than {LONGEST} characters of tiles", text[:LONGEST])


def words_in(word: str, letters: str, numbers: int) -> list[str]:
    """Convert one lower-case *word* to one or more words of notation.

    A word that does not name a tile is returned unchanged. Raises NotationError for an ambiguous
    word.
    """
    joker = _JOKER.fullmatch(word)
    if joker is None:
        return _faces(word, letters, numbers)
    if not joker[1] or joker[1].isdigit():
        return [f"*{joker[1]}"]
    face, *more = _faces(joker[1], letters, numbers)
    return [f"*{face}"] if _PLAIN.fullmatch(face) and not more else [word]


def _faces(word: str, letters: str, numbers: int) -> list[str]:
    _refuse_shortened(word, letters, numbers)
    if match := _TILE_FIRST.fullmatch(word):
        colour, first, last = match.groups()
    elif match := _NUMBER_FIRST.fullmatch(word):
        first, last, colour = match.groups()
    elif (match := _TILE_TO_TILE.fullmatch(word)) and (ends := _ends(match, letters)):
        colour, first, last = ends
    elif (match := _COLOURS.fullmatch(word)) and _are_colours(match[1], letters):
        return [f"{letter}{match[2]}" for letter in match[1]]
    else:
        _refuse_doubtful(word, letters, numbers)
        return [word]
    letter = _letter(colour, letters)
    if last is None:
        return [f"{letter}{first}"]
    low, high = _number(first, numbers), _number(last, numbers)
    if not (1 <= low < high or high == 1 < low < numbers):
        raise NotationError(
            f"{quoted(word)}: a row of tiles is written with its lowest and highest number from 1"
            f" to {numbers}, like r5-r7",
            word,
        )
    row = range(low, high + 1) if low < high else [*range(low, numbers + 1), 1]
    return [f"{letter}{number}" for number in row]


def _ends(match: re.Match[str], letters: str) -> tuple[str, str, str] | None:
    """Return the colour and the numbers of a range such as r5-r7, or None if the colours differ."""
    colours = [end.strip("0123456789-") for end in match.groups()]
    low, high = (re.sub("[^0-9]", "", end) for end in match.groups())
    same = _letter(colours[0], letters) == _letter(colours[1], letters)
    return (colours[0], low, high) if same else None


def _are_colours(written: str, letters: str) -> bool:
    return len(set(written)) == len(written) and set(written) <= set(letters)


def _letter(colour: str, letters: str) -> str:
    letter = _NAMES[colour]
    return "o" if letter == "y" and "y" not in letters and "o" in letters else letter


def _number(digits: str, numbers: int) -> int:
    """Return *digits* as a number, or 0 if it is not the number of any tile."""
    return int(digits) if digits[0] != "0" and int(digits) <= numbers else 0


_DIGITS = str.maketrans("lio", "110")


def _in_digits(written: str) -> str:
    """Return a tile number's digits, reading l and i as 1 and o as 0, or "" if that fails."""
    digits = written[1:].translate(_DIGITS)
    return digits if _PLAIN.fullmatch(written[0] + digits) else ""


def _refuse_shortened(word: str, letters: str, numbers: int) -> None:
    """Raise NotationError for an ambiguous colour abbreviation, as in bl5 (black or blue)."""
    match = _SHORTENED.fullmatch(word)
    if match is None or match[1] in _NAMES or not _number(match[2], numbers):
        return
    colour, number = match.groups()
    meant = [
        name
        for name in COLOUR_NAMES
        if name.startswith(colour) or colour == name[0] + name[-1]
        if _letter(name, letters) in letters
    ]
    ways = [f"{_letter(name, letters)}{number}" for name in meant]
    if meant and _are_colours(colour, letters):
        meant.append(" and ".join(COLOUR_NAMES[COLOURS.index(letter)] for letter in colour))
        ways.append(" ".join(f"{letter}{number}" for letter in colour))
    if meant:
        sign = ", or " if " " in ways[-1] else " or "
        raise NotationError(
            f"{quoted(word)}: is it {sign.join(meant)}? Write {sign.join(ways)}", word
        )


def _refuse_doubtful(word: str, letters: str, numbers: int) -> None:
    """Raise NotationError with a suggestion if *word* looks like a misspelt tile."""
    why = None
    if word.isdigit():
        why = "it has no colour"
        if word.isascii() and _number(word, numbers):
            why += f"; write k{word} if it is black"
        elif word[0] == "0" and word[1:] and "o" in letters and _number(word[1:], numbers):
            why += f"; write o{word[1:]} if it is orange, with the letter o"
    elif word in _NAMES and (letter := _letter(word, letters)) in letters:
        number = min(7, numbers)
        colour = COLOUR_NAMES[COLOURS.index(letter)]
        why = f"it has no number; write {letter}{number} for {colour} {number}"
    elif word[0] in letters and (digits := _in_digits(word)) and _number(digits, numbers):
        why = f"write the number in digits: {word[0]}{digits}"
    elif word in ("l", "i"):
        why = "write a joker as *, and black 1 as k1"
    if why:
        raise NotationError(f"{quoted(word)}: {why}", word)
