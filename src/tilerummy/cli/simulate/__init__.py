"""``tilerummy simulate``: writes self-play as data, one row per turn.

``command`` reads the options. ``rows`` describes the columns, converts rounds to rows, whether the
kernel or the engine played them, and writes them as JSON lines or Parquet.
"""
