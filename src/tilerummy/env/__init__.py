"""Environments for programs that learn: ``pip install "tilerummy[env]"``.

* :mod:`~tilerummy.env.tilerummy_v0` is the PettingZoo environment, for every ruleset:
  ``tilerummy_v0.env("sabra", encoding="micro")``.
* :class:`SinglePlayerEnv` is the Gymnasium environment, against computer players.
* :class:`SinglePlayerVectorEnv` is the same for many rounds at once, as Gymnasium's vector
  environments are, against policies of the fast simulator.
* :class:`VectorEnv` steps many rounds at once on the fast simulator.
* :mod:`~tilerummy.env.spiel` has the game for OpenSpiel: ``tilerummy[open-spiel]``.

The first two play an :class:`~tilerummy.env.episode.Episode` by numbers, whose meaning is in
:mod:`~tilerummy.env.actions`. ``observation`` writes what a seat knows as numbers, ``rewards`` what
it gets in the end.
"""

from typing import TYPE_CHECKING

from gymnasium import register

from tilerummy.lazy import exports

if TYPE_CHECKING:
    from tilerummy.env.actions.candidates import Candidates
    from tilerummy.env.single_player import SinglePlayerEnv
    from tilerummy.env.single_player_vector import SinglePlayerVectorEnv
    from tilerummy.env.vector import Finished, VectorEnv
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.env.actions.candidates": "Candidates",
            "tilerummy.env.single_player": "SinglePlayerEnv",
            "tilerummy.env.single_player_vector": "SinglePlayerVectorEnv",
            "tilerummy.env.vector": "Finished VectorEnv",
        },
    )

register(
    id="tilerummy/SinglePlayer-v0",
    entry_point="tilerummy.env.single_player:SinglePlayerEnv",
    vector_entry_point="tilerummy.env.single_player_vector:SinglePlayerVectorEnv",
)

__all__ = ["Candidates", "Finished", "SinglePlayerEnv", "SinglePlayerVectorEnv", "VectorEnv"]
