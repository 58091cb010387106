from tilerummy.players.evaluation.candidate_selection import (
    candidates as candidates,
)
from tilerummy.players.evaluation.evaluating import (
    Budget as Budget,
)
from tilerummy.players.evaluation.evaluating import (
    Candidate as Candidate,
)
from tilerummy.players.evaluation.evaluating import (
    Evaluation as Evaluation,
)
from tilerummy.players.evaluation.evaluating import (
    Knowledge as Knowledge,
)
from tilerummy.players.evaluation.evaluating import (
    evaluate as evaluate,
)
from tilerummy.players.evaluation.intervals import (
    Interval as Interval,
)
from tilerummy.players.evaluation.posterior import (
    Posterior as Posterior,
)
from tilerummy.players.evaluation.utility import (
    RoundObjective as RoundObjective,
)
from tilerummy.players.evaluation.utility import (
    Utility as Utility,
)

Aim = Utility
