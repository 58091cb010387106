"""The game for OpenSpiel: ``pip install "tilerummy[open-spiel]"``, then import ``spiel.game``.

``chance_round`` is a round whose tiles are picked one by one by chance, independent of OpenSpiel.
``game`` registers the game with its states and observers.
"""
