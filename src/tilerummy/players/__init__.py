"""Computer players, which get views and never see more.

A :class:`Player` chooses actions from a view (``interface``). ``levels/`` is the list of computer
players. Each has a policy for the games in which tiles of the table are rearranged
(``manipulation/``) and one for those with discards (``draw_discard/``): a function from a situation
to a decision (``decisions``). ``plays/`` has ways to find plays that both use. ``self_play`` plays
whole rounds between players, ``arena`` measures how strong one is.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be played, and changes few melds.'
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.analysis.solving import TURN_MILLISECONDS
    from tilerummy.players.interface import Player
    from tilerummy.players.levels import PLAYERS, player
    from tilerummy.players.levels.level import BuiltinPlayer
    from tilerummy.players.self_play import play_round
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.analysis.solving": "TURN_MILLISECONDS",
            "tilerummy.players.interface": "Player",
            "tilerummy.players.levels": "PLAYERS player",
            "tilerummy.players.levels.level": "BuiltinPlayer",
            "tilerummy.players.self_play": "play_round",
        },
    )

__all__ = ["PLAYERS", "TURN_MILLISECONDS", "BuiltinPlayer", "Player", "play_round", "player"]
