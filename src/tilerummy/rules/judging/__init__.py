"""The referee's judgements that require a complete ruleset.

``faults`` yields every reason to refuse a play, ``endings`` ends turns and rounds, and ``problems``
lists the reasons why a position is impossible. They call the ruleset's strategies, which are in
:mod:`~tilerummy.rules.plays` and :mod:`~tilerummy.rules.rounds` and do not depend on a ruleset.
"""
