"""Rulesets as values, and the referee that judges actions by them.

* ``ruleset``: the value, made of ``choices``, ``turns`` and the strategies of ``plays`` and
  ``rounds``. ``catalogue`` has the presets; ``option_table`` and ``options`` the house rules and
  rulesets as text, ``details`` what else rulesets can differ in.
* ``referee``: takes a state and an action. ``faults`` yields every reason
  (:mod:`~tilerummy.jokers.reasons`) why it is refused; ``decide`` returns the events that it
  causes (``consequences``).
* :mod:`~tilerummy.rules.judging` judges a play, and the end of a turn and of a round, with the
  strategies of :mod:`~tilerummy.rules.plays` and :mod:`~tilerummy.rules.rounds` (which has the deal
  too). :mod:`~tilerummy.jokers` judges what a play does with jokers;
  :mod:`~tilerummy.rules.closed_hands` recognises closed hands.
"""

from typing import TYPE_CHECKING

from tilerummy.lazy import exports
from tilerummy.rules.option_table import OPTIONS, Option, OptionError, text_of
from tilerummy.rules.options import (
    house_rules,
    options_of,
    read_ruleset,
    ruleset,
    ruleset_text,
    with_options,
)

if TYPE_CHECKING:
    from tilerummy.jokers.reasons import IllegalActionError, Reason, Refusal
    from tilerummy.rules.catalogue import PRESETS
    from tilerummy.rules.judging.problems import Flaw, problems
    from tilerummy.rules.referee import begin, decide, decide_all, faults
    from tilerummy.rules.rounds.deals import Chance, chance, shuffled
    from tilerummy.rules.rounds.scoring import Result, Scored
    from tilerummy.rules.ruleset import Ruleset
else:
    __getattr__, __dir__ = exports(
        __name__,
        {
            "tilerummy.rules.catalogue": "PRESETS",
            "tilerummy.rules.rounds.deals": "Chance chance shuffled",
            "tilerummy.rules.judging.problems": "Flaw problems",
            "tilerummy.jokers.reasons": "IllegalActionError Reason Refusal",
            "tilerummy.rules.referee": "begin decide decide_all faults",
            "tilerummy.rules.ruleset": "Ruleset",
            "tilerummy.rules.rounds.scoring": "Result Scored",
        },
    )

RULES_VERSION = "2"
"""The version of the reading of the rules; it changes when a verdict or a score does."""

__all__ = [
    "OPTIONS",
    "PRESETS",
    "RULES_VERSION",
    "Chance",
    "Flaw",
    "IllegalActionError",
    "Option",
    "OptionError",
    "Reason",
    "Refusal",
    "Result",
    "Ruleset",
    "Scored",
    "begin",
    "chance",
    "decide",
    "decide_all",
    "faults",
    "house_rules",
    "options_of",
    "problems",
    "read_ruleset",
    "ruleset",
    "ruleset_text",
    "shuffled",
    "text_of",
    "with_options",
]
