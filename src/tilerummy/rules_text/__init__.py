"""Text about rules, options, events, steps and hints, generated from the referee's data.

The messages are in :mod:`tilerummy.texts`. ``rules_sections`` returns a ruleset's rules as
:class:`~tilerummy.rules_text.sentence.Sentence` objects, each with a code and parameters, so that
the web client can show them in any language. ``option_text`` explains the value of an option.
``closed_hands`` describes each closed hand with an example. ``examples`` contains positions with
plays for the referee to judge. ``hint_text`` and ``step_text`` describe results of the analysis in
English, and ``event_text`` (in :mod:`~tilerummy.rules_text.sentence`) describes events. Modules are
imported on first use.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
