from tilerummy.review.breakdown import (
    BreakdownStep as BreakdownStep,
)
from tilerummy.review.breakdown import (
    Part as Part,
)
from tilerummy.review.breakdown import (
    RoundBreakdown as RoundBreakdown,
)
from tilerummy.review.breakdown import (
    Value as Value,
)
from tilerummy.review.decision_points import (
    DecisionPoint as DecisionPoint,
)
from tilerummy.review.decision_points import (
    is_written_down as is_written_down,
)
from tilerummy.review.facts import (
    Fact as Fact,
)
from tilerummy.review.facts import (
    FactCode as FactCode,
)
from tilerummy.review.grades import (
    Grade as Grade,
)
from tilerummy.review.json_form import (
    review_json as review_json,
)
from tilerummy.review.proven_errors import (
    Code as Code,
)
from tilerummy.review.proven_errors import (
    ReviewReason as ReviewReason,
)
from tilerummy.review.proven_errors import (
    plays_of as plays_of,
)
from tilerummy.review.rollouts.tasks import (
    ReviewWorkers as ReviewWorkers,
)
from tilerummy.review.values import (
    Depth as Depth,
)
from tilerummy.review.values import (
    Praise as Praise,
)
from tilerummy.review.values import (
    PraiseCode as PraiseCode,
)
from tilerummy.review.values import (
    Review as Review,
)
from tilerummy.review.values import (
    ReviewedDecision as ReviewedDecision,
)
from tilerummy.review.values import (
    ReviewedOption as ReviewedOption,
)
from tilerummy.review.values import (
    RoundReview as RoundReview,
)
from tilerummy.review.values import (
    Wait as Wait,
)
from tilerummy.review.values import (
    without_luck_of_all as without_luck_of_all,
)
from tilerummy.review.work import (
    Amount as Amount,
)
from tilerummy.review.work import (
    ReviewSettings as ReviewSettings,
)
from tilerummy.review.work import (
    ReviewWork as ReviewWork,
)
from tilerummy.review.work import (
    Stage as Stage,
)
from tilerummy.review.work import (
    review as review,
)

LedgerStep = BreakdownStep
Moment = DecisionPoint
RoundLedger = RoundBreakdown
Worth = Value
