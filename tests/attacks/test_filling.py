"""Nobody can fill the disk, and the worst attacks at once stop no game (D9, D10)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.attacks.filling import ATTACKS
from tests.attacks.harness import Attack, survived


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_d9_d10_all_tables_go_on_and_the_folder_stays_small(attack: Attack, tmp_path: Path) -> None:
    survived(attack, tmp_path)
