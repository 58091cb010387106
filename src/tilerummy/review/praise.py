"""Finds what a seat did well in a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.records import FineMoment, LaidTurn, fine_moments
from tilerummy.records.advice import UsedAdvice
from tilerummy.review.estimates import DecisionEstimator
from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import Code, goes_out, placed, plays_of
from tilerummy.review.values import Praise, PraiseCode, ReviewedDecision
from tilerummy.rules import Ruleset
from tilerummy.state import Declare
from tilerummy.state.events import tables_after
from tilerummy.tiles import Rack

_LEAD = 0.05
"""The minimum lead over the reference policy's choice that is mentioned."""

_SOUND = 0.5
"""The minimum share of sound decisions that is praise."""

_MELDS = 2
"""The minimum number of melds in a rearrangement that is praised if the round has no highlight."""

_MOST = 2
"""The maximum number of such choices, and of other highlights, in a round."""


def praise(
    rules: Ruleset, estimators: Sequence[DecisionEstimator], decisions: Sequence[ReviewedDecision]
) -> Iterator[Praise]:
    """Yield what the seat did well in a round. *decisions* are the judged decisions, in order.

    A turn graded as a mistake is never praised, because it is already listed. A turn that missed
    the opening does not count as sound, even if waiting cost nothing. A turn that laid no
    tiles contains no play to praise, and a play that a hint laid is not the seat's own. Apart from
    going out and opening, each turn is praised once.
    """
    missed = {each.finding.reason.code for each in estimators if each.finding is not None}
    out = next((each for each in decisions if _goes_out(each)), None)
    if out is not None and _is_own(out) and Code.OUT_MISSED not in missed:
        yield Praise(code=PraiseCode.OUT, turn=out.turn, tiles=_laid(out))
    opened = next((each for each in decisions if _opens(each)), None)
    timely = Code.OPENING_MISSED not in missed and not rules.closed_hands
    if opened is not None and _is_own(opened) and opened.grade is Grade.NONE and timely:
        yield Praise(code=PraiseCode.OPENED, turn=opened.turn, tiles=_laid(opened))
    highlights = [*_highlights(decisions)]
    yield from highlights
    told = {each.turn for each in highlights}
    gains = [
        (each.gain(), decision)
        for each, decision in zip(estimators, decisions, strict=True)
        if decision.grade is Grade.NONE and placed(decision.point.chosen) and _is_own(decision)
    ]
    ahead = [
        (gain.mean, decision)
        for gain, decision in gains
        if gain.low > 0 and gain.mean >= _LEAD and decision.turn not in told
    ]
    for mean, decision in sorted(ahead, key=lambda each: -each[0])[:_MOST]:
        yield Praise(
            code=PraiseCode.FOUND,
            turn=decision.turn,
            count=round(100 * mean),
            tiles=_laid(decision),
        )
    measured = [
        decision
        for each, decision in zip(estimators, decisions, strict=True)
        if each.has_choice and each.worlds and decision.point.advice is None and not _waits(each)
    ]
    sound = sum(decision.grade is Grade.NONE for decision in measured)
    if sound and sound >= _SOUND * len(measured):
        yield Praise(code=PraiseCode.SOUND, count=sound, of=len(measured))


def _waits(estimator: DecisionEstimator) -> bool:
    found = estimator.finding
    return found is not None and found.reason.code is Code.OPENING_MISSED


def _is_own(decision: ReviewedDecision) -> bool:
    return decision.point.advice is not UsedAdvice.HINTED


def _goes_out(decision: ReviewedDecision) -> bool:
    point = decision.point
    return not point.clock and goes_out(point.view, point.chosen)


def _opens(decision: ReviewedDecision) -> bool:
    return decision.point.view.mover.opened is None and bool(placed(decision.point.chosen))


def _highlights(decisions: Sequence[ReviewedDecision]) -> Iterator[Praise]:
    """Yield the finest turns, in order: the highlights or, if there are none, one rearrangement."""
    sound = [each for each in decisions if each.grade is Grade.NONE and not each.point.clock]
    laid = [*map(_laid_turn, sound)]
    found = sorted(fine_moments(laid), key=_rank, reverse=True)[:_MOST]
    found = found or sorted(fine_moments(laid, many_melds=_MELDS), key=_rank)[-1:]
    for each in sorted(found, key=lambda each: each.turn):
        yield Praise(
            code=PraiseCode(each.kind.value),
            turn=each.turn - 1,
            count=each.count,
            tiles=each.placed,
        )


def _rank(moment: FineMoment) -> tuple[int, int, bool]:
    return moment.rank


def _laid_turn(decision: ReviewedDecision) -> LaidTurn:
    view, chosen = decision.point.view, decision.point.chosen
    *_, after = view.table, *tables_after(view.table, plays_of(chosen))
    gone, new = view.table.changed(after)
    return LaidTurn(
        seat=view.to_move,
        turn=decision.turn + 1,
        gone=gone,
        new=new,
        placed=_laid(decision),
        out=goes_out(view, chosen),
        hand=int(_is_declared(decision)),
        hint=not _is_own(decision),
    )


def _is_declared(decision: ReviewedDecision) -> bool:
    return isinstance(decision.point.chosen[-1], Declare)


def _laid(decision: ReviewedDecision) -> Rack:
    """Return the rack tiles that the seat laid, or all tiles of the closed hand it declared."""
    chosen, last = decision.point.chosen, decision.point.chosen[-1]
    if isinstance(last, Declare):
        return decision.point.view.mover.rack - (last.discard,)
    return placed(chosen)
