"""A review's jobs add steps to better plays, and limit their processor time."""

from __future__ import annotations

import json
import pickle
import time
import zlib
from dataclasses import dataclass

import pytest
from tests.review.games import SMALL, game

from tilerummy.deadline import Deadline
from tilerummy.melds import Table, table
from tilerummy.records import write_text
from tilerummy.review import Depth, plays_of
from tilerummy.review.rollouts.tasks import Preparation, Task
from tilerummy.server.jobs import reviews as reviewing
from tilerummy.server.jobs.reviews import ReviewStep, TextSource, begin_review, run_tasks
from tilerummy.state import Draw, GoOut, Play
from tilerummy.tiles import tile


def test_the_steps_of_a_better_play_end_at_its_table() -> None:
    begun = begin_review(TextSource(write_text(game(seed=9))), 0, Depth.CERTAIN)
    assert isinstance(begun, ReviewStep)
    (seat,) = json.loads(begun.review)["seats"]
    positions = [d["position"] for r in seat["rounds"] for d in r["decisions"] if "position" in d]
    walked = [each for each in positions if "steps" in each]

    assert walked
    for each in walked:
        *_, last = each["steps"]
        rows = [" ".join(row) for row in last["rows"] if row]
        tiles = sorted(each["after"].replace(" /", "").split())
        assert sorted(" ".join(rows).split()) == tiles
        assert {t for step in each["steps"] for t in step.get("rack", ())}, "tiles of the rack"


def test_going_out_with_the_trump_includes_plays() -> None:
    play = Play(Table(), table("k1 k2 k3"))

    assert list(plays_of((GoOut((play,), tile("r1")),))) == [play]
    assert list(plays_of((Draw(), play))) == [play]


@dataclass(frozen=True)
class Waiting:
    """A task that gets no processor time for a while, and returns its limit."""

    milliseconds: float | None = None

    def __call__(self) -> float | None:
        time.sleep(0.3)
        return self.milliseconds


def test_a_task_is_limited_to_the_remaining_time_of_its_piece() -> None:
    """Applies however slow the process was so far, since it may now get a full processor."""
    run_tasks(pickle.dumps([Waiting()]))
    found = run_tasks(pickle.dumps([Waiting(600.0)] * 3), deadline=Deadline(600))
    limits = pickle.loads(zlib.decompress(found.results))

    assert 200 < max(limits) <= 600


def test_a_piece_gets_more_time_on_a_busy_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits grow by the ratio of elapsed time to processor time."""
    begun = begin_review(TextSource(write_text(game(SMALL))), 0, Depth.QUICK)
    assert isinstance(begun, ReviewStep)
    task: Preparation = pickle.loads(begun.tasks[0])[0]
    limits: list[float] = []

    def starved(given: Task) -> None:
        limits.append(given.milliseconds or 0)
        time.sleep(0.3)

    monkeypatch.setattr(reviewing, "perform", starved)
    run_tasks(pickle.dumps([task] * 4))

    assert task.milliseconds
    assert min(limits[1:]) > 3 * task.milliseconds
