"""The studio gives a chance only if enough games were played out."""

from __future__ import annotations

import msgspec
import pytest

from tilerummy.server.jobs import analysis
from tilerummy.server.messages.bodies.questions import Analyse, AnalyseAnswer

POSITION = Analyse(table="k5 r5 b5", rack="o5 k1 k2", chances=True, held=[4], pool=20)


@pytest.mark.parametrize(("worlds", "known"), [(1, False), (19, False), (20, True)])
def test_a_chance_needs_enough_worlds(
    monkeypatch: pytest.MonkeyPatch,
    worlds: int,
    known: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setattr(analysis, "WORLDS", worlds)
    body = analysis.analyse(POSITION)
    assert isinstance(body, bytes)
    answer = msgspec.json.decode(body, type=AnalyseAnswer)

    assert answer.plays
    assert answer.worlds == (worlds if known else 0)
    assert [play.chance is not None for play in answer.plays] == [known] * len(answer.plays)
