"""Finds the best play for programs that play on a server."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy import ruleset
from tilerummy.analysis import best_play
from tilerummy.state.notation import read_state

RULES = ruleset("sabra")


def best_table(rack: Sequence[str], table: Sequence[str], opening: int | None) -> list[str] | None:
    """Return the table after the best play of the seat to move, if there is one."""
    opened = "0" if opening is None else "no"
    text = f"table {' / '.join(table)} | rack {' '.join(rack)} | opened {opened}"
    found = best_play(RULES, read_state(text, RULES.tiles), tidy=False)
    return [str(meld) for meld in found.tables[-1]] if found.plays else None
