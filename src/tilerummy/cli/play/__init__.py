"""The game in the terminal: ``tilerummy play``.

``command`` reads the options, ``start`` asks for the game if there are none, and ``match`` plays
the rounds of a ``session``: its record, who plays on each seat (``seats``), and the file in which
it is saved (``saves``, ``resuming``).

``person`` runs the turn of a person: it shows the position and gives each typed line to the editor
in :mod:`~tilerummy.cli.play.turn`, which changes the draft, :mod:`~tilerummy.cli.play.draft`, or
returns the actions to submit. ``pages`` and ``history`` make the texts that a person can look up.
"""
