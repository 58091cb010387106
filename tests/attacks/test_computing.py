"""Slow questions do not disturb the games of others (G14)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.attacks.computing import ATTACKS
from tests.attacks.harness import EACH, Attack, survived
from tests.attacks.target import Target, started

ONLY_ASK = ("solve", "judge", "rules")
"""Attacks that leave nothing on the server: neither tables nor workers that were replaced."""
SHORT = (
    [a for a in ATTACKS if a.name in ONLY_ASK][::EACH],
    [a for a in ATTACKS if a.name not in ONLY_ASK][::EACH],
)


@pytest.mark.parametrize("attack", SHORT[0], ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_of_questions(attack: Attack, target: Target) -> None:
    survived(attack, target.apart(ATTACKS.index(attack)))


@pytest.mark.parametrize("attack", SHORT[1], ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_the_workers(
    attack: Attack, tmp_path: Path
) -> None:
    """On a server of its own each: these attacks leave games that go on, or kill workers."""
    with started(tmp_path) as target:
        survived(attack, target)
