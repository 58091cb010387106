"""Every hint has a message by which the page shows it in its language."""

from __future__ import annotations

from itertools import product

import pytest

from tilerummy.analysis import Advice, Hint
from tilerummy.rules_text import hint_code, hint_text
from tilerummy.rules_text.catalogue import languages, messages, parameters


@pytest.mark.parametrize("advice", Advice)
def test_every_hint_has_a_message_without_parameters(advice: Advice) -> None:
    for opens, more, out in product((True, False), repeat=3):
        hint = Hint(advice=advice, opens=opens, more=more, out=out)
        message = messages("room")[f"hint.{hint_code(hint)}"]

        assert not parameters(message)
        assert hint_text(hint, 1) == (message,)
        assert all(f"hint.{hint_code(hint)}" in messages("room", each) for each in languages())
