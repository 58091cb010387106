"""The turn of a person as a value: each typed line gives the next value, and a reply.

A line goes to the ``editor``. ``verbs`` finds the word that starts it (``synonyms`` knows everyday
words for the same), and the editor changes the draft of the ``open_turn``, or asks ``ending`` or
``drawing`` for the actions to submit. Its answer is one of ``replies``: a notice, a page, actions
to submit, or a command that the session carries out.

``screen`` and ``status`` show the position and how far the turn is; ``warnings`` and ``hints``
say what to mind and what to play.
"""
