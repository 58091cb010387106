"""``tilerummy review``: reviews a recorded game.

``text`` formats the review as lines for a terminal, and ``page`` formats it as an HTML page with a
graph of the chance of winning. ``words`` provides the sentences and numbers for both.
"""
