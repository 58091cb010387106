"""Counts of rounds with real tiles agree with a second scorekeeper: section 5.5."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.differential.counts_by_hand import AskNextError, Keeper, hands
from tests.support.examples import examples

from tilerummy import Count, options_of, score_count, with_options
from tilerummy.rules import CountError, Ruleset, ruleset
from tilerummy.rules.counting import Left
from tilerummy.state import Win

CASES = examples(200, 5000)
"""The number of counts where each of the ``matters`` of a preset has to occur."""
PENALTIES = ("score.not_opened", "score.could_open")
ENDS = ("went out", "low", "fewest", "asked", "next", "sums")
MATTERS: dict[str, tuple[str, ...]] = {
    "sabra": ("joker.rack_value", *PENALTIES, *ENDS),
    "dutch-1985": ("joker.rack_value", *PENALTIES, *ENDS),
    "american": ("joker.rack_value", *ENDS),
    "mcgraw": ("joker.rack_value", *PENALTIES, "handfuls", "went out", "no winner"),
    "international": (
        *("joker.rack_value", "trump_bonus", "doubled", "no winner"),
        *("open", "open alone", "foot", "closed"),
    ),
}


def random_rules(preset: str, rng: Random) -> Ruleset:
    """Return the preset, often with other values of the options that a count depends on."""
    values = {
        "joker.rack_value": (0, 25, 50, 100),
        "score.not_opened": (25, 100, 300),
        "score.could_open": (50, 200, 500),
        "trump_bonus": (True,),
    }
    has = options_of(preset)
    chosen = {
        name: rng.choice(some)
        for name, some in values.items()
        if name in has and rng.random() < 0.6
    }
    return with_options(ruleset(preset), chosen)


def random_racks(seats: int, out: int | None, rng: Random) -> list[Left | None]:
    """Return the rests of the racks of a table with one set, often the same on several."""
    box = [number for number in (0, *range(1, 14)) for _ in range(8 if number else 2)]
    rng.shuffle(box)
    racks: list[Left | None] = []
    for seat in range(seats):
        size = rng.choice((1, 1, 2, 3, 8))
        rack = tuple(box.pop() for _ in range(size))
        if 0 in box and rng.random() < 0.2:
            box.remove(0)
            rack = (*rack, 0)
        small = rng.random() < 0.5
        if seat == out:
            racks.append(rng.choice((None, ())))
        elif small:
            racks.append(rng.choice(((2, 2), (4,), (1, 3), (3, 1))) if seat < 3 else 4)
        else:
            racks.append(rack if rng.random() < 0.7 else rng.randint(1, 60))
    if any(copies > (8 if n else 2) for n, copies in Counter(_numbers(racks)).items()):
        return random_racks(seats, out, rng)
    return racks


def _numbers(racks: list[Left | None]) -> list[int]:
    return [number for rack in racks if isinstance(rack, tuple) for number in rack]


def random_count(preset: str, rng: Random) -> Count:
    """Return a possible count of two to six players."""
    seats = rng.randint(2, 6)
    out = None if rng.random() < 0.5 else rng.randrange(seats)
    opened = tuple(rng.random() < 0.6 for _ in range(seats))
    also: dict[str, object] = {}
    if preset == "international":
        win = rng.choice([*Win]) if out is not None else None
        alone = out is not None and not any(o for s, o in enumerate(opened) if s != out)
        if win is Win.FOOT and alone:
            win = Win.OPEN
        holders = tuple(rng.sample(range(seats), rng.randint(0, 2)))
        also |= {"win": win, "joker_discarded": rng.random() < 0.3, "trump_holders": holders}
        if win is Win.CLOSED:
            also |= {"hand": rng.randint(1, 40), "hand_jokers": rng.randint(0, 2)}
    if preset == "mcgraw" and rng.random() < 0.8:
        also["handfuls"] = tuple((rng.randint(11, 17), rng.randint(11, 17)) for _ in range(seats))
    following = None if rng.random() < 0.5 else rng.randrange(seats)
    racks = tuple(random_racks(seats, out, rng))
    return Count(out, racks, opened=opened, following=following, **also)  # type: ignore[arg-type]


def matters(preset: str, rules: Ruleset, count: Count) -> set[str]:
    """Return the rules and options that the scores of a count depend on."""
    options = options_of(rules)
    opened = count.opened or (True,) * count.seats
    losers = [seat for seat in range(count.seats) if seat != count.out]
    unopened = [seat for seat in losers if not opened[seat]]
    usual = options_of(preset)["joker.rack_value"]
    found = {"went out" if count.out is not None else "no winner"}
    melded = losers if preset != "international" else [s for s in losers if opened[s]]
    if options["joker.rack_value"] != usual and any(
        isinstance(rack := count.left[s], tuple) and 0 in rack for s in melded
    ):
        found.add("joker.rack_value")
    found |= {name for name in PENALTIES if options.get(name) and unopened}
    if options.get("trump_bonus") and count.trump_holders:
        found.add("trump_bonus")
    if count.joker_discarded and count.out is not None:
        found.add("doubled")
    if count.handfuls:
        found.add("handfuls")
    if count.win:
        found.add(
            "open alone" if count.win is Win.OPEN and len(unopened) == len(losers) else count.win
        )
    if count.out is None and any(isinstance(rack, int) for rack in count.left):
        found.add("sums")
    return found


@pytest.mark.parametrize("preset", MATTERS)
def test_counts_agree_with_a_scorekeeper(preset: str) -> None:
    """The winner, the scores, and whether the count has to say whose turn was next."""
    rng, seen = Random(preset), Counter[str]()
    while min(seen[matter] for matter in MATTERS[preset]) < CASES:
        rules, count = random_rules(preset, rng), random_count(preset, rng)
        keeper = Keeper(preset, options_of(rules), count)
        try:
            wanted = keeper.scores()
        except AskNextError:
            with pytest.raises(CountError) as refused:
                score_count(rules, count)
            assert refused.value.code == "tied", (rules, count)
            seen["asked"] += 1
            continue
        ended = score_count(rules, count)

        assert (ended.winner, [*ended.scores]) == wanted, (rules, count)
        seen.update({keeper.decided, *matters(preset, rules, count)})


def test_the_table_of_hands_is_complete() -> None:
    assert [*hands()] == [*range(1, 41)]
