"""Computer players, who get views and never see more."""

from tilerummy.players.player import Player
from tilerummy.players.rounds import play_round
from tilerummy.players.simple import Simple

PLAYERS: dict[str, Player] = {player.name: player for player in (Simple(),)}
"""Every kind of computer player by its name, the weakest first."""

__all__ = ["PLAYERS", "Player", "Simple", "play_round"]
