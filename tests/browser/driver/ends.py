"""Finished rounds for each way of scoring and each number of players."""

from __future__ import annotations

from dataclasses import replace

from tests.browser.driver.scene import drew, played
from tests.browser.driver.scenes import END, TABLE

from tilerummy.state import Declared, Discarded, Ended, Ending, Win
from tilerummy.tiles import rack, tile

assert END.ended is not None
LOST = replace(
    END,
    position=f"{END.position.split(' | ')[0]} | rack k3 k4 b7 | opened 3 | turn 15",
    counts=(10, 0, 2),
    to_move=2,
    moves=(*TABLE.moves, played(2, "r7 b7 k7 o7 / k9 k10 k11 k12", "k9 k10 k11")),
    ended=replace(
        END.ended,
        scores=(-14, -83, 118, -21),
        racks=(rack("k3 k4 b7"), END.ended.racks[1], rack(""), END.ended.racks[3]),
        winner=2,
    ),
)
"""A computer has gone out; the viewer has three tiles left."""

DUEL = replace(
    END,
    names=("Noa", "Mira"),
    counts=(10,),
    opened=(True,),
    moves=END.moves[-1:],
    motives={1: END.motives[1]},
    ended=Ended(Ending.WENT_OUT, (83, -83), END.ended.racks[:2], winner=0),
)
"""The viewer has won against one player."""

TRIO = replace(
    LOST,
    names=("Noa", "Tom", "Mira"),
    counts=(10, 0),
    moves=LOST.moves[-1:],
    motives={seat: END.motives[seat] for seat in (1, 2)},
    ended=Ended(
        Ending.WENT_OUT,
        (-14, -83, 97),
        (rack("k3 k4 b7"), END.ended.racks[1], rack("")),
        winner=2,
    ),
)
"""The viewer has lost against two players."""

MATCH = replace(
    END,
    terms={"rounds": 3},
    earlier=(
        replace(END.ended, scores=(-31, 87, -44, -12), winner=1),
        replace(END.ended, scores=(-8, -30, 61, -23), winner=2),
    ),
)
"""The viewer has won the last of three rounds, and the match."""

BETWEEN = replace(LOST, phase="between", terms={"rounds": 3}, earlier=MATCH.earlier[:1])
"""The viewer has lost the second of three rounds."""

INTERNATIONAL_END = replace(
    TABLE,
    preset="international",
    position="table k1 b1 o1 / r1 r2 r3 r4 | rack | opened 3 | turn 15",
    counts=(3, 2, 2),
    opened=(True, False, True),
    fresh="",
    played="",
    phase="over",
    moves=(played(0, "r1 r2 r3 r4"),),
    ended=Ended(
        Ending.WENT_OUT,
        (100, -24, -100, -12),
        (rack(""), rack("r6 k8 r13"), rack("r6 k1"), rack("r2 o13")),
        winner=0,
        win=Win.OPEN,
    ),
)
"""The viewer has won openly, and one of the other players pays double."""

CLOSED_END = replace(
    INTERNATIONAL_END,
    position=(
        "table k11 r11 o11 / b5 b6 b7 / r1 r2 r3 | rack | opened no | turn 15"
        " | trump r13 | discards k13"
    ),
    declared="k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12",
    counts=(9, 4, 5),
    opened=(False, True, False),
    moves=(
        drew(0, "r2"),
        Declared(0, 13, rack("k3 k4 k5 k6 r7 r8 r9 r10 b1 b2 b3 o10 o11 o12")),
        Discarded(0, tile("k13")),
    ),
    ended=Ended(
        Ending.WENT_OUT,
        (900, -900, -34, -900),
        (
            rack(""),
            rack("k1 r2 b9 k8 o6 r5 b13 k2 o13"),
            rack("k9 r13 b12 o5"),
            rack("r4 b10 o7 k10 *"),
        ),
        winner=0,
        win=Win.CLOSED,
        hand=13,
    ),
)
"""The viewer has declared a closed hand; the last drawn tile looks like one on the table."""

MCGRAW_END = replace(
    END,
    preset="mcgraw",
    ended=replace(END.ended, scores=(0, 83, 23, 21)),
)
"""Tiles left on a rack count against its owner."""

ENDS = {
    "won": END,
    "lost": LOST,
    "duel": DUEL,
    "trio": TRIO,
    "match": MATCH,
    "between": BETWEEN,
    "international": INTERNATIONAL_END,
    "closed hand": CLOSED_END,
    "mcgraw": MCGRAW_END,
}
