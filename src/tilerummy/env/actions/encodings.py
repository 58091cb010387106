"""The encodings of actions by name."""

from __future__ import annotations

from tilerummy.env.actions.candidates import Candidates
from tilerummy.env.actions.decisions import Encoding
from tilerummy.env.actions.micro_steps import MicroSteps
from tilerummy.rules import Ruleset


def encoding(name: str, rules: Ruleset) -> Encoding:
    """Return the encoding with that *name*, ``candidates`` or ``micro``, for a ruleset."""
    if name == "candidates":
        return Candidates(rules)
    if name == "micro":
        return MicroSteps(rules)
    raise ValueError(f"an encoding is 'candidates' or 'micro', not {name!r}")
