"""Formats a review as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from tilerummy.cli.render.tiles import BAD, FAINT, STRONG, rack_lines, texts
from tilerummy.cli.review.words import (
    did,
    explained,
    gained,
    graded,
    percent,
    praised,
    result,
    sentence,
)
from tilerummy.message_text import counted
from tilerummy.records import Record
from tilerummy.review import (
    Review,
    ReviewedDecision,
    RoundBreakdown,
    RoundReview,
    without_luck_of_all,
)
from tilerummy.review.proven_errors import placed
from tilerummy.rules_text.decisions import part_text
from tilerummy.state import Action

_BARS = "▁▂▃▄▅▆▇█"


def review_lines(record: Record, found: Review, width: int) -> Iterator[Text]:
    """Yield the lines of a seat's review, round by round."""
    name = record.names[found.seat]
    marked = counted(len(found.marked), "mark")
    head = f"{name}: {counted(len(found.decisions), 'decision')}, {marked}"
    yield from texts([head], width, STRONG)
    for played in found.rounds:
        yield Text("")
        yield from _round(played, record.names, width)
    if not found.complete:
        yield Text("")
        yield from texts(["Time ran out before everything was reviewed."], width, FAINT)


def together_lines(record: Record, reviews: Sequence[Review], width: int) -> Iterator[Text]:
    """Yield the combined result of all seats' reviews, or nothing if a review is missing."""
    for number, each in enumerate(without_luck_of_all(reviews), 1):
        if each is not None:
            yield Text("")
            yield from texts([f"Round {number} without anyone's luck"], width, STRONG)
            results = [
                f"{name} {percent(won)}" for name, won in zip(record.names, each, strict=True)
            ]
            yield from texts([f"  {', '.join(results)}"], width)


def _round(played: RoundReview, names: Sequence[str], width: int) -> Iterator[Text]:
    yield from texts([f"Round {played.number + 1}: {result(played)}"], width, STRONG)
    if played.breakdown is not None:
        yield from texts(_chances(played), width)
        yield from texts(_breakdown(played.breakdown), width)
    shown = [decision for decision in played.decisions if decision.reason is not None]
    for decision in shown:
        yield Text("")
        yield from _decision(decision, names, width)
    if not shown:
        yield from texts(["  Nothing better was found."], width, FAINT)
    if played.praise:
        yield Text("")
        yield from texts([f"  {each}" for each in praised(played)], width)


def _chances(played: RoundReview) -> Iterator[str]:
    """Yield lines that show the chance of winning before each decision as a bar."""
    chances = [each.reference.win.mean for each in played.decisions if each.reference is not None]
    if not chances:
        return
    bars = "".join(_BARS[min(7, int(8 * chance))] for chance in chances)
    yield f"  chance of winning {percent(chances[0])} {bars} {percent(chances[-1])}"


def _breakdown(breakdown: RoundBreakdown) -> Iterator[str]:
    """Yield lines that break down the result, in percentage points of winning chance."""
    margins = {"errors": f" (± {round(100 * breakdown.skill_margin.win)})"}
    parts = ", ".join(
        f"{part_text(part)} {gained(value.win)}{margins.get(part, '')}"
        for part, value in breakdown.rows
    )
    yield f"  from {percent(breakdown.start.win)} to {percent(breakdown.end.win)}: {parts}"
    end = "result" if breakdown.finished else "chance"
    yield f"  the {end} without the luck of deal and draws: {percent(breakdown.adjusted)}"


def _decision(decision: ReviewedDecision, names: Sequence[str], width: int) -> Iterator[Text]:
    grade = graded(decision)
    label = f"  turn {decision.turn + 1} {grade}".rstrip()
    yield from texts([label], width, BAD if grade else Style())
    yield from texts([f"    {sentence(decision)}", f"    {explained(decision, names)}"], width)
    yield from _doing("    done  ", decision.point.chosen, width)
    if decision.better:
        yield from _doing("    better", decision.better, width)


def _doing(label: str, actions: Sequence[Action], width: int) -> Iterator[Text]:
    """Yield lines that describe the actions and show their tiles in colour."""
    verb, tiles, ending = did(actions)
    head = Text(f"{label} {verb}".rstrip(), style=FAINT)
    if not tiles:
        yield head + Text(f" {ending}")
        return
    *lines, last = rack_lines(placed(tuple(actions)), width - len(head) - 1)
    if ending:
        last.append(f", {ending}")
    for line in (*lines, last):
        yield head + Text(" ") + line
        head = Text(" " * len(head))
