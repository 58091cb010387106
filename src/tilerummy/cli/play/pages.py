"""The pages that a person can look up: rules, closed hands, scores, the table in notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from tilerummy.cli.play.draft import Draft
from tilerummy.cli.play.screen import draft_cells
from tilerummy.cli.render.layout import LABEL, ScreenLayout, texts
from tilerummy.cli.render.tiles import grid, paragraph, score_lines, table_lines
from tilerummy.match import Match
from tilerummy.quoting import joined
from tilerummy.rules import OPTIONS, Ruleset, house_rules, options_of, text_of
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.rules.rounds.scoring import CountAgainst
from tilerummy.rules_text.closed_hands import hand_sentences
from tilerummy.rules_text.options import option_description
from tilerummy.rules_text.sections import rules_sections, sentences_about
from tilerummy.state import State


def rules_page(rules: Ruleset, width: int) -> list[Text]:
    """Return the rules of a game: their source, their text, and every option."""
    house, options = house_rules(rules), options_of(rules)
    lines = texts([f"{rules.name}: {rules.about}", f"From {rules.source}."], width, LABEL)
    for part in rules_sections(rules):
        body = [" ".join(part.lines())]
        lines += [Text(), *texts([str(part.heading)], width, LABEL), *texts(body, width)]
    lines += [Text(), *texts(["Options"], width, LABEL)]
    shown = [f"{'*' if n in house else ' '} {n} = {text_of(v)}" for n, v in options.items()]
    lines += [*grid([Text(line[:width]) for line in shown], width), Text()]
    if house:
        lines += texts(["What is marked * is a house rule."], width)
    if rules.seconds:
        lines += texts(["At the keyboard nobody keeps the clock."], width)
    return [*lines, *texts(["rules and a word tells what the rules say about it."], width)]


def options_page(rules: Ruleset, word: str, width: int) -> list[Text]:
    """Return the rules that mention *word*, and the options that have it in their names."""
    lines = texts(sentences_about(word.split(), rules), width)
    for name, value in options_of(rules).items():
        if word in name:
            lines += texts([f"{name} = {text_of(value)}"], width, LABEL)
            lines += texts(
                [f"  {option_description(name)}.", f"  It can be {OPTIONS[name].choices}."], width
            )
    return lines


def hands_page(width: int) -> list[Text]:
    """Return the closed hands and their points with no, one and two jokers."""
    lines = texts([f"   {'closed hand':<25}    0    1    2 jokers"], width, LABEL)
    for hand in CLOSED_HANDS:
        points = " ".join(f"{p:>4}" for p in hand.points)
        what = " ".join(map(str, hand_sentences(hand)))
        row = f"{hand.number:>2} {hand.name:<25} {points}  {what}"
        lines += map(Text, paragraph(row, width, indent=45))
    return lines


def table_page(draft: Draft, layout: ScreenLayout) -> list[Text]:
    """Return the whole table with its numbers, and once more in notation."""
    lines = table_lines(draft_cells(draft, draft.start), layout.width)
    if draft.complete:
        notation = str(draft.table)
    else:
        notation = " / ".join(" ".join(pile) for pile in draft.piles if pile)
    return [*lines, Text(), *texts([notation or "The table is empty."], layout.width)]


def scores_page(match: Match, state: State, names: Sequence[str], width: int) -> list[Text]:
    """Return the scores of a match, how it ends, and the handfuls of this round."""
    return [
        *score_lines(names, [r.scores for r in match.results], match.totals, width),
        *texts(_match_end(match), width),
        *texts(handfuls(match.rules, state, names), width),
    ]


def _match_end(match: Match) -> Iterator[str]:
    low = match.rules.scoring.low_wins
    best = "The lowest total is best." if low else "The highest total is best."
    if match.rounds is not None:
        yield f"{best} The match has {match.rounds} rounds."
    elif match.target is not None:
        yield f"{best} The match goes up to {match.target}."
    else:
        yield f"{best} The match goes on for as long as you like."


def handfuls(rules: Ruleset, state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield what the handfuls of a round are worth, if the deal has any."""
    scoring = rules.scoring
    if not isinstance(scoring, CountAgainst) or not any(s.handfuls for s in state.seats):
        return
    worth = (
        f"{name} {'+'.join(map(str, seat.handfuls))}"
        f" ({-sum(scoring.bonus(size - rules.deal.tiles) for size in seat.handfuls)})"
        for name, seat in zip(names, state.seats, strict=True)
    )
    yield f"Handfuls and their bonus: {joined(worth)}."
