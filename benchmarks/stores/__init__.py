"""Measures the speed and size of stores: ``python -m benchmarks.stores``.

:mod:`~benchmarks.stores.appends` measures a store, :mod:`~benchmarks.stores.kinds` has the stores
to compare, alternating in the same run.
"""
