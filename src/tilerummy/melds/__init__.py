"""Melds, tables of melds and their notation (RULES section 1).

``values`` defines runs and groups, and checks whether they are valid melds. ``tables`` defines
tables as melds in canonical order. ``notation`` reads melds and tables from text. ``enumeration``
yields every meld that can be formed from given tiles. ``piles`` represents tiles that were laid
together but do not form a meld. This package exports all of these except the enumeration.
"""

from tilerummy.melds.notation import AmbiguousJoker, InvalidMeld, meld, table
from tilerummy.melds.piles import Pile, melds_and_piles
from tilerummy.melds.tables import Table
from tilerummy.melds.values import Group, Meld, Run, fits, misfit

__all__ = [
    "AmbiguousJoker",
    "Group",
    "InvalidMeld",
    "Meld",
    "Pile",
    "Run",
    "Table",
    "fits",
    "meld",
    "melds_and_piles",
    "misfit",
    "table",
]
