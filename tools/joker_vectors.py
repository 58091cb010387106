"""Generates jokers.json, the test cases for the browser's partial copy of the joker law."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from tilerummy.analysis.partitions import Partitions
from tilerummy.jokers import GroupOfThree, JokerLaw, ReplaceFrom
from tilerummy.jokers.melds import covers, replacements
from tilerummy.jokers.table_change import TableChange, table_change
from tilerummy.melds import Meld, Table
from tilerummy.melds.enumeration import possible_melds
from tilerummy.tiles import JOKER, Rack, TileSet

PATH = Path(__file__).parent.parent / "web" / "tests" / "rules" / "jokers.json"

TILES = TileSet(numbers=5, colours=4, copies=2, jokers=2)

LAWS = [
    JokerLaw(replace_from=come, group_of_three=all_)
    for come in ReplaceFrom
    for all_ in GroupOfThree
]


@dataclass(frozen=True, slots=True)
class LockPosition:
    """A play under a joker law that locks the melds with jokers."""

    law: JokerLaw
    change: TableChange

    @property
    def before(self) -> Table:
        return self.change.rest + self.change.lift

    @property
    def after(self) -> Table:
        return self.change.rest + self.change.lay

    @property
    def supply(self) -> Rack:
        """The numbered tiles that may replace jokers under this law."""
        placed = self.law.replace_from is ReplaceFrom.RACK
        tiles = self.change.placed if placed else self.after.tiles
        return Rack(tile for tile in tiles if tile != JOKER)

    @property
    def broken(self) -> tuple[Meld, ...]:
        """The locked melds that the play certainly changed without replacing a joker."""
        return tuple(meld for meld in self.before if meld.jokers and not self._stands(meld))

    def _stands(self, meld: Meld) -> bool:
        supply = Counter(self.supply)
        return any(
            Counter(found.replacing) <= supply
            and (not found.now.jokers or any(covers(other, found.now) for other in self.after))
            for found in replacements(meld, self.law, TILES)
        )


def positions(count: int = 60) -> Iterator[LockPosition]:
    """Yield random plays under every law."""
    rng = random.Random(5)
    melds = [*possible_melds(Counter(TILES.kinds), 2, TILES)]
    jokered = [meld for meld in melds if meld.jokers == 1]
    plain = [meld for meld in melds if not meld.jokers]
    made = 0
    while made < count:
        before = Table([rng.choice(jokered), *rng.sample(plain, rng.randint(0, 2))])
        placed = Rack(rng.sample(TILES.kinds, rng.randint(1, 3)))
        if not Rack(TILES) >= before.tiles + placed:
            continue
        ways = islice(Partitions(TILES, 2).all(before.tiles + placed), 40)
        tables = [after for way in ways if (after := Table(way)) != before]
        if tables:
            made += 1
            after = rng.choice(tables)
            lift, lay = before.changed(after)
            change = table_change(before, lift, lay, TILES, placed=placed)
            yield from (LockPosition(law, change) for law in LAWS)


def joker_vectors() -> str:
    """Return the text of the file; equal code gives equal text."""
    rng = random.Random(9)
    melds = [*possible_melds(Counter(TILES.kinds), 2, TILES)]
    shown = rng.sample(melds, 120)
    found = {
        law.group_of_three.value: [_replacements(meld, law) for meld in shown]
        for law in LAWS
        if law.replace_from is ReplaceFrom.RACK
    }
    pairs = [(one, other) for one in melds for other in rng.sample(melds, 8)]
    within = [pair for pair in pairs if covers(*pair)]
    others = [pair for pair in pairs if not covers(*pair) and {*pair[1].tiles} & {*pair[0].tiles}]
    chosen = [*rng.sample(within, min(60, len(within))), *rng.sample(others, 60)]
    parts = {
        "set": {
            "numbers": TILES.numbers,
            "colours": TILES.colours,
            "copies": TILES.copies,
            "jokers": TILES.jokers,
            "oneHigh": TILES.one_high,
        },
        "replacements": found,
        "covers": [[str(one), str(other), covers(one, other)] for one, other in chosen],
        "broken": [_position(each) for each in positions()],
    }
    return "{\n" + ",\n".join(f'"{key}": {_lines(part)}' for key, part in parts.items()) + "\n}\n"


def _replacements(meld: Meld, law: JokerLaw) -> list[object]:
    ways = [[str(Rack(each.replacing)), str(each.now)] for each in replacements(meld, law, TILES)]
    return [str(meld), ways]


def _position(each: LockPosition) -> dict[str, object]:
    return {
        "terms": {
            "replaceFrom": each.law.replace_from.value,
            "groupOfThree": each.law.group_of_three.value,
        },
        "before": str(each.before),
        "after": str(each.after),
        "supply": str(each.supply),
        "melds": [str(meld) for meld in each.broken],
    }


def _lines(part: object) -> str:
    if isinstance(part, dict) and all(isinstance(value, list) for value in part.values()):
        return "{\n" + ",\n".join(f'"{key}": {_lines(each)}' for key, each in part.items()) + "\n}"
    if isinstance(part, Sequence) and not isinstance(part, str):
        return "[\n" + ",\n".join(map(json.dumps, part)) + "\n]"
    return json.dumps(part)
