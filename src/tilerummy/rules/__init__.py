"""Rulesets as values, and the referee that judges actions by them.

* ``ruleset`` defines the value, which is built from ``choices``, ``turns`` and the strategies in
  ``plays`` and ``rounds``. ``catalogue`` lists the presets, and ``option_table`` lists the options
  that house rules can change. ``options`` reads and writes rulesets as text, and ``details`` covers
  all other differences between rulesets.
* ``referee``: given a state and an action, ``faults`` yields every reason to refuse the action
  (:mod:`~tilerummy.jokers.reasons`), and ``decide`` returns its events (``consequences``).
* ``counting`` scores rounds that were played with real tiles, from the count at their end.
* :mod:`~tilerummy.rules.judging` judges plays and decides how turns and rounds end, with the
  strategies of :mod:`~tilerummy.rules.plays` and :mod:`~tilerummy.rules.rounds`, which also deals.
  :mod:`~tilerummy.jokers` judges the use of jokers; :mod:`~tilerummy.rules.closed_hands` recognises
  closed hands.
"""

from tilerummy.lazy import exports
from tilerummy.rules.options import ruleset as ruleset  # a module has the same name

__getattr__, __dir__, __all__ = exports(__name__)

RULES_VERSION = "2"
"""The version of this implementation of the rules. It changes when a verdict or a score changes."""
