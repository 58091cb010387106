"""Writes, reads, replays and audits match records.

A :class:`Record` is an immutable value with the players, the ruleset and the rounds. Each round
contains its random outcomes, its events and the commands that caused them (``record``). There are
two formats, and both can represent every record:

* ``text/`` is for human readers (``write_text``). Events that follow from the actions are left out
  and are recomputed when the record is read (``recompute``).
* ``jsonl/`` is for programs (``write_jsonl``), with one line of JSON per event. The server uses the
  same codec for events and actions, :mod:`tilerummy.records.jsonl.codec`.

``reader`` detects the format. While reading, it passes each part of the record, with its line
numbers, to an observer (``source_lines``). ``auditor`` is such an observer: it recomputes every
event under the current rules and reports the first difference. ``verifier`` checks that the deals
were committed to in advance. ``moments`` finds the turns to show after a game.
"""

from tilerummy.lazy import exports

__getattr__, __dir__, __all__ = exports(__name__)
