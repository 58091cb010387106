"""The worst positions return by the deadline, however fast the machine is.

Counts work instead of time; ``make find-slow`` measures the actual times.
"""

from __future__ import annotations

import pytest
from tests.support.work import deadline_after
from tests.worst.corpus import Found, corpus, near_the_end
from tests.worst.functions import functions, judge

LOOKS = (1, 30, 300)
"""The deadline expires after this many checks of the clock."""


@pytest.mark.parametrize("found", corpus(), ids=str)
def test_the_deadline_holds(found: Found) -> None:
    for name, ask in functions(found.rules, found.view).items():
        if found.function in (None, name):
            for looks in LOOKS:
                with deadline_after(looks) as deadline:
                    ask(found.rules, found.view, deadline)
                judge()


@pytest.mark.parametrize("found", corpus(), ids=str)
@pytest.mark.parametrize("pool", [0, 4])
def test_the_master_keeps_its_deadline_near_the_end_of_the_pool(found: Found, pool: int) -> None:
    late = near_the_end(found, pool)
    for looks in LOOKS:
        with deadline_after(looks) as deadline:
            functions(late.rules, late.view)["choose master"](late.rules, late.view, deadline)
        judge()
