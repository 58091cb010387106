"""Sampled worlds are consistent with the known tiles and with past behaviour."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tilerummy.deadline import NEVER
from tilerummy.players.evaluation import Posterior
from tilerummy.players.evaluation.opponent_history import opponent_histories
from tilerummy.players.evaluation.opponent_racks import STILL_THERE, OpponentRack
from tilerummy.players.evaluation.opponents import (
    ALL_OPPONENTS,
    HOLD_BEFORE_OPENING,
    MOST_TILES,
    TurnBehaviour,
)
from tilerummy.players.evaluation.tile_bits import placeable, tile_bits
from tilerummy.rules import PRESETS, ruleset
from tilerummy.simulator import Policy, simulated_events
from tilerummy.state import Event, Moved, State, conceal, fold, redact
from tilerummy.tiles import JOKER

SABRA = ruleset("sabra")


def moment(preset: str, policies: list[Policy], turn: int) -> tuple[State, tuple[Event, ...]]:
    """Return a round's state at the beginning of a *turn*, and the events so far."""
    events: tuple[Event, ...] = simulated_events(PRESETS[preset], policies, bytes(32))
    moves = [i for i, event in enumerate(events) if isinstance(event, Moved)]
    events = events[: moves[min(turn, len(moves) - 2)] + 1]
    return fold(events, State.before_deal(len(policies))), events


def seen_by_mover(state: State, events: tuple[Event, ...]) -> tuple[State, list[Event]]:
    """Return the view and the history of the seat to move."""
    return conceal(state, state.to_move), [redact(event, state.to_move) for event in events]


@pytest.mark.parametrize("preset", ["sabra", "rummikub", "mcgraw"])
@pytest.mark.parametrize("turn", [0, 17])
@pytest.mark.parametrize("seats", [1, 3, 6])
def test_every_world_has_the_games_tiles_and_the_known_ones(
    preset: str, turn: int, seats: int
) -> None:
    rules = PRESETS[preset]
    state, events = moment(preset, [Policy.MOST_TILES] * seats, turn)
    view, history = seen_by_mover(state, events)
    whole = Counter(rules.tiles_for(seats))
    for world in Posterior(rules, view, history, rng=Random(1)).worlds(3):
        tiles = Counter(view.table.tiles + view.free + view.aside)
        tiles.update(world.pool)
        for rack in world.racks:
            tiles.update(rack)

        assert tiles == whole
        world.check(view)
        for seat, rack in zip(view.seats, world.racks, strict=True):
            assert seat.known <= rack


def test_the_same_view_history_and_chance_give_the_same_worlds() -> None:
    state, events = moment("sabra", [Policy.MOST_TILES] * 2, 20)
    view, history = seen_by_mover(state, events)
    first, second = ([*Posterior(SABRA, view, history, rng=Random(5)).worlds(4)] for _ in "12")

    assert first == second


def test_without_a_history_there_are_worlds_too() -> None:
    state, _ = moment("sabra", [Policy.MOST_TILES] * 2, 20)
    (world,) = Posterior(SABRA, conceal(state, state.to_move), rng=Random(1)).worlds(1)

    world.check(conceal(state, state.to_move))


def test_a_seat_that_plays_all_it_can_had_few_playable_tiles_when_drawing() -> None:
    """In uniform worlds nearly every opponent who drew could have played; in reality hardly any."""
    state, events = moment("sabra", [Policy.MOST_TILES] * 2, 26)
    view, history = seen_by_mover(state, events)
    able = []
    for seen in (history, []):
        posterior = Posterior(SABRA, view, seen, rng=Random(1), field=[MOST_TILES])
        seat = 1 - view.to_move
        drew = [
            t for t in opponent_histories(view, history)[seat].turns if t.opened and not t.placed
        ]
        open_to = placeable(SABRA, drew[-1].before) or 0
        bits, fitting = tile_bits(SABRA.tiles), 0
        for world in posterior.worlds(20):
            kinds = bits.kinds(bits.packed(t for t in world.racks[seat] if t != JOKER))
            fitting += (kinds & open_to).bit_count()
        able.append(fitting)

    assert able[0] < 0.7 * able[1]


def test_a_seat_that_never_opens_is_inferred_to_hold_back() -> None:
    state, events = moment("sabra", [Policy.HOLD_BEFORE_OPENING] * 2, 40)
    view, history = seen_by_mover(state, events)
    posterior = Posterior(SABRA, view, history, rng=Random(1))
    worlds = [*posterior.worlds(40)]
    shares = posterior.shares(worlds)[1 - view.to_move]

    assert shares.get(Policy.HOLD_BEFORE_OPENING, 0) + shares.get(Policy.ADAPTIVE, 0) > 0.8


def test_a_seat_that_waits_despite_a_small_pool_and_table_is_not_adaptive() -> None:
    state, events = moment("sabra", [Policy.HOLD_BEFORE_OPENING] * 4, 47)
    view, history = seen_by_mover(state, events)
    assert not view.table
    assert 0 < len(view.pool) <= 8
    posterior = Posterior(SABRA, view, history, rng=Random(1))
    for shares in posterior.shares([*posterior.worlds(40)]).values():
        assert shares.get(Policy.ADAPTIVE, 0) < 0.3 < shares.get(Policy.HOLD_BEFORE_OPENING, 0)


def test_a_seat_that_plays_whenever_possible_is_not_inferred_to_hold_back() -> None:
    state, events = moment("sabra", [Policy.MOST_TILES] * 2, 40)
    view, history = seen_by_mover(state, events)
    posterior = Posterior(SABRA, view, history, rng=Random(1))
    shares = posterior.shares([*posterior.worlds(40)])[1 - view.to_move]

    assert (
        shares.get(Policy.HOLD_BEFORE_OPENING, 0) + shares.get(Policy.HOLD_AFTER_OPENING, 0) < 0.1
    )


def test_exchanges_preserve_known_tiles_of_a_rack() -> None:
    """After any exchange of tiles, the behaviour matches the tiles."""
    state, events = moment("sabra", [Policy.MOST_TILES] * 2, 24)
    view, history = seen_by_mover(state, events)
    seen = opponent_histories(view, history)[1 - view.to_move]
    posterior = Posterior(SABRA, view, history, rng=Random(3))
    assert [*posterior.worlds(2)]
    opponent = posterior.opponents[1 - view.to_move]
    for i, turn in enumerate(seen.turns):
        there = [s.tile for s in opponent.slots if s.came < turn.number <= s.left and s.tile]
        assert all(there.count(tile) >= turn.placed.count(tile) for tile in turn.placed)
        if not turn.opened and not turn.placed:
            bits = tile_bits(SABRA.tiles)
            able = bits.meld_points(bits.packed(there)) >= 30
            assert opponent.behaviour[i] is (
                TurnBehaviour.WAITED_ABLE if able else TurnBehaviour.WAITED_UNABLE
            )
    assert len([s for s in opponent.slots if s.left == STILL_THERE]) == len(opponent.rack)


def test_all_chances_of_a_type_are_positive_and_the_shares_add_up_to_one() -> None:
    assert sum(kind.share for kind in ALL_OPPONENTS) == pytest.approx(1)
    assert HOLD_BEFORE_OPENING.chances[TurnBehaviour.DREW_ABLE] == 1
    assert (
        OpponentRack(SABRA, opponent_histories(State.before_deal(2), ())[1], NEVER).behaviour == []
    )
