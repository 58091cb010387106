"""What presets are called where people read."""

from __future__ import annotations

_OWN = {"mcgraw": "McGraw", "american": "American Rummikub", "international": "International"}


def title(name: str) -> str:
    """Return the title of the preset with that name.

    >>> title("sabra"), title("tile-rummy"), title("mcgraw")
    ('Sabra', 'Tile Rummy', 'McGraw')
    """
    return _OWN.get(name, " ".join(word.capitalize() for word in name.split("-")))
