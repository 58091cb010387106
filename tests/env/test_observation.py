"""A seat's observation contains only information that the seat may have."""

from __future__ import annotations

from random import Random

import numpy as np
from tests.support.positions import EVERY, each, position

from tilerummy.env.episode import Episode, encoding
from tilerummy.env.observation import PHASES, Observer
from tilerummy.env.tile_counts import TileKinds
from tilerummy.melds import table
from tilerummy.rules import ruleset
from tilerummy.state import conceal
from tilerummy.tiles import STANDARD, rack, tile


@each("name", EVERY)
def test_a_seat_observes_no_more_than_its_view(name: str) -> None:
    rules, rng = ruleset(name), Random(8)
    seats = rules.seats_allowed()[-1]
    observer = Observer(rules, seats)
    episode = Episode.dealt(rules, encoding("micro", rules), seats=seats, rng=rng)
    for _ in range(15):
        for seat in range(seats):
            seen = observer.observe(episode.state, seat)
            assert (seen == observer.observe(conceal(episode.state, seat), seat)).all()
        episode.take(int(rng.choice(np.flatnonzero(episode.decision.mask).tolist())))


@each(
    ("name", "sizes"),
    [
        ("sabra", [237, 240, 243, 246, 249, 252]),
        ("mcgraw", [343, 399, 455, 511, 567, 623]),
        ("american", [449, 558, 667, 776, 885, 994]),
    ],
)
def test_only_parts_with_a_value_per_seat_grow_with_the_seats(name: str, sizes: list[int]) -> None:
    """Programs that learnt with two to four seats rely on these sizes."""
    assert [Observer(ruleset(name), seats).size for seats in range(1, 7)] == sizes


def test_the_fields_are_contiguous() -> None:
    for name in EVERY:
        observer = Observer(ruleset(name), 3)
        ends = 0
        for field in observer.fields.values():
            assert field.start == ends
            ends = field.stop
        assert ends == observer.size


def test_tiles_are_counted_by_kind() -> None:
    kinds = TileKinds(STANDARD)

    counts = kinds.counts(rack("k1 k1 b7 * ?"))

    assert {str(kinds.tiles[i]): int(counts[i]) for i in counts.nonzero()[0]} == {
        "k1": 2,
        "b7": 1,
        "*": 1,
    }
    assert kinds.tiles[kinds.number(tile("o13"))] == tile("o13")


def test_jokers_on_the_table_are_seen_as_what_they_represent() -> None:
    where = position("sabra", "r3 *r4 r5 / b7 k7 *7", "k1 k2", others=("r1",))
    observer = Observer(where.rules, 2)
    seen, kinds = observer.observe(where.state, 0, rack("k2")), TileKinds(STANDARD)

    def field(name: str) -> list[int]:
        return [int(n) for n in seen[observer.fields[name]]]

    assert field("rack") == kinds.counts(rack("k1 k2")).tolist()
    assert field("chosen") == kinds.counts(rack("k2")).tolist()
    assert field("table") == kinds.counts(table("r3 *r4 r5 / b7 k7 *7").tiles).tolist()
    assert field("runs") == kinds.counts(rack("r3 r4 r5")).tolist()
    assert field("group_jokers") == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert (field("tiles"), field("opened"), field("pool")) == ([2, 1], [1, 1], [8])
    assert field("phase") == [phase is where.state.phase for phase in PHASES]
