"""The words of a typed edit: tiles, numbers of melds, and signs between them."""

from __future__ import annotations

import re

from tilerummy.cli.play.draft.piles import DraftError, Pile
from tilerummy.tiles import NotationError, TileSet, numbered

_SIGN = re.compile(r"([>+<=|/]|(?<!\w)-|-(?!\w))")
_NUMBER_FIRST = re.compile(r"(?<!\S)(\d+)-")
_FILLERS = frozenset({"meld", "melds", "and", "the", "with", "tile", "tiles"})
_SIGN_WORDS = {
    "to": ">",
    "on": ">",
    "onto": ">",
    "into": ">",
    "from": "<",
    "of": "<",
    "in": "in",
    "for": "for",
    "before": "|",
    "after": "after",
}
_RANGE = re.compile(r"([a-z])(\d{1,2})-([a-z]?)(\d{1,2})")
_COLOURS_OF = re.compile(r"([a-z]{2,})(\d{1,2})")
_TURNED = re.compile(r"(\*?)(\d{1,2})([a-z])")


def tokens_of(text: str, tiles: TileSet) -> list[str]:
    """Return the words of *text*: tiles in notation, numbers, and signs.

    Commas, case and spaces do not matter. Besides notation it reads ``r3-7`` as a run, ``krb7``
    as a group, ``7r`` as r7, and ``j`` or ``joker`` as a joker.

    >>> from tilerummy.tiles import STANDARD
    >>> tokens_of("R3-5, krb7>2", STANDARD)
    ['r3', 'r4', 'r5', 'k7', 'r7', 'b7', '>', '2']
    """
    plain = text.lower().replace(",", " ").replace(";", " ")
    spaced = _SIGN.sub(r" \1 ", _NUMBER_FIRST.sub(r"\1 - ", plain))
    return [token for word in spaced.split() for token in _token(word, tiles)]


def _token(word: str, tiles: TileSet) -> list[str]:
    if word in _FILLERS:
        return []
    if word in ("j", "joker", "jokers"):
        return ["*"]
    if match := _TURNED.fullmatch(word):
        return [f"{match[1]}{match[3]}{match[2]}"]
    if (match := _RANGE.fullmatch(word)) and match[3] in ("", match[1]):
        first, last = int(match[2]), int(match[4])
        high = last == 1 < first
        numbers = [*range(first, tiles.numbers + 1), 1] if high else range(first, last + 1)
        return [f"{match[1]}{n}" for n in numbers] or [word]
    match = _COLOURS_OF.fullmatch(word)
    if match and set(match[1]) <= set(tiles.letters):
        return [f"{letter}{match[2]}" for letter in match[1]]
    return [_SIGN_WORDS.get(word, word.removeprefix("#") if word[1:].isdigit() else word)]


def is_tile(word: str, tiles: TileSet) -> bool:
    """Return whether *word* denotes a tile of the set, or a joker whatever it represents."""
    bare = word.removeprefix("*")
    if word.startswith("*") and (not bare or bare.isdigit()):
        return True
    try:
        numbered(bare, tiles)
    except NotationError:
        return False
    return True


def tiles_in(words: list[str], tiles: TileSet) -> Pile:
    """Return *words* if each of them is a tile; raises DraftError."""
    for word in words:
        if is_tile(word, tiles):
            continue
        if word.isdigit():
            raise DraftError(f"{word} is the number of a meld; a tile has a colour, like r{word}.")
        try:
            numbered(word.removeprefix("*"), tiles)
        except NotationError as error:
            raise DraftError(f"{error.message}.") from None
    return tuple(words)


def piles_in(words: list[str], tiles: TileSet) -> tuple[Pile, ...]:
    """Return the piles of tiles between the signs ``/``; raises DraftError."""
    piles: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            piles.append([])
        else:
            piles[-1].append(word)
    return tuple(tiles_in(pile, tiles) for pile in piles if pile)


def number_in(words: list[str], way: str) -> int:
    """Return the only number of *words*; raises DraftError, which tells the *way* to write it."""
    numbers = [w for w in words if w.isdigit()]
    if len(words) != 1 or len(numbers) != 1:
        raise DraftError(f"Write {way}, with the number of one meld.")
    return int(numbers[0])
