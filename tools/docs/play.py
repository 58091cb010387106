"""Generates tables for the rules pages: a turn, a scoring example and the closed hands."""

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
    """Yield a table of each phase of a turn, its actions and their results, line by line."""
    yield "| when | you may | and then |"
    yield "|---|---|---|"
    for way in turn_choices(rules):
        typed = " (in the terminal: done)" if way.may.code == "may.pass" else ""
        yield f"| {way.when} | {way.may}{typed} | {way.then} |"


_LEFT = ("", "k7 r3 b1 b1", "r13 *")


def score_example(rules: Ruleset) -> Iterator[str]:
    """Yield a table of scores computed by the ruleset, line by line."""
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
        tiles = f"`{left}`" if left else "none, wins"
        if rules.tells_wins_apart and not won.opened[seat]:
            tiles += ", has not melded"
        sizes = f" | {joined(tuple(map(str, won.handfuls[seat])))}" if grabbed else ""
        yield f"| {'ABC'[seat]} | {tiles}{sizes} | {score:+d} |"


def closed_hands() -> Iterator[str]:
    """Yield the table of closed hands, line by line."""
    yield "| | hand | fourteen tiles | no joker | one | two |"
    yield "|---|---|---|---|---|---|"
    for row in CLOSED_HANDS:
        none, one, two = row.points
        description = " ".join(map(str, hand_sentences(row)))
        yield f"| {row.number} | {row.name} | {description} | {none} | {one} | {two} |"


_HANDS = (
    "k1 k1 k2 k3 k4 k5 k6 k7 k8 * k10 k11 k12 k13",
    "r3 r4 r5 k9 r9 b9 o10 o11 o12 o13 k2 r2 b2 o2",
    "k10 k10 r11 r11 b12 b12 o13 o13 r10 r10 b1 b1 * *",
)


def hands_read() -> Iterator[str]:
    """Yield a sentence on how each sample hand is recognised."""
    for text in _HANDS:
        match = recognise(rack(text))
        assert match is not None
        yield (
            f"`{text}` is {match.hand.name} ({match.hand.number}), {match.points} points:"
            f" `{match.shown}`."
        )
