"""The review of a recorded game: ``tilerummy review``.

``text`` writes it as lines for a terminal, ``page`` as one page of HTML with a graph of the
chances; ``words`` has the sentences and numbers of both.
"""
