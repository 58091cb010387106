"""Benchmarks of the solver, on the positions of ``suite``.

``best_play`` and ``placements`` measure it alone, ``integer_programs`` beside HiGHS (``highs``) and
CP-SAT (``cp_sat``), and ``growth`` shows how the cost grows with the tile set.
"""
