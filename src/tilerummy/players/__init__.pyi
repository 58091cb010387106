from tilerummy.analysis.solving import (
    TURN_MILLISECONDS as TURN_MILLISECONDS,
)
from tilerummy.players.interface import (
    Player as Player,
)
from tilerummy.players.levels import (
    PLAYERS as PLAYERS,
)
from tilerummy.players.levels import (
    player as player,
)
from tilerummy.players.levels.level import (
    BuiltinPlayer as BuiltinPlayer,
)
from tilerummy.players.self_play import (
    play_round as play_round,
)
