"""Melds, tables of melds and their notation: RULES section 1.

``values`` has runs and groups and tells whether they are valid melds; ``tables`` has the table,
melds in canonical order; ``notation`` reads both from text; ``enumeration`` yields every meld that
given tiles can make. The first three are exported here.
"""

from tilerummy.melds.notation import AmbiguousJoker, InvalidMeld, meld, table
from tilerummy.melds.tables import Table
from tilerummy.melds.values import Group, Meld, Run, fits, misfit

__all__ = [
    "AmbiguousJoker",
    "Group",
    "InvalidMeld",
    "Meld",
    "Run",
    "Table",
    "fits",
    "meld",
    "misfit",
    "table",
]
