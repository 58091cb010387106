"""A server under load: ``python -m benchmarks.load``.

``server`` starts it, ``tables`` plays on it, ``hall`` measures many tables at once, and
``measurements`` does so in the ways that the command offers.
"""
