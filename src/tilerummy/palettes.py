"""The colours of tiles: as printed, with high contrast, and for several kinds of colour vision.

The web client, the pictures of positions and the shared pictures all read this table, which is the
file ``palettes.json``. A palette maps the names of colours to a colour, or to one colour each for
light and dark surroundings:

- ``tile``, ``tile-hi``, ``tile-lo``, ``tile-side``, ``tile-side-lo``, ``tile-line``, ``tile-dent``:
  the blank tile, its lights and edges;
- ``ink-k`` and ``shape-k``, and the same for every other colour letter: the numeral and the shape
  below it;
- ``ink-j``: the number that a joker represents in a group;
- ``tile-r`` and so on, if the tile itself has the colour;
- ``joker-r``, ``joker-b``, ``joker-o``: the joker's cap, if it differs from the shapes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data

PRINTED = "printed"
"""The default palette's name. The palette has the colours of printed tiles."""


@cache
def palette_names() -> tuple[str, ...]:
    """Return the names of all palettes; the default is first.

    >>> palette_names()
    ('printed', 'high-contrast', 'red-green', 'blue-yellow', 'low-vision')
    """
    return tuple(_table())


@cache
def palette(name: str = PRINTED) -> Mapping[str, tuple[str, str]]:
    """Return the colours of a palette by name, each as a pair for light and dark surroundings.

    Colours that a palette does not define are taken from the default palette. Colours have the form
    ``#rrggbb``.

    >>> palette()["ink-r"], palette("low-vision")["ink-o"]
    (('#a30018', '#9b0014'), ('#1f8200', '#1f8200'))
    >>> palette("low-vision")["ink-p"] == palette()["ink-p"]
    True

    Raises ValueError for an unknown name.
    """
    try:
        own = _table()[name]
    except KeyError:
        known = ", ".join(palette_names())
        raise ValueError(f"unknown palette {name!r}; choose one of {known}") from None
    colours = own if name == PRINTED else _table()[PRINTED] | own
    return {
        key: (colour, colour) if isinstance(colour, str) else (colour[0], colour[1])
        for key, colour in colours.items()
    }


@cache
def _table() -> dict[str, dict[str, str | list[str]]]:
    data = get_data(__name__, "palettes.json")
    assert data is not None
    table: dict[str, dict[str, str | list[str]]] = json.loads(data)
    return table
