"""Rules, options, events, steps and hints in words, from the data by which the referee judges.

The messages are in :mod:`tilerummy.texts`. ``rules_sections`` gives the rules of a ruleset as
:class:`~tilerummy.rules_text.sentence.Sentence`, a code with parameters, so that the page can show
them in its language; ``option_text`` gives what a value of an option means.
``closed_hands`` describes the closed hands with an example of each, and ``examples`` has positions
that the referee judges. ``hint_text`` and ``step_text`` give in English what analysis found,
``event_text`` (in :mod:`~tilerummy.rules_text.sentence`) what happened. Nothing is read before it
is needed.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
