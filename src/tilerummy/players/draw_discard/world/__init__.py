"""A round with discards as numbers, quick to copy and to play on.

``melds`` are the melds on the table as far as they can grow, ``world`` is a position, ``reading``
makes one of a view, and ``playing`` plays it to the end.
"""
