"""The levels in games with discards (American, International): draw, meld, discard.

``beginner``, ``casual`` and ``club`` each have a policy; ``base`` defines the course of a turn,
which all three share. The strong player and the expert use a simulator policy (``by_policy``). The
master is in :mod:`~tilerummy.players.master`.
"""
