"""Reads the edits that a person types.

Meld numbers are bare numbers and tiles have a letter, so that a few signs suffice: ``r6 > 3``
lays off, ``r6 < 3`` takes up, ``3 | r6`` divides, ``3 5 = ...`` rearranges.
"""

from __future__ import annotations

from tilerummy.cli.play.draft.edits import (
    Edit,
    Join,
    Lay,
    LayOff,
    RearrangeMelds,
    Replace,
    SendHome,
    Split,
    Take,
)
from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.draft.words import number_in, piles_in, tiles_in, tokens_of
from tilerummy.tiles import TileSet


def read_edit(text: str, tiles: TileSet) -> Edit:
    """Return the edit that *text* denotes; raises DraftError, which says how to write it.

    >>> from tilerummy.tiles import STANDARD
    >>> read_edit("r6 > 3", STANDARD)
    LayOff(words=('r6',), meld=3)
    """
    words = tokens_of(text, tiles)
    for sign, read in (
        ("=", _rearrange),
        ("for", _replace),
        (">", _lay_off),
        ("in", _lay_off),
        ("+", _plus),
        ("<", _take),
        ("-", _minus),
        ("|", _split),
        ("after", _split_after),
    ):
        if sign in words:
            place = words.index(sign)
            return read(words[:place], words[place + 1 :], tiles)
    numbers = [w for w in words if w.isdigit()]
    if not numbers:
        return Lay(piles_in(words, tiles))
    others = [w for w in words if not w.isdigit()]
    if len(numbers) == 1 and others:
        return _lay_off(others, numbers, tiles)
    raise DraftError(
        "Write r6 > 3 to lay r6 on meld 3, 3 + 5 to put meld 5 on meld 3, or help for more."
    )


def _lay_off(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = number_in(right, "r6 > 3 to lay r6 on meld 3")
    if left and all(w.isdigit() for w in left):
        return Join(tuple(map(int, left)), number)
    if not left:
        raise DraftError(f"Write which tiles go on meld {number}, like r6 > {number}.")
    return LayOff(tiles_in(left, tiles), number)


def _plus(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    return _lay_off(right, left, tiles)


def _take(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = number_in(right, "r6 < 3 to take r6 of meld 3, or take 3 for all of it")
    return Take(tiles_in(left, tiles), number)


def _minus(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    return _take(right, left, tiles)


def _split(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = number_in(left, "3 | r6 to divide meld 3 before r6")
    words = tiles_in(right, tiles)
    if len(words) != 1:
        raise DraftError(f"Write one tile before which to divide, like {number} | r6.")
    return Split(number, words[0])


def _split_after(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    edit = _split(left, right, tiles)
    assert isinstance(edit, Split)
    return Split(edit.meld, edit.word, after=True)


def _replace(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    way = "b7 for * in 2 to put b7 in the place of the joker of meld 2"
    words = [w for w in right if w != "in"]
    jokers = sum(w.startswith("*") for w in words)
    number = number_in([w for w in words if not w.startswith("*")], way)
    if not left:
        raise DraftError(f"Write {way}.")
    return Replace(tiles_in(left, tiles), number, jokers)


def _rearrange(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    if not left or not all(w.isdigit() for w in left):
        raise DraftError("Write 3 5 = r3 r4 r5 / k7 b7 o7 to lay melds 3 and 5 out anew.")
    return RearrangeMelds(tuple(map(int, left)), piles_in(right, tiles))


def read_take(text: str, tiles: TileSet) -> Edit:
    """Return the edit of ``take`` followed by *text*; ``take 3`` takes all of meld 3."""
    words = [w for w in tokens_of(text, tiles) if w not in ("<", "-", "in")]
    numbers = [w for w in words if w.isdigit()]
    return _take([w for w in words if not w.isdigit()], numbers, tiles)


def read_split(text: str, tiles: TileSet) -> Edit:
    """Return the edit of ``split`` followed by *text*; before the tile unless it says after."""
    words = tokens_of(text, tiles)
    read = _split_after if "after" in words else _split
    words = [w for w in words if w not in ("|", "after", "in", "<")]
    numbers = [w for w in words if w.isdigit()]
    return read(numbers, [w for w in words if not w.isdigit()], tiles)


def read_join(text: str, tiles: TileSet) -> Edit:
    """Return the edit of ``join`` followed by *text*: the others are moved onto the first."""
    numbers = [w for w in tokens_of(text, tiles) if w.isdigit()]
    if len(numbers) < 2:
        raise DraftError("Write join 3 5 to put meld 5 on meld 3.")
    return Join(tuple(map(int, numbers[1:])), int(numbers[0]))


def read_replace(text: str, tiles: TileSet) -> Edit:
    """Return the edit of ``replace`` followed by *text*: tiles, and the meld of the joker."""
    words = [w for w in tokens_of(text, tiles) if w not in ("for", "in", ">", "<")]
    named = [w for w in words if not w.isdigit() and not w.startswith("*")]
    return _replace(named, [w for w in words if w not in named], tiles)


def read_back(text: str, tiles: TileSet) -> Edit:
    """Return the edit of ``back`` followed by *text*; the meld is named if there are several."""
    words = [w for w in tokens_of(text, tiles) if w not in ("<", "-", "in")]
    numbers = [int(w) for w in words if w.isdigit()]
    tiles_named = tiles_in([w for w in words if not w.isdigit()], tiles)
    if not tiles_named or len(numbers) > 1:
        raise DraftError("Write back r6 to take r6 back, or back r6 from 3; undo goes a step back.")
    return SendHome(tiles_named, numbers[0] if numbers else None)
