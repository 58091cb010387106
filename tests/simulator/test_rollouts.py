"""Rollouts of many worlds from one position."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from tests.support.examples import examples

from tilerummy.deadline import Deadline
from tilerummy.rules import ruleset
from tilerummy.simulator import Line, Policy, RolloutLimits, World, roll_out, simulated_events
from tilerummy.state import (
    Action,
    Declare,
    Declared,
    Discard,
    Discarded,
    Draw,
    Drew,
    Event,
    GoOut,
    Moved,
    Play,
    Played,
    Source,
    State,
    apply,
    conceal,
    fold,
)
from tilerummy.tiles import Rack

SABRA = ruleset("sabra")
POLICIES = (Policy.MOST_TILES, Policy.SAVE_JOKERS)
EVENTS = simulated_events(SABRA, POLICIES, bytes(32))
MOVED = [at for at, event in enumerate(EVENTS, 1) if isinstance(event, Moved)]
STATE = fold(EVENTS[: MOVED[-12]], State.before_deal(2))
VIEW = conceal(STATE, STATE.to_move)


def worlds(count: int) -> list[World]:
    """Return worlds with the hidden tiles shuffled; the first is the true one."""
    racks = tuple(seat.rack for seat in STATE.seats)
    found = [World(racks, STATE.pool, POLICIES)]
    other = 1 - STATE.to_move
    for seed in range(1, count):
        hidden = [*racks[other], *STATE.pool]
        Random(seed).shuffle(hidden)
        size = len(racks[other])
        mixed = [*racks]
        mixed[other] = Rack(hidden[:size])
        found.append(World(tuple(mixed), tuple(hidden[size:]), POLICIES, seed))
    return found


def test_the_true_world_reproduces_the_round() -> None:
    found = roll_out(SABRA, VIEW, [Line()], worlds(1))

    end = fold(EVENTS, State.before_deal(2))
    assert end.ended is not None
    assert found.scores_of(0, 0) == end.ended.scores
    assert found.winners[0] == end.ended.winner
    assert found.turns[0] == end.turn + 1 - STATE.turn


def test_lines_share_the_same_worlds() -> None:
    lines = [Line(), Line((Draw(),)), Line((Draw(),), Policy.HOLD_BEFORE_OPENING), Line()]

    found = roll_out(SABRA, VIEW, lines, worlds(3))

    assert found.complete == (0, 1, 2)
    for world in range(3):
        assert found.scores_of(0, world) == found.scores_of(3, world)
        assert all(found.ended[found.at(line, world)] for line in range(4))


def test_a_rollout_ends_after_its_turns() -> None:
    found = roll_out(SABRA, VIEW, [Line((Draw(),))], worlds(2), RolloutLimits(turns=1))

    sizes = [len(seat.rack) for seat in STATE.seats]
    sizes[STATE.to_move] += 1
    assert list(found.tiles) == sizes * 2
    assert list(found.ended) == [0, 0]
    assert list(found.winners) == [-1, -1]
    assert list(found.turns) == [1, 1]


def test_after_the_deadline_no_world_is_complete() -> None:
    late = Deadline(1e-6)

    assert roll_out(SABRA, VIEW, [Line()], worlds(2), RolloutLimits(deadline=late)).complete == ()
    assert (
        roll_out(SABRA, VIEW, [Line()], worlds(2), effort=RolloutLimits(deadline=late)).complete
        == ()
    )


def test_an_impossible_world_is_refused() -> None:
    wrong = replace(worlds(1)[0], pool=())

    with pytest.raises(ValueError, match="as large as"):
        roll_out(SABRA, VIEW, [Line()], [wrong])


@pytest.mark.parametrize("name", ["american", "international", "international+trump_bonus=true"])
def test_a_round_with_discards_continues_from_any_moment(name: str) -> None:
    """The true world ends like the round, with or without the rest of the turn as a line."""
    rules, rng = ruleset(name), Random(name)
    for _ in range(examples(4, 400)):
        seats = rng.choice(rules.seats_allowed())
        policies = (Policy.MOST_TILES,) * seats
        events = simulated_events(rules, policies, rng.randbytes(32))
        state = State.before_deal(seats)
        for number, event in enumerate(events):
            acts = isinstance(event, Drew | Played | Declared | Discarded)
            if acts and not state.declared and state.source is not Source.TRUMP:
                view = conceal(state, state.to_move)
                world = World(tuple(seat.rack for seat in state.seats), state.pool, policies)
                lines = [Line(), Line(rest_of_turn(events[number:]))]
                found = roll_out(rules, view, lines, [world])
                assert [found.scores_of(n, 0) for n in range(2)] == [events[-1].scores] * 2, view
            state = apply(state, event)


def rest_of_turn(events: Sequence[Event]) -> tuple[Action, ...]:
    """Return the actions in *events* up to the end of the current turn."""
    actions = list[Action]()
    hand: Declared | None = None
    for event in events:
        match event:
            case Drew(source=source):
                actions.append(Draw(source))
            case Played(lift=lift, lay=lay):
                actions.append(Play(lift, lay))
            case Declared():
                hand = event
            case Discarded(tile=tile):
                if actions[:1] == [Draw(Source.TRUMP)]:
                    plays = tuple(action for action in actions if isinstance(action, Play))
                    return (GoOut(plays, tile),)
                return (*actions, Declare(tile) if hand else Discard(tile))
            case _:
                pass
    raise AssertionError("a turn ends with a discard")
