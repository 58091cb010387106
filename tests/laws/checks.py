"""Laws that hold after every event of every round in any ruleset."""

from __future__ import annotations

from itertools import chain
from random import Random

from tests.support.random_actions import random_action
from tests.support.random_rounds import Step

from tilerummy.melds import fits
from tilerummy.rules import IllegalActionError, Reason, Ruleset, decide, faults
from tilerummy.state import (
    Action,
    Discard,
    Draw,
    Event,
    Lots,
    Pass,
    Phase,
    Redealt,
    State,
    apply,
    conceal,
    fold,
    redact,
)
from tilerummy.tiles import Tile


class BrokenLawError(AssertionError):
    """Raised if a law is violated; the message contains the law and details."""

    def __init__(self, law: str, *shown: object) -> None:
        super().__init__("\n  ".join([law, *map(str, shown)]))


def everywhere(state: State) -> list[Tile]:
    """Return all tiles in the state, wherever they are, sorted."""
    return sorted(
        chain(
            state.pool,
            *(seat.rack for seat in state.seats),
            *(seat.discards for seat in state.seats),
            *(meld.tiles for meld in state.table),
            () if state.trump is None else (state.trump,),
            state.free,
            state.aside,
            state.declared,
        )
    )


def actions_of_phase(state: State) -> list[Action]:
    """Return actions that include at least one legal one, or the round would be stuck."""
    match state.phase:
        case Phase.DRAW:
            return [Draw()]
        case Phase.MELD:
            return [Discard(tile) for tile in {*state.mover.rack}]
        case _:
            return [Draw(), Pass()]


class LawChecker:
    """Checks every event of a round, as seen from every seat and by spectators."""

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.rules, self.tiles = rules, list(rules.tiles_for(seats))
        self.state = State.before_deal(seats)
        self.views = dict.fromkeys((None, *range(seats)), self.state)
        self.events: list[Event] = []

    @property
    def over(self) -> bool:
        """True if the round has ended."""
        return self.state.phase is Phase.OVER

    def check(self, step: Step) -> None:
        """Raise BrokenLawError if anything in *step* breaks a law."""
        for event in step.events:
            self._happens(event)
        self._holds(self.state == step.after, "the state is the fold of the events", step.action)
        if self.state.phase is not Phase.OVER:
            actions = actions_of_phase(self.state)
            stuck = all(any(faults(self.rules, self.state, action)) for action in actions)
            self._holds(not stuck, "the player to move has a legal action")

    def _happens(self, event: Event) -> None:
        before, self.state = self.state, apply(self.state, event)
        self.events.append(event)
        lying = [] if isinstance(event, Lots | Redealt) else self.tiles
        self._holds(everywhere(self.state) == lying, "every tile is somewhere once", event)
        if self.state.table is not before.table:
            new = {*self.state.table} - {*before.table}
            valid = all(fits(meld, self.rules.tiles) for meld in new)
            self._holds(valid, "every meld on the table is valid", event)
        for viewer in self.views:
            self._sees(viewer, event)

    def _sees(self, viewer: int | None, event: Event) -> None:
        """The law of views: the visible events give the viewer all permitted information."""
        shown = self.views[viewer] = apply(self.views[viewer], redact(event, viewer))
        view = conceal(self.state, viewer)
        self._holds(
            conceal(shown, viewer) == view,
            "the view is the fold of the visible events",
            viewer,
            event,
        )

    def check_random_action(self, rng: Random) -> None:
        """Check that a random action of the mover is refused with reasons or legal."""
        self.judges(random_action(self.rules, self._view, rng))

    def judges(self, action: Action) -> None:
        """Check that *action* is decided if it has no faults, and that the mover sees them."""
        reasons = verdict(self.rules, self.state, action)
        seen = tuple(faults(self.rules, self._view, action))
        self._holds(reasons == seen, "the mover sees the reasons for a refusal", action)

    @property
    def _view(self) -> State:
        return conceal(self.state, self.state.to_move)

    def _holds(self, law: object, words: str, *shown: object) -> None:
        if not law:
            raise BrokenLawError(words, *shown, self.state)


def verdict(rules: Ruleset, state: State, action: Action) -> tuple[Reason, ...]:
    """Return the reasons against *action*; BrokenLawError if faults and decide disagree."""
    reasons = tuple(faults(rules, state, action))
    try:
        events = decide(rules, state, action)
    except IllegalActionError as error:
        if error.reasons != reasons or not reasons:
            raise BrokenLawError("decide raises the reasons of faults", action, state) from error
        return reasons
    if reasons:
        raise BrokenLawError("a decided action has no faults", action, *reasons, state)
    fold(events, state)
    return ()
