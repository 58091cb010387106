"""The position in the turn of a person, as the lines of a screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rich.cells import chop_cells
from rich.text import Text

from tilerummy.cli.play.draft import Draft
from tilerummy.cli.render.layout import LABEL, ScreenLayout, labelled, rule, texts
from tilerummy.cli.render.tiles import (
    STRONG,
    Mark,
    MeldCell,
    rack_lines,
    table_lines,
    tile_text,
)
from tilerummy.melds import Table
from tilerummy.quoting import counted
from tilerummy.rules import Ruleset
from tilerummy.state import State


def title_lines(rules: Ruleset, state: State, number: int, width: int) -> list[Text]:
    """Return the name of the game, the round, the pool and the trump."""
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
    """Return for each seat the number of tiles, whether it has opened, and its last discard."""
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


def draft_cells(draft: Draft, before: Table) -> list[MeldCell]:
    """Return the piles of *draft* with their marks.

    *before* is the table as the viewer last left it: melds that others changed since are marked.
    """
    mine, broken, new = set(draft.changed), set(draft.broken), set(_news(draft.start, before))
    left = draft.placed
    shown = []
    for number, pile in enumerate(draft.piles, 1):
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


def rack_section(draft: Draft, layout: ScreenLayout) -> list[Text]:
    """Return the loose tiles, the free tiles and the rack, tiles just drawn being highlighted."""
    lines: list[Text] = []
    for label, heap in (("Loose", draft.loose), ("Free", draft.free_left)):
        if heap:
            lines += labelled(label, rack_lines(heap, layout.width - 6), layout.width)
    rack = rack_lines(draft.rack, layout.width - 5, layout.sorting, layout.fresh)
    return [*lines, *labelled("Rack", rack, layout.width)]


def turn_lines(
    head: Sequence[Text], latest: Sequence[str], draft: Draft, before: Table, layout: ScreenLayout
) -> list[Text]:
    """Return the position in the turn of a person; the table is drawn closer if needed.

    *head* comes above the *latest* sentences; if there is little room, the last of them are shown.
    """
    hand = rack_section(draft, layout)
    sentences = [texts([s], layout.width) for s in latest]
    room = None
    if layout.height is not None:
        least = len(head) + len(hand) + 2
        shown = table_lines(draft_cells(draft, before), layout.width)
        while len(sentences) > 1 and least + len(shown) + sum(map(len, sentences)) > layout.height:
            sentences.pop(0)
        room = max(1, layout.height - least - sum(map(len, sentences)))
    table = table_lines(draft_cells(draft, before), layout.width, room)
    line = rule(layout.width)
    return [*head, *(t for lines in sentences for t in lines), line, *table, line, *hand]
