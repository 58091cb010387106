"""Permutes the colours of tiles in any value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from tilerummy.melds import Group, Table
from tilerummy.tiles import Rack, Tile

Value = TypeVar("Value")

Colours = Mapping[str, str]
"""Maps the letter of each colour to the letter of its new colour."""


def recoloured(value: Value, colours: Colours) -> Value:
    """Return *value*, anything that contains tiles, with its colours permuted."""
    new = _recoloured(value, colours)
    assert isinstance(new, type(value))
    return new


def _recoloured(value: object, colours: Colours) -> object:
    match value:
        case Tile():
            if not value.is_numbered:
                return value
            return Tile.of(colours.get(value.colour, value.colour), value.number)
        case Rack():
            return Rack(recoloured(tile, colours) for tile in value)
        case Table():
            return Table(recoloured(meld, colours) for meld in value)
        case Group(numbered, jokers):
            return Group(tuple(sorted(recoloured(numbered, colours))), jokers)
        case tuple():
            return tuple(recoloured(item, colours) for item in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            now = {f.name: getattr(value, f.name) for f in fields(value)}
            return replace(value, **{name: recoloured(v, colours) for name, v in now.items()})
        case _:
            return value
