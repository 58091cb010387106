"""A verdict cites the sentences of the rules that decide it."""

from __future__ import annotations

import pytest

from tilerummy.protocol.referee import answer
from tilerummy.rules import PRESETS, Refusal
from tilerummy.rules_text import behind_refusal, rules_sections

UNCITED = {
    Refusal.BAD_NOTATION,
    Refusal.GAME_OVER,
    Refusal.NOT_YOUR_TURN,
    Refusal.MUST_DRAW,
    Refusal.CANNOT_DRAW,
    Refusal.CANNOT_PASS,
    Refusal.MUST_DISCARD,
    Refusal.DISCARD_NOT_AVAILABLE,
    Refusal.TRUMP_NOT_WINNING,
}
"""Refusals of actions that are not plays."""
ONLY_IN = {
    Refusal.FREE_TILE_UNAVAILABLE: {"mcgraw"},
    Refusal.JOKERS_MUST_BE_PLAYED: {"mcgraw"},
    Refusal.NOTHING_TO_DISCARD: {"american", "international"},
    Refusal.NO_SUCH_HAND: {"international"},
    Refusal.NO_NEW_DEAL: {"tournament"},
}
"""Refusals that only these presets have."""


@pytest.mark.parametrize("name", PRESETS)
def test_every_refusal_of_a_play_has_a_rule(name: str) -> None:
    known = {each for section in rules_sections(name) for each in section.sentences}
    for refusal in Refusal:
        cited = behind_refusal(name, refusal, opened=False)
        expected = refusal not in UNCITED and name in ONLY_IN.get(refusal, {name})
        if refusal is Refusal.JOKER_REUSE and name in {"american", "international"}:
            continue  # melds are only extended there, and a replaced joker may go anywhere
        assert bool(cited) == expected, refusal
        assert {each.sentence for each in cited} <= known


def cited(**question: object) -> list[str]:
    """Return the first words of the sentences behind a verdict."""
    told = answer({**question, "cite": True})
    assert told["source"]
    rules = told["rules"]
    assert isinstance(rules, list)
    return [" ".join(each.split()[:5]) for each in rules]


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        (
            {"table": "", "rack": "k4 k5 k6", "play": "k4 k5 k6", "opened": False},
            ["Your first melds must be"],
        ),
        (
            {
                "table": "k1 k2 k3 k4",
                "rack": "r4 b4",
                "play": "k1 k2 k3 / k4 r4 b4",
                "opened": False,
            },
            ["Your first melds must all"],
        ),
        (
            {"table": "b5 b6 *b7 b8", "rack": "b9", "play": "b5 b6 *b7 / b8 b9"},
            ["A meld is a group", "A group is one number", "A 1 is always low:"],
        ),
        (
            {"table": "k1 k2 k3", "rack": "k4", "play": "k1 k2 k3 k4"},
            ["A play turns one valid"],
        ),
        (
            {"table": "k1 k2 *k3", "rack": "k3 r4 b4", "play": "k1 k2 k3 / *4 r4 b4"},
            ["A play turns one valid", "You may add tiles to", "The tile that replaces a"],
        ),
    ],
    ids=["too low", "closed", "no meld", "legal", "joker replaced"],
)
def test_a_verdict_cites_its_rules(question: dict[str, object], begins: list[str]) -> None:
    found = cited(**question)
    assert found[: len(begins)] == begins


def test_an_edition_is_cited_with_its_own_rule() -> None:
    table = {"table": "k1 k2 *k3", "rack": "k3 r4 b4 o4", "play": "k1 k2 k3 / *4 r4 b4 o4"}
    told = {
        name: answer({**table, "ruleset": name, "cite": True}) for name in ("sabra", "rummikub")
    }
    rules = {name: str(each["rules"]) for name, each in told.items()}
    assert "comes from your rack." in rules["sabra"]
    assert "from your rack or from elsewhere on the table" in rules["rummikub"]
    assert told["sabra"]["source"] != told["rummikub"]["source"]


def test_nothing_is_cited_unless_asked() -> None:
    told = answer({"table": "k1 k2 k3", "rack": "k4", "play": "k1 k2 k3 k4"})
    assert "rules" not in told
    assert "source" not in told
