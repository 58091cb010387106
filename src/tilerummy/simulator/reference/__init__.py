"""The simulator in plain Python, over the referee: its specification.

``turns`` says what a policy plays, ``candidates`` which single plays a position offers, ``play``
plays rounds and rollouts with them, ``batch`` steps many rounds at once.
"""
