"""Measures a server under load: ``python -m benchmarks.load``.

``server`` starts it, ``tables`` plays on it, ``hall`` measures many tables together, and
``measurements`` has the modes of the command.
"""
