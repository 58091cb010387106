"""The game in the terminal: ``tilerummy play``.

``command`` reads the options, or asks which game to play if there are none. ``match`` plays the
rounds of a ``session``, which has the record, the players on each seat, and the file in which the
game is saved (``saves``).

``person`` runs a human player's turn: it shows the position (``screen``, ``status``) and passes
each typed line to the ``editor``. ``verbs`` finds the word that starts the line, ``edits`` changes
the turn that is being built (``draft``), and ``drawing`` and ``submitting`` find the actions to
submit.
"""
