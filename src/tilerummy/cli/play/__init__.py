"""The game in the terminal: ``tilerummy play``.

``command`` reads the options, or asks for the game if there are none, and ``match`` plays the
rounds of a ``session``: its record, the players on its seats, and the file in which it is saved
(``saves``).

A human player's turn is run by ``person``: it shows the position (``screen``, ``status``) and gives
each typed line to the ``editor``. ``verbs`` finds the word that starts the line; ``edits`` changes
the turn that is being built (``draft``), ``drawing`` and ``submitting`` find the actions to submit.
"""
