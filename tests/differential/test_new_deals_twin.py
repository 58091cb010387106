"""New deals on request agree with a dealer who tracks everyone's tiles: section 5.2."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.differential.new_deals_by_hand import Dealer
from tests.support.examples import examples

from tilerummy import Draw, NewDeal, Pass, Play, Round
from tilerummy.rules import Ruleset, ruleset
from tilerummy.tiles import JOKER

CASES = examples(250, 5000)
"""The number of new deals, in rounds with and without jokers dealt to each player."""

REASONS = ("not the first turn", "opened", "three new deals", "too few pairs")


def random_rules(rng: Random, jokers: int) -> Ruleset:
    """Return rules with new deals and frequent pairs."""
    return ruleset(
        rng.choice(("sabra", "rummikub", "goliath-1994")),
        {
            "deal.new_deal_pairs": rng.choice((1, 2, 2, 3)),
            "deal.jokers": jokers,
            "deal.tiles": rng.choice((7, 10, 14)),
            "draw.tiles": rng.choice((1, 2)),
            "tiles.numbers": rng.choice((4, 7, 13)),
            "tiles.copies": rng.choice((2, 2, 3, 4)),
            "tiles.jokers": 6,
            "initial_meld.points": rng.choice((0, 9)),
        },
    )


def dealer_of(game: Round, jokers: int) -> Dealer:
    """Return a dealer who has just dealt the tiles of *game*."""
    state, deal = game.state, game.rules.deal
    return Dealer(
        pairs=deal.new_deal_pairs,
        starter=state.to_move,
        size=deal.tiles - jokers,
        given=jokers,
        racks=[[*seat.rack] for seat in state.seats],
        pool=[*state.pool],
    )


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_new_deals_agree_with_a_dealer(jokers: int) -> None:
    """Requests are granted in the same cases, and the new racks, pool and starter agree."""
    rng, granted, refused = Random(jokers), 0, Counter[str]()
    while granted < CASES:
        rules = random_rules(rng, jokers)
        seats = rng.choice(rules.seats_allowed())
        game = Round(rules, seats=seats, seed=rng.randbytes(32), starter=rng.randrange(seats))
        dealer = dealer_of(game, jokers)
        for _ in range(3 * seats + 2):
            assert dealer.mover == game.to_move
            grants = dealer.grants()
            assert game.is_legal(NewDeal()) == grants, (rules, game)
            if grants and rng.random() < 0.8:
                game.push(NewDeal())
                dealer.deals_again()
                granted += 1
                assert game.state.aside == ()
                assert all(s.rack.count(JOKER) >= jokers for s in game.state.seats)
            elif rng.random() < 0.1 and (plays := [*game.legal_plays()][:1]):
                _opens(game, *plays)
                dealer.opens()
                assert game.outcome or not (dealer.grants() or game.is_legal(NewDeal()))
                break
            elif game.state.pool:
                game.push(Draw())
                dealer.draws(rules.draw)
            else:
                break
            racks = tuple(seat.rack for seat in game.state.seats)
            assert dealer.seen() == (racks, game.state.pool), (rules, game)
            assert all(seat.opened is None for seat in game.state.seats)
        refused.update(dealer.why)

    assert min(refused[r] for r in REASONS) > 20


def _opens(game: Round, play: Play) -> None:
    game.push(play)
    if game.outcome is None and game.is_legal(Pass()):
        game.push(Pass())
