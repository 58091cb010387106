"""Checks the arguments of this package's functions, which take rules and a state."""

from __future__ import annotations

from tilerummy.arguments import check_argument
from tilerummy.rules.options import as_ruleset
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.state import State


def check_arguments(rules: Ruleset | str, state: object) -> Ruleset:
    """Return *rules* as a ruleset, parsing it as a ruleset's text if it is a string.

    Raises TypeError if an argument has the wrong type.
    """
    read = as_ruleset(rules)
    if not isinstance(state, State):
        check_argument(
            state, State, 'expected a State, as in read_state("table b5 b6 b7 | rack k1")'
        )
    return read
