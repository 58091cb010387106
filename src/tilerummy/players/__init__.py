"""Computer players. They receive views and never see hidden tiles.

A :class:`Player` chooses actions from a view (``interface``). ``levels/`` is the list of computer
players, from ``beginner`` to ``master``. Each has a policy for the games in which tiles of the table
are rearranged (``manipulation/``) and one for those with discards (``draw_discard/``); both of the
strongest are in ``master/``. A policy is a function from a situation to a decision (``decisions``). ``plays/`` has ways to find plays that both use. ``self_play`` plays
whole rounds between players, ``arena`` measures how strong one is.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be played, and changes few melds.'
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
