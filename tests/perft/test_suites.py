"""The counts in the perft suites are right, and brute force agrees with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.solver.oracles import brute_force
from tests.support.examples import examples

from tilerummy.analysis import Perft, perft, problem
from tilerummy.cli.commands import tilerummy
from tilerummy.cli.perft import SuiteEntry, read_suite

SUITES = sorted(Path(__file__).parent.glob("*.txt"))
ENTRIES = [entry for suite in SUITES for entry in read_suite(suite.read_text(encoding="utf-8"))]
NOT_TRIED = {"foot", "in-the-turn-of-the-initial-meld-nothing-more"}
"""Brute force finds the possible tables, but does not model these limits of a turn."""
SMALL = examples(11, 30)
"""The maximum tiles on table and rack for brute force."""


def small(entry: SuiteEntry) -> bool:
    tiles = entry.state.mover.rack + entry.state.table.tiles
    return len(tiles) <= SMALL and entry.name not in NOT_TRIED and entry.plays is not None


def name_of(entry: SuiteEntry) -> str:
    return entry.name


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: str(suite.stem))
def test_the_counts_of_the_suite_hold(suite: Path) -> None:
    result = CliRunner().invoke(tilerummy, ["perft", str(suite)])

    assert result.exit_code == 0, result.output
    assert "WRONG" not in result.output


def test_every_position_has_a_name_of_its_own() -> None:
    assert len(ENTRIES) == len({entry.name for entry in ENTRIES}) > 60


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if small(entry)], ids=name_of)
def test_trying_everything_leads_to_the_same_counts(entry: SuiteEntry) -> None:
    question = problem(entry.rules, entry.state)
    tried = Perft(len(brute_force.playable(question)), len(brute_force.plays(question)))

    assert tried == perft(entry.rules, entry.state) == Perft(entry.racks or 0, entry.plays or 0)
