"""Lines put below each other in the room that a terminal has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from tilerummy.cli.render.tiles import (
    FAINT,
    Sorting,
    paragraph,
    rack_lines,
)
from tilerummy.match import Payment
from tilerummy.quoting import joined
from tilerummy.state import State
from tilerummy.tiles import HIDDEN, Rack

BAD = Style(bold=True, color="red")
LABEL = Style(bold=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLayout:
    """The size of the screen, and how racks are shown.

    ``height`` is None where the screen is never cleared; ``fresh`` are tiles of the rack that are
    highlighted.
    """

    width: int = 80
    height: int | None = None
    sorting: Sorting = Sorting.COLOUR
    fresh: Rack = Rack()


def labelled(label: str, lines: Iterable[Text], width: int) -> list[Text]:
    """Return *lines* with a label before the first one, or above it if there is no room."""
    body = list(lines)
    margin = cell_len(label) + 1
    room = margin + max((len(line) for line in body), default=0)
    if room > width:
        return [*texts([label], width, LABEL), *body]
    heads = [Text.assemble((f"{label} ", LABEL)), Text(" " * margin)]
    return [heads[min(i, 1)] + line for i, line in enumerate(body)]


def texts(sentences: Iterable[str], width: int, style: Style | None = None) -> list[Text]:
    """Return sentences as lines of at most *width* columns."""
    return [
        Text(line, style=style or Style())
        for sentence in sentences
        for line in paragraph(sentence, width, indent=2)
    ]


def rule(width: int) -> Text:
    """Return a horizontal line."""
    return Text("-" * width, style=FAINT)


def open_racks(state: State, names: Sequence[str], layout: ScreenLayout) -> list[Text]:
    """Return every rack with the name of its seat, as far as its tiles are known."""
    lines: list[Text] = []
    for name, seat in zip(names, state.seats, strict=True):
        known = Rack(t for t in seat.rack if t != HIDDEN)
        hidden = len(seat.rack) - len(known)
        if known or not hidden:
            room = max(1, layout.width - cell_len(name) - 1)
            lines += labelled(name, rack_lines(known, room, layout.sorting), layout.width)
        if hidden:
            more = "more " if known else ""
            lines += labelled(name, [Text(f"{hidden} {more}hidden")], layout.width)
    return lines


def settlement_line(names: Sequence[str], payments: Sequence[Payment]) -> str:
    """Return in a sentence who pays whom, "" if nobody pays."""
    said = [
        f"{names[p.payer]} {'pay' if names[p.payer] == 'You' else 'pays'}"
        f" {'you' if names[p.payee] == 'You' else names[p.payee]} {p.points}"
        for p in payments
    ]
    return f"The settlement: {'; '.join(said)}." if said else ""


def winners_line(names: Sequence[str], winners: Sequence[int]) -> str:
    """Return in a sentence who has won a match, or who shares it."""
    if len(winners) == len(names):
        return "The match is shared by all."
    who = joined(names[seat] for seat in winners)
    if len(winners) > 1:
        return f"{who} share the match."
    return f"{who} {'win' if who == 'You' else 'wins'} the match."
