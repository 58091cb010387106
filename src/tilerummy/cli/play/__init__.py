"""The game in the terminal: ``tilerummy play``.

``command`` reads the options, ``start`` asks for what they leave open, and ``match`` plays the
rounds of a ``session``: its record, who sits where (``seats``), and the file in which it is kept
(``saves``, ``resuming``). The turn of a person runs in ``person``: it shows the position and gives
each typed line to the editor in ``turn/``, which changes the draft in ``draft/`` or returns the
actions to submit. ``pages`` and ``history`` are what a person can look up on the way.
"""
