"""What a policy plays in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import assert_never

from tilerummy.analysis import best_play, problem
from tilerummy.analysis.positions import after_play, is_legal, may_play
from tilerummy.rules import Ruleset
from tilerummy.simulator.policies import NEARLY_OUT, SMALL_POOL, SMALL_TABLE, Policy
from tilerummy.solver import Kind, solve
from tilerummy.state import Action, Draw, Pass, Phase, Play, State
from tilerummy.tiles import JOKER, Rack

Plays = tuple[Play, ...]


def turn(rules: Ruleset, view: State, policy: Policy, chance: Random) -> tuple[Action, ...]:
    """Return what a seat that plays by *policy* does in the rest of its turn."""
    actions: list[Action] = []
    for play in plays(rules, view, policy, chance):
        actions.append(play)
        view = after_play(view, play)
    if view.mover.rack:
        actions.append(Pass() if view.phase is Phase.MORE or not view.pool else Draw())
    return tuple(actions)


def plays(rules: Ruleset, view: State, policy: Policy, chance: Random) -> Iterator[Play]:
    """Yield the plays of that turn, each legal after those before it."""
    match policy:
        case Policy.OWN_MELDS:
            return _repeated(_own_melds, rules, view)
        case Policy.MOST_TILES:
            return _repeated(_most_tiles, rules, view)
        case Policy.RANDOM:
            return _random(rules, view, chance)
        case Policy.HUSBANDRY | Policy.HOLD_OPEN | Policy.HOLD_CLOSED | Policy.ADAPTIVE:
            if not view.pool or _releases(rules, view, policy):
                return _repeated(_most_tiles, rules, view)
            if out := _out(rules, view):
                return iter(out)
            if _holds(rules, view, policy):
                return iter(())
            return _repeated(_without_jokers, rules, view)
    assert_never(policy)


def _repeated(
    choose: Callable[[Ruleset, State], Plays], rules: Ruleset, view: State
) -> Iterator[Play]:
    """Yield what *choose* finds until it finds nothing more."""
    while may_play(rules, view) and (found := choose(rules, view)):
        for play in found:
            yield play
            view = after_play(view, play)


def _most_tiles(rules: Ruleset, view: State) -> Plays:
    return best_play(rules, view, tidy=False).plays


def _without_jokers(rules: Ruleset, view: State) -> Plays:
    if JOKER not in view.mover.rack:
        return _most_tiles(rules, view)
    if rules.jokers_due and view.mover.opened is not None and view.mover.opened < view.turn:
        return _most_tiles(rules, view)  # jokers may not be kept
    others = Rack(tile for tile in view.mover.rack if tile != JOKER)
    without = view.with_seat(view.to_move, replace(view.mover, rack=others))
    return best_play(rules, without, tidy=False).plays


def _own_melds(rules: Ruleset, view: State) -> Plays:
    question = problem(rules, view, tidy=False)
    answer = solve(replace(question, kind=Kind.OPEN))
    play = Play.between(view.table, answer.after)
    return (play,) if play.placed and is_legal(rules, view, play) else ()


def _out(rules: Ruleset, view: State) -> Plays:
    """Return plays that empty the rack in this turn, () if none are found."""
    if not may_play(rules, view):
        return ()
    found = best_play(rules, view, tidy=False)
    return found.plays if found.placed >= view.mover.rack else ()


def _releases(rules: Ruleset, view: State, policy: Policy) -> bool:
    """Return whether a policy that holds back plays the most tiles now."""
    if policy is Policy.HUSBANDRY:
        return False
    if policy is Policy.HOLD_OPEN or not rules.opening.same_turn:
        fewest = min(len(s.rack) for i, s in enumerate(view.seats) if i != view.to_move)
        return fewest <= NEARLY_OUT
    small = len(view.pool) <= SMALL_POOL and len(view.table.tiles) <= SMALL_TABLE
    return policy is Policy.ADAPTIVE and small


def _holds(rules: Ruleset, view: State, policy: Policy) -> bool:
    """Return whether a policy that holds back keeps its tiles if it cannot go out."""
    if policy is Policy.HUSBANDRY:
        return False
    closed = policy is not Policy.HOLD_OPEN and rules.opening.same_turn
    return closed or (view.mover.opened is not None and view.mover.opened < view.turn)


def _random(rules: Ruleset, view: State, chance: Random) -> Iterator[Play]:
    while may_play(rules, view) and not (view.pool and chance.random() < 0.5):
        part = Rack(tile for tile in view.mover.rack if chance.random() < 0.5)
        partly = view.with_seat(view.to_move, replace(view.mover, rack=part))
        found = best_play(rules, partly, tidy=False).plays if part else ()
        for play in found:
            if not is_legal(rules, view, play):  # it may not leave jokers that are due
                return
            yield play
            view = after_play(view, play)
        if not found:
            return
