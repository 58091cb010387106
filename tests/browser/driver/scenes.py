"""The table states of the screenshots in docs/pictures, which layout tests also measure."""

from __future__ import annotations

from dataclasses import replace

from tests.browser.driver.scene import Scene, drew, played

from tilerummy.players.decisions import Motive
from tilerummy.server.messages.views import ClockView
from tilerummy.server.room.room import Place
from tilerummy.state import Ended, Ending
from tilerummy.tiles import rack

GROUPS = (
    "k1 b1 o1 / k2 r2 o2 / k5 r5 b5 / k6 r6 b6 o6 / r9 b9 *9 / k8 r8 b8 o8"
    " / k12 r12 o12 / k13 r13 o13"
)
RUNS = "r1 r2 r3 r4 / b2 b3 b4 b5 / b10 b11 b12 b13 / o3 o4 o5 / k9 k10 k11"
RACK = "k3 k4 b7 o7 r7 r10 r11 r12 o10 o11 b6"

TABLE = Scene(
    position=f"table {GROUPS} / {RUNS} | rack {RACK} | opened no | turn 15",
    names=("Noa", "Tom", "Mira", "Ana"),
    counts=(15, 6, 3),
    opened=(False, True, True),
    fresh="b6",
    played="o8",
    clock=ClockView(turn_ms=60_000, left_ms=42_000, running=True, reserve_ms=[0, 0, 0, 0]),
    terms={"turn_ms": 60_000},
    moves=(
        played(2, "k5 r5 b5"),
        drew(1, "r3"),
        played(3, "k12 r12 o12"),
        drew(0, "o10"),
        played(2, "k1 b1 o1"),
        drew(1, "r3"),
        played(3, "b10 b11 b12 b13"),
        drew(0, "r7"),
        played(2, "r1 r2 r3 r4", "r1 r2 r3"),
        drew(1, "r3"),
        played(3, "o3 o4 o5", "o4 o5 o6"),
        drew(0, "b6"),
        played(2, "k6 r6 b6 o6 / k9 k10 k11", "k6 r6 b6"),
        drew(1, "r3"),
        played(3, "k8 r8 b8 o8", "k8 r8 b8"),
    ),
    chat=(("Mira", "Good luck!"), ("Ana", "Only three left!")),
)
"""The viewer's turn, with ten tiles to open; three other players are at the table."""

WAIT = replace(TABLE, to_move=1)
"""The table of ``TABLE`` during another player's turn."""

END = replace(
    TABLE,
    position=f"table {GROUPS} / r7 b7 k7 o7 / {RUNS} k12 | rack | opened 3 | turn 15",
    counts=(10, 4, 2),
    opened=(True, True, True),
    fresh="",
    played="r7 b7 k7 o7 k12",
    phase="over",
    moves=(*TABLE.moves, played(0, "r7 b7 k7 o7 / k9 k10 k11 k12", "k9 k10 k11")),
    clock=ClockView(),
    ended=Ended(
        Ending.WENT_OUT,
        (127, -83, -23, -21),
        (rack(""), rack("k1 k3 r8 r13 k3 b6 b9 o1 o9 *"), rack("r6 k1 o12 k4"), rack("r11 o10")),
        winner=0,
    ),
    motives={
        1: (Motive.of("nothing"), Motive.of("saved_jokers")),
        2: (Motive.of("most", n=3),),
        3: (Motive.of("held"),),
    },
)
"""The viewer has won the round with their last five tiles."""

CURTAIN = Scene(
    position=(
        "table k5 r5 b5 / k8 r8 b8 o8 / r9 b9 *9 / b2 b3 b4 b5 b6 b7 / r1 r2 r3 r4 / o9 o10 o11"
        " / k9 k10 k11 / o3 o4 o5 | rack k1 k2 r8 r12 b10 o13 o13 k13 | opened 3 | turn 15"
    ),
    names=("Ruth", "Ben", "Ada", "Jo"),
    counts=(5, 11, 14),
    opened=(True, True, False),
    played="b6 b7 o9 o10 o11",
    places=tuple(
        Place(kind="person", guest="0", name=name, face=face, colour=colour, local=name != "Ruth")
        for name, face, colour in (
            ("Ruth", "koala", "sun"),
            ("Ben", "panda", "amber"),
            ("Ada", "bear", "sky"),
            ("Jo", "lion", "sky"),
        )
    ),
    moves=(
        played(2, "k9 k10 k11"),
        drew(3, "r3"),
        played(0, "r1 r2 r3 r4", "r1 r2 r3"),
        played(1, "b2 b3 b4 b5 b6 b7 / o9 o10 o11", "b2 b3 b4 b5"),
    ),
)
"""Four players share the device, and the first has not yet shown her rack."""

SCENES = {"table": TABLE, "wait": WAIT, "end": END}
