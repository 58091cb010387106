"""A draft: the turn that a person is building, before it is submitted.

A ``Draft`` is the table as it is being rearranged and what is left on the rack. It consists of
``piles``, which are melds or not yet, and every operation (lay, lay off, join, take, split,
replace, send home, rearrange) returns a new one; ``history`` undoes and redoes them.

A typed change is split into ``words``, which ``reading`` makes one of the ``edits``. ``opening``
says what counts as the opening, and ``submit`` finds the plays that lead to a complete draft.
"""
