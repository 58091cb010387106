"""Creates new playthroughs from short, eventful random rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.playthroughs.playthrough import Playthrough
from tests.support.random_actions import has_notation, random_action
from tests.support.random_rounds import Step, random_round

from tilerummy.rules import PRESETS, Chance, Reason, Ruleset, faults
from tilerummy.state import Action, Dealt, Lots, Play, State, conceal

SEEDS = {
    "sabra": 61,
    "rummikub": 5,
    "mcgraw": 88,
    "american": 160,
    "international": 119,
}
"""The random round of each family, with 2 players and more: see :func:`new_playthrough`."""


def new_playthrough(name: str) -> Playthrough:
    """Return a new playthrough of the preset *name*, with three refusals at different points."""
    rules, seed = PRESETS[name], SEEDS[name]
    seats = 2 + seed % 3
    steps = [*random_round(rules, seats, seed)]
    moments = [len(steps) * quarter // 4 for quarter in (1, 2, 3)]
    return Playthrough(
        rules,
        seats,
        _chance(steps[0]),
        tuple(s.action for s in steps if s.action is not None),
        {moment: refused(rules, steps[moment].after) for moment in moments},
    )


def _chance(deal: Step) -> Chance:
    """Return the outcomes of chance that lead to this deal."""
    dealt = next(e for e in deal.events if isinstance(e, Dealt))
    lots = next(e for e in deal.events if isinstance(e, Lots))
    order = (*(tile for rack in dealt.racks for tile in rack), *dealt.pool)
    return Chance(order=order, lots=lots.drawn, handfuls=dealt.handfuls)


def refused(rules: Ruleset, state: State) -> tuple[Action, ...]:
    """Return three actions that are refused for different reasons, the most complex ones."""
    rng = Random(state.turn)
    view = conceal(state, state.to_move)
    actions = (random_action(rules, view, rng) for _ in range(300))
    reasons = {w: tuple(faults(rules, state, w)) for w in actions if has_notation(w, rules.tiles)}
    by_code: dict[str, Action] = {}
    for action in sorted((w for w in reasons if reasons[w]), key=lambda w: _rank(w, reasons[w])):
        by_code.setdefault(reasons[action][0].code, action)
    return tuple(by_code.values())[:3]


def _rank(action: Action, reasons: Sequence[Reason]) -> tuple[bool, int, int]:
    """Rank refused actions: plays that lay something first, then by joker rules broken."""
    lays = isinstance(action, Play) and len(action.lay) > 0
    return (not lays, -sum("joker" in r.code for r in reasons), -len(reasons))
