"""Checks of the arguments of this package: rules, and a state of a round."""

from __future__ import annotations

from tilerummy.arguments import check_argument
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.state import State


def check_ruleset(rules: object) -> None:
    """Raise TypeError for *rules* that are no ruleset."""
    check_argument(rules, Ruleset, 'the rules are a Ruleset, as in ruleset("sabra")')


def check_arguments(rules: object, state: object) -> None:
    """Raise TypeError for arguments of another type."""
    if isinstance(rules, Ruleset) and isinstance(state, State):
        return
    check_ruleset(rules)
    check_argument(
        state, State, 'a state or view is a State, as in read_state("table b5 b6 b7 | rack k1")'
    )
