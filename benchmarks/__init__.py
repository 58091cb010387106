"""Benchmarks: ``python -m benchmarks`` runs all benchmarks and writes README.md.

Each module with a function ``measurements`` measures one part, using ``timing``: ``referee``,
``turns``, ``explain``, ``players`` and ``startup``, and in ``solver/`` the modules ``best_play``
and ``placements``. ``solver/`` also compares with integer programs and plots the growth of the
cost; ``load/`` puts a server under load; ``table_widget`` times the table in a browser.
"""
