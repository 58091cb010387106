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

from tilerummy.lazy import exports
from tilerummy.rules.options import ruleset as ruleset  # a module has the same name

__getattr__, __dir__, __all__ = exports(__name__)

RULES_VERSION = "2"
"""The version of the reading of the rules; it changes when a verdict or a score does."""
