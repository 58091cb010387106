"""How good the worlds are in which a master of American and International plays rounds on.

``python -m benchmarks.supposed_worlds international`` plays rounds of two club players and stops
each once, when the seat to move has drawn. There it asks how likely that seat wins, in two kinds of
worlds: ``dealt``, with the tiles that it has not seen dealt at random, and ``worked on``, in which
the other has made its rack better in the turns that it had. In both the round is played on by the
quick tactics of a club player.

It prints the Brier score of each (the mean squared difference from 1 where the seat won then and 0
where it lost; less is better, a coin has 0.25), the mean chance, and how often the seat won.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from statistics import fmean, stdev

from tilerummy.players import play_round, player
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.tactics.melder import MELDER
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.playing import Tactic, play_out
from tilerummy.players.draw_discard.world.reading import supposed, world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Ended, Phase, State, apply, conceal

KINDS = {"dealt": supposed, "worked on": likely}
"""The kinds of worlds."""


def position(rules: Ruleset, number: int) -> tuple[PackedWorld, bool] | None:
    """Return what the mover sees in a turn of round *number*, and whether it won then.

    None if no turn was drawn for.
    """
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
    return world_of(rules, conceal(at, at.to_move)), ended.winner == at.to_move


def chances(world: PackedWorld, tactic: Tactic, worlds: int) -> dict[str, float]:
    """Return the chance of the mover to win in so many *worlds* of each kind."""
    found = {}
    for name, suppose in KINDS.items():
        chance = Random(1)
        won = sum(
            play_out(suppose(world, chance), [tactic] * 2).winner == world.to_move
            for _ in range(worlds)
        )
        found[name] = (won + 0.5) / (worlds + 1)
    return found


def report(rows: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{len(rows)} positions, {fmean(row['won'] for row in rows):.1%} won"
    for name in KINDS:
        missed = [(row[name] - row["won"]) ** 2 for row in rows]
        margin = 1.96 * stdev(missed) / len(missed) ** 0.5
        mean = fmean(row[name] for row in rows)
        yield f"{name:10} Brier {fmean(missed):.3f} ± {margin:.3f}, mean chance {mean:.1%}"


def main() -> None:
    """Play, ask and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.supposed_worlds")
    parser.add_argument("ruleset", choices=("american", "international"))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=16)
    arguments = parser.parse_args()
    rules = ruleset(arguments.ruleset)
    tactic: Tactic = Hunter(types=(1,), few=5) if rules.closed_hands else MELDER
    rows = []
    for number in range(arguments.rounds):
        if found := position(rules, number):
            world, won = found
            rows.append({**chances(world, tactic, arguments.worlds), "won": float(won)})
    print("\n".join(report(rows)))


if __name__ == "__main__":
    main()
