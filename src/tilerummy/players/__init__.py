"""Computer players, who get views and never see more.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be, saving jokers for going out.'
"""

from random import Random

from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.arguments import check_argument
from tilerummy.players.interface import Player
from tilerummy.players.levels.base import Computer
from tilerummy.players.levels.beginner import Beginner
from tilerummy.players.levels.casual import Casual
from tilerummy.players.levels.club import Club
from tilerummy.players.self_play import play_round

PLAYERS: dict[str, type[Computer]] = {level.name: level for level in (Beginner, Casual, Club)}
"""Every kind of computer player by its name, the weakest first: its chance makes a player."""


def player(name: str, rng: Random, *, milliseconds: float | None = TURN_MILLISECONDS) -> Computer:
    """Return a new computer player of the kind *name*, all of its chance taken from *rng*.

    It takes no longer than *milliseconds* for a turn. With None it takes the time that it needs:
    then, with the same chance, it makes the same choices everywhere.

    Raises ValueError for a name that is not in :data:`PLAYERS`.
    """
    check_argument(rng, Random, "the chance of a player is a Random, as in Random(1)")
    if name not in PLAYERS:
        raise ValueError(f"there is no computer player {name!r}; known are {', '.join(PLAYERS)}")
    return PLAYERS[name](rng, milliseconds)


__all__ = ["PLAYERS", "TURN_MILLISECONDS", "Computer", "Player", "play_round", "player"]
