"""All computer players act legally, in finite time, fairly and reproducibly."""

from __future__ import annotations

from random import Random

import pytest
from tests.laws.hidden_tiles import with_hidden_tiles_exchanged
from tests.laws.rounds import Moment, Round
from tests.laws.soak import MIXED, soak
from tests.support.examples import LONG, examples

from tilerummy.match import Match
from tilerummy.players import PLAYERS, TURN_MILLISECONDS, Player, play_round, player
from tilerummy.rules import PRESETS, begin, chance, decide_all
from tilerummy.state import Ended, Event, Phase, Play, Played, State, conceal, fold, redact
from tilerummy.tiles import Rack

ROUNDS = examples(1, 20)
"""The number of rounds per preset played by club players."""

FAMILIES = ("sabra", "rummikub", "american", "international")


def levels(seats: int, first: int, milliseconds: float | None = TURN_MILLISECONDS) -> list[Player]:
    """Return players of all levels in turn; *first* selects the first level and the seed."""
    names = [*PLAYERS]
    return [
        player(
            names[(first + seat) % len(names)], Random(f"{first} {seat}"), milliseconds=milliseconds
        )
        for seat in range(seats)
    ]


def tables() -> list[tuple[str, int]]:
    """Return presets with numbers of players: every preset, every family with every number."""
    every = [(name, seats) for name, rules in PRESETS.items() for seats in rules.seats_allowed()]
    return [
        (name, seats)
        for i, (name, seats) in enumerate(every)
        if LONG or name in FAMILIES or seats == 2 + i // 3 % 3
    ]


@pytest.mark.parametrize(("preset", "seats"), tables())
def test_the_referee_refuses_nothing_and_every_round_ends(preset: str, seats: int) -> None:
    for first in range(examples(1, 10)):
        events = play_round(PRESETS[preset], levels(seats, first), seed=bytes([first]) * 32)

        assert isinstance(events[-1], Ended)
        assert fold(events, State.before_deal(seats)).ended == events[-1]


@pytest.mark.parametrize("preset", PRESETS if LONG else FAMILIES)
def test_the_referee_accepts_all_actions_of_club_players(preset: str) -> None:
    rules = PRESETS[preset]
    for number in range(ROUNDS):
        seats = rules.seats_allowed()[number % len(rules.seats_allowed())]
        players = [player("club", Random(f"{number} {seat}")) for seat in range(seats)]
        events = play_round(rules, players, seed=f"club {number}".encode().ljust(32))

        assert isinstance(events[-1], Ended)


@pytest.mark.parametrize("preset", ["sabra", "american"])
def test_a_whole_match_is_played(preset: str) -> None:
    rules, players = PRESETS[preset], levels(3, 1)
    match = Match(rules=rules, seats=3, rounds=2)
    while not match.over:
        state = fold(match.begin(bytes([match.number]) * 32), State.before_deal(3))
        starter = state.to_move
        while state.phase is not Phase.OVER:
            seat = state.to_move
            actions = players[seat].choose(rules, conceal(state, seat), seat)
            state = fold(decide_all(rules, state, actions, seat=seat), state)
        assert state.ended is not None
        match = match.after(state.ended, starter)

    assert sum(match.totals) == 0
    assert match.leaders


@pytest.mark.parametrize("preset", FAMILIES)
def test_the_same_chance_and_the_same_deal_make_the_same_round(preset: str) -> None:
    def whole() -> tuple[Event, ...]:
        unhurried = levels(2, 0, milliseconds=None)
        return play_round(PRESETS[preset], unhurried, seed=bytes(32))

    assert whole() == whole()


def presets_with_levels() -> list[tuple[str, str]]:
    """Return presets with levels: in a short run each preset with one level, in turn."""
    names = [*PLAYERS]
    if LONG:
        return [(preset, name) for preset in PRESETS for name in names]
    return [(preset, names[i % len(names)]) for i, preset in enumerate(PRESETS)]


@pytest.mark.parametrize(("preset", "name"), presets_with_levels())
def test_hidden_tiles_never_affect_a_player(preset: str, name: str) -> None:
    """Hidden tiles are exchanged: the view and the history are equal, and so is the choice."""
    whole, compared = Round(preset, 0), 0
    rng = Random(f"{preset} {name}")
    while compared < examples(1, 5):
        moment = Moment(whole, rng.randrange(len(whole.steps) - 1), rng.randrange(2**16))
        state, seat = moment.state, moment.state.to_move
        other = with_hidden_tiles_exchanged(moment.events, seat, moment.rng)
        if other is None:
            continue
        compared += 1
        world = fold(other, State.before_deal(whole.seats))
        here, there = (
            player(name, Random(moment.seed)).choose(
                moment.rules, conceal(s, seat), seat, history=[redact(e, seat) for e in events]
            )
            for s, events in ((state, moment.events), (world, other))
        )

        assert here == there
        decide_all(moment.rules, state, here, seat=seat)


@pytest.mark.parametrize("seed", range(examples(2, 200)))
def test_players_of_all_levels_keep_the_laws_and_their_deadlines(seed: int) -> None:
    tally = soak(seed, MIXED)

    assert tally.faults == {}


def test_beginners_take_no_meld_apart() -> None:
    rules = PRESETS["sabra"]
    players = [player("beginner", Random(seat)) for seat in range(3)]
    for event in play_round(rules, players, seed=bytes(32)):
        if isinstance(event, Played):
            for old in event.lift:
                assert any(Rack(old.tiles) <= new.tiles for new in event.lay)


def test_casual_players_touch_two_melds_at_most() -> None:
    rules = PRESETS["goliath-1994"]
    players = [player("casual", Random(seat)) for seat in range(2)]
    touched = [
        len(event.lift)
        for event in play_round(rules, players, seed=bytes([5]) * 32)
        if isinstance(event, Played)
    ]

    assert max(touched) == 2


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_can_start_in_the_middle_of_a_turn(name: str) -> None:
    """A human player may leave after a play, and a computer player takes over the seat."""
    rules = PRESETS["sabra"]
    drawn = chance(rules.deal, rules.tiles, seats=2, seed=bytes(32))
    state = fold(begin(rules, drawn, seats=2), State.before_deal(2))
    club, taken_over = player("club", Random(1)), 0
    while state.phase is not Phase.OVER:
        seat = state.to_move
        actions = club.choose(rules, conceal(state, seat), seat)
        if isinstance(actions[0], Play) and len(actions) > 1:
            state = fold(decide_all(rules, state, actions[:1]), state)
            actions = player(name, Random(2)).choose(rules, conceal(state, seat), seat)
            taken_over += 1
        state = fold(decide_all(rules, state, actions, seat=seat), state)

    assert taken_over > 3
