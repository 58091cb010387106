"""Games to record: complete rounds of every preset with time-outs, penalties and long commands."""

from functools import cache
from random import Random

from tests.support.random_player import RandomPlayer

from tilerummy.records import Command, Participant, Record
from tilerummy.records.record import is_clock_action
from tilerummy.rules import PRESETS, Ruleset, begin, chance, decide, ruleset
from tilerummy.rules.judging.endings import next_starter
from tilerummy.state import Event, Phase, State, conceal, fold

NAMES = ("Ann", "Ben", "Cléo", "Dan Lee")
HOUSES = (
    *PRESETS,
    "sabra+invalid_play=penalty+tiles.numbers=8",
    "rummikub+tiles.colours=6+tiles.numbers=7+tiles.jokers=5",
    "american+tiles.copies=3+joker.reuse=any",
)
"""Every preset, and house rules that change the tiles and the penalties."""

FEW = ("rummikub", "sabra", "sabra-way", "mcgraw", "american", "international", *HOUSES[-3:])
"""A preset of every kind of game, and the house rules."""

SMALL = (
    "sabra+invalid_play=penalty+initial_meld.points=3+deal.tiles=4"
    "+tiles.numbers=4+tiles.colours=3+tiles.jokers=1"
)
"""Short games, for tests that change a record thousands of times."""

REMARKS = ("", "well played", "# 1; or not?", "ёлка → *", "2. Ben: draw (k7)")


@cache
def match_of(
    house: str, *, seats: int = 2, rounds: int = 1, seed: int = 0, clock: bool = True
) -> Record:
    """Return a match record of random players, with all rounds finished."""
    rng = Random(f"{house} {seats} {seed}")
    players = [Participant(n, k) for n, k in zip(NAMES, ("person", "random") * 2, strict=True)]
    tags = [("Place", "here"), ("Weather", "")]
    record = Record.of(ruleset(house), players[:seats], rounds=rounds, date="today", tags=tags)
    record = record.comment("a match")
    for _ in range(rounds):
        record = play_on(record, rng, starter=_starter(record), clock=clock)
    return record


def _starter(record: Record) -> int | None:
    """Return the starter of the next round; lots decide the first."""
    if not record.rounds:
        return None
    return next_starter(record.rules, record.seats, record.starters[-1], record.results[-1])


def play_on(
    record: Record, rng: Random, *, starter: int | None = None, clock: bool = True
) -> Record:
    """Return the record with one more finished round."""
    rules, seats = record.rules, record.seats
    seed = rng.randbytes(32)
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=seed, lots=starter is None)
    deal = begin(rules, drawn, seats=seats, starter=starter, number=len(record.rounds))
    record = record.begin(drawn, deal, starter=starter, seed=rng.choice([seed, None]))
    players = [
        RandomPlayer(rng, patience=0.6, hoards=rng.random() < 0.3, clock=clock)
        for _ in range(seats)
    ]
    state = record.state()
    while state.phase is not Phase.OVER:
        command, events = next_command(rules, state, players[state.to_move])
        record = record.append(command, events)
        state = fold(events, state)
        if rng.random() < 0.05:
            record = record.comment(rng.choice(REMARKS))
    return record


def next_command(
    rules: Ruleset, state: State, player: RandomPlayer
) -> tuple[Command, tuple[Event, ...]]:
    """Return a legal command of the clock or of the seat to move, sometimes a long one."""
    seat = state.to_move
    (action,) = player.choose(rules, conceal(state, seat), seat)
    events = decide(rules, state, action)
    if is_clock_action(action):
        return Command(None, (action,)), events
    actions = [action]
    while player.rng.random() < 0.6:
        after = fold(events, state)
        if after.phase is Phase.OVER or after.to_move != seat:
            break
        (action,) = player.choose(rules, conceal(after, seat), seat)
        if is_clock_action(action):
            break
        actions.append(action)
        events = (*events, *decide(rules, after, action))
    return Command(seat, tuple(actions)), events
