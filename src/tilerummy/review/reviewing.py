"""The review of a game for one seat: first what is certain, then rounds played on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.opponents import ANYBODY, Opponent
from tilerummy.records import Record
from tilerummy.review.rollouts.tasks import ALONE, ReviewWorkers, perform
from tilerummy.review.values import Depth, Review
from tilerummy.review.work import AMOUNTS, Amount, ReviewWork, Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """How a review goes.

    ``seconds`` limits the time: then as much is played on as fits. ``amount`` is how much is played
    on if not as much as the depth says. ``field`` are the kinds of
    opponents that are thought possible. ``progress`` is called with the share that is done, from 0
    to 1; whatever it raises ends the review, so it can cancel it.
    """

    depth: Depth = Depth.QUICK
    seconds: float | None = None
    amount: Amount | None = None
    field: Sequence[Opponent] = field(default=ANYBODY)
    workers: ReviewWorkers = ALONE
    progress: Callable[[float], None] = lambda _: None


def review(record: Record, seat: int, settings: ReviewSettings = ReviewSettings()) -> Review:
    """Return the review of *record* for *seat*.

    It knows what the seat knew: two records with the same rules that the seat saw alike have equal
    reviews, unless a limit of time cuts one short. Sampling is seeded from the events that the seat
    saw, never from a deal, a seed or an id. If the game cannot be simulated, as without the kernel,
    its depth is ``CERTAIN``.

    Raises ValueError for a seat that is not there, and for rules that today's version does not
    know.
    """
    deadline = NEVER if settings.seconds is None else Deadline(settings.seconds * 1000)
    work = ReviewWork(
        record, seat, depth=settings.depth, amount=_amount(settings), field=settings.field
    )
    while tasks := work.tasks(_left(deadline), settings.workers.processes):
        results: list[object] = []
        for result in settings.workers.run(perform, tasks):
            results.append(result)
            settings.progress(work.share(len(results)))
        work.take(results)
        if deadline.is_over and work.stage is Stage.MORE:
            work.stop()
    settings.progress(1.0)
    return work.finished()


def _amount(settings: ReviewSettings) -> Amount | None:
    """Return how much is played on; with a limit of time it is as much as fits."""
    if settings.depth not in AMOUNTS:
        return None
    amount = settings.amount or AMOUNTS[settings.depth]
    if settings.seconds is None:
        return amount
    return replace(amount, more=inf, goal=AMOUNTS[Depth.DEEP].goal)


def _left(deadline: Deadline) -> float | None:
    """Return the milliseconds until a deadline, if there is one."""
    return deadline.left if deadline else None
