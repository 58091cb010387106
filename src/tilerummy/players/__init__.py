"""Computer players, which get views and never see more.

A :class:`Player` chooses actions from a view (``interface``). ``levels/`` holds the computer
players, ``self_play`` plays whole rounds between players, ``arena`` measures how strong one is.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be, saving jokers for going out.'
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis.solving import TURN_MILLISECONDS
    from tilerummy.players.interface import Player
    from tilerummy.players.levels import PLAYERS, player
    from tilerummy.players.levels.base import BuiltinPlayer
    from tilerummy.players.self_play import play_round
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.analysis.solving": "TURN_MILLISECONDS",
            "tilerummy.players.interface": "Player",
            "tilerummy.players.levels": "PLAYERS player",
            "tilerummy.players.levels.base": "BuiltinPlayer",
            "tilerummy.players.self_play": "play_round",
        },
    )

__all__ = ["PLAYERS", "TURN_MILLISECONDS", "BuiltinPlayer", "Player", "play_round", "player"]
