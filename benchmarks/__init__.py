"""How fast it is: ``python -m benchmarks`` measures everything and writes README.md.

Each module with a function ``measurements`` measures one part, with the help of ``timing``:
``referee``, ``turns``, ``explain``, ``players`` and ``startup``, and in ``solver/`` the modules
``best_play`` and ``placements``. ``solver/`` also compares with integer programs and shows how the
cost grows; ``load/`` puts a server under load; ``table_widget`` times the table in a browser.
"""
