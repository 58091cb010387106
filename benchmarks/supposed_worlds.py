"""How good the worlds are in which a master of American and International plays rounds on.

``python -m benchmarks.supposed_worlds international`` plays rounds of two club players and stops
each once, when the seat to move has drawn. There it asks how likely that seat wins, in worlds of
several kinds:

* ``dealt``: the tiles that it has not seen are dealt at random;
* ``worked on``: besides, the other has made its rack better in the turns that it had;
* ``weighed``: of several such racks that one is taken for which what the other discarded and did
  not take is likely, by a quick tactic;
* ``true racks``: everything but the order of the pool, which no player can know.

In all the round is played on by the quick tactics of a club player. It prints the Brier score of
each (the mean squared difference from 1 where the seat won then and 0 where it lost; less is
better, a coin has 0.25), by how much it is less than that of the racks that were worked on, the
mean chance, and how often the seat won. With ``--out FILE`` every position is kept there, and the
same command with more ``--rounds`` goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from tilerummy.players import play_round, player
from tilerummy.players.draw_discard.hunts.choice import hunts
from tilerummy.players.draw_discard.packed.packing import MARK
from tilerummy.players.draw_discard.tactics.discards import Weights, ranked_discards
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.playing import Tactic, play_out
from tilerummy.players.draw_discard.world.reading import supposed, world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Ended, Phase, State, apply, conceal

CANDIDATES = 12
"""So many racks that were worked on are weighed against each other."""

_LATEST = 4
"""So many of the last discards of the other, and of those that it did not take, are weighed."""

_TEMPER = 4.0
"""A discard that ranks so much lower than the best is as likely as 1 in e of it."""

_WANTED = 0.3
"""How likely a seat leaves a discard that its rack could use, against one that it could not."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A position as the mover sees it and as it is, and whether the mover won."""

    state: State
    seen: PackedWorld
    won: bool


def position(rules: Ruleset, number: int) -> Stopped | None:
    """Return a turn of round *number*, None if no turn was drawn for."""
    chance = Random(number)
    players = [player("club", Random(f"{number} {seat}"), milliseconds=None) for seat in range(2)]
    events = play_round(rules, players, seed=f"supposed {number}".encode().ljust(32))
    ended = events[-1]
    assert isinstance(ended, Ended)
    state, moments = State.before_deal(2), list[State]()
    for event in events:
        before, state = state.phase, apply(state, event)
        if before is Phase.DRAW and state.phase is Phase.MELD and state.turn > 1:
            moments.append(state)
    if not moments:
        return None
    at = chance.choice(moments)
    seen = world_of(rules, conceal(at, at.to_move))
    return Stopped(at, seen, ended.winner == at.to_move)


def weighed(at: Stopped, chance: Random) -> PackedWorld:
    """Return one of several racks that were worked on, as likely as it makes what the other did."""
    worlds = [likely(at.seen, chance) for _ in range(CANDIDATES)]
    return chance.choices(worlds, [_likelihood(at, world) for world in worlds])[0]


def _likelihood(at: Stopped, world: PackedWorld) -> float:
    """Return how likely what the other discarded and did not take is if this is its rack."""
    seat = world.next_seat
    units = world.terms.packing.units
    found = 1.0
    for tile in at.state.seats[seat].discards[-_LATEST:]:
        found *= _discards(world, seat, units[tile])
    for tile in at.state.mover.discards[-_LATEST:]:
        if _wants(world, world.racks[seat], units[tile]):
            found *= _WANTED
    return found


def _discards(world: PackedWorld, seat: int, unit: int) -> float:
    """Return how likely the tile of that unit is discarded from the rack that a seat has."""
    then = world.copy()
    then.to_move = seat
    then.racks[seat] += unit
    rack = then.racks[seat]
    if world.terms.closed_hands and world.opened[seat] < 0:
        p, unseen = world.terms.packing, world.unseen()
        seen = p.marks(unseen), p.doubles(unseen), p.tiles_in(unseen)
        ranked = hunts(world.terms.covers, (1,))[0].spare(rack, seen)
    else:
        ranked = ranked_discards(then, Weights())
    best = ranked[0][0]
    shares = {each: exp(-abs(rank - best) / _TEMPER) for rank, each in ranked}
    return max(0.02, shares.get(unit, 0.0) / sum(shares.values()))


def _wants(world: PackedWorld, rack: int, unit: int) -> bool:
    """Return whether a rack has more melds, or fits the table, with the tile of that unit."""
    if world.terms.closed_hands:
        return hunts(world.terms.covers, (1,))[0].wants(rack, unit)
    best = world.terms.covers.best
    return bool(world.ends & unit << MARK) or best(rack + unit).size > best(rack).size


def true_racks(at: Stopped, chance: Random) -> PackedWorld:
    """Return the position as it is, with another order of the pool."""
    p = at.seen.terms.packing
    world = at.seen.copy()
    world.hidden = [0] * world.seats
    world.racks = [p.pack(seat.rack) for seat in at.state.seats]
    world.pool = [p.units[tile] for tile in at.state.pool]
    chance.shuffle(world.pool)
    return world


KINDS: dict[str, Callable[[Stopped, Random], PackedWorld]] = {
    "dealt": lambda at, chance: supposed(at.seen, chance),
    "worked on": lambda at, chance: likely(at.seen, chance),
    "weighed": weighed,
    "true racks": true_racks,
}
"""The kinds of worlds."""


def chances(at: Stopped, tactic: Tactic, worlds: int) -> dict[str, float]:
    """Return the chance of the mover to win in so many *worlds* of each kind."""
    found = {}
    for name, suppose in KINDS.items():
        chance = Random(1)
        won = sum(
            play_out(suppose(at, chance), [tactic] * 2).winner == at.seen.to_move
            for _ in range(worlds)
        )
        found[name] = (won + 0.5) / (worlds + 1)
    return found


def report(rows: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{len(rows)} positions, {fmean(row['won'] for row in rows):.1%} won"
    base = [(row["worked on"] - row["won"]) ** 2 for row in rows]
    for name in KINDS:
        missed = [(row[name] - row["won"]) ** 2 for row in rows]
        less = [a - b for a, b in zip(base, missed, strict=True)]
        mean = fmean(row[name] for row in rows)
        yield (
            f"{name:10} Brier {fmean(missed):.3f} ± {_margin(missed):.3f}, less by "
            f"{fmean(less):+.3f} ± {_margin(less):.3f}, mean chance {mean:.1%}"
        )


def _margin(values: Sequence[float]) -> float:
    return 1.96 * stdev(values) / sqrt(len(values))


def main() -> None:
    """Play, ask and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.supposed_worlds")
    parser.add_argument("ruleset", choices=("american", "international"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--out", type=Path, help="a file that keeps every position")
    arguments = parser.parse_args()
    rules = ruleset(arguments.ruleset)
    out: Path | None = arguments.out
    tactic: Tactic = Hunter(types=(1,), few=5) if rules.closed_hands else MELDER
    kept = out.read_text().splitlines() if out and out.exists() else []
    rows = [json.loads(line) for line in kept]
    done = {row["round"] for row in rows}
    for number in range(arguments.rounds):
        at = None if number in done else position(rules, number)
        if at is None:
            continue
        row = {"round": number, "won": float(at.won)}
        rows.append(row | chances(at, tactic, arguments.worlds))
        if out:
            with out.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
