"""How fast the stores are, and how large: ``python -m benchmarks.stores``.

:mod:`~benchmarks.stores.appends` measures one store, :mod:`~benchmarks.stores.kinds` has those that
are compared, each in turn with the others in the same run.
"""
