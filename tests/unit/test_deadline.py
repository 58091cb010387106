"""A deadline is passed down through calls and reports the time left."""

from math import inf

import pytest

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError


class Clock:
    """A clock set by a test, in seconds."""

    def __init__(self) -> None:
        self.now = 7.0

    def __call__(self) -> float:
        return self.now


def test_time_passes_until_none_is_left() -> None:
    clock = Clock()
    deadline = Deadline(500, clock=clock)
    clock.now += 0.125
    deadline.check()

    assert (deadline.left, deadline.is_over) == (375, False)
    clock.now += 1
    assert (deadline.left, deadline.is_over) == (0, True)
    with pytest.raises(OutOfTimeError):
        deadline.check()


def test_without_a_clock_of_its_own_it_is_the_machines() -> None:
    deadline = Deadline(0.001)
    while not deadline.is_over:
        pass

    assert deadline.left == 0


def test_without_a_deadline_time_is_endless() -> None:
    NEVER.check()

    assert not NEVER
    assert NEVER.left == inf
    assert not NEVER.share(0.1)


def test_a_share_ends_sooner_and_never_later() -> None:
    clock = Clock()
    deadline = Deadline(500, clock=clock)

    assert deadline.share(0.5).left == 250
    assert deadline.share(1).left == 500
    clock.now += 0.125
    assert deadline.share(0.5).left == 187.5


def test_a_share_of_nothing_is_nothing() -> None:
    clock = Clock()
    deadline = Deadline(500, clock=clock)
    clock.now += 1

    assert deadline.share(0.5).is_over


@pytest.mark.parametrize("milliseconds", [0, -1, float("nan")])
def test_a_deadline_is_in_the_future(milliseconds: float) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Deadline(milliseconds)
