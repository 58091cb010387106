"""The nearest closed hands include the one that the player aims for."""

from __future__ import annotations

from tilerummy import read_state
from tilerummy.server.jobs.rooms import near
from tilerummy.server.messages.client import AskNear

RACK = "k1 k1 r2 r2 b3 b3 o4 o4 k5 k5 r6 r6 b7 o9"
VIEW = read_state(f"players 2 | opened no | turn 9 | phase draw | rack {RACK}")


def test_a_target_is_listed_last_although_others_are_nearer() -> None:
    assert _numbers(target=0) == [36, 6, 28]
    assert _numbers(target=6) == [36, 6, 28]
    assert _numbers(target=13) == [36, 6, 28, 13]


def _numbers(*, target: int) -> list[int]:
    question = AskNear(cid="1", room="r", version=3, target=target)
    return [hand.number for hand in near("international", VIEW, 0, question).hands]
