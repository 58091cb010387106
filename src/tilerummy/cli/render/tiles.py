"""Formats tiles, melds, tables, racks and scores as lines for a terminal.

The lines are readable without colours, because tiles have letters and melds have marks. They are
never wider than requested. On a console without colours, no control codes are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.style import Style
from rich.text import Text

from tilerummy.match import Payment
from tilerummy.melds import Table
from tilerummy.message_text import joined
from tilerummy.state import State
from tilerummy.tiles import COLOURS, HIDDEN, Rack, Tile

INKS = dict(
    zip(
        COLOURS,
        ("#1a1a1a", "#c8102e", "#0050b5", "#a34f00", "#006b3c", "#7a6a00", "#7b1fa2", "#5f6368"),
        strict=True,
    )
)
"""The text colour for each colour of tiles, on an :data:`IVORY` background."""

IVORY = "#f5ecd2"
FRESH = "#cdeccd"
JOKER_INK = "#a0007a"

FAINT = Style(dim=True)
STRONG = Style(bold=True)

GAP = 2
NARROWEST = 8
"""The minimum width in columns, which is enough for one tile and its meld number."""


class Sorting(StrEnum):
    """How a displayed rack is sorted."""

    COLOUR = "colour"
    NUMBER = "number"


class Mark(StrEnum):
    """The sign displayed between a meld's number and its tiles."""

    NONE = " "
    MINE = "+"  # changed this turn
    BROKEN = "!"  # not a meld yet
    NEWS = "~"  # changed since the viewer's last turn


@dataclass(frozen=True, slots=True)
class MeldCell:
    """A meld to display: its number on the table, its tiles as words in notation, and its mark.

    ``fresh`` contains the indices of the words to highlight.
    """

    number: int
    words: tuple[str, ...]
    mark: Mark = Mark.NONE
    fresh: frozenset[int] = frozenset()


def cells(table: Table) -> tuple[MeldCell, ...]:
    """Return the melds on *table*, numbered from 1 in canonical order."""
    return tuple(MeldCell(i, tuple(repr(m).split())) for i, m in enumerate(table, 1))


@lru_cache(1024)
def tile_style(word: str, *, fresh: bool = False) -> Style:
    """Return the style for a tile or joker written in notation."""
    letter = re.sub(r"[^a-z]", "", word)
    colour = INKS.get(letter, JOKER_INK if "*" in word else INKS["w"])
    return Style(color=colour, bgcolor=FRESH if fresh else IVORY, bold=True, underline=fresh)


def tile_text(word: str | Tile, *, fresh: bool = False) -> Text:
    """Return one tile as styled text."""
    return Text.assemble((str(word), tile_style(str(word), fresh=fresh)), end="")


_GAP, _FRESH_GAP = Style(bgcolor=IVORY), Style(bgcolor=FRESH)


def tile_strip(words: Sequence[str | Tile], fresh: frozenset[int] = frozenset()) -> Text:
    """Return adjacent tiles on a shared background, highlighting those at the *fresh* indices."""
    line = Text(end="")
    for place, word in enumerate(words):
        if place:
            light = place in fresh and place - 1 in fresh
            line.append(" ", style=_FRESH_GAP if light else _GAP)
        line.append(str(word), style=tile_style(str(word), fresh=place in fresh))
    return line


def _cell_lines(cell: MeldCell, digits: int, width: int) -> Iterator[Text]:
    """Yield the lines that show a meld: one line, or more if the meld is wider than *width*."""
    head = Text(end="")
    head.append(f"{cell.number:>{digits}}", style=STRONG if cell.mark.strip() else FAINT)
    head.append(cell.mark, style=STRONG)
    room = max(width, NARROWEST) - len(head)
    for places in _broken([len(w) for w in cell.words], room):
        first = places[0]
        fresh = frozenset(p - first for p in places if p in cell.fresh)
        yield head + tile_strip([cell.words[p] for p in places], fresh)
        head = Text(" " * len(head), end="")
    if not cell.words:
        yield head


def _broken(sizes: Sequence[int], room: int, gap: int = 1) -> Iterator[list[int]]:
    """Split items of these *sizes* into lines of width *room*; yield the indices on each line."""
    line: list[int] = []
    used = 0
    for place, size in enumerate(sizes):
        if line and used + gap + size > room:
            yield line
            line, used = [], 0
        used += size + (gap if line else 0)
        line.append(place)
    if line:
        yield line


def table_lines(melds: Iterable[MeldCell], width: int, height: int | None = None) -> list[Text]:
    """Arrange the melds in columns, in the order given, using as few lines as possible.

    If they need more than *height* lines, they are no longer aligned in columns. If they still need
    too many, only as many as fit are shown, giving priority to marked melds, and the last line
    reports that there are more.
    """
    shown = list(melds)
    if not shown:
        return [Text("(no melds yet)"[:width], style=FAINT)]
    digits = len(str(max(c.number for c in shown)))
    pieces = {c: list(_cell_lines(c, digits, width)) for c in shown}
    lines = grid([line for cell in shown for line in pieces[cell]], width)
    if height is not None and len(lines) > height:
        lines = _flow([line for cell in shown for line in pieces[cell]], width)
    if height is not None and len(lines) > height:
        rest = Text("... there is more: type table"[:width], style=FAINT)
        return [*_fitting(shown, pieces, width, max(0, height - 1)), rest]
    return lines


def _fitting(
    shown: Sequence[MeldCell], pieces: dict[MeldCell, list[Text]], width: int, height: int
) -> list[Text]:
    """Return the melds that fit, in their given order. Marked melds take priority."""
    places = sorted(range(len(shown)), key=lambda place: shown[place].mark is Mark.NONE)
    best: list[Text] = []
    for number in range(1, len(places) + 1):
        chosen = [shown[place] for place in sorted(places[:number])]
        lines = _flow([line for cell in chosen for line in pieces[cell]], width)
        if len(lines) > height:
            return best or lines[:height]
        best = lines
    return best


def grid(pieces: Sequence[Text], width: int) -> list[Text]:
    """Arrange *pieces* in columns, using as few rows as possible. Long pieces span several columns.

    If several column widths need the same number of rows, the narrowest one that fits at least half
    the pieces is used.
    """
    sizes = sorted(len(piece) + GAP for piece in pieces)
    usual = sizes[len(sizes) // 2]
    units = {(width + GAP) // n for n in range(1, max(1, (width + GAP) // sizes[0]) + 1)}
    rows = {unit: _rows(pieces, (width + GAP) // unit, unit) for unit in units}
    best = min(units, key=lambda unit: (len(rows[unit]), unit < usual, unit))
    return [_row(row) for row in rows[best]]


def _rows(pieces: Sequence[Text], columns: int, unit: int) -> list[list[tuple[int, Text]]]:
    """Return the rows as lists of pieces, each with the terminal column that it starts in."""
    rows: list[list[tuple[int, Text]]] = []
    column = columns
    for piece in pieces:
        span = min(columns, -(-(len(piece) + GAP) // unit))
        if column + span > columns:
            rows.append([])
            column = 0
        rows[-1].append((column * unit, piece))
        column += span
    return rows


def _row(row: Iterable[tuple[int, Text]]) -> Text:
    line = Text()
    for start, piece in row:
        line.append(" " * (start - len(line)))
        line.append_text(piece)
    return line


def _flow(pieces: Sequence[Text], width: int) -> list[Text]:
    """Arrange *pieces* in lines, one after another, without aligning them in columns."""
    gap = Text(" " * GAP)
    return [
        gap.join(pieces[p] for p in places)
        for places in _broken([len(p) for p in pieces], width, GAP)
    ]


def rack_lines(
    tiles: Iterable[Tile], width: int, by: Sorting = Sorting.COLOUR, fresh: Iterable[Tile] = ()
) -> list[Text]:
    """Return lines that show a rack, with a gap after each colour or number and the jokers last."""
    new = list(fresh)
    parts: list[Text] = []
    for _, same in groupby(_sorted(tiles, by), key=lambda t: _group_key(t, by)):
        part = list(same)
        marked = set()
        for place, tile in enumerate(part):
            if tile in new:
                new.remove(tile)
                marked.add(place)
        for places in _broken([len(str(t)) for t in part], max(width, NARROWEST)):
            light = frozenset(i for i, p in enumerate(places) if p in marked)
            parts.append(tile_strip([part[p] for p in places], light))
    return _flow(parts, width) if parts else [Text("(empty)"[:width], style=FAINT)]


def _group_key(tile: Tile, by: Sorting) -> str | int:
    """Return a sort key for *tile*. Tiles with equal keys are displayed without a gap."""
    if not tile.is_numbered:
        return repr(tile)
    return tile.colour if by is Sorting.COLOUR else tile.number


def _sorted(tiles: Iterable[Tile], by: Sorting) -> list[Tile]:
    if by is Sorting.COLOUR:
        return sorted(tiles)
    return sorted(tiles, key=lambda t: (t.number if t.is_numbered else int(t), t))


def score_lines(
    names: Sequence[str], rounds: Iterable[Sequence[int]], totals: Sequence[int], width: int
) -> list[Text]:
    """Return the scores of a match as lines: one line for each round, and one for the totals.

    Names that are too long are shortened. If the numbers do not fit either, there is one line per
    seat instead.
    """
    rows = [*((str(i), scores) for i, scores in enumerate(rounds, 1))]
    numbers = [str(n) for _, scores in rows for n in scores] + [str(t) for t in totals]
    least = max(map(len, numbers))
    longest = max(least, *map(cell_len, names))
    column = min(longest, (width - len("round")) // len(names) - GAP)
    if column < least:
        return [
            Text(f"{set_cell_size(name, max(0, width - len(str(total)) - 1)).rstrip()} {total}")
            for name, total in zip(names, totals, strict=True)
        ]
    heads = [set_cell_size(n, min(column, cell_len(n))) for n in names]
    lines = [_score_line("round", heads, column, FAINT)]
    lines += [_score_line(label, map(str, scores), column) for label, scores in rows]
    return [*lines, _score_line("total", [str(t) for t in totals], column, STRONG)]


def _score_line(label: str, texts: Iterable[str], column: int, style: Style | None = None) -> Text:
    line = Text(f"{label:>5}", style=style or Style())
    for text in texts:
        line.append(" " * (GAP + column - cell_len(text)) + text)
    return line


def paragraph(text: str, width: int, indent: int = 0) -> list[str]:
    """Wrap *text* at spaces, with a hanging indent. Words that are longer than a line are cut.

    >>> paragraph("a line of words", 10, indent=2)
    ['a line of', '  words']
    """
    lines: list[str] = []
    for part in text.splitlines() or [""]:
        line = ""
        margin = " " * min(len(part) - len(part.lstrip(" ")) + indent, max(0, width // 2))
        for word in re.findall(r" *[^ ]+", part):
            added = line + word
            if line.strip() and cell_len(added) > width:
                lines.append(line)
                added = margin + word.lstrip(" ")
            *full, line = chop_cells(added, width)
            lines += full
        lines.append(line)
    return lines


BAD = Style(bold=True, color="red")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenLayout:
    """The size of the screen, and the way to display racks.

    ``height`` is set only if the screen is cleared between positions. ``fresh`` contains the rack
    tiles to highlight.
    """

    width: int = 80
    height: int | None = None
    sorting: Sorting = Sorting.COLOUR
    fresh: Rack = Rack()


def labelled(label: str, lines: Iterable[Text], width: int) -> list[Text]:
    """Return *lines* with *label* in front of the first line, or above it if there is no room."""
    body = list(lines)
    margin = cell_len(label) + 1
    room = margin + max((len(line) for line in body), default=0)
    if room > width:
        return [*texts([label], width, STRONG), *body]
    heads = [Text.assemble((f"{label} ", STRONG)), Text(" " * margin)]
    return [heads[min(i, 1)] + line for i, line in enumerate(body)]


def texts(sentences: Iterable[str], width: int, style: Style | None = None) -> list[Text]:
    """Wrap sentences into lines of at most *width* columns."""
    return [
        Text(line, style=style or Style())
        for sentence in sentences
        for line in paragraph(sentence, width, indent=2)
    ]


def ends(left: str, right: str, width: int) -> list[Text]:
    """Return *left* and *right* at opposite ends of a line, or on two lines if they do not fit."""
    gap = width - len(left) - len(right)
    return texts([f"{left}{' ' * gap}{right}"] if gap > 1 else [left, right], width, STRONG)


def rule(width: int) -> Text:
    """Return a horizontal line that is *width* columns wide."""
    return Text("-" * width, style=FAINT)


def open_racks(state: State, names: Sequence[str], layout: ScreenLayout) -> list[Text]:
    """Return lines that show each seat's name and the known tiles on its rack."""
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
    """Return a sentence that lists the payments, or "" if there are no payments."""
    said = [
        f"{names[p.payer]} {'pay' if names[p.payer] == 'You' else 'pays'}"
        f" {'you' if names[p.payee] == 'You' else names[p.payee]} {p.points}"
        for p in payments
    ]
    return f"The settlement: {'; '.join(said)}." if said else ""


def winners_line(names: Sequence[str], winners: Sequence[int]) -> str:
    """Return a sentence that announces the winner or winners of a match."""
    if len(winners) == len(names):
        return "The match is shared by all."
    who = joined(names[seat] for seat in winners)
    if len(winners) > 1:
        return f"{who} share the match."
    return f"{who} {'win' if who == 'You' else 'wins'} the match."
