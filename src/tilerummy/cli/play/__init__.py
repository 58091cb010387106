"""The game in the terminal: ``tilerummy play``.

``command`` reads the options, or shows a start screen if none are given. ``match`` plays the rounds
of a ``session``, which has the record, the players in the seats, and the file where the game is
saved (``saves``).

``person`` runs a human player's turn: it shows the position (``screen``, ``status``) and passes
each typed line to the ``editor``. ``verbs`` finds the command that starts the line, ``edits``
changes the turn that is being built (``draft``), and ``drawing`` and ``submitting`` find the
actions to submit.
"""
