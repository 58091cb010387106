"""The levels of computer players: beginner, casual and club.

``PLAYERS`` has them by name, and ``player`` makes one. A level says which plays it makes, what it
discards and when it takes a discard; ``base`` holds what they have in common: how a turn goes. To
find plays, ``rack_melds`` looks at the own rack, ``two_melds`` rearranges at most two melds, and
``upper_bound`` tells quickly what could be played at best.
"""

from random import Random

from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.arguments import check_argument
from tilerummy.players.levels.base import BuiltinPlayer
from tilerummy.players.levels.beginner import Beginner
from tilerummy.players.levels.casual import Casual
from tilerummy.players.levels.club import Club

PLAYERS: dict[str, type[BuiltinPlayer]] = {level.name: level for level in (Beginner, Casual, Club)}
"""Every level of computer players by its name, the weakest first."""


def player(
    name: str, rng: Random, *, milliseconds: float | None = TURN_MILLISECONDS
) -> BuiltinPlayer:
    """Return a new computer player of the level *name*, which takes all its chance from *rng*.

    It takes no longer than *milliseconds* for a turn. With None it takes the time that it needs:
    then, with the same chance, it makes the same choices everywhere.

    Raises ValueError for a name that is not in :data:`PLAYERS`.
    """
    check_argument(rng, Random, "the chance of a player is a Random, as in Random(1)")
    if name not in PLAYERS:
        raise ValueError(f"there is no computer player {name!r}; known are {', '.join(PLAYERS)}")
    return PLAYERS[name](rng, milliseconds)
