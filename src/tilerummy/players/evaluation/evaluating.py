"""Evaluates the candidates in a position, with confidence intervals, for game reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.belief import belief
from tilerummy.players.evaluation.intervals import Interval
from tilerummy.players.evaluation.lines import PlayedLines
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.players.evaluation.utility import Utility
from tilerummy.rules import Ruleset
from tilerummy.rules.options import as_ruleset
from tilerummy.simulator import Line, Policy
from tilerummy.simulator.worlds import RolloutLimits
from tilerummy.state import Action, Event, State

_THINKING = 0.3
"""The share of the time to spend on sampling worlds."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice for the seat to move: the rest of its turn, and *policies* for later turns."""

    actions: tuple[Action, ...]
    policies: tuple[Policy, ...] = (Policy.MOST_TILES,)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The candidate's lines of play, one for each policy."""
        return tuple(Line(self.actions, policy) for policy in self.policies)


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of an evaluation: the number of *worlds* and of *threads*, and a *deadline*."""

    worlds: int = 200
    threads: int = 1
    deadline: Deadline = NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The value of a candidate to the seat to move.

    ``chance`` is the probability of winning the round, from 0 to 1, and ``points`` is the expected
    lead over the mean of the other seats. ``gain`` is the increase in this probability over the
    first candidate. It is measured in the same worlds, so its interval is much narrower than for a
    difference between independent estimates. ``policy`` is the seat's policy in later turns,
    and ``worlds`` is the number of worlds played.
    """

    candidate: Candidate
    policy: Policy
    chance: Interval
    points: Interval
    gain: Interval
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """Information that the view does not contain: the events so far, and the possible opponents.

    ``history`` contains ``redact(event, seat)`` for every event of the round, starting with the
    deal.
    """

    history: Sequence[Event] = ()
    field: Sequence[Opponent] = field(default=ALL_OPPONENTS)


def evaluate(
    rules: Ruleset | str,
    view: State,
    candidates: Sequence[Candidate],
    budget: Budget = Budget(),
    *,
    rng: Random,
    knowledge: Knowledge = Knowledge(),
) -> tuple[Evaluation, ...]:
    """Return the value of each of the *candidates*, in the given order.

    *view* is ``conceal(state, seat)`` for the seat to move. All candidates are played to the end of
    the round in the same worlds. These are sampled from the seat's belief (:func:`belief`),
    together with the opponents' policies. If a candidate has several policies, half of the worlds
    are used to pick the best policy and the other half to measure it, because the maximum of
    several estimates is biased. The same arguments and *rng* give the same result, unless the
    deadline is reached.

    >>> from tilerummy.rules import ruleset
    >>> from tilerummy.state import Pass
    >>> from tilerummy.state.notation import read_state
    >>> view = read_state("rack k5 | pool | turn 40 | players 2 | seat 1 rack ?2; opened 3")
    >>> (passing,) = evaluate(
    ...     ruleset("sabra"), view, [Candidate((Pass(),))], Budget(20), rng=Random(1)
    ... )
    >>> passing.worlds
    20

    Raises IllegalActionError if the referee rejects an action. Raises ValueError for a game with
    discards if the compiled kernel is missing.
    """
    rules, deadline = as_ruleset(rules), budget.deadline
    posterior = belief(
        rules,
        view,
        knowledge.history,
        rng=rng,
        field=knowledge.field,
        deadline=deadline.share(_THINKING),
    )
    worlds = [*posterior.worlds(budget.worlds, deadline=deadline.share(_THINKING))]
    lines = [line for candidate in candidates for line in candidate.lines]
    played = PlayedLines(rules, view, lines, Utility())
    played.play(worlds, RolloutLimits(threads=budget.threads, deadline=deadline))
    return tuple(_evaluations(played, candidates))


def _evaluations(played: PlayedLines, candidates: Sequence[Candidate]) -> list[Evaluation]:
    """Return the value of each candidate under its best policy."""
    several = any(len(candidate.policies) > 1 for candidate in candidates)
    half = played.worlds // 2 if several else 0
    chosen, at = [], 0
    for candidate in candidates:
        lines = range(at, at + len(candidate.policies))
        chosen.append(max(lines, key=lambda line: sum(played.values[line][:half])))
        at = lines.stop
    found = []
    for candidate, line in zip(candidates, chosen, strict=True):
        policy = played.lines[line].policy
        assert policy is not None
        found.append(
            Evaluation(
                candidate=candidate,
                policy=policy,
                chance=Interval.of_chance(played.wins[line][half:]),
                points=Interval.of(played.points[line][half:]),
                gain=Interval.of(played.gains(line, chosen[0])[half:]),
                worlds=played.worlds - half,
            )
        )
    return found
