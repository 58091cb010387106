"""Complete rounds with the options of boxes and clubs agree with a scorekeeper: section 5.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from tests.differential.club_rounds_by_hand import BoxGame, most_points, seen_racks
from tests.support.examples import examples

from tilerummy.melds import Table, fits, table
from tilerummy.rules import Ruleset, chance, options_of, ruleset
from tilerummy.rules.plays.first_melds import first_melds
from tilerummy.rules.plays.opening import Opening
from tilerummy.rules.rounds.scoring import WinnerTakesAll
from tilerummy.simulator import Policy, simulated_events
from tilerummy.state import Drew, Ended, Event, Passed, Played, Source, State, apply
from tilerummy.tiles import JOKER, STANDARD, Rack, Tile, TileSet, rack

CASES = examples(200, 5000)
"""The number of rounds where each option has to matter."""
OPTIONS: dict[str, tuple[int, ...]] = {
    "joker.rack_value": (0, 25, 50, 100),
    "initial_meld.points": (0, 0, 20),
    "deal.jokers": (1, 2),
    "draw.opened": (2, 3),
    "end.empty_turns": (1, 1, 2),
    "score.not_opened": (25, 100, 300),
    "score.could_open": (50, 200, 500),
}

SLOW = [Policy.RANDOM, Policy.RACK_ONLY, Policy.SAVE_JOKERS]
"""Policies that often still have tiles to play when the pool is empty."""


def random_rules(option: str, rng: Random) -> Ruleset:
    """Return small rules for short rounds that use *option*, and often other options."""
    base = rng.choice(("sabra", "rummikub", "goliath-1994"))
    chosen: dict[str, int | str] = {
        name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.4
    }
    if option == "end.empty_turns":
        # otherwise a round rarely gets that far
        chosen |= {"empty_pool": "all_pass", "deal.tiles": 9, "draw.tiles": 4, "draw.opened": 0}
    return ruleset(
        base,
        {
            "tiles.numbers": rng.choice((6, 7, 8)),
            "tiles.jokers": rng.choice((4, 4, 5)),
            "deal.tiles": rng.choice((5, 7, 9)),
            "initial_meld.points": rng.choice((9, 12, 20)),
            "initial_meld.jokers": rng.random() < 0.8,
            "run.one_high": rng.random() < 0.2,
            "empty_pool": rng.choice(("first_pass", "all_pass")),
            **chosen,
            option: rng.choice(OPTIONS[option]),
        },
    )


def retold(rules: Ruleset, events: tuple[Event, ...], order: Sequence[Tile], seats: int) -> BoxGame:
    """Follow a round with the scorekeeper, and compare racks and pool after each event."""
    state, game = State.before_deal(seats), None
    for event in events:
        undealt, state = state.turn < 0, apply(state, event)
        if state.turn == 0 and undealt:
            game = BoxGame.deal(
                options_of(rules), rules.tiles, order, players=seats, starter=state.to_move
            )
        if game is None:
            continue
        match event:
            case Drew(_, Source.POOL):
                game.draws()
            case Played(lift=lift, lay=lay):
                game.lays(lift, lay)
            case Passed():
                game.passes_on()
        assert seen_racks(game) == tuple(seat.rack for seat in state.seats), rules
        assert len(game.pool) == len(state.pool)
        if not isinstance(event, Drew | Passed):
            assert game.mover == state.to_move
            assert (game.result is not None) == (state.ended is not None) or game.placed
    assert game is not None
    return game


@pytest.mark.parametrize("option", OPTIONS)
def test_rounds_agree_with_a_scorekeeper(option: str) -> None:
    """RULES 5: the tiles dealt and drawn, the end of a round, and the payments."""
    rng, mattered = Random(option), 0
    while mattered < CASES:
        rules = random_rules(option, rng)
        seats = rng.choice(rules.seats_allowed())
        seed = rng.randbytes(32)
        policies = rng.choices(SLOW if option == "end.empty_turns" else [*Policy], k=seats)
        order = chance(rules.deal, rules.tiles, seats=seats, seed=seed).order

        events = simulated_events(rules, policies, seed)
        ended, game = events[-1], retold(rules, events, order, seats)

        assert isinstance(ended, Ended)
        assert (game.result, game.winner) == ([*ended.scores], ended.winner), (rules, seed)
        mattered += game.mattered[option] > 0
        check_proofs(rules, ended)


def check_proofs(rules: Ruleset, ended: Ended) -> None:
    """The melds that prove a higher penalty come from the rack, are valid, and suffice."""
    assert isinstance(rules.scoring, WinnerTakesAll)
    for seat, (penalty, melds) in enumerate(zip(ended.penalties, ended.could_open, strict=True)):
        assert bool(melds) == (penalty > rules.scoring.not_opened)
        assert not melds.tiles - ended.racks[seat]
        assert all(fits(meld, rules.tiles) for meld in melds)
        assert not melds or not [*rules.opening.faults(melds)]


@pytest.mark.parametrize("seed", range(4))
def test_who_could_have_opened(seed: int) -> None:
    """The search agrees with trying every way to lay the rack, just below the limit and at it."""
    rng, answers = Random(seed), Counter[bool]()
    for _ in range(examples(60, 5000)):
        tiles = TileSet(
            numbers=rng.choice((3, 4, 6, 9, 13)),
            colours=rng.choice((2, 3, 4, 5)),
            jokers=rng.choice((0, 1, 2, 3)),
            one_high=rng.random() < 0.3,
        )
        held = Rack(rng.sample([*tiles], min(len(tiles), rng.randint(3, 12))))
        jokers = held.count(JOKER)
        most = most_points(tuple(t for t in held if t != JOKER), jokers, tiles)
        for points in {max(1, most), most + 1, 30}:
            melds = first_melds(Opening(points=points), held, tiles)

            answers[melds is not None] += 1
            assert (melds is not None) == (most >= points), (held, tiles, points)
            assert melds is None or melds.points >= points

    assert min(answers.values()) > 25


@pytest.mark.parametrize(
    ("tiles", "points", "melds"),
    [
        ("k10 r10 b10 o3", 30, "k10 r10 b10"),
        ("k9 r9 b9 o3", 30, None),
        ("k9 r9 * o3", 27, "k9 r9 *9"),
        ("k9 r9 * o3", 28, None),
        ("r1 r2 r3 k8 r8 b8 o13", 30, "r1 r2 r3 / k8 r8 b8"),
        ("r1 r2 r3", 0, "r1 r2 r3"),
        ("r1 r2", 0, None),
        ("* *", 0, None),
    ],
)
def test_openings_on_a_rack(tiles: str, points: int, melds: str | None) -> None:
    found = first_melds(Opening(points=points), rack(tiles), STANDARD)

    assert found == (None if melds is None else table(melds))


def test_without_jokers_in_the_first_melds() -> None:
    """McGraw: no joker in it."""
    held = rack("k9 r9 * o3")

    assert first_melds(Opening(points=20, jokers=False), held, STANDARD) is None
    assert first_melds(Opening(points=20), held, STANDARD) == Table(table("k9 r9 *9"))
