from tilerummy.analysis.best_plays.answer import (
    Best as Best,
)
from tilerummy.analysis.best_plays.arrangement import (
    Arrangement as Arrangement,
)
from tilerummy.analysis.best_plays.arrangement import (
    arrangement as arrangement,
)
from tilerummy.analysis.best_plays.arrangements import (
    Arrangements as Arrangements,
)
from tilerummy.analysis.best_plays.arrangements import (
    arrangements as arrangements,
)
from tilerummy.analysis.best_plays.best import (
    best_play as best_play,
)
from tilerummy.analysis.best_plays.best import (
    problem as problem,
)
from tilerummy.analysis.enumeration import (
    Perft as Perft,
)
from tilerummy.analysis.enumeration import (
    Plays as Plays,
)
from tilerummy.analysis.enumeration import (
    can_go_out as can_go_out,
)
from tilerummy.analysis.enumeration import (
    every_play as every_play,
)
from tilerummy.analysis.enumeration import (
    perft as perft,
)
from tilerummy.analysis.enumeration import (
    playable as playable,
)
from tilerummy.analysis.enumeration import (
    plays as plays,
)
from tilerummy.analysis.explanations.explain import (
    explain as explain,
)
from tilerummy.analysis.explanations.steps import (
    Side as Side,
)
from tilerummy.analysis.explanations.steps import (
    Step as Step,
)
from tilerummy.analysis.explanations.steps import (
    StepKind as StepKind,
)
from tilerummy.analysis.explanations.steps import (
    Steps as Steps,
)
from tilerummy.analysis.hints.advice import (
    Advice as Advice,
)
from tilerummy.analysis.hints.advice import (
    Hint as Hint,
)
from tilerummy.analysis.hints.advice import (
    hint as hint,
)
from tilerummy.analysis.merits import (
    Merit as Merit,
)
from tilerummy.analysis.merits import (
    MeritCode as MeritCode,
)
from tilerummy.analysis.near.nearest import (
    NearHand as NearHand,
)
from tilerummy.analysis.near.nearest import (
    NearHands as NearHands,
)
from tilerummy.analysis.near.nearest import (
    nearest_hands as nearest_hands,
)
from tilerummy.analysis.turns.best_turn import (
    best_turn as best_turn,
)
from tilerummy.analysis.turns.turn_for import (
    Turn as Turn,
)
from tilerummy.analysis.turns.turn_for import (
    turn_for as turn_for,
)
from tilerummy.analysis.turns.winning import (
    DeclarableHand as DeclarableHand,
)
from tilerummy.analysis.turns.winning import (
    closed_hand as closed_hand,
)
from tilerummy.analysis.turns.winning import (
    going_out as going_out,
)
from tilerummy.solver.problem import (
    Objective as Objective,
)
