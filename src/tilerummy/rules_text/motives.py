"""Why a computer player played as it did, in English; shown only when the round is over."""

from __future__ import annotations

from collections.abc import Mapping

from tilerummy.rules_text.catalogue import filled, messages


def motive_text(code: str, params: Mapping[str, int]) -> str:
    """Return the sentence about the motive with that *code*, as the player itself would say it.

    >>> motive_text("most", {"n": 3})
    'I laid as many tiles as could be laid: 3.'
    """
    message = messages("ending")[f"motive.{code}"]
    return filled(message, params.get("n"), lambda name, _: str(params[name]))
