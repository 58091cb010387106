"""What a person can look up in a game: rules, closed hands, scores, the table in notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from tilerummy.cli.advice import law_lines
from tilerummy.cli.desk import Desk
from tilerummy.cli.render import score_lines, table_lines
from tilerummy.cli.screen import LABEL, Layout, desk_cells, texts
from tilerummy.cli.telling import listed
from tilerummy.match import Match
from tilerummy.rules import OPTIONS, Ruleset, house_rules, options_of, text_of
from tilerummy.rules.hands import CLOSED_HANDS
from tilerummy.rules.scoring import CountAgainst
from tilerummy.state import State


def rules_page(rules: Ruleset, width: int) -> list[Text]:
    """Return the rules of a table: where they are from, every option, what jokers may do."""
    house = house_rules(rules)
    lines = texts([f"{rules.name}: {rules.about}", f"From {rules.source}."], width, LABEL)
    if house:
        changed = ", ".join(f"{name}={text_of(value)}" for name, value in house.items())
        lines += texts([f"House rules (marked *): {changed}"], width)
    options = options_of(rules)
    column = max(len(f"{name} = {text_of(value)}") for name, value in options.items())
    for name, value in options.items():
        head = f"{'*' if name in house else ' '} {f'{name} = {text_of(value)}':<{column}}"
        about = OPTIONS[name].about
        shown = [f"{head}  {about}"] if width >= 80 else [head.rstrip(), f"    {about}"]
        lines += texts(shown, width)
    return [*lines, *texts(law_lines(rules), width)]


def hands_page(width: int) -> list[Text]:
    """Return the closed hands and their points with no, one and two jokers."""
    rows = [
        f"{hand.number:>2} {hand.name:<24} {' '.join(f'{p:>4}' for p in hand.points)}  {hand.shape}"
        for hand in CLOSED_HANDS
    ]
    head = f"   {'closed hand':<24}    0    1    2 jokers"
    return [*texts([head], width, LABEL), *texts(rows, width)]


def table_page(desk: Desk, layout: Layout) -> list[Text]:
    """Return the whole table with its numbers, and once more in notation."""
    lines = table_lines(desk_cells(desk, desk.before), layout.width)
    if desk.settled:
        notation = str(desk.table)
    else:
        notation = " / ".join(" ".join(pile) for pile in desk.piles if pile)
    return [*lines, Text(), *texts([notation or "The table is empty."], layout.width)]


def scores_page(match: Match, state: State, names: Sequence[str], width: int) -> list[Text]:
    """Return the table of a match, what it goes for, and the handfuls of this round."""
    return [
        *score_lines(names, [r.scores for r in match.results], match.totals, width),
        *texts(_goes_for(match), width),
        *texts(handfuls(match.rules, state, names), width),
    ]


def _goes_for(match: Match) -> Iterator[str]:
    low = match.rules.scoring.low_wins
    best = "The lowest total is best." if low else "The highest total is best."
    if match.rounds is not None:
        yield f"{best} The match has {match.rounds} rounds."
    elif match.target is not None:
        yield f"{best} The match goes up to {match.target}."
    else:
        yield f"{best} The match goes on for as long as you like."


def handfuls(rules: Ruleset, state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what the handfuls of a round are worth, where the deal has any."""
    scoring = rules.scoring
    if not isinstance(scoring, CountAgainst) or not any(s.handfuls for s in state.seats):
        return
    worth = (
        f"{name} {'+'.join(map(str, seat.handfuls))}"
        f" ({-sum(scoring.bonus(size - rules.deal.tiles) for size in seat.handfuls)})"
        for name, seat in zip(names, state.seats, strict=True)
    )
    yield f"Handfuls and their bonus: {listed(worth)}."
