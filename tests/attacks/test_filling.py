"""Nobody can fill the disk, and the worst attacks at once stop no game (D9, D10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.attacks.filling import ATTACKS
from tests.attacks.harness import Attack, survived
from tests.attacks.target import Target, started
from tests.support.examples import LONG


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Return a server on which one attack follows the other."""
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.parametrize("attack", ATTACKS[:: 1 if LONG else 2], ids=lambda a: a.name)
def test_d9_d10_all_tables_go_on_and_the_folder_stays_small(attack: Attack, target: Target) -> None:
    survived(attack, target.apart(ATTACKS.index(attack)))
