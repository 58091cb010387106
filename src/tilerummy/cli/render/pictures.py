"""Pictures of what was asked and what was answered, as files."""

from __future__ import annotations

import re
from pathlib import Path

from tilerummy.melds import Table
from tilerummy.pictures import draw
from tilerummy.protocol.solve import Solved
from tilerummy.tiles import Rack

_LONGEST = 60
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def write_pictures(folder: Path, number: int, identity: object, found: Solved) -> None:
    """Write the picture before and the one after into *folder*, which is made if it is not there.

    They show the table and below it the rack. Their names begin with the *number* of the
    question, so that no two are alike, and hold as much of its id as is fit for a file's name.
    Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join(filter(None, (f"{number:04d}", _safe(identity))))
    for when, table, rack in (
        ("before", found.before, found.rack),
        ("after", found.after, found.left),
    ):
        path = folder / f"{name}-{when}.svg"
        path.write_text(drawing(table, rack) + "\n", encoding="utf-8")


def drawing(table: Table, rack: Rack) -> str:
    """Return the picture of a table and, in a row of its own, a rack."""
    return draw([[repr(meld) for meld in table], [str(rack)]])


def _safe(identity: object) -> str:
    """Return what of an id is letters, digits, - and _, if it is a text or a number."""
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return ""
    return _UNSAFE.sub("-", str(identity))[:_LONGEST].strip("-")
