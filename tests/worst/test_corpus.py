"""The worst positions that were found are answered in time, whoever else has the processor."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.worst.functions import Ask, functions, measured

from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Phase, State
from tilerummy.state.notation import read_state

CORPUS = Path(__file__).parent / "corpus.jsonl"
MILLISECONDS = 50
SLACK = 150
"""What the processor may work beyond the deadline: far more than the 20 ms that are aimed at."""


@pytest.fixture(autouse=True, scope="module")
def only_its_own_garbage() -> Iterator[None]:
    """Leave what all tests before have made out of every collection of garbage here."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("line", CORPUS.read_text().splitlines())
def test_the_deadline_holds(line: str) -> None:
    found = json.loads(line)
    rules = ruleset(found["rules"])
    view = read_state(found["state"], rules.tiles, phase=Phase(found["phase"]))
    asks = functions(rules, view)
    milliseconds, slack = found.get("milliseconds", MILLISECONDS), found.get("slack", SLACK)
    for name in (found["function"],) if "function" in found else asks:
        least = _least(asks[name], rules, view, milliseconds, slack)
        assert least <= milliseconds + slack, name


@pytest.mark.parametrize("line", CORPUS.read_text().splitlines())
@pytest.mark.parametrize("pool", [0, 4])
def test_the_master_keeps_its_deadline_near_the_end_of_the_pool(line: str, pool: int) -> None:
    found = json.loads(line)
    rules = ruleset(found["rules"])
    view = read_state(found["state"], rules.tiles, phase=Phase(found["phase"]))
    late = replace(view, pool=view.pool[: max(pool, view.phase is Phase.DRAW)])
    assert _least(functions(rules, late)["choose master"], rules, late) <= MILLISECONDS + SLACK


def _least(
    ask: Ask,
    rules: Ruleset,
    view: State,
    milliseconds: float = MILLISECONDS,
    slack: float = SLACK,
) -> float:
    """Return the processor time of one call, the least of three where the first takes too long.

    The interpreter may collect garbage meanwhile; a missed deadline is missed again.
    """
    found: list[float] = []
    while len(found) < 3 and not (found and found[-1] <= milliseconds + slack):
        gc.collect()
        found.append(measured(ask, rules, view, milliseconds).cpu)
    return min(found)
