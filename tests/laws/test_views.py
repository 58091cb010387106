"""A viewer has exactly the information that is visible to it."""

from __future__ import annotations

from hypothesis import given
from tests.laws.hidden_tiles import with_hidden_tiles_exchanged
from tests.laws.rounds import Moment, Round, moments, rounds
from tests.support.random_actions import random_action

from tilerummy.rules import IllegalActionError, Ruleset, decide, faults
from tilerummy.state import (
    Action,
    Discarded,
    Draw,
    Drew,
    Ended,
    Event,
    Pass,
    State,
    apply,
    conceal,
    fold,
    redact,
)
from tilerummy.tiles import HIDDEN, Tile


def viewers(seats: int) -> tuple[int | None, ...]:
    """Return all viewers: every seat, and spectators."""
    return (None, *range(seats))


@given(rounds())
def test_a_view_is_the_fold_of_what_was_shown(game: Round) -> None:
    start = State.before_deal(game.seats)
    for viewer in viewers(game.seats):
        shown = fold((redact(e, viewer) for e in game.events), conceal(start, viewer))

        assert conceal(shown, viewer) == conceal(game.end, viewer)


@given(moments())
def test_a_view_of_a_view_is_that_view(moment: Moment) -> None:
    for viewer in viewers(moment.round.seats):
        view = conceal(moment.state, viewer)

        assert conceal(view, viewer) == view
        assert conceal(view, None) == conceal(moment.state, None)


@given(moments())
def test_redacting_twice_is_redacting_once(moment: Moment) -> None:
    for event in moment.next.events:
        for viewer in viewers(moment.round.seats):
            shown = redact(event, viewer)

            assert redact(shown, viewer) == shown
            assert redact(shown, None) == redact(event, None)


@given(moments())
def test_a_view_continues_from_any_moment(moment: Moment) -> None:
    """A client that reconnects gets the current view, then the following events."""
    for viewer in viewers(moment.round.seats):
        view, state = conceal(moment.state, viewer), moment.state
        for event in moment.next.events:
            view, state = apply(view, redact(event, viewer)), apply(state, event)

            assert conceal(view, viewer) == conceal(state, viewer)


@given(moments())
def test_a_seat_sees_its_rack_and_the_sizes_of_other_racks(moment: Moment) -> None:
    for viewer in viewers(moment.round.seats):
        view = conceal(moment.state, viewer)

        assert set(view.pool) <= {HIDDEN}
        assert len(view.pool) == len(moment.state.pool)
        for seat, (seen, real) in enumerate(zip(view.seats, moment.state.seats, strict=True)):
            assert len(seen.rack) == len(real.rack)
            assert (seen.rack == real.rack) or seat != viewer
            assert real.rack >= tuple(t for t in seen.rack if t != HIDDEN)


@given(moments())
def test_hidden_information_does_not_affect_a_viewer(moment: Moment) -> None:
    for viewer in viewers(moment.round.seats):
        other = with_hidden_tiles_exchanged(moment.events, viewer, moment.rng)
        if other is None:
            continue
        for real, different in zip(moment.events, other, strict=True):
            assert redact(different, viewer) == redact(real, viewer)
        other_state = fold(other, State.before_deal(moment.round.seats))

        assert conceal(other_state, viewer) == conceal(moment.state, viewer)
        _continues_alike(moment, other_state, viewer)


def _continues_alike(moment: Moment, other_state: State, viewer: int | None) -> None:
    """Any next action looks the same to *viewer*, until the racks are opened."""
    rules, state = moment.rules, moment.state
    looking = None if viewer == state.to_move else viewer  # the mover sees its draw
    actions: list[Action] = [Draw(), Pass()]
    if moment.next.action is not None:
        actions.append(moment.next.action)
    if viewer == state.to_move:
        actions.append(random_action(rules, moment.view, moment.rng))
    for action in actions:
        if viewer == state.to_move:
            assert [*faults(rules, other_state, action)] == [*faults(rules, state, action)]
        here, there = _decided(rules, state, action), _decided(rules, other_state, action)
        if here is None or there is None or isinstance(here[-1], Ended):
            continue
        if viewer == state.to_move or action in (Draw(), Pass()):
            shown, different = _before_a_drawn_discard(here), _before_a_drawn_discard(there)
            assert [redact(e, looking) for e in shown] == [redact(e, looking) for e in different]


def _before_a_drawn_discard(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events before a drawn tile is discarded, because a seat ran out of time."""
    drawn: tuple[Tile, ...] = ()
    for i, event in enumerate(events):
        if isinstance(event, Drew):
            drawn = event.tiles
        if isinstance(event, Discarded) and event.tile in drawn:
            return events[:i]
    return events


def _decided(rules: Ruleset, state: State, action: Action) -> tuple[Event, ...] | None:
    try:
        return decide(rules, state, action)
    except IllegalActionError:
        return None


@given(moments())
def test_a_full_view_is_no_secret_after_the_end(moment: Moment) -> None:
    """All racks are opened when a round ends; the pool stays face down."""
    end = moment.round.end
    for viewer in viewers(moment.round.seats):
        view = conceal(end, viewer)

        assert [s.rack for s in view.seats] == [s.rack for s in end.seats]
        assert set(view.pool) <= {HIDDEN}
