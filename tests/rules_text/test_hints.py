"""Every hint has a message in the web client's catalogue."""

from __future__ import annotations

from itertools import product

import pytest

from tilerummy.analysis import Advice, Hint
from tilerummy.rules_text import hint_code, hint_text
from tilerummy.texts import languages, messages


@pytest.mark.parametrize("advice", Advice)
def test_every_hint_has_a_message_without_arguments(advice: Advice) -> None:
    for opens, more, out in product((True, False), repeat=3):
        hint = Hint(advice=advice, opens=opens, more=more, out=out)
        key = f"hint.{hint_code(hint)}"

        assert hint_text(hint, 1) == (messages()[key],)
        assert all("{" not in messages(language)[key] for language in languages())
