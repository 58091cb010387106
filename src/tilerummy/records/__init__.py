"""Match records: writing, reading, replaying and auditing.

A :class:`Record` is a value: players, ruleset and rounds, each with its random outcomes, its events
and the commands that caused them (``record``). There are two formats, and each reads everything it
writes:

* ``text/`` is for human readers: ``write_text``. Events that follow from the actions are left out;
  reading recomputes them (``recompute``).
* ``jsonl/`` is for programs: ``write_jsonl``, a line of JSON per event. Its codec, in
  :mod:`tilerummy.records.jsonl.codec`, is the only one for events and actions; the server uses it.

``reader`` detects the format; while reading, it passes each part with its lines to an observer
(``source_lines``). ``auditor`` is such an observer: it computes every event by today's rules and
reports the first difference. ``verifier`` checks that the deals were fixed in advance.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
