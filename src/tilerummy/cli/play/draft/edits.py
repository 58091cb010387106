"""What a person types to change the working table, as values.

Meld numbers are bare numbers and tiles have a letter, so that a few signs suffice: ``r6 > 3``
lays off, ``r6 < 3`` takes up, ``3 | r6`` divides, ``3 5 = ...`` lays out anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import DraftError, Pile
from tilerummy.tiles import NotationError, TileSet, numbered

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay new melds."""

    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add tiles to a meld."""

    words: Pile
    meld: int


@dataclass(frozen=True, slots=True)
class Join:
    """Move whole melds onto another."""

    melds: Numbers
    meld: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take tiles of a meld up, or all of it."""

    words: Pile
    meld: int


@dataclass(frozen=True, slots=True)
class Split:
    """Divide a meld before or after a tile."""

    meld: int
    word: str
    after: bool = False


@dataclass(frozen=True, slots=True)
class Back:
    """Take tiles back that were laid in this turn."""

    words: Pile
    meld: int | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Put tiles in the place of jokers."""

    words: Pile
    meld: int
    jokers: int = 0


@dataclass(frozen=True, slots=True)
class Relay:
    """Lay the tiles of some melds out anew."""

    melds: Numbers
    piles: tuple[Pile, ...]


Edit = Lay | LayOff | Join | Take | Split | Back | Replace | Relay
"""A change of the working table."""


def edited(desk: Draft, edit: Edit) -> Draft:
    """Return *desk* after *edit*; raises DraftError where it cannot be done."""
    match edit:
        case Lay(piles):
            return desk.lay(*piles)
        case LayOff(words, number):
            return desk.add(number, words)
        case Join(numbers, number):
            return desk.join(number, numbers)
        case Take(words, number):
            return desk.take(number, words)
        case Split(number, word, after):
            return desk.split(number, word, after=after)
        case Back(words, number):
            return desk.back(words, number)
        case Replace(words, number, jokers):
            return desk.replace(number, words, jokers)
        case Relay(numbers, piles):
            return desk.relay(numbers, piles)
    assert_never(edit)


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

    Commas, case and spaces do not matter. Beside notation it knows ``r3-7`` for a run,
    ``krb7`` for a group, ``7r`` for r7, and ``j`` or ``joker`` for a joker.

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
    """Return whether *word* is a tile of the set or a joker, whatever it represents."""
    bare = word.removeprefix("*")
    if word.startswith("*") and (not bare or bare.isdigit()):
        return True
    try:
        numbered(bare, tiles)
    except NotationError:
        return False
    return True


def _as_tiles(words: list[str], tiles: TileSet) -> Pile:
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


def _as_piles(words: list[str], tiles: TileSet) -> tuple[Pile, ...]:
    piles: list[list[str]] = [[]]
    for word in words:
        if word == "/":
            piles.append([])
        else:
            piles[-1].append(word)
    return tuple(_as_tiles(pile, tiles) for pile in piles if pile)


def _as_number(words: list[str], way: str) -> int:
    numbers = [w for w in words if w.isdigit()]
    if len(words) != 1 or len(numbers) != 1:
        raise DraftError(f"Write {way}, with the number of one meld.")
    return int(numbers[0])


def read_edit(text: str, tiles: TileSet) -> Edit:
    """Return the change that *text* writes; raises DraftError that says how it is written.

    >>> from tilerummy.tiles import STANDARD
    >>> read_edit("r6 > 3", STANDARD)
    LayOff(words=('r6',), meld=3)
    """
    words = tokens_of(text, tiles)
    for sign, read in (
        ("=", _relay),
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
        return Lay(_as_piles(words, tiles))
    others = [w for w in words if not w.isdigit()]
    if len(numbers) == 1 and others:
        return _lay_off(others, numbers, tiles)
    raise DraftError(
        "Write r6 > 3 to lay r6 on meld 3, 3 + 5 to put meld 5 on meld 3, or help for more."
    )


def _lay_off(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = _as_number(right, "r6 > 3 to lay r6 on meld 3")
    if left and all(w.isdigit() for w in left):
        return Join(tuple(map(int, left)), number)
    if not left:
        raise DraftError(f"Write which tiles go on meld {number}, like r6 > {number}.")
    return LayOff(_as_tiles(left, tiles), number)


def _plus(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    return _lay_off(right, left, tiles)


def _take(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = _as_number(right, "r6 < 3 to take r6 of meld 3, or take 3 for all of it")
    return Take(_as_tiles(left, tiles), number)


def _minus(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    return _take(right, left, tiles)


def _split(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    number = _as_number(left, "3 | r6 to divide meld 3 before r6")
    words = _as_tiles(right, tiles)
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
    number = _as_number([w for w in words if not w.startswith("*")], way)
    if not left:
        raise DraftError(f"Write {way}.")
    return Replace(_as_tiles(left, tiles), number, jokers)


def _relay(left: list[str], right: list[str], tiles: TileSet) -> Edit:
    if not left or not all(w.isdigit() for w in left):
        raise DraftError("Write 3 5 = r3 r4 r5 / k7 b7 o7 to lay melds 3 and 5 out anew.")
    return Relay(tuple(map(int, left)), _as_piles(right, tiles))


def read_take(text: str, tiles: TileSet) -> Edit:
    """Return what ``take`` with *text* behind it writes; ``take 3`` takes all of meld 3."""
    words = [w for w in tokens_of(text, tiles) if w not in ("<", "-", "in")]
    numbers = [w for w in words if w.isdigit()]
    return _take([w for w in words if not w.isdigit()], numbers, tiles)


def read_split(text: str, tiles: TileSet) -> Edit:
    """Return what ``split`` with *text* behind it writes: before the tile if it does not say."""
    words = tokens_of(text, tiles)
    read = _split_after if "after" in words else _split
    words = [w for w in words if w not in ("|", "after", "in", "<")]
    numbers = [w for w in words if w.isdigit()]
    return read(numbers, [w for w in words if not w.isdigit()], tiles)


def read_join(text: str, tiles: TileSet) -> Edit:
    """Return what ``join`` with *text* behind it writes: the others are put on the first."""
    numbers = [w for w in tokens_of(text, tiles) if w.isdigit()]
    if len(numbers) < 2:
        raise DraftError("Write join 3 5 to put meld 5 on meld 3.")
    return Join(tuple(map(int, numbers[1:])), int(numbers[0]))


def read_replace(text: str, tiles: TileSet) -> Edit:
    """Return what ``replace`` with *text* behind it writes: tiles, and the meld of the joker."""
    words = [w for w in tokens_of(text, tiles) if w not in ("for", "in", ">", "<")]
    named = [w for w in words if not w.isdigit() and not w.startswith("*")]
    return _replace(named, [w for w in words if w not in named], tiles)


def read_back(text: str, tiles: TileSet) -> Edit:
    """Return what ``back`` with *text* behind it writes; a meld is named where it must be."""
    words = [w for w in tokens_of(text, tiles) if w not in ("<", "-", "in")]
    numbers = [int(w) for w in words if w.isdigit()]
    tiles_named = _as_tiles([w for w in words if not w.isdigit()], tiles)
    if not tiles_named or len(numbers) > 1:
        raise DraftError("Write back r6 to take r6 back, or back r6 from 3; undo goes a step back.")
    return Back(tiles_named, numbers[0] if numbers else None)
