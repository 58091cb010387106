"""The levels in games with discards (American, International): players draw, meld and discard.

``beginner``, ``casual`` and ``club`` each define a policy. ``base`` defines the sequence of a turn,
which is the same for all three. The strong player and the expert use a simulator policy
(``by_policy``). The master is in :mod:`~tilerummy.players.master`.
"""
