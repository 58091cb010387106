"""Computer players, who get views and never see more.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be, saving jokers for going out.'
"""

from collections.abc import Callable
from random import Random

from tilerummy.arguments import wanted
from tilerummy.players.beginner import Beginner
from tilerummy.players.casual import Casual
from tilerummy.players.club import Club
from tilerummy.players.player import Player
from tilerummy.players.rounds import play_round

PLAYERS: dict[str, Callable[[Random], Player]] = {
    level.name: level for level in (Beginner, Casual, Club)
}
"""Every kind of computer player by its name, the weakest first: its chance makes a player."""


def player(name: str, rng: Random) -> Player:
    """Return a new computer player of the kind *name*, all of its chance taken from *rng*.

    Raises ValueError for a name that is not in :data:`PLAYERS`.
    """
    wanted(rng, Random, "the chance of a player is a Random, as in Random(1)")
    if name not in PLAYERS:
        raise ValueError(f"there is no computer player {name!r}; known are {', '.join(PLAYERS)}")
    return PLAYERS[name](rng)


__all__ = ["PLAYERS", "Player", "play_round", "player"]
