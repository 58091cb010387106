"""For each key, rate limits allow a burst and then a constant rate."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.served import Times

from tilerummy.server.ops.rate_limits import MAX_BUCKETS, RateLimits, network
from tilerummy.server.settings import Rate


@given(st.lists(st.tuples(st.sampled_from(["xa", "xb", "ya"]), st.integers(0, 20)), max_size=60))
def test_each_key_has_its_own_burst_and_rate(steps: list[tuple[str, int]]) -> None:
    rates = {"x": Rate(5, 2), "y": Rate(3, 0.5)}
    times = Times()
    limits = RateLimits(times.clock, rates)
    left = {key: rates[key[0]].burst for key in ("xa", "xb", "ya")}
    for key, quarters in steps:
        times.pass_by(quarters / 4)
        for each, before in left.items():
            rate = rates[each[0]]
            left[each] = min(rate.burst, before + rate.per_second * quarters / 4)
        wait = max(0.0, (1 - left[key]) / rates[key[0]].per_second)

        assert limits.wait(key[0], key[1]) == pytest.approx(wait)
        left[key] -= wait == 0


def test_a_clock_that_goes_back_gives_nothing() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(1, 1)})
    limits.wait("x", "a")
    times.pass_by(-1000)

    assert limits.wait("x", "a") > 0


def test_a_flood_of_addresses_uses_limited_memory() -> None:
    limits = RateLimits(Times().clock, {"x": Rate(1, 1)})
    for n in range(MAX_BUCKETS + 1000):
        limits.wait("x", str(n))

    assert len(limits._buckets) == MAX_BUCKETS


def test_idle_keys_use_no_memory() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(2, 1)})
    for n in range(1000):
        limits.wait("x", str(n))
        times.pass_by(0.5)

    assert len(limits._buckets) < 10


def test_an_exhausted_key_is_not_dropped() -> None:
    times = Times()
    limits = RateLimits(times.clock, {"x": Rate(1, 1), "slow": Rate(1, 1 / 3600)})
    assert limits.wait("slow", "a") == 0
    for n in range(1000):
        limits.wait("x", str(n))
        times.pass_by(3)

    assert limits.wait("slow", "a") == pytest.approx(600)


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
