"""``tilerummy simulate``: self-play as data, one row per turn.

``command`` reads the options. ``rows`` describes the columns, converts rounds played by the kernel
or the engine to rows, and writes them as JSON lines or Parquet.
"""
