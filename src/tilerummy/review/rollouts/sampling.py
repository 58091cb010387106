"""The options of a decision played on, in worlds that the seat may be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation import Aim
from tilerummy.players.evaluation.belief import belief
from tilerummy.players.evaluation.lines import PlayedLines
from tilerummy.review.rollouts.draws import draw_luck
from tilerummy.review.rollouts.questions import Question
from tilerummy.review.rollouts.samples import Sample, mean
from tilerummy.rules import Ruleset
from tilerummy.simulator import Line, Policy, PolicyPlayer, World
from tilerummy.simulator.worlds import Effort
from tilerummy.state import Action, State


def reference(rules: Ruleset) -> Policy:
    """Return how everything is played on: the most tiles, or closed hands where these win.

    A chance of winning is that of a seat that plays on so.
    """
    return Policy.HUNT if rules.closed_hands else Policy.HUSBANDRY


ORDERS = 4
"""So many orders of the pool are tried with the same racks: racks cost more than rounds."""


def reference_actions(rules: Ruleset, view: State) -> tuple[Action, ...]:
    """Return what the reference policy does in the rest of the turn."""
    return PolicyPlayer(reference(rules), Random(0)).choose(rules, view, view.to_move)


def sampled(asked: Question, racks: int, *, chance: Random, deadline: Deadline = NEVER) -> Sample:
    """Return what comes of the options with so many *racks* that the others may have.

    They are drawn from what the seat believes, and each is played on with several
    orders of the pool. After the *deadline* there are fewer.
    """
    rules, view = asked.rules, asked.view
    believed = belief(
        rules, view, asked.history, chance=chance, field=asked.field, deadline=deadline
    )
    found = [*believed.worlds(racks, deadline=deadline)]
    worlds = [again for world in found for again in _orders(world, chance)]
    lines = [Line(actions, reference(rules)) for actions in asked.options]
    played = PlayedLines(rules, view, lines, Aim())
    played.play(worlds, Effort(deadline=deadline))
    whole = played.worlds // ORDERS
    return Sample(
        tuple(_clusters(wins, whole) for wins in played.wins),
        tuple(_clusters(points, whole) for points in played.points),
        ORDERS,
        draw_luck(rules, view, asked.drawn, Counter(t for world in found for t in world.pool)),
    )


def _orders(world: World, chance: Random) -> Iterator[World]:
    """Yield the *world* with several orders of its pool."""
    for _ in range(ORDERS):
        pool = (*chance.sample(world.pool, len(world.pool)),)
        yield replace(world, pool=pool, seed=chance.getrandbits(32))


def _clusters(values: Sequence[float], whole: int) -> tuple[float, ...]:
    """Return the means of the worlds with the same racks; the last few may be left out."""
    return tuple(mean(values[i * ORDERS : (i + 1) * ORDERS]) for i in range(whole))
