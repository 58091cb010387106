"""``tilerummy review``: reviews a recorded game.

``text`` renders it as lines for a terminal, ``page`` as an HTML page with a graph of the chances;
``words`` has the sentences and numbers for both.
"""
