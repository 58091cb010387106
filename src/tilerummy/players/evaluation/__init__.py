"""The value of a position, and of each choice, to the seat to move.

``evaluate`` is the door; players and reviews of games use it. From the bottom up:

* ``sightings`` reads off the history what a seat saw of the others,
* ``opponents`` are the types that an opponent may be of,
* ``tile_bits`` and ``hands`` say what an opponent did and could have done with certain tiles,
* ``posterior`` finds worlds in proportion to how likely that makes them, ``worked_racks`` those of
  games with discards; ``belief`` is either of them,
* ``lines`` plays lines on in these worlds, by the fast simulator; ``aims`` and ``intervals`` say
  what came of it,
* ``curated`` finds what is worth thinking about in a turn.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
