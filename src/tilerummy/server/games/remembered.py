"""A memorable fact about each finished game."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.server.games.own import OwnGame
from tilerummy.server.games.summary import FinalPlay, MomentSummary, own_turn
from tilerummy.server.messages.bodies.games import Remembered

FEW_TILES, FEW_POINTS = 2, 10
"""A loss was close with at most this many tiles left, or at most this many points behind."""


def remembered(own: OwnGame) -> Remembered:
    """Return the most memorable fact about a game for its player."""
    return next(_facts(own))


def pictured(own: OwnGame) -> MomentSummary | FinalPlay | None:
    """Return the highlight that :func:`remembered` describes, otherwise the last play."""
    whose, _, _ = remembered(own).code.partition(".")
    moments = [each for each in own.summary.moments or () if each.melds]
    if whose == "my":
        return next((each for each in moments if each.seat == own.seat), own.summary.last)
    if whose == "their":
        return max(moments, key=lambda each: each.rank, default=own.summary.last)
    return own.summary.last


def _facts(own: OwnGame) -> Iterator[Remembered]:
    """Yield facts about a game, starting with the rarest."""
    summary, me = own.summary, own.seat
    moments = {each.seat: each for each in summary.moments or ()}
    if me in moments:
        yield _moment(moments[me], "my")
    counts = [own_turn(each.turns, len(summary.seats)) for each in summary.rounds]
    if own.result in ("gave_up", "broken_off"):
        yield Remembered(code=own.result, n=sum(counts))
    last = summary.rounds[-1]
    others = [seat for seat in range(len(summary.seats)) if seat != me]
    single = len(summary.rounds) == 1
    if single and last.winner == me and not any(last.opened[seat] for seat in others):
        yield Remembered(code="alone")
    if last.winner not in (None, me) and last.left and 0 < last.left[me] <= FEW_TILES:
        yield Remembered(code="few_left", n=last.left[me], seat=last.winner)
    leaders = [seat for seat in summary.leaders if seat != me]
    if own.result == "lost" and leaders:
        gap = abs(summary.totals[leaders[0]] - summary.totals[me])
        if not single and gap <= FEW_POINTS:
            yield Remembered(code="close", n=gap)
    if moments:
        finest = max(moments.values(), key=lambda each: each.rank)
        yield _moment(finest, "their")
    if single and last.opened[me] == 1:
        yield Remembered(code="opened")
    if last.winner == me:
        yield Remembered(code="out", n=counts[-1])
    if single and not last.opened[me]:
        yield Remembered(code="never_opened", n=counts[-1])
    if last.winner is not None and last.left:
        yield Remembered(code="left", n=last.left[me], seat=last.winner)
    yield Remembered(code="played", n=sum(counts))


def _moment(moment: MomentSummary, whose: str) -> Remembered:
    kind = "out" if moment.kind == "tiles" and moment.out else moment.kind
    return Remembered(code=f"{whose}.{kind}", n=moment.count, seat=moment.seat, hand=moment.hand)
