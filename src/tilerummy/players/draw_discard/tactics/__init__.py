"""What to take, to lay and to discard in a world, decided in microseconds.

The policies of the stronger levels ask these tactics in the real round, and the master plays rounds
on with them. ``melding`` lays what it can, ``endgame`` counts the tiles with which it goes out,
``supposing`` deals the unseen tiles as the others may have chosen among them.
"""
