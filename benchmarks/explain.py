"""Measures how long it takes to explain plays, and how good the explanations are.

Times are for the best plays in the solver suite, and for rearranged tables. ``python -m
benchmarks.explain`` plays rounds under ten rulesets and explains 1,000 plays that change table
melds: the plays made, and the best plays in the same turns. It executes the steps with tiles and
fails at an impossible step, a wrong final table, or a joker where the rules forbid it. Per ruleset
it prints the number of steps, the broken melds between steps, the tiles picked up, and the median
processor time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time_ns

from tests.analysis.explanations.by_hand import follow
from tests.analysis.explanations.step_follower import allows, followed, start
from tests.differential.by_hand import JokerOptions, Position

from benchmarks.solver.suite import suite
from benchmarks.timing import Timing, timed
from tilerummy.analysis import Steps, best_play, explain
from tilerummy.jokers import JokerMelds
from tilerummy.melds import Group, InvalidMeld, Meld, Run, Table, fits, meld
from tilerummy.players import play_round, player
from tilerummy.puzzles.mining import self_play
from tilerummy.rules import Ruleset, ruleset
from tilerummy.solver import solve
from tilerummy.state import Dealt, Event, Played, State, apply
from tilerummy.tiles import Tile

_TIERS = ("early", "mid", "late", "stress", "dense")
_BUDGET = 200_000

RULES = (
    *("sabra", "rummikub", "mcgraw", "goliath-1994", "pressman-1998", "lemada-2014"),
    *("sabra-strict", "dutch-sabra", "sabra+joker.melds=free", "american"),
)

PLAYS = 100
"""The number of plays to explain for each ruleset."""

MOST_WAYS = 2000
"""The maximum number of ways to follow the steps, because several tiles may look alike."""

Plays = dict[str, list[tuple[Table, Table]]]


def best_plays() -> Plays:
    """Return the tables before and after the best play in every position, by tier."""
    plays: Plays = {tier: [] for tier in _TIERS}
    for tier, problem in suite():
        if tier in plays:
            best = solve(replace(problem, tidy=True, budget=_BUDGET))
            plays[tier].append((problem.table, best.after))
    return plays


def rearranged_tables() -> Iterator[tuple[Table, Table]]:
    """Yield tables of up to 178 tiles whose runs all become groups, and the reverse."""
    for colours in ("krbo", "krbogy"):
        for copies in (1, 2):
            runs = [Run(tuple(Tile.of(c, n) for n in range(1, 14))) for c in colours] * copies
            groups = [Group(tuple(Tile.of(c, n) for c in colours)) for n in range(1, 14)] * copies
            more: list[Meld] = [Group(tuple(Tile.of(c, n) for c in "krb")) for n in range(1, 8)]
            yield Table((*runs, *more)), Table((*groups, *more))
            yield Table((*groups, *more)), Table((*runs, *more))


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times for each measurement."""
    plays = best_plays()
    every = [pair for pairs in plays.values() for pair in pairs]
    for tier, tables in (*plays.items(), ("all", every)):
        goal = "median ≤ 500 µs, worst ≤ 20000 µs" if tier == "all" else ""
        yield f"explain the best play, {tier}", goal, timed(_calls(tables), repeats=3)
    yield "explain a rearranged table", "", timed(_calls(rearranged_tables()), repeats=3)


def _calls(
    tables: Iterator[tuple[Table, Table]] | list[tuple[Table, Table]],
) -> list[Callable[[], object]]:
    return [partial(explain, before, after) for before, after in tables]


def plays(rules: Ruleset) -> Iterator[tuple[Table, Table]]:
    """Yield the tables before and after each play that changes table melds, and the best play."""
    for seed in range(10_000):
        events = _round(rules, seed)
        seats = next(len(event.racks) for event in events if isinstance(event, Dealt))
        state = State.before_deal(seats)
        for event in events:
            if isinstance(event, Played):
                best = best_play(rules, state).tables[:1]
                played = state.table - event.lift + event.lay
                for after in dict.fromkeys((played, *best)):
                    if not after >= state.table:
                        yield state.table, after
            state = apply(state, event)


def _round(rules: Ruleset, seed: int) -> tuple[Event, ...]:
    if not rules.draws_and_discards:
        return self_play(rules, f"explanations {seed}")
    team = [player("club", Random(f"{seed} {seat}"), milliseconds=None) for seat in range(2)]
    return play_round(rules, team, seed=seed)


def check(before: Table, after: Table, rules: Ruleset, steps: Steps) -> None:
    """Raise AssertionError if *steps* are impossible, illegal or lead to another table."""
    follow(before, after, steps)
    law = rules.table.jokers
    if law.melds is JokerMelds.FREE:
        return
    position = Position(before, after.tiles - before.tiles, after, rules.tiles)
    options = JokerOptions(law.melds, law.replace_from, law.group_of_three, law.reuse)
    ends = islice(followed(start(position), steps), MOST_WAYS)
    assert any(allows(position, options, end) for end in ends), (before, after, rules.name)


def broken(pile: tuple[str, ...]) -> bool:
    """Return whether *pile* has tiles but is not a meld."""
    try:
        return bool(pile) and not fits(meld(" ".join(pile)))
    except InvalidMeld:
        return True


def main() -> None:
    """Print a row for each ruleset, and one for the total."""
    total = [0, 0, 0, 0]
    times: list[float] = []
    for name in RULES:
        rules = ruleset(name)
        here = [0, 0, 0, 0]
        mine: list[float] = []
        for before, after in islice(plays(rules), PLAYS):
            started = process_time_ns()
            steps = explain(before, after, law=rules.table.jokers, tiles=rules.tiles)
            mine.append((process_time_ns() - started) / 1e6)
            check(before, after, rules, steps)
            piles = [pile for step in steps[:-1] for pile in step.table]
            held = sum(len(step.picked_up) for step in steps)
            counts = (1, len(steps), sum(map(broken, piles)), held)
            here = [a + b for a, b in zip(here, counts, strict=True)]
        print(_row(name, here, mine))
        total = [a + b for a, b in zip(total, here, strict=True)]
        times += mine
    print(_row("all", total, times))


def _row(name: str, counts: list[int], times: list[float]) -> str:
    explained, steps, piles, held = counts
    return (
        f"{name}: {explained} plays, {steps} steps, {piles} broken melds and {held} tiles in the"
        f" hand between them, {median(times):.2f} ms"
    )


if __name__ == "__main__":
    main()
