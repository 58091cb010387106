"""Times the referee: ``decide`` on full tables, closed hands, and complete rounds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from tests.laws.test_many_jokers import SLOW

from benchmarks.timing import Timing, timed
from tilerummy import (
    Play,
    Rack,
    Ruleset,
    State,
    Table,
    conceal,
    decide,
    faults,
    rack,
    read_action,
    read_state,
    ruleset,
)
from tilerummy.melds import Group, Meld, Run
from tilerummy.players import play_round, player
from tilerummy.rules import PRESETS
from tilerummy.rules.closed_hands.arrangements import arranged
from tilerummy.rules.closed_hands.hands import recognise
from tilerummy.state import Action, Phase, Seat, TurnStart
from tilerummy.tiles import JOKER, STANDARD, Tile


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement."""
    yield (
        "decide: a rearranging play, Sabra table of 80 tiles or more",
        "median ≤ 1000 µs",
        timed([*_rearrangements(60)], repeats=20),
    )
    yield (
        "decide: as above, with jokers replaced and reused in new melds (Spears 1988)",
        "median ≤ 1000 µs",
        timed([*_replacements(60)], repeats=20),
    )
    yield (
        "faults: tables with eight jokers under house rules, the slowest known",
        "",
        timed([*_full_of_jokers()], repeats=5),
    )
    yield (
        "recognise: any 14 tiles as a closed hand",
        "worst ≤ 50000 µs",
        timed([*_hands(300)], repeats=3),
    )
    for name in ("sabra", "mcgraw", "american", "international"):
        yield (
            f"a round of {name} between three beginners",
            "",
            timed([partial(_round, name, seed) for seed in range(6)], repeats=1),
        )


def _rearrangements(count: int) -> Iterator[Callable[[], object]]:
    rng = random.Random(1)
    while count:
        before = full_table(rng)
        play = _split_and_joined(before)
        if play.lift:
            count -= 1
            yield partial(decide, ruleset("sabra"), conceal(_opened(before, play), 0), play)


def _replacements(count: int) -> Iterator[Callable[[], object]]:
    rng = random.Random(4)
    for _ in range(count):
        before = full_table(rng)
        held = [m for m in before if m.jokers]
        replaced = [_without_jokers(m) for m in held]
        new = [Group((Tile.of("k", n), Tile.of("r", n)), 1) for n in (3, 4)[: len(held)]]
        jokers = sum(m.jokers for m in held)
        play = Play(Table(held), Table([*replaced, *new]))
        if len(new) == jokers:
            yield partial(decide, ruleset("spears-1988"), _opened(before, play), play)


def _full_of_jokers() -> Iterator[Callable[[], object]]:
    for text, position, action in SLOW.values():
        rules = ruleset(text)
        state = read_state(position, rules.tiles)
        yield partial(_all_faults, rules, state, read_action(action, rules.tiles))


def _all_faults(rules: Ruleset, state: State, action: Action) -> None:
    tuple(faults(rules, state, action))


def _without_jokers(meld: Meld) -> Meld:
    """Return *meld* with the tiles that its jokers represent."""
    if isinstance(meld, Run):
        return Run(meld.faces)
    return Group(tuple(sorted((*meld.numbered, *meld.missing()[: meld.jokers]))))


def _opened(before: Table, play: Play) -> State:
    """Return a state whose mover has opened and needs all tiles but one for *play*."""
    seat = Seat(rack=Rack((*play.placed, Tile.of("k", 1))), opened=0)
    start = TurnStart(table=before, seat=seat)
    return State(seats=(seat, seat), table=before, phase=Phase.ACT, turn=2, start=start)


def full_table(rng: random.Random) -> Table:
    """Return a random table of at least 80 tiles with two jokers on it."""
    while True:
        left = [*STANDARD]
        melds: list[Meld] = []
        for _ in range(300):
            meld = _random_meld(rng)
            tiles = [*meld.tiles]
            if all(left.count(t) >= tiles.count(t) for t in tiles):
                for tile in tiles:
                    left.remove(tile)
                melds.append(meld)
        table = Table(melds)
        if len(table.tiles) >= 80 and table.tiles.count(JOKER) == 2:
            return table


def _random_meld(rng: random.Random) -> Meld:
    wild = rng.random() < 0.1
    if rng.random() < 0.5:
        number = rng.randint(1, 13)
        colours = sorted(rng.sample(range(4), rng.choice((3, 4)) - wild))
        return Group(tuple(Tile.of("krbo"[c], number) for c in colours), int(wild))
    first = rng.randint(1, 11)
    length = rng.randint(3, min(6, 14 - first))
    colour = rng.choice("krbo")
    faces = tuple(Tile.of(colour, n) for n in range(first, first + length))
    return Run(faces, (rng.choice(faces),) if wild else ())


def _split_and_joined(before: Table) -> Play:
    """Return the play that splits every long run around a rack tile."""
    lift: list[Meld] = []
    lay: list[Meld] = []
    for run in before:
        if isinstance(run, Run) and not run.jokers and len(run) >= 5:
            lift.append(run)
            lay += [Run(run.faces[:3]), Run(run.faces[2:])]
    return Play(Table(lift), Table(lay))


SLOW_HANDS = (
    "k3 k4 r2 r3 r4 r5 r6 b3 o2 o3 o4 o5 * *",
    "k5 k6 k7 k8 r5 r6 r7 b5 b5 b6 o5 o6 * *",
    "k1 k3 k4 k5 r1 r3 r4 b1 b1 b3 o1 o3 * *",
)
"""The slowest hands found in a search."""


def _hands(count: int) -> Iterator[Callable[[], object]]:
    rng = random.Random(2)
    for _ in range(count):
        yield partial(_recognise_uncached, Rack(rng.sample([*STANDARD], 14)))
    for text in SLOW_HANDS:
        yield partial(_recognise_uncached, rack(text))


def _recognise_uncached(tiles: Rack) -> None:
    arranged.cache_clear()
    recognise(tiles, first_turn=True, dealt=True)


def _round(name: str, seed: int) -> None:
    play_round(PRESETS[name], [player("beginner", random.Random(1))] * 3, seed=bytes([seed]) * 32)
