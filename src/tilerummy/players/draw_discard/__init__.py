"""The levels in games with discards (American, International): draw, meld, discard.

``beginner``, ``casual`` and ``club`` have a policy each; ``base`` is the course of a turn that they
share. The strong player and the expert play ``by_policy``, a policy of the simulator. The master is
in :mod:`~tilerummy.players.master`.
"""
