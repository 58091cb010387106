"""The levels in games with discards (American, International): draw, meld, discard.

``beginner``, ``casual`` and ``club`` each have a policy; ``base`` is the course of a turn that they
share. The strong player and the expert play ``by_policy``, a simulator policy. The master is in
:mod:`~tilerummy.players.master`.
"""
