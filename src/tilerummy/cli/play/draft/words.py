"""The words of a typed edit: tiles, numbers of melds, and signs between them."""

from __future__ import annotations

import re

from tilerummy.cli.play.draft.piles import DraftError, Pile
from tilerummy.tiles import NotationError, TileSet, numbered
from tilerummy.words import tile_in_two, words_in

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


def tokens_of(text: str, tiles: TileSet) -> list[str]:
    """Return the words of *text*: tiles in notation, numbers, and signs; raises DraftError.

    Commas, case and spaces do not matter, and tiles are read as people write them: ``r3-7`` as a
    run, ``krb7`` as a group, ``7r`` and ``red 7`` as r7, ``j`` as a joker.

    >>> from tilerummy.tiles import STANDARD
    >>> tokens_of("R3-5, krb7>2", STANDARD)
    ['r3', 'r4', 'r5', 'k7', 'r7', 'b7', '>', '2']
    """
    plain = text.lower().replace(",", " ").replace(";", " ")
    words = _SIGN.sub(r" \1 ", _NUMBER_FIRST.sub(r"\1 - ", plain)).split()
    found: list[str] = []
    while words:
        word = words.pop(0)
        if words and (both := tile_in_two(word, words[0])):
            del words[0]
            word = both
        found += _token(word, tiles)
    return found


def _token(word: str, tiles: TileSet) -> list[str]:
    if word in _FILLERS:
        return []
    if word in _SIGN_WORDS or word.isdigit() or _SIGN.fullmatch(word):
        return [_SIGN_WORDS.get(word, word)]
    if word.startswith("#") and word[1:].isdigit():
        return [word[1:]]
    try:
        return words_in(word, tiles.letters, tiles.numbers)
    except NotationError as error:
        raise DraftError(f"{error.message}.") from None


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
