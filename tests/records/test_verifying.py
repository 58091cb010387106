"""Verification distinguishes deals that were fixed in advance from chosen ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tilerummy import ruleset
from tilerummy.cli.verify import verify_command
from tilerummy.records import COMMITMENT_TAG, Record, commitment, verify, write_text
from tilerummy.rules import begin, chance

SEED = bytes(range(32))
LABEL = "shuffle-v1|G1|aa|bb"


def sealed(preset: str, *, promised: str | None = None, label: str = LABEL) -> Record:
    """Return a record with one committed deal."""
    rules = ruleset(preset)
    drawn = chance(rules.deal, rules.tiles, seats=2, seed=SEED, label=LABEL)
    events = begin(rules, drawn, seats=2)
    tag = (f"{COMMITMENT_TAG}1", commitment(SEED) if promised is None else promised)
    made = Record.of(rules, ["Ann", "Ben"], tags=[tag] if tag[1] else [])
    return made.begin(drawn, events, seed=SEED, label=label)


@pytest.mark.parametrize("preset", ["sabra", "mcgraw", "international"])
def test_a_deal_under_seal_is_verified(preset: str) -> None:
    (verified,) = verify(sealed(preset))
    assert verified
    assert verified.shown == commitment(SEED)


def test_another_seed_contribution_order_or_promise_is_found() -> None:
    good = sealed("sabra")
    (played,) = good.rounds
    order = played.chance.order
    others = {
        "seed": replace(played, seed=bytes(32)),
        "contribution": replace(played, label="shuffle-v1|G1|aa|bc"),
        "order": replace(
            played, chance=replace(played.chance, order=(order[1], order[0], *order[2:]))
        ),
        "no seed": replace(played, seed=None),
    }
    for what, other in others.items():
        assert not verify(replace(good, rounds=(other,)))[0], what
    assert not verify(sealed("sabra", promised="00" * 32))[0]
    assert not verify(sealed("sabra", promised=""))[0]


def test_the_command_reports_the_result(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.rummy", tmp_path / "bad.rummy"
    good.write_text(write_text(sealed("sabra")))
    bad.write_text(write_text(sealed("sabra", promised="00" * 32)))
    run = CliRunner().invoke(verify_command, [str(good)])
    assert run.exit_code == 0, run.output
    assert "the deal matches the commitment" in run.output
    assert commitment(SEED) in run.output
    run = CliRunner().invoke(verify_command, [str(good), str(bad)])
    assert run.exit_code == 1
    assert "the seed does not match the commitment" in run.output
