"""Computer players. They receive views and never see hidden tiles.

A :class:`Player` chooses actions from a view (``interface``). The computer players, from
``beginner`` to ``master``, are in ``levels/``. Each has two policies, which are functions that turn
a context into a decision (``decisions``): one for manipulation games (``manipulation/``), and one
for American and International, the games with discards (``draw_discard/``). The master's policies
for both types of game are in ``master/``. All these policies find their plays with ``plays/``.
``self_play`` plays complete rounds, and ``arena`` measures the strength of players.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles possible while changing few melds.'
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
