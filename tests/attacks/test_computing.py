"""Slow questions do not disturb the games of others (G14)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.attacks.computing import ATTACKS
from tests.attacks.harness import Attack, survived
from tests.attacks.target import started


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_the_workers(
    attack: Attack, tmp_path: Path
) -> None:
    """On a server of its own each: some attacks leave games that go on, or kill workers."""
    with started(tmp_path) as target:
        survived(attack, target)
