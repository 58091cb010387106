"""``tilerummy simulate``: writes data from self-play, with one row per turn.

``command`` reads the options. ``rows`` describes the columns, converts the rounds that the kernel
or the engine has played to rows, and writes the rows as JSON lines or Parquet.
"""
