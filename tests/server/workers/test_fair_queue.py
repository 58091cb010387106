"""A key with many items delays only itself."""

from __future__ import annotations

import pytest

from tilerummy.server.workers.fair_queue import FairQueue, FullError


def queue(*items: str) -> FairQueue[str]:
    filled = FairQueue[str](max_per_key=100, max_waiting=1000)
    for item in items:
        filled.put(item[0], item)
    return filled


def test_one_item_of_each_key_is_taken_at_a_time() -> None:
    jobs = queue("a1", "a2", "b1")
    assert [jobs.take(), jobs.take(), jobs.take()] == [("a", "a1"), ("b", "b1"), None]
    jobs.done("a", 1)
    assert jobs.take() == ("a", "a2")


def test_a_later_key_goes_before_the_remaining_items_of_a_busy_one() -> None:
    jobs = queue(*(f"a{n}" for n in range(9)))
    taken = []
    for turn in range(10):
        if turn == 2:
            jobs.put("b", "b0")
        found = jobs.take()
        assert found
        taken.append(found[1])
        jobs.done(found[0], 1)
    assert taken.index("b0") == 2
    assert sorted(taken) == sorted([*(f"a{n}" for n in range(9)), "b0"])


def test_a_key_that_costs_ten_times_as_much_gets_a_tenth_of_the_turns() -> None:
    jobs = queue(*(f"{key}{n:02}" for key in "ab" for n in range(50)))
    taken = []
    for _ in range(33):
        found = jobs.take()
        assert found
        taken.append(found[0])
        jobs.done(found[0], 10.0 if found[0] == "a" else 1.0)
    assert 3 <= taken.count("a") <= 4


def test_the_cost_of_removed_keys_is_dropped() -> None:
    jobs = queue()
    for n in range(10_000):
        key = f"guest {n}"
        jobs.put(key, "item")
        jobs.put("always", str(n))
        for _ in range(2):
            found = jobs.take()
            assert found
            jobs.done(found[0], 0.01)
    assert len(jobs._cost) < 100


def test_a_returned_item_comes_before_the_other_items_of_its_key() -> None:
    jobs = queue("a1", "a2")
    assert jobs.take() == ("a", "a1")
    jobs.back("a", "a1")
    assert jobs.take() == ("a", "a1")
    assert len(jobs) == 1


def test_a_removed_item_is_never_taken() -> None:
    jobs = queue("a1", "a2", "b1")
    assert jobs.remove("a", "a1")
    assert not jobs.remove("a", "a1")
    assert jobs.remove("b", "b1")
    assert [jobs.take(), jobs.take()] == [("a", "a2"), None]


def test_the_queue_is_bounded_for_each_key_and_for_all() -> None:
    jobs = FairQueue[str](max_per_key=2, max_waiting=3)
    jobs.put("a", "a1")
    jobs.put("a", "a2")
    with pytest.raises(FullError):
        jobs.put("a", "a3")
    jobs.put("b", "b1")
    with pytest.raises(FullError):
        jobs.put("c", "c1")
    assert jobs.take() == ("a", "a1")
    jobs.put("c", "c1")
