"""The worst positions found by ``make find-slow``, saved as regression tests."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

from tilerummy.rules import Ruleset, ruleset
from tilerummy.state import Phase, State
from tilerummy.state.notation import read_state

_FILE = Path(__file__).parent / "corpus.jsonl"


@dataclass(frozen=True, slots=True)
class Found:
    """A position, and the function that took too long; None means several.

    ``milliseconds`` is the deadline that was exceeded, ``slack`` the delay allowed after it.
    """

    line: int
    rules: Ruleset
    view: State
    function: str | None
    milliseconds: float
    slack: float

    def __str__(self) -> str:
        return f"{self.line} {self.function or 'all'}"


def corpus() -> list[Found]:
    """Return all positions in the corpus."""
    return [_found(number, line) for number, line in enumerate(_FILE.read_text().splitlines(), 1)]


def near_the_end(found: Found, pool: int) -> Found:
    """Return the same position with *pool* tiles in the pool, or 1 if the mover has yet to draw."""
    kept = max(pool, found.view.phase is Phase.DRAW)
    return replace(found, view=replace(found.view, pool=found.view.pool[:kept]))


def _found(number: int, line: str) -> Found:
    fields = json.loads(line)
    rules = ruleset(fields["rules"])
    return Found(
        number,
        rules,
        read_state(fields["state"], rules.tiles, phase=Phase(fields["phase"])),
        fields.get("function"),
        fields.get("milliseconds", 50),
        fields.get("slack", 150),
    )
