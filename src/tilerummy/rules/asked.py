"""What the functions of this package are asked about: rules, and a state of a round."""

from __future__ import annotations

from tilerummy.arguments import wanted
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.state import State


def ruled(rules: object) -> None:
    """Raise TypeError for rules that are no ruleset."""
    wanted(rules, Ruleset, 'the rules are a Ruleset, as in ruleset("sabra")')


def asked(rules: object, state: object) -> None:
    """Raise TypeError for arguments of another type."""
    if isinstance(rules, Ruleset) and isinstance(state, State):
        return
    ruled(rules)
    wanted(state, State, 'a state or view is a State, as in read_state("table b5 b6 b7 | rack k1")')
