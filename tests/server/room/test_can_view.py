"""The actions offered to the player to move."""

from __future__ import annotations

import pytest

from tilerummy import read_state, ruleset
from tilerummy.server.room.round_views import can_view


@pytest.mark.parametrize(("rack", "offered"), [("k1 k1 r3 r3 b7 b7", True), ("k1 k1 r3 r3", False)])
def test_a_new_deal_is_offered_if_the_rules_allow_it(rack: str, *, offered: bool) -> None:
    """RULES 5.2."""
    view = read_state(f"rack {rack} | opened no | turn 0 | players 2")

    assert can_view(ruleset("tournament"), view).new_deal == offered
    assert not can_view(ruleset("sabra"), view).new_deal
