"""Nobody can fill the disk, and the worst attacks at once stop no game (D9, D10)."""

from __future__ import annotations

import pytest
from tests.attacks.filling import ATTACKS
from tests.attacks.harness import EACH, Attack, survived
from tests.attacks.target import Target


@pytest.mark.parametrize("attack", ATTACKS[::EACH], ids=lambda a: a.name)
def test_d9_d10_all_tables_go_on_and_the_folder_stays_small(attack: Attack, target: Target) -> None:
    survived(attack, target.apart(ATTACKS.index(attack)))
