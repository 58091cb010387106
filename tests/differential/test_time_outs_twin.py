"""Time-outs and illegal plays agree with a scorekeeper: sections 2.3 and 3."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.differential.by_hand import JokerOptions, Position, fault, joker_fault
from tests.differential.club_rounds_by_hand import BoxGame, seen_racks
from tests.differential.rounds_by_hand import Books
from tests.support.examples import examples
from tests.support.random_player import RandomPlayer, tried_play

from tilerummy import Round
from tilerummy.melds import Pile, Table
from tilerummy.rules import Ruleset, options_of, ruleset
from tilerummy.state import (
    Action,
    Discarded,
    Draw,
    Drew,
    Ended,
    Foul,
    Pass,
    Play,
    State,
    TimeOut,
    conceal,
)

CASES = examples(200, 5000)
"""The number of rounds where each option has to matter."""
OPTIONS: dict[str, tuple[int | str, ...]] = {
    "penalty.timeout": (0, 2, 3, 5, 20),
    "penalty.invalid": (0, 1, 2, 4, 20),
    "invalid_play": ("penalty",),
}
TIME_OUTS, CAUGHT, LEFT_LYING = 0.2, 0.35, 0.03
"""The shares of time-outs, of plays that may be illegal, and of tiles that form no meld."""


def random_rules(option: str, rng: Random) -> Ruleset:
    """Return small rules for short rounds that use *option*."""
    chosen: dict[str, int | str] = {
        name: rng.choice(values) for name, values in OPTIONS.items() if rng.random() < 0.5
    }
    return ruleset(
        rng.choice(("sabra", "rummikub", "goliath-1994")),
        {
            **JokerOptions(
                melds=rng.choice(("locked", "open")), replace_from=rng.choice(("rack", "any"))
            ).named,
            "tiles.numbers": rng.choice((5, 6, 7)),
            "tiles.jokers": rng.choice((0, 2, 3)),
            "deal.tiles": rng.choice((5, 7)),
            "draw.tiles": rng.choice((1, 1, 2)),
            "initial_meld.points": rng.choice((0, 9, 15)),
            "initial_meld.same_turn_manipulation": rng.random() < 0.6,
            "empty_pool": rng.choice(("first_pass", "all_pass")),
            "end.empty_turns": rng.choice((0, 0, 1)),
            **chosen,
            option: rng.choice(OPTIONS[option]),
        },
    )


def chosen_action(rules: Ruleset, view: State, rng: Random, player: RandomPlayer) -> Action:
    """Return an action: often a time-out, or a play that the rules may punish."""
    roll = rng.random()
    found = tried_play(rules, view, rng, care=0.4) if roll < CAUGHT else None
    play = found[0] if found and found[0].lay else None
    if roll < TIME_OUTS:
        return TimeOut(rng.choice((None, (), (play,) if play else ())))
    strict = options_of(rules)["invalid_play"] == "penalty"
    if strict and play:
        return Foul(play)
    if strict and roll > 1 - LEFT_LYING and len(view.mover.rack) > 1:
        two = rng.sample([*view.mover.rack], 2)
        return Foul(Play(Table(), Table()), (Pile.of([str(tile) for tile in two], rules.tiles),))
    return player.choose(rules, view, view.to_move)[0]


class Judge:
    """Judges plays by hand, and reports each action to the scorekeeper."""

    def __init__(self, rules: Ruleset, game: BoxGame) -> None:
        self.rules, self.game = rules, game
        options = options_of(rules)
        names = ("melds", "replace_from", "group_of_three", "reuse")
        self.options = JokerOptions(*(str(options[f"joker.{name}"]) for name in names))
        self.same_turn = bool(options["initial_meld.same_turn_manipulation"])

    def fault(self, state: State, play: Play) -> str | None:
        """Return why the mover may not play this now, or None."""
        opened, now_opened = self.game.before[2], self.game.players[self.game.mover].opened
        if now_opened and not opened and not self.same_turn:
            return "one turn to open"
        points = None if now_opened else self.game.number("initial_meld.points")
        after = Table([*(state.table - play.lift), *play.lay])
        position = Position(state.table, state.mover.rack, after, self.rules.tiles, points)
        moves_only = after != state.table and after.tiles == state.table.tiles
        if self.game.placed and moves_only:  # 2.1: a later play of a turn may place no tile
            return joker_fault(position, self.options)
        return fault(position, self.options)

    def tell(self, state: State, action: Action) -> bool:
        """Report an action to the scorekeeper. Return False if it is not possible."""
        game = self.game
        match action:
            case TimeOut(None):
                game.runs_out(in_order=False)
            case TimeOut(()):
                game.runs_out(in_order=True)
            case TimeOut((play, *_)):
                legal = self.fault(state, play) is None
                if legal:
                    game.lays(play.lift, Table(play.lay))
                if game.result is None:
                    game.runs_out(in_order=legal)
            case Foul(play, piles):
                if not piles and self.fault(state, play) in (None, "not_on_rack"):
                    return False
                game.is_caught()
            case Play(lift, lay):
                game.lays(lift, Table(lay))
            case Draw():
                game.draws()
            case Pass():
                game.passes_on()
            case _:
                raise AssertionError(action)
        return True


@pytest.mark.parametrize("option", OPTIONS)
def test_penalties_agree_with_a_scorekeeper(option: str) -> None:
    """The tiles returned and drawn, the next turn, the end of the round and the scores agree."""
    rng, mattered = Random(option), Counter[str]()
    while mattered[option] < CASES:
        rules = random_rules(option, rng)
        seats = rng.choice([n for n in rules.seats_allowed() if n > 1])
        round_ = Round(rules, seats=seats, seed=rng.randbytes(32), starter=rng.randrange(seats))
        game = scorekeeper(rules, round_.state)
        judge, player = Judge(rules, game), RandomPlayer(rng, clock=False)
        while round_.outcome is None:
            state = round_.state
            action = chosen_action(rules, conceal(state, state.to_move), rng, player)
            possible = judge.tell(state, action)
            if isinstance(action, Foul):
                assert possible == round_.is_legal(action), (rules, state, action)
                mattered["refused"] += not possible
            if not possible:
                continue
            round_.push(action)
            agree(game, round_.state)
        ended = round_.outcome
        assert isinstance(ended, Ended)
        assert (game.result, game.winner) == ([*ended.scores], ended.winner), rules
        mattered.update(name for name, count in game.mattered.items() if count)

    assert mattered["short pool"] >= CASES // 10
    assert option != "invalid_play" or mattered["refused"] >= CASES // 10


@pytest.mark.parametrize("preset", ["american", "international"])
def test_discards_after_a_time_out_agree_with_the_books(preset: str) -> None:
    """Section 3: a tile is drawn if necessary, and the tile drawn or the highest is discarded."""
    rng, cases = Random(preset), Counter[str]()
    while min(cases[case] for case in ("drawn late", "drawn before", "highest")) < CASES:
        seats = rng.randint(1, 6)
        round_ = Round(preset, seats=seats, seed=rng.randbytes(32))
        books, player = Books(preset, seats), RandomPlayer(rng, clock=False)
        books.deal(round_.events)
        while round_.outcome is None:
            late, drawn = rng.random() < TIME_OUTS, books.drawn
            view = conceal(round_.state, round_.state.to_move)
            action = TimeOut() if late else player.choose(round_.rules, view, view.to_move)[0]
            events = round_.push(action)
            books.follow(events)
            if late:
                (tile,) = (e.tile for e in events if isinstance(e, Discarded))
                draws = any(isinstance(e, Drew) for e in events)
                own = "drawn before" if tile == drawn else "highest"
                cases["drawn late" if draws else own] += 1


def scorekeeper(rules: Ruleset, state: State) -> BoxGame:
    """Return a scorekeeper who has seen the deal."""
    order = [tile for seat in state.seats for tile in seat.rack]
    return BoxGame.deal(
        options_of(rules),
        rules.tiles,
        [*order, *state.pool],
        players=len(state.seats),
        starter=state.to_move,
    )


def agree(game: BoxGame, state: State) -> None:
    """Check racks, pool, table and turn."""
    assert seen_racks(game) == tuple(seat.rack for seat in state.seats)
    assert game.pool == [*state.pool]
    assert +game.table == Counter(map(str, state.table))
    assert (game.result is not None) == (state.ended is not None)
    assert state.ended is not None or game.mover == state.to_move
