"""The game for OpenSpiel: ``pip install "tilerummy[open-spiel]"``, then import ``spiel.game``.

``chance_round`` implements a round in which chance picks the tiles one by one; it does not depend
on OpenSpiel. ``game`` registers the game with its states and observers.
"""
