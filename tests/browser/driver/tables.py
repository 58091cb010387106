"""Tables that are hard to show: long names, two to six players, piles, trump, nearly all tiles."""

from __future__ import annotations

from dataclasses import replace

from tests.browser.driver.scene import Scene, drew, played
from tests.browser.driver.scenes import GROUPS, RACK, TABLE

from tilerummy.server.messages.views import ClockView
from tilerummy.server.room.room import Place

LONG_NAMES = (
    "Wilhelmina van Dyk",
    "Maximilian Oberhuber",
    "Anastasia Wolkonska",
    "אברהם־ישראל בן־שושן",
)
"""Names of the maximum length."""

LONG = replace(TABLE, names=LONG_NAMES, counts=(15, 6, 2))
"""Four players with long names; one has few tiles."""

TWO = replace(TABLE, names=("Noa", "Mira"), counts=(11,), opened=(True,), moves=())
THREE = replace(TABLE, names=("Noa", "Tom", "Mira"), counts=(18, 2), opened=(False, True), moves=())

SIX = replace(
    TABLE,
    preset="sabra-six",
    position=(
        "table k1 b1 o1 / k5 r5 b5 o5 / r8 b8 o8 / k12 r12 o12 / r1 r2 r3 r4 / b2 b3 b4 b5"
        " / b9 b10 b11 b12 b13 / o3 o4 o5 / k8 k9 k10 k11 / r9 b9 *9 / k3 r3 o3 / r6 r7 r8"
        " | rack k7 b7 o7 b6 k13 r10 r11 o10 o11 | opened 4 | turn 30"
    ),
    names=("Noa", "Jo", "Mira", "Tom", "Ana", "Lea"),
    counts=(9, 6, 15, 3, 12),
    opened=(True, True, False, True, True),
    fresh="",
    played="k11",
    clock=ClockView(turn_ms=60_000, left_ms=51_000, running=True, reserve_ms=[0] * 6),
    moves=(
        played(2, "r6 r7 r8"),
        drew(3, "r3"),
        played(4, "b9 b10 b11 b12 b13", "b9 b10 b11 b12"),
        drew(5, "r3"),
        played(0, "k3 r3 o3"),
        drew(1, "r3"),
        played(2, "r9 b9 *9"),
        drew(3, "r3"),
        played(4, "o3 o4 o5"),
        played(5, "k8 k9 k10 k11", "k8 k9 k10"),
    ),
    chat=(),
)
"""Six players, as drawn."""

SIX_LONG = replace(
    SIX, names=(*LONG_NAMES, "Wolfgang Amadeus", "Christina-Maria"), counts=(15, 6, 2, 14, 28)
)
"""Six players with long names; one has few tiles, another many."""

FIVE = replace(
    SIX, names=SIX.names[:5], counts=SIX.counts[:4], opened=SIX.opened[:4], moves=SIX.moves[:3]
)

MANY = replace(
    TABLE,
    position=(
        "table k5 r5 b5 / r9 r10 r11 | rack k1 k2 k3 k4 k6 k7 k8 k9 k10 k11 k12 k13 r1 r2 r3"
        " r4 r6 r7 b1 b2 b3 b7 b8 o1 o2 o3 o12 * | opened no | turn 15"
    ),
    fresh="",
    played="",
)
"""A rack of twenty-eight tiles."""

GONE = replace(
    LONG,
    places=(
        Place(kind="person", guest="0", name="Noa"),
        Place(kind="person", guest="1", name=LONG_NAMES[1], stood_in="casual"),
        Place(kind="person", guest="2", name=LONG_NAMES[2], resigned=True, stood_in="casual"),
        Place(kind="computer", name="Mira", level="club"),
    ),
)
"""A computer plays for two players, and one has left. It is the computer's turn."""

INTERNATIONAL = Scene(
    preset="international",
    position=(
        f"table k5 r5 b5 / r9 r10 r11 | rack {RACK} k1 k2 r8 | opened no | turn 15"
        " | phase draw | trump o13 | seat 3 discards r1 b1 k7"
    ),
    names=("Noa", "Tom", "Mira", "Ana"),
    counts=(14, 12, 9),
    opened=(False, True, True),
)
"""The start of a turn: the pool, the discard of the previous player, and the trump."""

MCGRAW = Scene(
    preset="mcgraw",
    position=f"table {GROUPS} | rack {RACK} | opened no | turn 15 | free k1 r3 b8 *",
    names=("Noa", "Tom", "Mira"),
    counts=(15, 6),
    opened=(False, True),
)
"""Four face-up tiles beside the table."""

FULL = Scene(
    position=(
        "table "
        + " / ".join(f"{c}{a} {c}{a + 1} {c}{a + 2}" for c in "krbo" for a in (1, 4, 7, 10))
        + " / k13 r13 b13 o13 / "
        + " / ".join(f"k{n} r{n} b{n} o{n}" for n in range(1, 13))
        + " | rack k13 * | opened 3 | turn 40"
    ),
    names=("Noa", "Tom", "Mira", "Ana"),
    counts=(1, 1, 1),
    opened=(True, True, True),
)
"""Nearly all tiles of the game are on the table."""

TABLES = {
    "long": LONG,
    "two": TWO,
    "three": THREE,
    "gone": GONE,
    "many": MANY,
    "international": INTERNATIONAL,
    "mcgraw": MCGRAW,
    "full": FULL,
}
