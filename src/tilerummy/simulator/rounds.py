"""Whole rounds between policies, from seeds."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.arguments import as_seed
from tilerummy.rules import Ruleset
from tilerummy.simulator import kernel
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.packing import known_to_kernel
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.reference import play
from tilerummy.simulator.results import Rounds
from tilerummy.solver import HAS_KERNEL
from tilerummy.state import Ended, Event


def simulate(
    rules: Ruleset | str,
    policies: Sequence[Policy],
    seeds: Sequence[bytes | int],
    *,
    starter: int | None = None,
    log: bool = False,
    threads: int = 1,
) -> Rounds:
    """Return the rounds that the *seeds* deal, played by one of the *policies* on each seat.

    The deals are those of ``players.play_round`` with the same seed and *starter*; a seed
    also decides all chance of the policies, so that the same call has the same result, on any
    number of *threads*.

    >>> from tilerummy.rules import ruleset
    >>> rounds = simulate(ruleset("sabra"), [Policy.HUSBANDRY, Policy.OWN_MELDS], [bytes(32)])
    >>> len(rounds), rounds.winners[0]
    (1, 0)

    Raises ValueError for a wrong number of seats and, without a kernel, for rules with discards.
    """
    rules, keys = check_game(rules, len(policies), threads), [as_seed(seed) for seed in seeds]
    if HAS_KERNEL and known_to_kernel(rules):
        return kernel.played(rules, policies, keys, starter, log=log, threads=threads)
    return play.played(rules, policies, keys, starter, log=log)


def simulated_events(
    rules: Ruleset | str,
    policies: Sequence[Policy],
    seed: bytes | int,
    *,
    starter: int | None = None,
) -> tuple[*tuple[Event, ...], Ended]:
    """Return the events of one round of :func:`simulate`, from the deal to the ``Ended``.

    Raises ValueError as :func:`simulate` does.
    """
    rules, key = check_game(rules, len(policies), 1), as_seed(seed)
    if HAS_KERNEL and known_to_kernel(rules):
        *before, ended = kernel.events(rules, policies, key, starter)
    else:
        *before, ended = play.events(rules, policies, key, starter)
    assert isinstance(ended, Ended)
    return (*before, ended)
