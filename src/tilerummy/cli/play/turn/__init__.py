"""The turn of a person as a value: each typed line gives the next one, and a reply.

``verbs`` finds the word that starts a line (``synonyms`` knows the everyday ones), ``editor``
does what it says, and the reply is one of ``replies``: a notice, a page, actions to submit, or
a command of the session. ``status`` and ``hints`` tell where the turn stands and what to play.
"""
