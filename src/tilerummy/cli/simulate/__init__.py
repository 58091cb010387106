"""``tilerummy simulate``: self-play as data, a row for each turn.

``command`` reads the options. ``rows`` describes the columns, makes rows of rounds, which the
kernel or the engine plays, and writes them as JSON lines or Parquet.
"""
