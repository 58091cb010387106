"""Thousands of random rounds of all presets, checked event by event: ``make soak``.

A seed determines a round: its preset, some options of clubs, its players and all of its randomness.
Rounds are played in the order of their seeds, so ``--seed`` resumes an interrupted soak, and
``--seed N --rounds 1`` reproduces a failure. ``--players club`` puts the club player on all seats.
``--options`` sets any options to any values instead; repeat it to reproduce a failure.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from tests.laws.checks import LawChecker
from tests.support.random_rounds import Step, computer_round, random_round
from tests.support.random_rulesets import random_rules

from tilerummy.players import PLAYERS
from tilerummy.rules import PRESETS, Ruleset, options_of, with_options
from tilerummy.rules.rounds.scoring import WinnerTakesAll
from tilerummy.state import Ended, Played

ROUNDS = 10_000
BATCH = 5
RANDOM, MIXED = "random", "mixed"
RANDOM_ACTIONS = 0.15
"""The probability of judging a random action in addition to each action of the players."""
MOST_TILES = 320
"""The most tiles with random options. Three boxes, as for six players of McGraw's rules, have 316
or 318."""


@dataclass(slots=True)
class Tally:
    """The counts of some rounds of one preset, and the seeds of those that broke a law."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: dict[int, str] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.counts.update(other.counts)
        self.faults.update(other.faults)


CLUB_OPTIONS: dict[str, tuple[int, ...]] = {
    "deal.jokers": (1,),
    "deal.new_deal_pairs": (1, 2, 3),
    "draw.opened": (2, 3),
    "end.empty_turns": (1, 2),
    "score.not_opened": (25, 100),
    "score.could_open": (50, 200),
}
"""The options of boxes and clubs (RULES 5.2) that every other round uses some of."""


def game(seed: int, *, options: bool = False) -> tuple[Ruleset, int]:
    """Return the ruleset and the number of players of the round with that seed.

    With *options*, any options have any values, not only the clubs' values. If there are too few
    tiles for the number of players, another number is chosen. Options that make more tiles than
    MOST_TILES are chosen again: every eighth round would have more, and take half of the time.
    """
    preset, seats = [*PRESETS.values()][seed % len(PRESETS)], 1 + seed // len(PRESETS) % 6
    if options:
        rng = Random(seed)
        rules = random_rules(preset, rng)
        while len(rules.tiles) > MOST_TILES:
            rules = random_rules(preset, rng)
        allowed = rules.seats_allowed()
        return rules, seats if seats in allowed else rng.choice(allowed)
    rng = Random(f"options {seed}")
    if rng.random() < 0.5:
        return preset, seats
    has = options_of(preset)
    chosen = {
        name: rng.choice(values)
        for name, values in CLUB_OPTIONS.items()
        if name in has and rng.random() < 0.5
    }
    if "deal.jokers" in chosen and preset.closed_hands:
        del chosen["deal.jokers"]  # points for two jokers only
    elif "deal.jokers" in chosen:
        chosen["tiles.jokers"] = 6
    return with_options(preset, chosen), seats


def soak(seed: int, players: str = RANDOM, *, options: bool = False) -> Tally:
    """Play the round with that seed; every failure is caught and reported."""
    tally = Tally()
    try:
        rules, seats = game(seed, options=options)
        checker, rng = LawChecker(rules, seats), Random(seed)
        for step in _steps(rules, seats, seed, players):
            checker.check(step)
            tally.counts.update(_contents(step))
            if not checker.over and rng.random() < RANDOM_ACTIONS:
                checker.check_random_action(rng)
                tally.counts["random actions"] += 1
        _check_end(rules, checker)
        tally.counts["rounds"] += 1
        tally.counts["turns"] += checker.state.turn + 1
    except Exception:  # noqa: BLE001 - any error is a failure of this seed
        tally.faults[seed] = traceback.format_exc()
    return tally


def _steps(rules: Ruleset, seats: int, seed: int, players: str) -> Iterator[Step]:
    if players == RANDOM:
        return random_round(rules, seats, seed)
    return computer_round(rules, seats, seed, None if players == MIXED else players)


def _contents(step: Step) -> Iterator[str]:
    yield from ("jokers" for technique in step.techniques if technique == "replace a joker")
    for event in step.events:
        match event:
            case Played():
                yield "plays"
            case Ended(ending, win=win):
                yield str(win or ending)
            case _:
                yield "events"


def _check_end(rules: Ruleset, checker: LawChecker) -> None:
    ended = checker.state.ended
    if ended is None:
        raise AssertionError("the round has no end")
    several = len(ended.scores) > 1  # a single player has no one to win from
    if several and isinstance(rules.scoring, WinnerTakesAll) and sum(ended.scores) != 0:
        raise AssertionError(f"the scores are not zero-sum: {ended.scores}")


def soaked(
    seeds: Sequence[int], players: str = RANDOM, *, options: bool = False
) -> dict[str, Tally]:
    """Return the tallies of the rounds with these seeds, by preset."""
    tallies: dict[str, Tally] = {}
    for seed in seeds:
        name = game(seed)[0].name
        tallies.setdefault(name, Tally()).add(soak(seed, players, options=options))
    return tallies


def _let_the_parent_stop() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all rounds on all cores, print a table, and return 1 if any failed."""
    options = _parser().parse_args(arguments)
    seeds = range(options.seed, options.seed + options.rounds)
    again = " --options" if options.options else ""
    console, start = Console(), time.monotonic()
    console.print(f"seeds {seeds[0]} to {seeds[-1]}, {options.processes} processes")
    tallies = {name: Tally() for name in PRESETS}
    play = partial(soaked, players=options.players, options=options.options)
    batches = [seeds[i : i + BATCH] for i in range(0, len(seeds), BATCH)]
    with (
        ProcessPoolExecutor(options.processes, initializer=_let_the_parent_stop) as pool,
        _progress(console) as progress,
    ):
        bar = progress.add_task("rounds", total=len(seeds), seed=seeds[0], faults=0)
        try:
            for batch, results in zip(batches, pool.map(play, batches), strict=True):
                for name, tally in results.items():
                    tallies[name].add(tally)
                    for seed, trace in tally.faults.items():
                        console.print(f"[red]failure in {name}: --seed {seed} --rounds 1{again}")
                        console.print(trace.strip().splitlines()[-1], markup=False)
                found = sum(len(t.faults) for t in tallies.values())
                progress.update(bar, advance=len(batch), seed=batch[-1], faults=found)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            following = seeds[round(progress.tasks[bar].completed)]
            left = seeds[-1] + 1 - following
            console.print(f"interrupted; resume with --seed {following} --rounds {left}")
    console.print(_table(tallies))
    for tally in tallies.values():
        for seed, trace in tally.faults.items():
            console.print(f"--seed {seed} --rounds 1{again}\n{trace}", markup=False, style="red")
    console.print(f"{time.monotonic() - start:.0f} seconds")
    return 1 if any(t.faults for t in tallies.values()) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.laws.soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first round")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="number of rounds")
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count(), help="number of parallel processes"
    )
    parser.add_argument(
        "--players",
        choices=(RANDOM, MIXED, *PLAYERS),
        default=RANDOM,
        help="players: random, computer players of all levels, or of one",
    )
    parser.add_argument("--options", action="store_true", help="play with random house rules")
    return parser


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("seed {task.fields[seed]}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("faults {task.fields[faults]}"),
        TimeRemainingColumn(),
        console=console,
    )


COLUMNS = {
    "rounds": "rounds",
    "turns": "turns",
    "events": "events",
    "plays": "plays",
    "jokers replaced": "jokers",
    "random actions": "random actions",
    "went out": "went_out",
    "open": "open",
    "foot": "foot",
    "closed": "closed",
    "pool": "pool_exhausted",
    "idle": "no_progress",
}
"""The columns of the table with their meanings."""


def _table(tallies: dict[str, Tally]) -> Table:
    table = Table("preset", *COLUMNS, "faults")
    for column in table.columns[1:]:
        column.justify = "right"
    total = Tally()
    for name, tally in tallies.items():
        total.add(tally)
        table.add_row(name, *_row(tally))
    table.add_section()
    table.add_row("all", *_row(total), style="bold")
    return table


def _row(tally: Tally) -> Iterator[str]:
    for counted in COLUMNS.values():
        yield f"{tally.counts[counted]:,}" if tally.counts[counted] else "–"
    yield str(len(tally.faults))


if __name__ == "__main__":
    sys.exit(main())
