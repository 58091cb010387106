"""``tilerummy simulate``: self-play as data, a row for each turn.

:mod:`~tilerummy.cli.simulate.command` reads the options. Rounds between the policies of the
simulator are played in the kernel (:mod:`~tilerummy.cli.simulate.fast_rows`), all others by the
engine (:mod:`~tilerummy.cli.simulate.rows`, which also describes the columns);
:mod:`~tilerummy.cli.simulate.writers` writes both as JSON lines or Parquet.
"""
