"""A deadline is passed down through a call, and knows the time left."""

from math import inf
from time import perf_counter

import pytest

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError


def test_time_goes_on_until_none_is_left() -> None:
    deadline = Deadline(5)
    first = deadline.left
    while not deadline.is_over:
        assert deadline.left <= first

    assert deadline.left == 0
    with pytest.raises(OutOfTimeError):
        deadline.check()


def test_without_a_deadline_time_is_endless() -> None:
    NEVER.check()

    assert not NEVER
    assert NEVER.left == inf
    assert not NEVER.share(0.1)


def test_a_share_ends_sooner_and_never_later() -> None:
    deadline = Deadline(60_000)

    assert 29_000 < deadline.share(0.5).left <= 30_000
    assert deadline.share(1).left <= 60_000


def test_a_share_of_nothing_is_nothing() -> None:
    deadline = Deadline(0.001)
    begun = perf_counter()
    while perf_counter() < begun + 0.001:
        pass

    assert deadline.share(0.5).is_over


@pytest.mark.parametrize("milliseconds", [0, -1, float("nan")])
def test_a_deadline_lies_ahead(milliseconds: float) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        Deadline(milliseconds)
