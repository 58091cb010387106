"""Rewrites the golden playthroughs: ``python -m tests.playthroughs``.

The actions are read from the files; only their results are new. A missing file is created from a
random round.
"""

from __future__ import annotations

from pathlib import Path

from tests.playthroughs.playthrough import Playthrough
from tests.playthroughs.search import SEEDS, new_playthrough

HERE = Path(__file__).parent


def main() -> None:
    """Write every file."""
    for name in SEEDS:
        path = HERE / f"{name}.txt"
        playthrough = Playthrough.read(path.read_text()) if path.exists() else new_playthrough(name)
        path.write_text(playthrough.text())


if __name__ == "__main__":
    main()
