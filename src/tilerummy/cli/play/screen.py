"""Formats the position in a human player's turn, and the reference pages, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from rich.cells import chop_cells
from rich.text import Text

from tilerummy.cli.play.draft import Draft
from tilerummy.cli.render.tiles import (
    STRONG,
    Mark,
    MeldCell,
    ScreenLayout,
    ends,
    grid,
    labelled,
    paragraph,
    rack_lines,
    rule,
    score_lines,
    table_lines,
    texts,
    tile_text,
)
from tilerummy.match import Match
from tilerummy.melds import Table
from tilerummy.message_text import counted, joined
from tilerummy.rules import OPTIONS, Ruleset, house_rules, options_of, text_of
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.rules.rounds.scoring import CountAgainst
from tilerummy.rules_text.closed_hands import hand_sentences
from tilerummy.rules_text.options import option_description
from tilerummy.rules_text.sections import rules_sections, sentences_about
from tilerummy.state import State


def title_lines(rules: Ruleset, state: State, number: int, width: int) -> list[Text]:
    """Return title lines that show the game's name, the round, the pool and the trump, if any."""
    turn = f"turn {state.turn + 1}, pool {len(state.pool)}"
    lines = ends(f"{rules.name}, round {number + 1}", turn, width)
    if state.trump is not None:
        lines += [Text.assemble(("Trump ", STRONG)) + tile_text(state.trump)]
    return lines


def seat_lines(rules: Ruleset, state: State, names: Sequence[str], width: int) -> list[Text]:
    """Return lines that show each seat's tile count and last discard, and whether it has opened."""
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
    part = Text.assemble(("> " if moves else "  ", STRONG), (names[seat], STRONG))
    part.append(f" {counted(len(of.rack), 'tile')}")
    if of.opened is None and state.ended is None:
        part.append(", not opened")
    if rules.draws_and_discards and of.discards:
        part.append(", discard ").append_text(tile_text(of.discards[-1]))
    return part


def _cut(line: Text, width: int) -> list[Text]:
    """Cut a line into pieces of at most *width* columns."""
    pieces = chop_cells(line.plain, width) or [""]
    ends = list(accumulate(len(piece) for piece in pieces))
    return [line[end - len(piece) : end] for end, piece in zip(ends, pieces, strict=True)]


def draft_cells(draft: Draft, before: Table) -> list[MeldCell]:
    """Return the piles in *draft*, each with a mark if it has changed.

    *before* is the table at the end of the viewer's last turn. It is used to mark the melds that
    other players have changed since then.
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
    """Return the numbers of the melds on the table *now* that were not on the table *before*."""
    gone = before
    new = []
    for number, meld in enumerate(now, 1):
        if meld in gone:
            gone -= (meld,)
        else:
            new.append(number)
    return new


def rack_section(draft: Draft, layout: ScreenLayout) -> list[Text]:
    """Return lines that show the loose tiles, free tiles and rack, highlighting any new tiles."""
    lines: list[Text] = []
    for label, heap in (("Loose", draft.loose), ("Free", draft.free_left)):
        if heap:
            lines += labelled(label, rack_lines(heap, layout.width - 6), layout.width)
    rack = rack_lines(draft.rack, layout.width - 5, layout.sorting, layout.fresh)
    return [*lines, *labelled("Rack", rack, layout.width)]


def turn_lines(
    head: Sequence[Text], latest: Sequence[str], draft: Draft, before: Table, layout: ScreenLayout
) -> list[Text]:
    """Return the position in a human player's turn as lines.

    The lines start with *head*, followed by the *latest* sentences about other players. If there is
    too little room, the table is displayed more densely, and only the last few sentences are shown.
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


def rules_page(rules: Ruleset, width: int) -> list[Text]:
    """Return a page with a game's rules: their source, the rules themselves, and all options."""
    house, options = house_rules(rules), options_of(rules)
    lines = texts([f"{rules.name}: {rules.about}", f"Source: {rules.source}."], width, STRONG)
    for part in rules_sections(rules):
        body = [" ".join(part.lines())]
        lines += [Text(), *texts([str(part.heading)], width, STRONG), *texts(body, width)]
    lines += [Text(), *texts(["Options"], width, STRONG)]
    shown = [f"{'*' if n in house else ' '} {n} = {text_of(v)}" for n, v in options.items()]
    lines += [*grid([Text(line[:width]) for line in shown], width), Text()]
    if house:
        lines += texts(["A * marks a house rule."], width)
    if rules.seconds:
        lines += texts(["There is no time limit in the terminal."], width)
    return [*lines, *texts(["Type rules and a word for the rules on that subject."], width)]


def options_page(rules: Ruleset, word: str, width: int) -> list[Text]:
    """Return a page with the rules that mention *word*, and all options whose names contain it."""
    lines = texts(sentences_about(word.split(), rules), width)
    for name, value in options_of(rules).items():
        if word in name:
            lines += texts([f"{name} = {text_of(value)}"], width, STRONG)
            lines += texts(
                [f"  {option_description(name)}.", f"  It can be {OPTIONS[name].choices}."], width
            )
    return lines


def hands_page(width: int) -> list[Text]:
    """Return a page that lists the closed hands, each with its points for 0, 1 and 2 jokers."""
    lines = texts([f"   {'closed hand':<25}    0    1    2 jokers"], width, STRONG)
    for hand in CLOSED_HANDS:
        points = " ".join(f"{p:>4}" for p in hand.points)
        what = " ".join(map(str, hand_sentences(hand)))
        row = f"{hand.number:>2} {hand.name:<25} {points}  {what}"
        lines += map(Text, paragraph(row, width, indent=45))
    return lines


def table_page(draft: Draft, layout: ScreenLayout) -> list[Text]:
    """Return a page that shows the complete table, first with meld numbers and then in notation."""
    lines = table_lines(draft_cells(draft, draft.start), layout.width)
    if draft.complete:
        notation = str(draft.table)
    else:
        notation = " / ".join(" ".join(pile) for pile in draft.piles if pile)
    return [*lines, Text(), *texts([notation or "The table is empty."], layout.width)]


def scores_page(match: Match, state: State, names: Sequence[str], width: int) -> list[Text]:
    """Return a page with the scores, the rule that ends the match, and this round's handfuls."""
    return [
        *score_lines(names, [r.scores for r in match.results], match.totals, width),
        *texts(_match_end(match), width),
        *texts(handfuls(match.rules, state, names), width),
    ]


def _match_end(match: Match) -> Iterator[str]:
    low = match.rules.scoring.low_wins
    best = "The lowest total wins." if low else "The highest total wins."
    if match.rounds is not None:
        yield f"{best} The match has {match.rounds} rounds."
    elif match.target is not None:
        yield f"{best} The match is played to {match.target} points."
    else:
        yield f"{best} The match lasts as long as you like."


def handfuls(rules: Ruleset, state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield a line that shows each seat's handfuls and their bonus in games with handfuls."""
    scoring = rules.scoring
    if not isinstance(scoring, CountAgainst) or not any(s.handfuls for s in state.seats):
        return
    worth = (
        f"{name} {'+'.join(map(str, seat.handfuls))}"
        f" ({-sum(scoring.bonus(size - rules.deal.tiles) for size in seat.handfuls)})"
        for name, seat in zip(names, state.seats, strict=True)
    )
    yield f"Handfuls and their bonus: {joined(worth)}."
