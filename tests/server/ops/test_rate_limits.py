"""Limits: so many at once, then so many a second, each for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.served import Times

from tilerummy.server.limits import RATES, Rate
from tilerummy.server.ops.rate_limits import MOST_BUCKETS, RateLimits, network


def test_a_burst_is_allowed_and_then_a_rate() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(3, 2)})

    assert [limits.wait("x", "a") == 0 for _ in range(4)] == [True, True, True, False]
    assert limits.wait("x", "a") == pytest.approx(0.5)
    times.pass_by(0.5)
    assert limits.wait("x", "a") == 0
    assert limits.wait("x", "a") > 0


def test_everybody_has_a_limit_of_their_own() -> None:
    limits = RateLimits(Times().clock, {"x": Rate(1, 1), "y": Rate(1, 1)})

    assert [limits.wait("x", who) for who in "ab"] == [0, 0]
    assert limits.wait("y", "a") == 0
    assert limits.wait("x", "a") > 0


@given(st.lists(st.floats(0, 5), max_size=60))
def test_no_pattern_gets_more_than_burst_and_rate(pauses: list[float]) -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(5, 2)})
    taken = 0
    for pause in pauses:
        times.pass_by(pause)
        taken += limits.wait("x", "a") == 0

    assert taken <= 5 + 2 * sum(pauses) + 1e-6


def test_a_clock_that_goes_back_gives_nothing() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(1, 1)})
    limits.wait("x", "a")
    times.pass_by(-1000)

    assert limits.wait("x", "a") > 0


def test_a_flood_of_addresses_takes_no_more_memory() -> None:
    limits = RateLimits(Times().clock, {"x": Rate(1, 1)})
    for n in range(MOST_BUCKETS + 1000):
        limits.wait("x", str(n))

    assert len(limits._buckets) == MOST_BUCKETS


def test_who_came_and_went_takes_no_memory() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(2, 1)})
    for n in range(1000):
        limits.wait("x", str(n))
        times.pass_by(0.5)

    assert len(limits._buckets) < 10


def test_who_has_used_it_up_is_not_forgotten() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(1, 1), "slow": Rate(1, 1 / 3600)})
    assert limits.wait("slow", "a") == 0
    for n in range(1000):
        limits.wait("x", str(n))
        times.pass_by(3)

    assert limits.wait("slow", "a") == pytest.approx(600)


def test_the_rates_are_those_of_the_design() -> None:
    assert RATES["message"] == Rate(40, 20)
    assert RATES["chat"].per_second == 1
    assert RATES["handshake"] == Rate(200, 200 / 60)
    assert RATES["invite"] == Rate(10, 10 / 60)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("a.sock", "b.sock", False),
    ],
)
def test_a_network_counts_as_one_address(one: str, other: str, *, same: bool) -> None:
    assert (network(one) == network(other)) is same
