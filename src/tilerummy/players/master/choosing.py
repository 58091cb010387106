"""Chooses among candidate lines of play, using paired rollouts with successive elimination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from tilerummy.deadline import Deadline
from tilerummy.players.decisions import DecisionContext
from tilerummy.players.evaluation.belief import Belief
from tilerummy.players.evaluation.intervals import Interval, standard_error
from tilerummy.players.evaluation.lines import PlayedLines
from tilerummy.players.evaluation.utility import Utility
from tilerummy.simulator import Line
from tilerummy.simulator.worlds import RolloutLimits
from tilerummy.state import Action

Actions = tuple[Action, ...]

_CHOOSING = 0.55
"""The fraction of the time used for choosing a line. The rest is used for testing the choice."""

_SURE = 1.3
"""The minimum significant gain, in standard errors. By chance, it is reached in 10% of cases."""

_HOPELESS = 2.0
"""A line is dropped once it is this many standard errors behind the best line."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """Limits per turn: worlds sampled for choosing and testing, worlds per batch, and threads."""

    choosing: int = 32
    testing: int = 128
    batch: int = 4
    threads: int = 1


USUAL = Thinking()
"""The default limits, which are low enough for the time allowed for a turn."""

OF_DISCARDS = Thinking(choosing=96, testing=384)
"""Limits for games with discards, where rollouts are faster."""


@dataclass(frozen=True, slots=True)
class TestedChoice:
    """The index of the chosen candidate, and its gain over the first candidate.

    ``chance`` is the chosen candidate's chance of winning. ``gain`` and ``chance`` are None if
    there were no rollouts, or if all candidates failed to be significantly better than the first.
    """

    index: int
    gain: Interval | None = None
    chance: Interval | None = None


def choose(
    context: DecisionContext,
    lines: Sequence[Line],
    belief: Belief,
    utility: Utility,
    thinking: Thinking,
) -> TestedChoice:
    """Return the best of *lines*, after testing it against the first line.

    The result starts with the same actions as the first line, unless another line is significantly
    better. All lines are played in the same worlds. Choosing and testing use separate worlds,
    because the maximum of many estimates is biased.
    """
    found = _most_promising(context, belief, lines, utility, thinking)
    if found is None or found.best.actions == found.usual.actions:
        return TestedChoice(0)
    tested = PlayedLines(context.rules, context.view, (found.usual, found.best), utility)
    while tested.worlds < thinking.testing and not context.deadline.is_over:
        before = tested.worlds
        _play(
            tested,
            belief,
            thinking.batch,
            RolloutLimits(threads=thinking.threads, deadline=context.deadline),
        )
        gains = tested.gains(1, 0)
        if tested.worlds == before or _is_hopeless(gains):
            break
    gains = tested.gains(1, 0)
    if len(gains) < 2 or not sum(gains) / len(gains) > _SURE * standard_error(gains):
        return TestedChoice(0)
    index = next(i for i, line in enumerate(lines) if line.actions == found.best.actions)
    return TestedChoice(index, Interval.of(tested.won_more(1, 0)), Interval.of(tested.wins[1]))


@dataclass(frozen=True, slots=True)
class _Promising:
    """The best line overall, and the best that starts with the first candidate's actions."""

    best: Line
    usual: Line


def _most_promising(
    context: DecisionContext,
    belief: Belief,
    lines: Sequence[Line],
    utility: Utility,
    thinking: Thinking,
) -> _Promising | None:
    """Return the most promising lines, or None if there was no time for rollouts."""
    deadline = context.deadline.share(_CHOOSING)
    limits = RolloutLimits(threads=thinking.threads, deadline=deadline)
    played = PlayedLines(context.rules, context.view, lines, utility)
    batch = thinking.batch
    while played.worlds < thinking.choosing and not deadline.is_over:
        before = played.worlds
        _play(played, belief, batch, limits)
        if played.worlds == before:
            break
        played = played.only(_alive(played, _usual(played, lines[0].actions)))
        if len(played.lines) == 1:
            break
    if not played.worlds:
        return None
    best = max(range(len(played.lines)), key=played.mean)
    return _Promising(played.lines[best], played.lines[_usual(played, lines[0].actions)])


def _usual(played: PlayedLines, actions: Actions) -> int:
    """Return the index of the best line that starts with the given *actions*."""
    same = (i for i, line in enumerate(played.lines) if line.actions == actions)
    return max(same, key=played.mean)


def _play(played: PlayedLines, belief: Belief, worlds: int, limits: RolloutLimits) -> None:
    deadline: Deadline = limits.deadline
    played.play([*islice(belief.worlds(worlds, deadline=deadline), worlds)], limits)


def _alive(played: PlayedLines, usual: int) -> list[int]:
    """Return the indices of the lines to keep.

    These are the line *usual*, and the lines in the better half that may still turn out best.
    """
    ranked = sorted(range(len(played.lines)), key=played.mean, reverse=True)
    best = ranked[0]
    kept = [best]
    for line in ranked[1 : max(2, (len(ranked) + 1) // 2)]:
        behind = played.gains(best, line)
        if not sum(behind) / len(behind) > _HOPELESS * standard_error(behind):
            kept.append(line)
    return sorted({*kept, usual})


def _is_hopeless(gains: Sequence[float]) -> bool:
    """Return whether the mean gain is so small that more worlds could not make it significant."""
    mean, error = sum(gains) / len(gains), standard_error(gains)
    return len(gains) >= 32 and mean < 0.5 * error
