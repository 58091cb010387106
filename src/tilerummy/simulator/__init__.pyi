from tilerummy.simulator.arguments import (
    can_simulate as can_simulate,
)
from tilerummy.simulator.batch import (
    RoundBatch as RoundBatch,
)
from tilerummy.simulator.player import (
    PolicyPlayer as PolicyPlayer,
)
from tilerummy.simulator.policies import (
    Policy as Policy,
)
from tilerummy.simulator.results import (
    ACTIONS as ACTIONS,
)
from tilerummy.simulator.results import (
    ENDINGS as ENDINGS,
)
from tilerummy.simulator.results import (
    Rollouts as Rollouts,
)
from tilerummy.simulator.results import (
    Rounds as Rounds,
)
from tilerummy.simulator.results import (
    Turns as Turns,
)
from tilerummy.simulator.rollouts import (
    roll_out as roll_out,
)
from tilerummy.simulator.rounds import (
    simulate as simulate,
)
from tilerummy.simulator.rounds import (
    simulated_events as simulated_events,
)
from tilerummy.simulator.worlds import (
    Line as Line,
)
from tilerummy.simulator.worlds import (
    RolloutLimits as RolloutLimits,
)
from tilerummy.simulator.worlds import (
    World as World,
)

Effort = RolloutLimits
