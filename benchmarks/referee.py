"""How long the referee takes: ``decide`` on full tables, closed hands, whole rounds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from benchmarks.timing import Timing, timed
from tilerummy import Play, Rack, State, Table, conceal, decide, ruleset
from tilerummy.melds import Group, Meld, Run
from tilerummy.players import Simple, play_round
from tilerummy.rules import PRESETS
from tilerummy.rules.hands import recognise
from tilerummy.state import Phase, Seat, TurnStart
from tilerummy.tiles import JOKER, STANDARD, Tile


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield what was measured, its goal, and the times."""
    yield (
        "decide: a rearranging play, Sabra table of 80 tiles or more",
        "median ≤ 1000 µs",
        timed([*_rearrangements(60)], repeats=20),
    )
    yield (
        "recognise: any 14 tiles as a closed hand",
        "worst ≤ 50000 µs",
        timed([*_hands(300)], repeats=3),
    )
    for name in ("sabra", "mcgraw", "american", "international"):
        yield (
            f"a round of {name} between three simple players",
            "",
            timed([partial(_round, name, seed) for seed in range(6)], repeats=1),
        )


def _rearrangements(count: int) -> Iterator[partial[object]]:
    rules = ruleset("sabra")
    chance = random.Random(1)
    while count:
        before = full_table(chance)
        play = _shuffled_play(before, chance)
        if play is None:
            continue
        rack = Rack((*play.placed, Tile.of("k", 1)))
        seat = Seat(rack=rack, opened=0)
        state = State(
            seats=(seat, seat),
            table=before,
            phase=Phase.ACT,
            turn=2,
            start=TurnStart(table=before, seat=seat),
        )
        count -= 1
        yield partial(decide, rules, conceal(state, 0), play)


def full_table(chance: random.Random) -> Table:
    """Return a random table of at least 80 tiles with two jokers on it."""
    while True:
        left = [*STANDARD]
        melds: list[Meld] = []
        for _ in range(300):
            meld = _random_meld(chance)
            tiles = [*meld.tiles]
            if all(left.count(t) >= tiles.count(t) for t in tiles):
                for tile in tiles:
                    left.remove(tile)
                melds.append(meld)
        table = Table(melds)
        if len(table.tiles) >= 80 and table.tiles.count(JOKER) == 2:
            return table


def _random_meld(chance: random.Random) -> Meld:
    wild = chance.random() < 0.1
    if chance.random() < 0.5:
        number = chance.randint(1, 13)
        colours = sorted(chance.sample(range(4), chance.choice((3, 4)) - wild))
        return Group(tuple(Tile.of("krbo"[c], number) for c in colours), int(wild))
    first = chance.randint(1, 11)
    length = chance.randint(3, min(6, 14 - first))
    colour = chance.choice("krbo")
    faces = tuple(Tile.of(colour, n) for n in range(first, first + length))
    return Run(faces, (chance.choice(faces),) if wild else ())


def _shuffled_play(before: Table, chance: random.Random) -> Play | None:
    """Return a play that splits and joins several melds and places a tile, if one is found."""
    runs = [m for m in before if isinstance(m, Run) and not m.jokers and 5 <= len(m) <= 12]
    long = [m for m in runs if len(m) >= 5]
    if not long:
        return None
    lift: list[Meld] = []
    lay: list[Meld] = []
    for run in long:
        middle = len(run) // 2
        extra = run.faces[middle]
        if middle >= 2 and len(run) - middle >= 3:
            lift.append(run)
            lay += [Run((*run.faces[:middle], extra)), Run(run.faces[middle:])]
    if not lift or chance.random() < 0.05:
        return None
    return Play(Table(lift), Table(lay))


def _hands(count: int) -> Iterator[partial[object]]:
    chance = random.Random(2)
    for _ in range(count):
        yield partial(recognise, Rack(chance.sample([*STANDARD], 14)))


def _round(name: str, seed: int) -> None:
    play_round(PRESETS[name], [Simple()] * 3, seed=bytes([seed]) * 32)
