"""Questions to the referee and the solver: only proven answers are given."""

from __future__ import annotations

import pytest

from tilerummy.deadline import OutOfTimeError
from tilerummy.server.messages.bodies import Judge, JudgeAnswer
from tilerummy.server.workers import questions

OVER_TWO_PLAYS = Judge(
    table="k1 k2 k3", rack="k4 r4 b4 o4", after="k1 k2 *k3 / r4 b4 o4", turn=True
)


class Unproven:
    """A turn whose search ran out of time."""

    plays = ()
    proven = False

    def __bool__(self) -> bool:
        return False


def test_a_turn_that_was_not_found_in_time_is_not_called_illegal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(questions, "turn_for", lambda *_, **__: Unproven())
    with pytest.raises(OutOfTimeError):
        questions.judge_answer(OVER_TWO_PLAYS)


def test_a_turn_proven_impossible_is_illegal() -> None:
    answer = questions.judge_answer(OVER_TWO_PLAYS)
    assert isinstance(answer, JudgeAnswer)
    assert not answer.legal
