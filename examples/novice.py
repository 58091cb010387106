"""A player who is learning: it lays melds of its own rack, and overlooks every second one.

tilerummy arena sabra beginner examples.novice:Novice
"""

from random import Random

from tilerummy import Action, Draw, Pass, Play, Ruleset, State
from tilerummy.analysis.positions import is_legal
from tilerummy.players.plays.rack_melds import own_melds, taken_in_turn
from tilerummy.tiles import JOKER


class Novice:
    """It never lays a tile on a meld of the table, and draws where it noticed nothing."""

    name, about = "novice", "Lays melds of its rack, and overlooks every second one."

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Lay what it noticed and draw, or pass where it has played or there is no pool."""
        rack = view.seats[seat].rack
        melds = own_melds(rack, rules.tiles, jokers=rack.count(JOKER))
        noticed = taken_in_turn(rack, [m for m in melds if self.chance.random() < 0.5])
        play = Play.between(view.table, view.table + noticed)
        if noticed and is_legal(rules, view, play):
            return (play, Pass()) if len(play.placed) < len(rack) else (play,)
        return (Draw() if view.pool else Pass(),)
