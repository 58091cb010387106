"""Arguments of the simulator, checked."""

from __future__ import annotations

from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator.packing import known_to_kernel
from tilerummy.solver import HAS_KERNEL


def check_game(rules: Ruleset | str, seats: int, threads: int = 1) -> Ruleset:
    """Return the *rules*, read if they are a text.

    Raises ValueError if the simulator cannot play them with that many seats or threads.
    """
    rules = as_ruleset(rules)
    if rules.draws_and_discards and not (HAS_KERNEL and known_to_kernel(rules)):
        raise ValueError(f"only the kernel simulates {rules.name}, and it cannot be used here")
    if seats not in rules.seats_allowed():
        allowed = ", ".join(map(str, rules.seats_allowed()))
        raise ValueError(f"{rules.name} with these tiles is for {allowed} players, not {seats}")
    if threads < 1:
        raise ValueError(f"the number of threads is 1 or more, not {threads}")
    return rules
