"""Finds the legal actions other than plays."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.analysis.positions import is_legal
from tilerummy.analysis.turns.winning import out_with_trump
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import may_discard
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Pass,
    Phase,
    Source,
    State,
)


def draw_or_pass(rules: Ruleset, view: State) -> Draw | Pass | None:
    """Return a draw from the pool, a pass if the pool is empty, or None if both are illegal."""
    for action in (_DRAW, _PASS):
        if rules.turn.after(view.phase, action) is not None and is_legal(rules, view, action):
            return action
    return None


_DRAW, _PASS = Draw(), Pass()


def take_discard(rules: Ruleset, view: State) -> Draw | None:
    """Return the action that takes the previous player's discard, or None if it is illegal."""
    taking = Draw(Source.DISCARD)
    return taking if rules.draws_and_discards and is_legal(rules, view, taking) else None


def discards(rules: Ruleset, view: State) -> tuple[Discard, ...]:
    """Return every legal discard."""
    if view.phase is not Phase.MELD or not rules.draws_and_discards:
        return ()
    return tuple(Discard(t) for t in dict.fromkeys(view.mover.rack) if may_discard(view, t))


def declarations(rules: Ruleset, view: State) -> tuple[Declare, ...]:
    """Return every legal declaration of a closed hand (International)."""
    if not rules.closed_hands or view.phase is not Phase.MELD or view.mover.opened is not None:
        return ()
    every = map(Declare, dict.fromkeys(view.mover.rack))
    return tuple(declare for declare in every if is_legal(rules, view, declare))


def others(rules: Ruleset, view: State) -> Iterator[Action]:
    """Yield all actions except plays and ``draw_or_pass``. Declarations come before discards."""
    if not rules.draws_and_discards:
        return
    for action in (take_discard(rules, view), out_with_trump(rules, view)):
        if action is not None:
            yield action
    yield from declarations(rules, view)
    yield from discards(rules, view)
