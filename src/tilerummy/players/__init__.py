"""Computer players. They receive views and never see hidden tiles.

A :class:`Player` chooses actions from a view (``interface``). ``levels/`` is the list of computer
players, from ``beginner`` to ``master``. Each has two policies, functions from a situation to a
decision (``decisions``): one for games in which the table is rearranged (``manipulation/``), and
one for games with discards, American and International (``draw_discard/``). Both policies of the
master are in ``master/``. ``plays/`` finds plays for all of them. ``self_play`` plays complete
rounds, and ``arena`` measures strength.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles that can be played, and changes few melds.'
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
