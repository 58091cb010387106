"""The answer about a score names the winner, and how a tie was settled."""

from __future__ import annotations

import pytest

from tilerummy.protocol.json_lines import Answer, QuestionError
from tilerummy.protocol.referee import answer

EACH = "seats {} hold 5 points each; seats {} have the fewest tiles, and seat {} would move next"


def ask(**fields: object) -> Answer:
    return answer({"score": fields})


def test_the_winner_is_named() -> None:
    assert ask(racks=["k13", "", "r1"], winner=1)["winner"] == 1
    assert ask(racks=["k13", "r1"], winner=None, to_move=0)["winner"] == 1
    assert ask(ruleset="mcgraw", racks=["k13", "r1"], winner=None)["winner"] is None


def test_no_tie_is_named_where_there_is_none() -> None:
    assert "tie" not in ask(racks=["k13", "", "r1"], winner=1)
    assert "tie" not in ask(racks=["k13", "r1"], winner=None, to_move=0)


@pytest.mark.parametrize(
    ("racks", "winner", "sentence"),
    [
        (["k5", "k2 k3"], 0, "seats 0 and 1 hold 5 points each; seat 0 has the fewest tiles"),
        (
            ["k5", "r2 r3", "b5"],
            2,
            EACH.format("0, 1 and 2", "0 and 2", 2),
        ),
        (
            ["k6", "r5", "b5"],
            1,
            EACH.format("1 and 2", "1 and 2", 1),
        ),
    ],
)
def test_a_tie_says_how_it_was_settled(racks: list[str], winner: int, sentence: str) -> None:
    """RULES 2.3: "the one with fewer tiles wins, then the one who would have moved next"."""
    told = ask(racks=racks, winner=None, to_move=1)

    assert (told["winner"], told["tie"]) == (winner, sentence)


@pytest.mark.parametrize("ruleset", ["sabra", "mcgraw", "american"])
def test_who_went_out_has_no_tiles(ruleset: str) -> None:
    with pytest.raises(QuestionError, match=r"score\.winner: seat 0 went out.* k5"):
        ask(ruleset=ruleset, racks=["k5", "k6"], winner=0)
