"""Why the computer players played as they did: shown when the round is over."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.players.decisions import Motive, latest_motives
from tilerummy.rules_text.decisions import motive_text


def motive_lines(motives: Sequence[tuple[int, Motive]], names: Sequence[str]) -> list[str]:
    """Return a line for each computer player, from the seats and motives of all its turns."""
    lines = []
    for seat, name in enumerate(names):
        latest = latest_motives(motive for who, motive in motives if who == seat)
        if latest:
            said = (motive_text(motive.code, dict(motive.params)) for motive in latest)
            lines.append(f"{name}: {' '.join(said)}")
    return lines
