"""Records: matches written down, read again, replayed and audited.

A :class:`Record` is a value: players, ruleset and rounds, each with its chance, its events and the
commands that made them (``record``). There are two forms, and each reads what it writes:

* ``text/`` is for people: ``write_text``. Events that follow from the actions are left out;
  reading computes them again (``recompute``).
* ``jsonl/`` is for programs: ``write_jsonl``, a line of JSON for each event. Its codec, in
  :mod:`tilerummy.records.jsonl.codec`, is the only one for events and actions; the server uses it.

``reader`` tells the forms apart; while it reads, it shows each part with its lines to an observer
(``source_lines``). ``auditor`` is such an observer: it computes every event by today's rules and
reports the first difference. ``verifier`` checks that the deals were fixed in advance.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
