from tilerummy.env.actions.candidates import (
    Candidates as Candidates,
)
from tilerummy.env.single_player import (
    SinglePlayerEnv as SinglePlayerEnv,
)
from tilerummy.env.single_player_vector import (
    SinglePlayerVectorEnv as SinglePlayerVectorEnv,
)
from tilerummy.env.vector import (
    Finished as Finished,
)
from tilerummy.env.vector import (
    VectorEnv as VectorEnv,
)
