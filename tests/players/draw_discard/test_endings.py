"""Every ending of a round played on is scored as the rules score it: RULES 2.3, 3.1 and 3.2."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.examples import examples

from tilerummy.melds import Run, Table
from tilerummy.players.draw_discard.packed.covers import PackedMeld
from tilerummy.players.draw_discard.packed.packing import FIELD
from tilerummy.players.draw_discard.world.playing import WentOut, play_out
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import Ruleset, decide_all, ruleset
from tilerummy.state import Action, Declare, Discard, Ended, Play, Win
from tilerummy.state.notation import read_state
from tilerummy.tiles import Rack, Tile, tile

SIZES = {"open": (3,), "opens": (5, 4), "foot": (5, 5, 3), "laid": (5, 5, 4), "shown": (4, 4, 3, 3)}
WINS = {"open": Win.OPEN, "opens": Win.OPEN, "foot": Win.FOOT, "laid": Win.CLOSED}
WINS |= {"shown": Win.CLOSED}


def random_meld(size: int, chance: Random) -> str:
    """Return a run or a group of high tiles, sometimes with a joker."""
    if size < 5 and chance.random() < 0.4:
        number = chance.randint(7, 13)
        return " ".join(f"{colour}{number}" for colour in chance.sample("krbo", size))
    first, colour = chance.randint(7, 14 - size), chance.choice("krbo")
    faces = [f"{colour}{number}" for number in range(first, first + size)]
    if chance.random() < 0.2:
        place = chance.randrange(size)
        faces[place] = f"*{faces[place]}"
    return " ".join(faces)


class Ending:
    """A tactic that lays these melds, adds one tile, and discards the last one."""

    def __init__(self, kind: str, melds: Table, added: Rack, last: Tile) -> None:
        self.kind, self.melds, self.added, self.last = kind, melds, added, last

    def wins_with_trump(self, world: PackedWorld) -> None:
        """Return None: the trump is left where it is."""

    def wants(self, world: PackedWorld) -> bool:  # noqa: ARG002 - every tactic has it
        """Return False: the turn has begun with a draw."""
        return False

    def meld(self, world: PackedWorld) -> WentOut | None:
        """Lay what is to be laid, and go out."""
        p, mover = world.terms.packing, world.to_move
        unit = p.units[self.last]
        if self.kind == "stays":
            return None
        if self.kind == "shown":
            return WentOut(unit, world.racks[mover] - unit)
        for meld in self.melds:
            run = None
            if isinstance(meld, Run):
                first = p.units[meld.faces[0]].bit_length() - 1
                run = first, first + FIELD * (len(meld) - 1)
            world.lay(PackedMeld(p.pack(meld.tiles), len(meld), 0, run))
        for added in self.added:
            world.lay_off(p.units[added])
        if world.opened[mover] < 0:
            world.opened[mover] = world.turn
        world.racks[mover] = 0
        return WentOut(unit)

    def discard(self, world: PackedWorld) -> int:
        """Return the unit of the last tile."""
        return world.terms.packing.units[self.last]


def check_ending(rules: Ruleset, kind: str, chance: Random) -> None:
    """Play one turn that ends the round, in a world and by the referee."""
    seats = chance.randint(2, 4)
    turn = chance.choice([0, 1, seats - 1, seats, 30])
    turn += seats if kind in ("open", "stays") else 0
    mover = turn % seats
    bag = [*rules.tiles_for(seats)]
    chance.shuffle(bag)
    melds = Table()
    while not melds or melds.tiles.count(tile("*")) > 2:
        texts = [random_meld(size, chance) for size in SIZES.get(kind, ())] or ["k1 k2 k3"]
        melds = read_state(f"table {' / '.join(texts)}").table
    added = Rack((tile("r9"),)) if kind in ("open", "foot") else Rack()
    last = chance.choice([tile("*"), *bag[:3]])
    own = melds.tiles + added + (last,)
    if kind == "stays":
        own = Rack([*bag[-4:], last])
    trump = chance.choice(bag)
    drawn = chance.choice([last, own[0]])
    opened = 0 if kind in ("open", "stays") else "no"
    text = f"table r6 r7 r8 | to-move {mover} | turn {turn} | phase meld | drew pool {drawn}"
    text += f" | players {seats} | trump {trump} | rack {own} | opened {opened}"
    text += " | pool" if kind == "stays" else " | pool b1 b2"
    for seat in range(seats):
        if seat != mover:
            rack = Rack(bag.pop() for _ in range(chance.randint(1, 6)))
            has = chance.choice([str(turn), "no"])
            text += f" | seat {seat} rack {rack}; opened {has}"
            text += f"; shown {trump}" if chance.random() < 0.2 else ""
    state = read_state(text, rules.tiles)
    after = Table([*read_state("table r6 r7 r8 r9" if added else "table r6 r7 r8").table, *melds])
    play = Play.between(state.table, after)
    actions: tuple[Action, ...] = (play, Discard(last))
    if kind in ("stays", "shown"):
        actions = (Discard(last) if kind == "stays" else Declare(last),)
    *_, ended = decide_all(rules, state, actions)
    assert isinstance(ended, Ended)

    world = world_of(rules, state)
    world.pool = [world.terms.packing.units[each] for each in state.pool]
    found = play_out(world, [Ending(kind, melds, added, last)] * seats)

    if kind in WINS and rules.tells_wins_apart:
        assert ended.win is WINS[kind], text
    assert (found.winner, found.scores) == (ended.winner, ended.scores), text


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        ("american", "open opens stays"),
        ("international", "open opens foot laid shown stays"),
        ("international+trump_bonus=true", "open opens foot laid shown stays"),
    ],
)
def test_every_ending_of_a_round_played_on_is_scored_by_the_rules(rules: str, kinds: str) -> None:
    """RULES 3.2: kinds of wins, hands of the first turn, jokers that double, the trump; ties."""
    chance, every = Random(f"endings {rules}"), kinds.split()
    for number in range(examples(300, 100_000)):
        check_ending(ruleset(rules), every[number % len(every)], chance)
