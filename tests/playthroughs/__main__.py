"""Write the golden playthroughs again: ``python -m tests.playthroughs``.

The actions are taken from the files as they are; only what the rules make of them is new. A file
that is not there is made from a random round.
"""

from __future__ import annotations

from pathlib import Path

from tests.playthroughs.playthrough import Playthrough
from tests.playthroughs.search import SEEDS, found

HERE = Path(__file__).parent


def main() -> None:
    """Write every file."""
    for name in SEEDS:
        path = HERE / f"{name}.txt"
        playthrough = Playthrough.read(path.read_text()) if path.exists() else found(name)
        path.write_text(playthrough.text())


if __name__ == "__main__":
    main()
