"""A novice player: it lays melds from its own rack, and overlooks every second one.

tilerummy arena sabra beginner examples.novice:Novice
"""

from dataclasses import replace
from random import Random

from tilerummy import Action, Draw, Pass, Play, Round, Ruleset, State, Table, best_play


class Novice:
    """A player that never lays off on table melds, and draws if it finds nothing."""

    name, about = "novice", "Lays melds of its rack, and overlooks every second one."

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Lay the noticed melds and end the turn; otherwise draw, or pass if the pool is empty."""
        rack = view.seats[seat].rack
        own = best_play(rules, replace(view, table=Table()))
        melds = [meld for table in own.tables[-1:] for meld in table]
        noticed = [meld for meld in melds if self.rng.random() < 0.5]
        play = Play.between(view.table, view.table + noticed)
        if noticed and Round.from_state(rules, view).is_legal(play):
            return (play, Pass()) if len(play.placed) < len(rack) else (play,)
        return (Draw() if view.pool else Pass(),)
