"""Tables of the pages: a turn, an example of a score, and the closed hands."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.message_text import joined
from tilerummy.rules import Ruleset
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS, recognise
from tilerummy.rules.rounds.scoring import Result
from tilerummy.rules_text.closed_hands import hand_sentences
from tilerummy.rules_text.sections import turn_choices
from tilerummy.state import Win
from tilerummy.tiles import rack


def turn(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table: for each phase of a turn, the actions and what follows."""
    yield "| when | you may | and then |"
    yield "|---|---|---|"
    for way in turn_choices(rules):
        typed = " (in the terminal: done)" if way.may.code == "may.pass" else ""
        yield f"| {way.when} | {way.may}{typed} | {way.then} |"


_LEFT = ("", "k7 r3 b1 b1", "r13 *")


def score_example(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table of scores, computed by the ruleset."""
    won = Result(
        racks=tuple(map(rack, _LEFT)),
        winner=0,
        to_move=1,
        opened=(True, True, False),
        win=Win.OPEN if rules.tells_wins_apart else None,
        handfuls=((14, 16), (14, 13), (12, 15)) if rules.deal.handfuls else (),
        aim=rules.deal.tiles,
    )
    scores = rules.scoring.score(won).scores
    grabbed = " | handfuls" if rules.deal.handfuls else ""
    yield f"| player | tiles left{grabbed} | score |"
    yield "|---|---|---|---|" if grabbed else "|---|---|---|"
    for seat, (left, score) in enumerate(zip(_LEFT, scores, strict=True)):
        held = f"`{left}`" if left else "none, wins"
        if rules.tells_wins_apart and not won.opened[seat]:
            held += ", has not melded"
        sizes = f" | {joined(tuple(map(str, won.handfuls[seat])))}" if grabbed else ""
        yield f"| {'ABC'[seat]} | {held}{sizes} | {score:+d} |"


def closed_hands() -> Iterator[str]:
    """Yield the lines of the table of closed hands."""
    yield "| | hand | fourteen tiles | no joker | one | two |"
    yield "|---|---|---|---|---|---|"
    for row in CLOSED_HANDS:
        none, one, two = row.points
        what = " ".join(map(str, hand_sentences(row)))
        yield f"| {row.number} | {row.name} | {what} | {none} | {one} | {two} |"


_HANDS = (
    "k1 k1 k2 k3 k4 k5 k6 k7 k8 * k10 k11 k12 k13",
    "r3 r4 r5 k9 r9 b9 o10 o11 o12 o13 k2 r2 b2 o2",
    "k10 k10 r11 r11 b12 b12 o13 o13 r10 r10 b1 b1 * *",
)


def hands_read() -> Iterator[str]:
    """Yield how some hands are recognised."""
    for text in _HANDS:
        found = recognise(rack(text))
        assert found is not None
        yield (
            f"`{text}` is {found.hand.name} ({found.hand.number}), worth {found.points}:"
            f" `{found.shown}`."
        )
