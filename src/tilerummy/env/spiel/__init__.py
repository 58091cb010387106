"""The game for OpenSpiel: ``pip install "tilerummy[open-spiel]"``, then import ``spiel.game``.

``chance_round`` implements rounds with explicit chance events, one per tile. It does not depend on
OpenSpiel. ``game`` registers the game, its states and its observers.
"""
