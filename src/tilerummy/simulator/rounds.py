"""Plays complete, seeded rounds between policies."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

from tilerummy.arguments import as_seed
from tilerummy.rules import Ruleset, decide_all
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.deals import dealt, dealt_events, policy_seed
from tilerummy.simulator.packing import integers, round_numbers, rules_numbers
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.results import Rounds, Turns
from tilerummy.simulator.turns import logged_turns
from tilerummy.solver import HAS_KERNEL
from tilerummy.state import Ended, Event, Phase, State, fold

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, outside the layers


def simulate(
    rules: Ruleset | str,
    policies: Sequence[Policy],
    seeds: Sequence[bytes | int],
    *,
    starter: int | None = None,
    log: bool = False,
    threads: int = 1,
) -> Rounds:
    """Play one round for each of *seeds*, with the seats played by the *policies* in order.

    The same seed and *starter* give the same deal as in ``players.play_round``. A seed also
    determines the policies' random numbers, so the result does not depend on the number of
    *threads*.

    >>> from tilerummy.rules import ruleset
    >>> rounds = simulate(ruleset("sabra"), [Policy.SAVE_JOKERS, Policy.RACK_ONLY], [bytes(32)])
    >>> len(rounds), rounds.winners[0]
    (1, 0)

    Raises ValueError if the number of seats is wrong or the kernel is missing.
    """
    seats = len(policies)
    rules = check_game(rules, seats, threads)
    starters, starts = array("i"), []
    for key in map(as_seed, seeds):
        state = dealt(rules, seats, key, starter)
        starters.append(state.to_move)
        starts.append(round_numbers(rules, state, policies, policy_seed(key)))
    numbers = rules_numbers(rules, seats)
    rows, turns = map(integers, _kernel.play_rounds(numbers, starts, log=log, threads=threads))
    width = 3 + seats
    scores = array(
        "i", chain.from_iterable(zip(*(rows[3 + s :: width] for s in range(seats)), strict=True))
    )
    columns = (turns[column::_TURN_COLUMNS] for column in range(_TURN_COLUMNS))
    return Rounds(
        *(seats, rows[0::width], rows[1::width], starters, rows[2::width], scores),
        Turns(*columns),
    )


_TURN_COLUMNS = len(Turns().columns())


def simulated_events(
    rules: Ruleset | str,
    policies: Sequence[Policy],
    seed: bytes | int,
    *,
    starter: int | None = None,
) -> tuple[*tuple[Event, ...], Ended]:
    """Return a round's events as played by :func:`simulate`, from the deal to the ``Ended``.

    The referee checks every action. Raises ValueError for the same reasons as :func:`simulate`.

    >>> from tilerummy.simulator import Policy, simulated_events
    >>> *events, ended = simulated_events("sabra", [Policy.MOST_TILES, Policy.SAVE_JOKERS], seed=1)
    >>> sum(ended.scores)
    0
    """
    seats, key = len(policies), as_seed(seed)
    rules = check_game(rules, seats)
    begun = dealt_events(rules, seats, key, starter)
    state = fold(begun, State.before_deal(seats))
    *after, ended = events_from(rules, state, policies, policy_seed(key))
    assert isinstance(ended, Ended)
    before = (*begun, *after)
    return (*before, ended)


def events_from(
    rules: Ruleset, state: State, policies: Sequence[Policy], seed: int
) -> tuple[*tuple[Event, ...], Ended]:
    """Return the events from *state* to the end of its round. The referee checks every action."""
    events: list[Event] = []
    for turn in logged_turns(rules, state, policies, seed):
        for action in turn.actions(state.table):
            if state.phase is not Phase.OVER:  # a play may have emptied the rack
                new = decide_all(rules, state, [action], seat=state.to_move)
                events += new
                state = fold(new, state)
    *before, ended = events
    assert isinstance(ended, Ended)
    return (*before, ended)
