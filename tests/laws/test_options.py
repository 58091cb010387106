"""Any ruleset that the options can express plays to an end, or is refused with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import pytest
from tests.laws.checks import LawChecker
from tests.support.examples import LONG, examples
from tests.support.random_rounds import random_round, steps
from tests.support.random_rulesets import random_options, random_rules

from tilerummy.players import PLAYERS, Player, player
from tilerummy.rules import (
    OPTIONS,
    PRESETS,
    Ruleset,
    chance,
    faults,
    options_of,
    ruleset,
    ruleset_text,
    with_options,
)
from tilerummy.state import Action, Discard, Draw, Ended, Pass, Source, State, TimeOut

WALKS = examples(1, 100)
MILLISECONDS = examples(50, 1200)
"""Per turn of a computer player; only the master takes more than 50."""
FEW = 150
"""Every event is checked in games with fewer tiles; larger games are only played."""


@pytest.mark.parametrize("preset", PRESETS)
def test_random_house_rules_play_to_the_end(preset: str) -> None:
    for seed in range(WALKS):
        rng = Random(f"{preset} {seed}")
        rules = random_rules(PRESETS[preset], rng)
        seats = rng.choice(rules.seats_allowed())
        drawn = chance(rules.deal, rules.tiles, seats=seats, seed=rng.randbytes(32))
        games = [random_round(rules, seats, seed)]
        if len(rules.tiles) <= FEW or LONG:
            players = [
                player(level, rng, milliseconds=MILLISECONDS)
                for level in rng.choices([*PLAYERS], k=seats)
            ]
            games.append(steps(rules, players, drawn))
        for game in games:
            checker = LawChecker(rules, seats)
            turns = 0
            for step in game:
                if len(rules.tiles) <= FEW:
                    checker.check(step)
                turns = step.after.turn

            assert turns < 11 * seats * len(rules.tiles), ruleset_text(rules)


def test_random_house_rules_are_written_and_read_again() -> None:
    for seed in range(100):
        rng = Random(seed)
        rules = random_rules(rng.choice([*PRESETS.values()]), rng)

        assert ruleset(ruleset_text(rules)) == rules


def test_incompatible_house_rules_are_explained() -> None:
    refused = 0
    for seed in range(300):
        rng = Random(seed)
        base = rng.choice([*PRESETS.values()])
        options = random_options(base, rng)
        if (why := _problem(base, options)) is None:
            assert 2 in with_options(base, options).seats_allowed()
        else:
            refused += 1
            assert why.startswith(f"{base.name}: ")
            assert any(name in why for name in OPTIONS) or "a deal to 2 players" in why
    assert refused


def _problem(base: Ruleset, options: Mapping[str, object]) -> str | None:
    try:
        with_options(base, options)
    except ValueError as error:
        return str(error)
    return None


@dataclass(frozen=True, slots=True)
class Stubborn:
    """A player that never plays, lets time run out, and draws only when it must."""

    name: str = "stubborn"
    about: str = "Never plays."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return the action that prolongs the round most."""
        assert seat == view.to_move
        candidates: list[Action] = [Draw(Source.DISCARD), Pass()]
        candidates += [Discard(tile) for tile in view.mover.rack]
        if not rules.draws_and_discards:
            candidates += [TimeOut()]
        candidates += [Draw()]
        return (next(w for w in candidates if not any(faults(rules, view, w))),)


NOTHING = {"penalty.timeout": 0, "penalty.invalid": 0, "initial_meld.points": 0}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_round_ends_although_no_one_plays(preset: str, seats: int) -> None:
    """S4's "no player can go on" and the rulings against endless rounds."""
    has = options_of(PRESETS[preset])
    rules = with_options(PRESETS[preset], {k: v for k, v in NOTHING.items() if k in has})
    players: list[Player] = [Stubborn()] * seats
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=bytes(32))
    *_, last = steps(rules, players, drawn)

    assert isinstance(last.events[-1], Ended)
    assert last.events[-1].ending == "no_progress" or not last.after.pool
