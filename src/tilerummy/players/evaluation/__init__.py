"""The value of a position, and of each choice in it, to the seat to move.

``evaluate`` is the entry point for players and game reviews. It builds on these modules, listed
from the bottom up:

* ``opponent_history`` extracts an opponent's visible actions from the history,
* ``opponents`` defines the types of opponents,
* ``tile_bits`` and ``opponent_racks`` compare an opponent's actions with the actions that
  hypothetical tiles would have allowed,
* ``posterior`` samples worlds in proportion to the resulting likelihood, ``worked_racks`` samples
  worlds in games with discards, and ``belief`` chooses between the two,
* ``lines`` rolls out lines of play in these worlds with the fast simulator; ``utility`` and
  ``intervals`` summarise the results,
* ``candidate_selection`` lists the choices in a turn to compare.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
