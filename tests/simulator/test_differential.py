"""The kernel's simulator and the referee agree on complete rounds.

The referee judges every play of the kernel and produces the events; the round must end the same way
in both. Their turns are compared one by one.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from random import Random

import pytest
from tests.support.examples import examples
from tests.support.random_rulesets import random_rules

from tilerummy.analysis import best_play
from tilerummy.rules import PRESETS, Ruleset, ruleset
from tilerummy.rules.rounds.scoring import rack_value
from tilerummy.simulator import ACTIONS, ENDINGS, Policy, simulate, simulated_events
from tilerummy.state import Declared, Drew, Ended, Event, Moved, Played, State, apply
from tilerummy.tiles import Rack

NAMES = [*PRESETS, "sabra+joker.melds=free", "rummikub+joker.melds=free"]


def walked(rules: Ruleset, policies: list[Policy], seed: bytes) -> int:
    """Compare a round of the kernel with the referee's; return its number of turns."""
    events = simulated_events(rules, policies, seed)
    rounds = simulate(rules, policies, [seed], log=True)
    ended = events[-1]
    assert isinstance(ended, Ended)
    assert rounds.scores_of(0) == ended.scores
    assert rounds.winners[0] == (-1 if ended.winner is None else ended.winner)
    assert ENDINGS[rounds.endings[0]] == ended.ending
    rows = [*zip(*rounds.log.columns(), strict=True)]
    assert rows == [*referee_rows(rules, len(policies), events)]
    return len(rows)


def tiles_of(play: Played | Declared) -> Rack:
    """Return the rack tiles of a play or a closed hand."""
    return play.tiles if isinstance(play, Declared) else play.placed


def referee_rows(
    rules: Ruleset, seats: int, events: tuple[Event, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield one log per turn from the events."""
    state, plays, drew = State.before_deal(seats), list[Played | Declared](), False
    for event in events:
        turn, seat = state.turn, state.to_move
        state = apply(state, event)
        match event:
            case Played() | Declared():
                plays.append(event)
            case Drew() if turn >= 0:
                drew = True
            case Moved() | Ended() if turn >= 0 and (state.turn > turn or state.ended):
                placed = [tile for play in plays for tile in tiles_of(play)]
                rack, joker = state.seats[seat].rack, rules.scoring.joker
                action = ACTIONS.index("play" if plays else "draw" if drew else "pass")
                yield (
                    *(0, turn, seat, action, len(plays), len(placed)),
                    sum(not tile.is_numbered for tile in placed),
                    *(rack_value(placed, joker), len(rack), rack_value(rack, joker)),
                    *(len(state.pool), len(state.table.tiles)),
                )
                plays, drew = [], False
            case _:
                pass


@pytest.mark.parametrize("name", NAMES)
def test_presets(name: str) -> None:
    rules, rng = ruleset(name), Random(name)
    turns, goal = 0, examples(30 if name == "mcgraw" else 100, 1_000_000)

    while turns < goal:
        seats = rng.choice(rules.seats_allowed())
        policies = rng.choices([*Policy], k=seats)
        turns += walked(rules, policies, rng.randbytes(32))


@pytest.mark.parametrize("number", range(examples(12, 400)))
def test_random_rulesets(number: int) -> None:
    rng = Random(number)
    rules = random_rules(PRESETS[rng.choice([*PRESETS])], rng)
    seats = rng.choice(rules.seats_allowed())

    walked(rules, rng.choices([*Policy], k=seats), rng.randbytes(32))


@pytest.mark.parametrize(
    "name", ["sabra", "sabra+joker.melds=free", "goliath-1994", "lemada-2014", "rummikub", "mcgraw"]
)
def test_the_most_tiles_are_the_most(name: str) -> None:
    """After the opening the policy's plays reach the size of the best play.

    A later play may lay more, for example if an earlier one moved a joker.
    """
    rules = ruleset(name)
    for number in range(examples(2, 40)):
        seed = number.to_bytes(32, "big")
        state, start, sizes = State.before_deal(2), State.before_deal(2), list[int]()
        for event in simulated_events(rules, [Policy.MOST_TILES] * 2, seed):
            state = apply(state, event)
            match event:
                case Played():
                    sizes.append(len(event.placed))
                case Moved() | Ended() if state.turn > start.turn or state.ended:
                    opened = start.mover.opened
                    if start.turn >= 0 and opened is not None and opened < start.turn:
                        best = Counter(best_play(rules, start, tidy=False).placed)
                        most = (best & Counter(start.mover.rack)).total()
                        assert most in accumulate(sizes or [0])
                    start, sizes = state, []
                case _:
                    pass


def test_the_number_of_threads_changes_nothing() -> None:
    seeds = [bytes([n]) * 32 for n in range(12)]
    policies = [Policy.RANDOM, Policy.ADAPTIVE, Policy.MOST_TILES]

    one, three = (simulate(ruleset("sabra"), policies, seeds, threads=n, log=True) for n in (1, 3))

    assert one == three
