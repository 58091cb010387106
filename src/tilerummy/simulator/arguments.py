"""Checks the arguments of the simulator's functions."""

from __future__ import annotations

from typing import Final

from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator.packing import kernel_supports
from tilerummy.solver import HAS_KERNEL

NO_SIMULATOR: Final = (
    "the simulator is part of the C++ kernel, which is missing:"
    " install a C++20 compiler, then reinstall tilerummy"
)


def can_simulate(rules: Ruleset | str) -> bool:
    """Return whether the simulator supports *rules*. The result is False if the kernel is missing.

    >>> from tilerummy.simulator import can_simulate
    >>> can_simulate("sabra")
    True
    """
    return HAS_KERNEL and kernel_supports(as_ruleset(rules))


def check_rules(rules: Ruleset | str) -> Ruleset:
    """Return *rules* as a ruleset. Raises ValueError if it cannot be simulated."""
    rules = as_ruleset(rules)
    if not HAS_KERNEL:
        raise ValueError(NO_SIMULATOR)
    if not kernel_supports(rules):
        raise ValueError(f"the simulator does not support the scoring of {rules.name}")
    return rules


def check_game(rules: Ruleset | str, seats: int, threads: int = 1) -> Ruleset:
    """Return *rules* as a ruleset.

    Raises ValueError if the simulator does not support this ruleset, or this number of seats or
    threads.
    """
    rules = check_rules(rules)
    if seats not in rules.seats_allowed():
        allowed = ", ".join(map(str, rules.seats_allowed()))
        raise ValueError(f"{rules.name} with these tiles is for {allowed} players, not {seats}")
    if threads < 1:
        raise ValueError(f"the number of threads must be 1 or more, not {threads}")
    return rules
