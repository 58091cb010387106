"""Games to review: played by computer players, small unless the rules matter."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from tilerummy.players import Player, player
from tilerummy.records import Record
from tilerummy.review import Amount, Depth, Review, ReviewSettings, review
from tilerummy.round import Round
from tilerummy.simulator import Policy, PolicyPlayer
from tilerummy.state import Phase, redact

SMALL = "sabra+tiles.numbers=5+deal.tiles=5+initial_meld.points=6"
"""Sabra with few tiles: a round of about ten turns per seat."""

DISCARDING = "american+deal.tiles=5"
"""American with small racks."""

PAIR = ("casual", "casual")
FOUR = ("casual", "club", "strong", "casual")

LITTLE = ReviewSettings(amount=Amount(choosing=1, measuring=2, more=0.0, goal=0.05))
"""Settings with as few rollouts as possible."""

CERTAIN = ReviewSettings(depth=Depth.CERTAIN)


def member(name: str, seed: str) -> Player:
    """Return a player, given a level's or policy's name."""
    if name in [*Policy]:
        return PolicyPlayer(Policy(name), Random(seed))
    return player(name, Random(seed))


@cache
def game(
    rules: str = SMALL, names: tuple[str, ...] = ("casual", "casual"), seed: int = 2
) -> Record:
    """Return a record of a round between players of these names."""
    played = Round(rules, seats=len(names), seed=seed)
    players = [member(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    while played.phase is not Phase.OVER:
        seat = played.to_move
        played.push(*players[seat].choose(played.rules, played.view(seat), seat))
    return played.record()


def as_seen(record: Record, seat: int) -> Record:
    """Return a different record that looks the same to *seat*, with all hidden tiles changed."""
    rounds = tuple(
        replace(
            played,
            deal=tuple(redact(event, seat) for event in played.deal),
            steps=tuple(
                replace(step, events=tuple(redact(event, seat) for event in step.events))
                for step in played.steps
            ),
            seed=bytes(32),
            label="other",
        )
        for played in record.rounds
    )
    return replace(record, rounds=rounds, date="1999", tags=(("id", "other"),))


@cache
def little(rules: str, names: tuple[str, ...], seed: int, seat: int = 0) -> Review:
    """Return the review of a seat of such a game, with few rollouts."""
    return review(game(rules, names, seed), seat, LITTLE)
