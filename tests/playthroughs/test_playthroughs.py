"""The golden playthroughs, a complete round of every family, are unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.playthroughs.playthrough import Playthrough

from tilerummy.rules import PRESETS

FILES = sorted(Path(__file__).parent.glob("*.txt"))
AGAIN = "python -m tests.playthroughs writes the playthroughs again; read the changes"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_round_is_played_as_it_is_written(path: Path) -> None:
    written = path.read_text()

    assert Playthrough.read(written).text() == written, AGAIN


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_has_an_end_and_nine_refusals(path: Path) -> None:
    text = path.read_text()

    assert "\n   Ended " in text
    assert text.count("\n   refused ") == 9
    assert text.count("\n   position\n") == 5


def test_there_is_a_playthrough_of_every_family() -> None:
    families = {(rules.turn, rules.jokers_due, rules.closed_hands) for rules in PRESETS.values()}
    played = [PRESETS[path.stem] for path in FILES]

    assert {(rules.turn, rules.jokers_due, rules.closed_hands) for rules in played} == families
    assert {rules.table.jokers.melds for rules in played} == {"locked", "open"}
