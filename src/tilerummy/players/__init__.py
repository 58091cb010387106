"""Computer players. They receive views and never see hidden tiles.

A :class:`Player` chooses actions from a view (``interface``). ``levels/`` lists the computer
players, from ``beginner`` to ``master``. Each has two policies, functions from a context to a
decision (``decisions``): one for manipulation games (``manipulation/``), and one for the games with
discards, American and International (``draw_discard/``). Both policies of the master are in
``master/``. ``plays/`` finds plays for all of these. ``self_play`` plays complete rounds, and
``arena`` measures strength.

>>> from random import Random
>>> player("club", Random(1)).about
'Plays the most tiles possible while changing few melds.'
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
