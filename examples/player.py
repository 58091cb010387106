"""A computer player in thirty lines that follows the hints.

tilerummy arena sabra examples/player.py beginner
"""

import json
import sys

from tilerummy import Deadline, action_text, hint, read_state, ruleset


def answer(question: dict[str, str]) -> list[str]:
    """Return the hint's actions in this position, in notation."""
    rules = ruleset(question["ruleset"])
    position = read_state(question["view"], rules.tiles)
    milliseconds = float(question["deadline_ms"]) / 2
    found = hint(rules, position, deadline=Deadline(milliseconds))
    return [action_text(action) for action in found.actions]


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "actions": answer(asked)}), flush=True)
