"""Formats a review as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tilerummy.cli.review.words import (
    SIGNS,
    did,
    explained,
    gained,
    graded,
    percent,
    praised,
    result,
    scored,
    sentence,
)
from tilerummy.pictures import draw
from tilerummy.players.evaluation import Interval
from tilerummy.records import Record
from tilerummy.review import (
    Grade,
    Review,
    ReviewedDecision,
    RoundBreakdown,
    RoundReview,
    without_luck_of_all,
)
from tilerummy.rules_text.decisions import part_text
from tilerummy.state import Action

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --soft: #666; --band: #9db8d6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #16181c; --soft: #a5a5a5; --band: #3a5878; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; }
.grid { stroke: var(--soft); stroke-width: .5; stroke-dasharray: 2 4; }
.band { fill: var(--band); opacity: .45; }
.line { fill: none; stroke: var(--ink); stroke-width: 2; }
.mark { fill: var(--paper); stroke: var(--ink); stroke-width: 2; } .end { fill: var(--ink); }
svg text { fill: var(--ink); font-size: 12px; } svg .sign { font-size: 16px; font-weight: bold; }
table { border-collapse: collapse; } th, td { padding: .15rem .75rem .15rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; } caption { text-align: left; }
article { border-top: 1px solid var(--soft); margin-top: 1rem; }
.tiles svg { max-width: 100%; height: auto; vertical-align: middle; } .soft { color: var(--soft); }
"""


def review_page(record: Record, reviews: Sequence[Review]) -> str:
    """Return an HTML page with all reviews of a game."""
    title = f"A game of {record.ruleset}: {', '.join(record.names)}"
    body = "\n".join(line for found in reviews for line in _seat(record, found))
    body += "".join(f"\n{line}" for line in _together(record, reviews))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _seat(record: Record, found: Review) -> Iterator[str]:
    name = record.names[found.seat]
    yield f"<section>\n<h2>{escape(name)}</h2>"
    if not found.complete:
        yield '<p class="soft">Time ran out before everything was reviewed.</p>'
    for played in found.rounds:
        yield f"<h3>Round {played.number + 1}: {result(played)}</h3>"
        yield from _round(played, record.names, found.seat)
    yield "</section>"


def _together(record: Record, reviews: Sequence[Review]) -> Iterator[str]:
    """Yield a table of the results with luck removed, if all seats were reviewed."""
    rounds = without_luck_of_all(reviews)
    if not any(rounds):
        return
    yield "<section><table><caption>Win rates without anyone's luck</caption>"
    names = "".join(f'<th scope="col">{escape(name)}</th>' for name in record.names)
    yield f'<thead><tr><th scope="col"></th>{names}</tr></thead><tbody>'
    for number, each in enumerate(rounds, 1):
        if each is not None:
            yield _row(f"Round {number}", *map(percent, each))
    yield "</tbody></table></section>"


def _round(played: RoundReview, names: Sequence[str], seat: int) -> Iterator[str]:
    picture = graph(played, names[seat])
    if picture:
        yield f"<figure>{picture}<figcaption>{_CAPTION}</figcaption></figure>"
    if played.breakdown is not None:
        yield from _breakdown(played.breakdown)
    shown = [decision for decision in played.decisions if decision.reason is not None]
    if not shown:
        yield "<p>Nothing better was found.</p>"
    for decision in shown:
        yield from _decision(decision, names)
    for praise in praised(played):
        yield f"<p>{escape(praise)}</p>"
    if picture:
        yield from _table(played)


_CAPTION = (
    "The chance of winning before each turn, with a 95 % band. At a mistake, the line falls by its"
    " cost; everything else is draws and the other players. "
    "?? is a blunder, ? a mistake, ?! an inaccuracy."
)


def _breakdown(breakdown: RoundBreakdown) -> Iterator[str]:
    """Yield a table that breaks the round's result down into its parts."""
    margins = {"errors": f" (± {round(100 * breakdown.skill_margin.win)})"}
    came, end = ("result", "at the end") if breakdown.finished else ("chance", "when it ended")
    yield f"<table><caption>Where the {came} came from</caption>"
    yield '<thead><tr><th scope="col"></th><th scope="col">chance, of 100</th>'
    yield '<th scope="col">points ahead of other players</th></tr></thead><tbody>'
    start = percent(breakdown.start.win), scored(round(breakdown.start.points, 1))
    yield _row("at the start", *start)
    for part, value in breakdown.rows:
        gain = gained(value.win) + margins.get(part, "")
        yield _row(part_text(part), gain, scored(round(value.points, 1)))
    yield _row(end, percent(breakdown.end.win), scored(round(breakdown.end.points, 1)))
    adjusted = breakdown.end - breakdown.luck
    yield _row("without luck", percent(adjusted.win), scored(round(adjusted.points, 1)))
    yield "</tbody></table>"


def _row(name: str, *cells: str) -> str:
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(name)}</th>{rest}</tr>'


def _decision(decision: ReviewedDecision, names: Sequence[str]) -> Iterator[str]:
    title = ": ".join(filter(None, (f"Turn {decision.turn + 1}", graded(decision))))
    yield f"<article><h4>{escape(title)}</h4>"
    yield f"<p>{escape(sentence(decision))}</p>"
    yield f"<p>{escape(explained(decision, names))}</p>"
    yield _doing("Done", decision.point.chosen)
    if decision.better:
        yield _doing("Better", decision.better)
    yield "</article>"


def _doing(label: str, actions: Sequence[Action]) -> str:
    """Return an HTML description of the actions, with pictures of the tiles."""
    verb, tiles, ending = did(actions)
    picture = draw([[" ".join(tiles)]]) if tiles else ""
    words = " ".join(filter(None, (f"{label}: {verb}".rstrip(), picture, escape(ending))))
    return f'<p class="tiles">{words}</p>'


def _table(played: RoundReview) -> Iterator[str]:
    """Yield a table that shows the same winning probabilities as the graph."""
    yield "<details><summary>The chances as a table</summary><table><thead><tr>"
    for head in ("turn", "chance", "from", "to", "done", "worlds"):
        yield f'<th scope="col">{head}</th>'
    yield "</tr></thead><tbody>"
    for decision in played.decisions:
        if decision.reference is None or decision.chosen is None:
            continue
        win = _chances(decision)[0]
        after = percent(decision.chosen.win.mean)
        cells = percent(win.mean), percent(win.low), percent(win.high), after
        yield _row(str(decision.turn + 1), *cells, str(decision.worlds))
    yield "</tbody></table></details>"


WIDTH, HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 20, 32
_LINES = (0, 25, 50, 75, 100)

Point = tuple[float, float]


def graph(played: RoundReview, name: str) -> str:
    """Return an SVG graph of *name*'s probability of winning, or "" if it is never known.

    A line shows the probability before each decision, and a band shows its confidence interval. At
    a mistake, the line falls by its cost. Markers show the decisions that had a better alternative.
    The result depends only on the arguments, and refers to no other files.
    """
    shown = [decision for decision in played.decisions if decision.reference is not None]
    if not shown:
        return ""
    last = max(decision.turn for decision in shown) + 1
    title = f"Chance of {name} to win round {played.number + 1}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}">',
            f"<title>{escape(title)}: {escape(_in_words(shown, played))}</title>",
            *_axes(last),
            *_curve(shown, last, played),
            *_signs(shown, last),
            "</svg>",
        )
    )


def _in_words(shown: Sequence[ReviewedDecision], played: RoundReview) -> str:
    """Return a sentence with the first and the last probability of winning, and the result."""
    first, last = (_chances(each)[0].mean for each in (shown[0], shown[-1]))
    ended = result(played) if played.won is None else "won" if played.won else "lost"
    return f"{percent(first)} at the start, {percent(last)} at the end, {ended}"


def _chances(decision: ReviewedDecision) -> tuple[Interval, ...]:
    """Return the probability before a decision and, if it was a mistake, the one that is left."""
    assert decision.reference is not None
    best, chosen, error = decision.best, decision.chosen, decision.error
    if decision.grade is Grade.NONE or best is None or chosen is None or error is None:
        return (decision.reference.win,)
    before = Interval(chosen.win.mean + error.mean, best.win.low, best.win.high)
    return before, chosen.win


def _x(turn: float, last: int) -> float:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * turn / max(1, last)


def _y(chance: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - chance)


def _axes(last: int) -> Iterator[str]:
    for line in _LINES:
        y = _y(line / 100)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{WIDTH - _RIGHT}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{line} %</text>'
    step = max(1, -(-last // 10))
    for turn in range(0, last, step):
        x = _x(turn, last)
        y = HEIGHT - _BOTTOM + 18
        yield f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{turn + 1}</text>'


def _curve(shown: Sequence[ReviewedDecision], last: int, played: RoundReview) -> Iterator[str]:
    """Yield the graph's band, and the line from the initial winning chance to the result.

    If the round is unfinished, the line ends at the last known chance.
    """
    line: list[Point] = []
    low: list[Point] = []
    high: list[Point] = []
    for decision in shown:
        x = _x(decision.turn, last)
        for win in _chances(decision):
            line.append((x, _y(win.mean)))
            low.append((x, _y(win.low)))
            high.append((x, _y(win.high)))
    if played.breakdown is not None:
        for points in (line, low, high):
            points.append((_x(last, last), _y(played.breakdown.last_chance)))
    yield f'<polygon class="band" points="{_points([*high, *reversed(low)])}"/>'
    yield f'<polyline class="line" points="{_points(line)}"/>'
    if played.breakdown is not None:
        x, y = line[-1]
        yield f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _signs(shown: Sequence[ReviewedDecision], last: int) -> Iterator[str]:
    """Yield the sign for each graded decision, above the line or, near the top edge, below it."""
    for decision in shown:
        if decision.grade is Grade.NONE or decision.reference is None:
            continue
        x, y = _x(decision.turn, last), _y(_chances(decision)[0].mean)
        above = y - 8 if y > _TOP + 24 else y + 20
        yield f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
        yield (
            f'<text class="sign" x="{x:.1f}" y="{above:.1f}" text-anchor="middle">'
            f"{SIGNS[decision.grade]}</text>"
        )
