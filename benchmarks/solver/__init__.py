"""Solver benchmarks on the positions in ``suite``.

``best_play`` and ``placements`` measure the solver, ``integer_programs`` compares it with HiGHS
(``highs``) and CP-SAT (``cp_sat``), and ``growth`` plots its cost against the tile set.
"""
