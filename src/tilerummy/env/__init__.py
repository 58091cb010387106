"""Environments for reinforcement learning: ``pip install "tilerummy[env]"``.

* :mod:`~tilerummy.env.tilerummy_v0` is the PettingZoo environment for every ruleset:
  ``tilerummy_v0.env("sabra", encoding="micro")``.
* :class:`SinglePlayerEnv` is the Gymnasium environment for one agent against computer players.
* :class:`SinglePlayerVectorEnv` is the Gymnasium vector environment, for many parallel rounds
  against built-in policies of the fast simulator.
* :class:`VectorEnv` runs many parallel rounds on the fast simulator.
* :mod:`~tilerummy.env.spiel` is the game for OpenSpiel; it needs ``tilerummy[open-spiel]``.

The first two are based on :class:`~tilerummy.env.episode.Episode`, a round with numbered actions.
:mod:`~tilerummy.env.actions` defines the action numbers, and ``observation`` encodes a seat's view.
"""

from gymnasium import register

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)

register(
    id="tilerummy/SinglePlayer-v0",
    entry_point="tilerummy.env.single_player:SinglePlayerEnv",
    vector_entry_point="tilerummy.env.single_player_vector:SinglePlayerVectorEnv",
)
