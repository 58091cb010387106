"""``tilerummy puzzle`` and ``tilerummy puzzles``: solve puzzles in the terminal, and make them.

``command`` is the first, with ``asking`` for the talk about one puzzle; ``making`` the second.
"""
