from tilerummy.jokers.reasons import (
    IllegalActionError as IllegalActionError,
)
from tilerummy.jokers.reasons import (
    Reason as Reason,
)
from tilerummy.jokers.reasons import (
    Refusal as Refusal,
)
from tilerummy.rules.catalogue import (
    PRESETS as PRESETS,
)
from tilerummy.rules.counting import (
    Count as Count,
)
from tilerummy.rules.counting import (
    CountError as CountError,
)
from tilerummy.rules.counting import (
    score_count as score_count,
)
from tilerummy.rules.judging.problems import (
    Flaw as Flaw,
)
from tilerummy.rules.judging.problems import (
    problems as problems,
)
from tilerummy.rules.option_table import (
    OPTIONS as OPTIONS,
)
from tilerummy.rules.option_table import (
    Option as Option,
)
from tilerummy.rules.option_table import (
    OptionError as OptionError,
)
from tilerummy.rules.option_table import (
    text_of as text_of,
)
from tilerummy.rules.options import (
    for_seats as for_seats,
)
from tilerummy.rules.options import (
    house_rules as house_rules,
)
from tilerummy.rules.options import (
    options_of as options_of,
)
from tilerummy.rules.options import (
    read_ruleset as read_ruleset,
)
from tilerummy.rules.options import (
    ruleset as ruleset,
)
from tilerummy.rules.options import (
    ruleset_text as ruleset_text,
)
from tilerummy.rules.options import (
    with_options as with_options,
)
from tilerummy.rules.referee import (
    begin as begin,
)
from tilerummy.rules.referee import (
    decide as decide,
)
from tilerummy.rules.referee import (
    decide_all as decide_all,
)
from tilerummy.rules.referee import (
    faults as faults,
)
from tilerummy.rules.rounds.deals import (
    Chance as Chance,
)
from tilerummy.rules.rounds.deals import (
    chance as chance,
)
from tilerummy.rules.rounds.deals import (
    shuffled as shuffled,
)
from tilerummy.rules.rounds.scoring import (
    Result as Result,
)
from tilerummy.rules.rounds.scoring import (
    Scored as Scored,
)
from tilerummy.rules.ruleset import (
    Ruleset as Ruleset,
)

RULES_VERSION: str
