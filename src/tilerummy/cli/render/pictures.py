"""Files with pictures of a question and its answer."""

from __future__ import annotations

import re
from pathlib import Path

from tilerummy.melds import Table
from tilerummy.pictures import draw
from tilerummy.protocol.solve import SolvedQuestion
from tilerummy.tiles import Rack

_LONGEST = 60
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def write_pictures(folder: Path, number: int, identity: object, found: SolvedQuestion) -> None:
    """Write the pictures before and after the play into *folder*, which is created if needed.

    They show the table and below it the rack. Their names begin with the *number* of the
    question, so that they are unique, followed by the characters of its id that are allowed in
    names of files. Raises OSError.
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
    """Return the SVG of a table and, in a row of its own, a rack."""
    return draw([[repr(meld) for meld in table], [str(rack)]])


def _safe(identity: object) -> str:
    """Return the letters, digits, - and _ of an id that is a text or a number."""
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        return ""
    return _UNSAFE.sub("-", str(identity))[:_LONGEST].strip("-")
