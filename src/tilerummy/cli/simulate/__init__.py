"""``tilerummy simulate``: self-play as data, a row for each turn.

``command`` reads the options. ``rows`` describes the columns and makes rows of rounds, which the
kernel or the engine plays; ``writers`` writes them as JSON lines or Parquet.
"""
