"""Random positions of every game, and mutations of positions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from tests.support.random_rulesets import random_rules

from tilerummy.melds import Group, Meld, Run, Table, fits
from tilerummy.rules import PRESETS, Ruleset, ruleset, with_options
from tilerummy.solver import MAX_COPIES
from tilerummy.state import Phase, Seat, State, TurnStart
from tilerummy.tiles import HIDDEN, JOKER, Rack, Tile

TURN = 10
"""The turn number in every position."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The relevant part of a position, in the turn of seat 0 of two."""

    rules: Ruleset
    table: Table
    rack: Rack
    opened: int | None = 0
    free: Rack = Rack()
    discard: Tile | None = None
    phase: Phase = Phase.ACT

    @property
    def state(self) -> State:
        """The position as the mover sees it."""
        known = Rack(t for t in self.rack if t == JOKER) if self.rules.deal.handfuls else Rack()
        mover = Seat(rack=self.rack, known=known, opened=self.opened)
        other = Seat(
            rack=Rack(self.rules.tiles.kinds[:9]),
            opened=1,
            discards=() if self.discard is None else (self.discard,),
        )
        return State(
            seats=(mover, other),
            pool=(HIDDEN,) * 20,
            table=self.table,
            free=self.free,
            released=bool(self.free),
            phase=self.phase,
            turn=TURN,
            plays=int(self.phase is Phase.MORE),
            start=TurnStart(table=self.table, free=self.free, seat=mover),
        )

    @property
    def left(self) -> Counter[Tile]:
        """The tiles of the set that are not visible anywhere."""
        used = Counter(self.rack) + Counter(self.table.tiles) + Counter(self.free)
        if self.discard is not None:
            used[self.discard] += 1
        return Counter(self.rules.tiles) - used

    @property
    def possible(self) -> bool:
        """True if the tile set has enough tiles, and the solver supports this many copies."""
        used = Counter(self.rack) + Counter(self.table.tiles) + Counter(self.free)
        if self.discard is not None:
            used[self.discard] += 1
        numbered = max((n for tile, n in used.items() if tile != JOKER), default=0)
        return used <= Counter(self.rules.tiles) and numbered + used[JOKER] <= MAX_COPIES


def random_spot(rng: Random) -> Spot:
    """Return a position of any preset, half of the time with house rules."""
    rules = rng.choice([*PRESETS.values()])
    if rng.random() < 0.5:
        rules = random_rules(rules, rng)
    spot = Spot(rules, Table(), Rack(), opened=rng.choice((0, 0, 0, None, TURN)))
    for _ in range(rng.randint(0, len(rules.tiles) // 4)):
        spot = _with_meld(spot, rng)
    return _with_rack(spot, rng)


def mutated(spot: Spot, rng: Random) -> Spot:
    """Return a small mutation of *spot*."""
    for _ in range(20):
        new = spot
        for _ in range(rng.randint(1, 4)):
            new = rng.choice(_MUTATIONS)(new, rng)
        if new != spot and new.possible and new.rack:
            return new
    return random_spot(rng)


def _with_rack(spot: Spot, rng: Random) -> Spot:
    """Return *spot* with a new rack, and the game's other face-up tiles."""
    left = [*(replace(spot, rack=Rack(), free=Rack(), discard=None).left).elements()]
    rng.shuffle(left)
    rules, phase, free, discard = spot.rules, Phase.ACT, Rack(), None
    size = rng.randint(1, 30)
    if rules.draws_and_discards:
        phase = rng.choice((Phase.MELD, Phase.DRAW))
        size = rules.deal.tiles + (phase is Phase.MELD)
        if phase is Phase.DRAW and len(left) > size:
            discard = left.pop()
    elif spot.opened == TURN:
        phase = Phase.MORE
    if rules.deal.handfuls:
        free = Rack(t for t in left[: rng.randint(0, 12)] if t != JOKER)
        left = left[len(free) :]
    jokers = [t for t in left if t == JOKER][: rng.choice((0, 0, 1, 2, 8))]
    rest = [t for t in left if t != JOKER]
    rack = Rack((*jokers, *rest[: max(1, size - len(jokers))]))
    new = replace(spot, rack=rack, free=free, discard=discard, phase=phase)
    return new if new.possible and rack else replace(new, table=Table(spot.table[::2]))


def _with_meld(spot: Spot, rng: Random) -> Spot:
    meld = _random_meld(spot, rng)
    return spot if meld is None else replace(spot, table=Table((*spot.table, meld)))


def _random_meld(spot: Spot, rng: Random) -> Meld | None:
    """Return a meld of unused tiles, sometimes with jokers."""
    tiles, left = spot.rules.tiles, spot.left
    jokered = rng.random() < 0.3 and left[JOKER] > 0
    meld: Meld
    if rng.random() < 0.5:
        letters = rng.sample(tiles.letters, rng.randint(2, tiles.colours))
        number = rng.randint(1, tiles.numbers)
        numbered = [t for c in letters if left[t := Tile.of(c, number)]]
        meld = Group(tuple(sorted(numbered)), 1 if jokered else 0)
    else:
        first = rng.randint(1, tiles.numbers)
        last = min(tiles.numbers, first + rng.randint(2, 6))
        colour = rng.choice(tiles.letters)
        faces = tuple(Tile.of(colour, n) for n in range(first, last + 1))
        lacking = tuple(face for face in faces if not left[face])
        if len(lacking) > left[JOKER]:
            return None
        if jokered and not lacking:
            lacking = (rng.choice(faces),)
        meld = Run(faces, lacking)
    return meld if fits(meld, tiles) and len(meld.numbered) else None


def _without_meld(spot: Spot, rng: Random) -> Spot:
    if not spot.table:
        return spot
    return replace(spot, table=spot.table - (rng.choice(spot.table),))


def _with_tile(spot: Spot, rng: Random) -> Spot:
    left = [*spot.left.elements()]
    if not left or len(spot.rack) >= 40 or spot.rules.draws_and_discards:
        return _swapped(spot, rng)
    return replace(spot, rack=Rack((*spot.rack, rng.choice(left))))


def _without_tile(spot: Spot, rng: Random) -> Spot:
    if len(spot.rack) < 2 or spot.rules.draws_and_discards:
        return spot
    return replace(spot, rack=spot.rack - (rng.choice(spot.rack),))


def _swapped(spot: Spot, rng: Random) -> Spot:
    left = [*spot.left.elements()]
    if not left or not spot.rack:
        return spot
    rack = spot.rack - (rng.choice(spot.rack),)
    return replace(spot, rack=Rack((*rack, rng.choice(left))))


def _with_joker(spot: Spot, rng: Random) -> Spot:
    if not spot.left[JOKER] or not spot.rack:
        return spot
    return replace(spot, rack=spot.rack - (rng.choice(spot.rack),) + (JOKER,))


def _opened(spot: Spot, rng: Random) -> Spot:
    if spot.phase is Phase.MORE:
        return spot
    return replace(spot, opened=rng.choice((0, None)))


def _with_option(spot: Spot, rng: Random) -> Spot:
    """Return *spot* with one option changed, if its tiles are also in the new tile set."""
    name = rng.choice((*_JOKER_OPTIONS, "initial_meld.points", "tiles.jokers"))
    try:
        values = _JOKER_OPTIONS.get(name, (rng.choice((0, 1, 5, 30, 50, 100)),))
        value = rng.randint(0, 8) if name == "tiles.jokers" else rng.choice(values)
        return replace(spot, rules=with_options(spot.rules, {name: value}))
    except ValueError:
        return spot


_JOKER_OPTIONS: dict[str, tuple[str | int, ...]] = {
    "joker.melds": ("locked", "open", "free"),
    "joker.replace_from": ("rack", "any"),
    "joker.group_of_three": ("any", "all"),
    "joker.reuse": ("any", "new_meld", "new_meld_with_rack", "rack_only"),
}

_MUTATIONS = (
    _with_meld,
    _with_meld,
    _without_meld,
    _with_tile,
    _without_tile,
    _swapped,
    _with_joker,
    _opened,
    _with_option,
)


def as_written(spot: Spot) -> dict[str, str]:
    """Return *spot* in notation."""
    return {"rules": repr(spot.rules), "phase": spot.phase.value, "state": repr(spot.state)}


def rules_of(text: str) -> Ruleset:
    """Return the rules written by :func:`as_written`."""
    return ruleset(text)
