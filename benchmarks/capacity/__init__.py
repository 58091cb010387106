"""A simulation of the latency and cost of moves, from a thousand to a million tables.

``python -m benchmarks.capacity`` simulates queues with SimPy, draws ``capacity.svg`` in this folder
and prints the figures of ``docs/internals/scaling.md``. Service times are measured values
(``MEASURED`` in :mod:`~benchmarks.capacity.model`); the simulation adds the queueing. It does not
model networks between machines, temporarily slow disks, or bursts of users.
"""
