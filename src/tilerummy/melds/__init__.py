"""Melds, tables of melds and their notation: RULES section 1.

``values`` has runs and groups and tells whether they are valid melds; ``tables`` has the table,
melds in canonical order; ``notation`` reads both from text; ``enumeration`` yields every meld that
given tiles can make; ``piles`` has tiles that are no meld. All but the enumeration are exported.
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
