"""Reads typed changes and applies them to a draft.

A number without a letter is a meld, so a few signs suffice: ``r6 > 3`` lays off, ``r6 < 3`` picks
up, ``3 | r6`` splits, ``3 5 = ...`` rearranges. The same changes can also be written as plain
English commands. Every function raises DraftError with a message that shows the syntax.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tilerummy.cli.play.draft import Draft, DraftError, Pile
from tilerummy.tiles import NotationError, TileSet, numbered
from tilerummy.words import tile_in_two, words_in

_SIGN = re.compile(r"([>+<=|/]|(?<!\w)-|-(?!\w))")
_NUMBER_FIRST = re.compile(r"(?<!\S)(\d+)-")
_FILLERS = frozenset(["meld", "melds", "and", "the", "with", "tile", "tiles"])
_SIGN_WORDS = {
    **dict.fromkeys(("to", "on", "onto", "into"), ">"),
    **dict.fromkeys(("from", "of"), "<"),
    "before": "|",
    **{word: word for word in ("in", "for", "after")},
}


def tokens_of(text: str, tiles: TileSet) -> list[str]:
    """Return the words of *text*: tiles in notation, numbers, and signs.

    Commas, case and spaces do not matter, and common ways of writing tiles are accepted: ``r3-7``
    is a run, ``krb7`` a group, ``7r`` and ``red 7`` are r7, ``j`` is a joker.

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
    """Return whether *word* is a tile in the set, or a joker that may represent any tile."""
    return _fault(word, tiles) is None


def _fault(word: str, tiles: TileSet) -> str | None:
    """Return the reason why *word* is not a tile, or None if it is a tile."""
    bare = word.removeprefix("*")
    if word.isdigit():
        return f"{word} is a meld number; a tile has a colour, like r{word}."
    if bare != word and (not bare or bare.isdigit()):
        return None
    try:
        numbered(bare, tiles)
    except NotationError as error:
        return f"{error.message}."
    return None


def _tiles_in(words: list[str], tiles: TileSet) -> Pile:
    """Return *words* as a pile. Raises DraftError unless they are all tiles."""
    for word in words:
        if fault := _fault(word, tiles):
            raise DraftError(fault)
    return tuple(words)


def _piles_in(words: list[str], tiles: TileSet) -> tuple[Pile, ...]:
    """Return the piles in *words*, which are separated by ``/``."""
    piles: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            piles.append([])
        else:
            piles[-1].append(word)
    return tuple(_tiles_in(pile, tiles) for pile in piles if pile)


def _number_in(words: list[str], way: str) -> int:
    """Return the single number in *words*. *way* is the syntax to show in the error message."""
    if len(words) != 1 or not words[0].isdigit():
        raise DraftError(f"Write {way}, with the number of one meld.")
    return int(words[0])


def edited(draft: Draft, text: str) -> Draft:
    """Return *draft* after the change that *text* describes with tiles, numbers and signs.

    >>> from tilerummy.melds import table
    >>> from tilerummy.tiles import STANDARD, rack
    >>> edited(Draft.begin(STANDARD, table("r3 r4 r5"), rack("r6")), "r6 > 1").table
    r3 r4 r5 r6
    """
    words = tokens_of(text, draft.tiles)
    for sign, edit in _BY_SIGN.items():
        if sign in words:
            place = words.index(sign)
            return edit(draft, words[:place], words[place + 1 :])
    numbers = [w for w in words if w.isdigit()]
    if not numbers:
        return draft.lay(*_piles_in(words, draft.tiles))
    others = [w for w in words if not w.isdigit()]
    if len(numbers) == 1 and others:
        return _lay_off(draft, others, numbers)
    raise DraftError(
        "Write r6 > 3 to lay r6 on meld 3, 3 + 5 to put meld 5 on meld 3, or help for more."
    )


def _lay_off(draft: Draft, left: list[str], right: list[str]) -> Draft:
    number = _number_in(right, "r6 > 3 to lay r6 on meld 3")
    if left and all(w.isdigit() for w in left):
        return draft.join(number, map(int, left))
    if not left:
        raise DraftError(f"Write the tiles for meld {number}, like r6 > {number}.")
    return draft.lay_off(number, _tiles_in(left, draft.tiles))


def _take(draft: Draft, left: list[str], right: list[str]) -> Draft:
    number = _number_in(right, "r6 < 3 to take r6 from meld 3, or take 3 for the complete meld")
    return draft.take(number, _tiles_in(left, draft.tiles))


def _split(draft: Draft, left: list[str], right: list[str], *, after: bool = False) -> Draft:
    number = _number_in(left, "3 | r6 to split meld 3 before r6")
    words = _tiles_in(right, draft.tiles)
    if len(words) != 1:
        raise DraftError(f"Write the one tile to split before, like {number} | r6.")
    return draft.split(number, words[0], after=after)


def _replace(draft: Draft, left: list[str], right: list[str]) -> Draft:
    way = "b7 for * in 2 to replace the joker in meld 2 with b7"
    words = [w for w in right if w != "in"]
    jokers = sum(w.startswith("*") for w in words)
    number = _number_in([w for w in words if not w.startswith("*")], way)
    if not left:
        raise DraftError(f"Write {way}.")
    return draft.replace(number, _tiles_in(left, draft.tiles), jokers)


def _rearrange(draft: Draft, left: list[str], right: list[str]) -> Draft:
    if not left or not all(w.isdigit() for w in left):
        raise DraftError("Write 3 5 = r3 r4 r5 / k7 b7 o7 to rearrange melds 3 and 5.")
    return draft.rearrange([*map(int, left)], _piles_in(right, draft.tiles))


_BY_SIGN: Mapping[str, Callable[[Draft, list[str], list[str]], Draft]] = {
    "=": _rearrange,
    "for": _replace,
    ">": _lay_off,
    "in": _lay_off,
    "+": lambda draft, left, right: _lay_off(draft, right, left),
    "<": _take,
    "-": lambda draft, left, right: _take(draft, right, left),
    "|": _split,
    "after": lambda draft, left, right: _split(draft, left, right, after=True),
}
"""The function that applies each sign between two parts of a line, in order of precedence."""


def _parts(draft: Draft, text: str, signs: str) -> tuple[list[str], list[str]]:
    """Return the meld numbers in *text* and the other words, leaving out *signs*."""
    words = [w for w in tokens_of(text, draft.tiles) if w not in signs.split()]
    return [w for w in words if w.isdigit()], [w for w in words if not w.isdigit()]


def _take_by_word(draft: Draft, text: str) -> Draft:
    numbers, tiles = _parts(draft, text, "< - in")
    return _take(draft, tiles, numbers)


def _split_by_word(draft: Draft, text: str) -> Draft:
    numbers, tiles = _parts(draft, text, "| after in <")
    return _split(draft, numbers, tiles, after="after" in tokens_of(text, draft.tiles))


def _join_by_word(draft: Draft, text: str) -> Draft:
    numbers, _ = _parts(draft, text, "")
    if len(numbers) < 2:
        raise DraftError("Write join 3 5 to put meld 5 on meld 3.")
    return draft.join(int(numbers[0]), map(int, numbers[1:]))


def _replace_by_word(draft: Draft, text: str) -> Draft:
    numbers, words = _parts(draft, text, "for in > <")
    tiles = [w for w in words if not w.startswith("*")]
    return _replace(draft, tiles, [*numbers, *(w for w in words if w.startswith("*"))])


def _back_by_word(draft: Draft, text: str) -> Draft:
    numbers, words = _parts(draft, text, "< - in")
    tiles = _tiles_in(words, draft.tiles)
    if not tiles or len(numbers) > 1:
        raise DraftError("Write back r6 to take r6 back, or back r6 from 3; undo goes a step back.")
    return draft.send_home(tiles, int(numbers[0]) if numbers else None)


BY_WORD: Mapping[str, Callable[[Draft, str], Draft]] = {
    "lay": edited,
    "add": edited,
    "take": _take_by_word,
    "split": _split_by_word,
    "join": _join_by_word,
    "replace": _replace_by_word,
    "rearrange": edited,
    "back": _back_by_word,
}
"""The function for each word that can start a line. It receives the rest of the line."""
