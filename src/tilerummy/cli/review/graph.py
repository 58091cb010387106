"""The graph of the chances of a round, as SVG with its band; it reads without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tilerummy.cli.review.words import SIGNS, percent, result
from tilerummy.review import Grade, ReviewedDecision, RoundReview

WIDTH, HEIGHT = 720, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 20, 32
_LINES = (0, 25, 50, 75, 100)

Point = tuple[float, float]


def graph(played: RoundReview, name: str) -> str:
    """Return the chances of *name* before each of its decisions as SVG, "" if none are known.

    The line is the chance, the band its interval; signs stand where something was better. Equal
    rounds give equal text; nothing outside the picture is referred to.
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
    """Return the first and the last chance, and the result."""
    first, last = (each.reference.win.mean for each in (shown[0], shown[-1]) if each.reference)
    ended = result(played) if played.won is None else "won" if played.won else "lost"
    return f"{percent(first)} at first, {percent(last)} at last, {ended}"


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
    """Yield the band, and the line from the first chance to the result.

    A round that was broken off ends with the chance that was left.
    """
    line: list[Point] = []
    low: list[Point] = []
    high: list[Point] = []
    for decision in shown:
        assert decision.reference is not None
        win, x = decision.reference.win, _x(decision.turn, last)
        line.append((x, _y(win.mean)))
        low.append((x, _y(win.low)))
        high.append((x, _y(win.high)))
    if played.ledger is not None:
        for points in (line, low, high):
            points.append((_x(last, last), _y(played.ledger.last_chance)))
    yield f'<polygon class="band" points="{_points([*high, *reversed(low)])}"/>'
    yield f'<polyline class="line" points="{_points(line)}"/>'
    if played.ledger is not None:
        x, y = line[-1]
        yield f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _signs(shown: Sequence[ReviewedDecision], last: int) -> Iterator[str]:
    """Yield the sign of every decision with a grade, above the line, below it near the top."""
    for decision in shown:
        if decision.grade is Grade.NONE or decision.reference is None:
            continue
        x, y = _x(decision.turn, last), _y(decision.reference.win.mean)
        above = y - 8 if y > _TOP + 24 else y + 20
        yield f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>'
        yield (
            f'<text class="sign" x="{x:.1f}" y="{above:.1f}" text-anchor="middle">'
            f"{SIGNS[decision.grade]}</text>"
        )
