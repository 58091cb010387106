"""How long moves take and what they need, from a thousand to a million tables: a simulation.

``python -m benchmarks.capacity`` simulates queues with SimPy, draws ``capacity.svg`` beside this
file and prints the figures of ``docs/internals/scaling.md``. Service times are as measured
(``MEASURED`` in :mod:`~benchmarks.capacity.model`); the simulation says what they lead to when
moves wait for each other. It knows nothing of networks between machines, of disks that are slow
for a while, or of people who come in waves.
"""
