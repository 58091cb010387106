"""Hints in the terminal: each ``hint`` in a turn tells more than the one before."""

from __future__ import annotations

from tilerummy.analysis import hint
from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.deadline import Deadline
from tilerummy.rules import Ruleset
from tilerummy.rules_text import hint_text
from tilerummy.state import State

_LEVELS = {"1": 1, "2": 2, "tiles": 2, "which": 2, "3": 3, "how": 3, "steps": 3}
_MORE = {1: "hint again tells which tiles.", 2: "hint again tells how."}


def hint_level(rest: str, before: int) -> int:
    """Return the requested level: one more than *before*, or the one that *rest* names.

    Raises DraftError for a *rest* that names none.
    """
    level = rest.lower()
    if level and level not in _LEVELS:
        raise DraftError("Write hint, hint tiles or hint how.")
    return _LEVELS[level] if level else min(before + 1, 3)


def hint_lines(rules: Ruleset, view: State, level: int, *, changed: bool) -> tuple[str, ...]:
    """Return what the hint of that *level* tells the mover of *view*, and how to learn more.

    *changed* says that the draft differs from the table of *view*.
    """
    found = hint(rules, view, deadline=Deadline(TURN_MILLISECONDS))
    lines = hint_text(found, level)
    more = any(hint_text(found, further) != lines for further in range(level + 1, 4))
    if len(lines) > 1:
        lines = tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))
    before = ("As the table was before you changed it (reset goes back there):",) * changed
    return (*before, *lines, *((_MORE[level],) if more else ()))
