"""Creates positions that are slow to solve: many tiles, jokers on the table, full racks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from tilerummy.melds import meld
from tilerummy.rules import ruleset
from tilerummy.tiles import NotationError, Tile, TileSet

LONGEST = 3900
"""The maximum length of a string in a question, with a margin."""


def slow_positions(rules: str, *, tiles: int, rack: int, jokers: int) -> Iterator[dict[str, str]]:
    """Yield an endless series of questions with *tiles* tiles on the table."""
    rng, kinds = Random(1), ruleset(rules).tiles
    while True:
        left = Counter(kinds)
        table = _table(rng, kinds, left, tiles=tiles, jokers=jokers)
        rest = [*left.elements()]
        rng.shuffle(rest)
        if len(table) < LONGEST:
            yield {"ruleset": rules, "table": table, "rack": " ".join(map(str, rest[:rack]))}


def _table(rng: Random, kinds: TileSet, left: Counter[Tile], *, tiles: int, jokers: int) -> str:
    """Return a random table of about *tiles* tiles, which are removed from *left*."""
    melds: list[str] = []
    laid = 0
    for _ in range(50 * tiles):
        if laid >= tiles:
            break
        words = _words(rng, kinds)
        joker = jokers > 0 and rng.random() < 0.5
        if joker:
            place = rng.randrange(len(words))
            words[place] = f"*{words[place]}"
        try:
            needed = Counter(meld(" ".join(words), kinds).tiles)
        except NotationError:
            continue
        if needed <= left:
            left -= needed
            melds.append(" ".join(words))
            laid += len(words)
            jokers -= joker
    return " / ".join(melds)


def _words(rng: Random, kinds: TileSet) -> list[str]:
    """Return the tiles of a random run or group."""
    if rng.random() < 0.6:
        colour, length = rng.choice(kinds.letters), rng.choice((3, 3, 4, 5))
        first = rng.randint(1, kinds.numbers - length + 1)
        return [f"{colour}{number}" for number in range(first, first + length)]
    number = rng.randint(1, kinds.numbers)
    size = rng.choice((3, min(4, kinds.colours)))
    return [f"{colour}{number}" for colour in rng.sample(kinds.letters, size)]
