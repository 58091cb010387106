"""A position laid out for a terminal: who plays, the table, the rack and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from rich.cells import cell_len, chop_cells
from rich.style import Style
from rich.text import Text

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.render.event_text import counted, listed
from tilerummy.cli.render.tiles import (
    FAINT,
    STRONG,
    Mark,
    MeldCell,
    Sorting,
    paragraph,
    rack_lines,
    table_lines,
    tile_text,
)
from tilerummy.match import Payment
from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.state import State
from tilerummy.tiles import HIDDEN, Rack

BAD = Style(bold=True, color="red")
LABEL = Style(bold=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How much room there is, and how racks are shown.

    ``height`` is None where all scrolls; ``fresh`` are tiles of the rack that are set off.
    """

    width: int = 80
    height: int | None = None
    sorting: Sorting = Sorting.COLOUR
    fresh: Rack = Rack()

    def within(self, height: int | None) -> Layout:
        """Return the same layout with another height."""
        return replace(self, height=height)


def labelled(label: str, lines: Iterable[Text], width: int) -> list[Text]:
    """Return *lines* with a label before the first one, on a line of its own in narrow places."""
    body = list(lines)
    margin = cell_len(label) + 1
    room = margin + max((len(line) for line in body), default=0)
    if room > width:
        return [*texts([label], width, LABEL), *body]
    heads = [Text.assemble((f"{label} ", LABEL)), Text(" " * margin)]
    return [heads[min(i, 1)] + line for i, line in enumerate(body)]


def texts(sentences: Iterable[str], width: int, style: Style | None = None) -> list[Text]:
    """Return sentences broken into lines."""
    return [
        Text(line, style=style or Style())
        for sentence in sentences
        for line in paragraph(sentence, width, indent=2)
    ]


def title_lines(rules: Ruleset, state: State, number: int, width: int) -> list[Text]:
    """Return the name of the game, the round, the pool, and what lies beside the table."""
    left = f"{rules.name}, round {number + 1}"
    right = f"turn {state.turn + 1}, pool {len(state.pool)}"
    title = f"{left}{' ' * max(2, width - len(left) - len(right))}{right}"
    lines = texts([left, right], width, STRONG)
    if len(title) <= width:
        lines = [Text(title, style=STRONG)]
    if state.trump is not None:
        lines += [Text.assemble(("Trump ", LABEL)) + tile_text(state.trump)]
    return lines


def seat_lines(rules: Ruleset, state: State, names: Sequence[str], width: int) -> list[Text]:
    """Return who has how many tiles, who has opened, and what was discarded last."""
    line, lines = Text(), []
    for seat in range(len(names)):
        part = _seat(rules, state, names, seat)
        if line and line.cell_len + 3 + part.cell_len > width:
            lines.append(line)
            line = Text()
        line = line + Text("   ") + part if line else part
    return [piece for long in [*lines, line] for piece in _cut(long, width)]


def _seat(rules: Ruleset, state: State, names: Sequence[str], seat: int) -> Text:
    of = state.seats[seat]
    moves = seat == state.to_move and state.ended is None
    part = Text.assemble(("> " if moves else "  ", STRONG), (names[seat], LABEL))
    part.append(f" {counted(len(of.rack), 'tile')}")
    if of.opened is None and state.ended is None:
        part.append(", not opened")
    if rules.draws_and_discards and of.discards:
        part.append(", discard ").append_text(tile_text(of.discards[-1]))
    return part


def _cut(line: Text, width: int) -> list[Text]:
    """Return a line in pieces that are not too wide."""
    pieces = chop_cells(line.plain, width) or [""]
    ends = list(accumulate(len(piece) for piece in pieces))
    return [line[end - len(piece) : end] for end, piece in zip(ends, pieces, strict=True)]


def rule(width: int) -> Text:
    """Return a line from side to side."""
    return Text("-" * width, style=FAINT)


def draft_cells(desk: Draft, before: Table) -> list[MeldCell]:
    """Return the piles of *desk* with their marks.

    *before* is the table as the viewer last left it: what others changed since is news.
    """
    mine, broken, new = set(desk.changed), set(desk.broken), set(_news(desk.before, before))
    left = desk.placed
    shown = []
    for number, pile in enumerate(desk.piles, 1):
        fresh = set()
        if number in mine:
            for place, word in enumerate(pile):
                tile = next((t for t in left if str(t) == word or (word[0] == "*" == str(t))), None)
                if tile is not None:
                    left -= (tile,)
                    fresh.add(place)
        mark = Mark.NEWS if number in new and number not in mine else Mark.NONE
        mark = Mark.MINE if number in mine else mark
        mark = Mark.BROKEN if number in broken else mark
        if pile:
            shown.append(MeldCell(number, pile, mark, frozenset(fresh)))
    return shown


def _news(now: Table, before: Table) -> list[int]:
    """Return the numbers of the melds of the table *now* that were not there *before*."""
    gone = before
    new = []
    for number, meld in enumerate(now, 1):
        if meld in gone:
            gone -= (meld,)
        else:
            new.append(number)
    return new


def rack_section(desk: Draft, layout: Layout) -> list[Text]:
    """Return the loose tiles, the free tiles and the rack, where tiles just drawn are set off."""
    lines: list[Text] = []
    for label, heap in (("Loose", desk.loose), ("Free", desk.free_left)):
        if heap:
            lines += labelled(label, rack_lines(heap, layout.width - 6), layout.width)
    rack = rack_lines(desk.rack, layout.width - 5, layout.sorting, layout.fresh)
    return [*lines, *labelled("Rack", rack, layout.width)]


def turn_lines(
    head: Sequence[Text], news: Sequence[str], desk: Draft, before: Table, layout: Layout
) -> list[Text]:
    """Return the position of a person's turn, the table set closer where room is short.

    *head* stands above what is told as *news*; of those the latest are shown if room is short.
    """
    hand = rack_section(desk, layout)
    told = [texts([n], layout.width) for n in news]
    room = None
    if layout.height is not None:
        least = len(head) + len(hand) + 2
        shown = table_lines(draft_cells(desk, before), layout.width)
        while len(told) > 1 and least + len(shown) + sum(map(len, told)) > layout.height:
            told.pop(0)
        room = max(1, layout.height - least - sum(map(len, told)))
    table = table_lines(draft_cells(desk, before), layout.width, room)
    line = rule(layout.width)
    return [*head, *(t for lines in told for t in lines), line, *table, line, *hand]


def open_racks(state: State, names: Sequence[str], layout: Layout) -> list[Text]:
    """Return every rack by name, as far as its tiles are known."""
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
    """Return in a sentence what each pays each other, "" where nobody pays."""
    said = [
        f"{names[p.payer]} {'pay' if names[p.payer] == 'You' else 'pays'}"
        f" {'you' if names[p.payee] == 'You' else names[p.payee]} {p.points}"
        for p in payments
    ]
    return f"The settlement: {'; '.join(said)}." if said else ""


def winners_line(names: Sequence[str], winners: Sequence[int]) -> str:
    """Return who wins a match, or who shares it."""
    if len(winners) == len(names):
        return "The match is shared by all."
    who = listed(names[seat] for seat in winners)
    if len(winners) > 1:
        return f"{who} share the match."
    return f"{who} {'win' if who == 'You' else 'wins'} the match."
