"""Drawings of tiles as SVG, for notebooks and pages."""

from collections.abc import Sequence


def draw(rows: Sequence[Sequence[str]]) -> str:
    """Return an SVG picture of rows of melds, each meld written in notation."""
    raise NotImplementedError
