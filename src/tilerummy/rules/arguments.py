"""Checks of the arguments of this package: rules, and a state of a round."""

from __future__ import annotations

from tilerummy.arguments import check_argument
from tilerummy.rules.options import as_ruleset
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.state import State


def check_arguments(rules: Ruleset | str, state: object) -> Ruleset:
    """Return the *rules*, read if they are a text.

    Raises TypeError for arguments of another type.
    """
    read = as_ruleset(rules)
    if not isinstance(state, State):
        check_argument(
            state, State, 'a state or view is a State, as in read_state("table b5 b6 b7 | rack k1")'
        )
    return read
