"""Deprecated names of policies."""

import pytest

from tilerummy.cli.simulate.rows import are_policies
from tilerummy.simulator import Policy
from tilerummy.simulator.policies import POLICY_NAMES


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("own_melds", Policy.RACK_ONLY),
        ("husbandry", Policy.SAVE_JOKERS),
        ("hold_open", Policy.HOLD_AFTER_OPENING),
        ("hold_closed", Policy.HOLD_BEFORE_OPENING),
    ],
)
def test_a_deprecated_policy_name_is_an_alias(name: str, policy: Policy) -> None:
    assert Policy(name) is Policy[name.upper()] is policy
    assert name in POLICY_NAMES
    assert are_policies([name])
    assert name not in [*Policy]


def test_an_unknown_policy_name_is_refused() -> None:
    with pytest.raises(ValueError, match="not a valid Policy"):
        Policy("RACK_ONLY")
