"""The referee and the solver return only proven results."""

from __future__ import annotations

import msgspec
import pytest

from tilerummy.analysis import Turn
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.protocol import referee
from tilerummy.protocol.solve import solved
from tilerummy.rules import Ruleset
from tilerummy.server.jobs import analysis, playing_on, questions
from tilerummy.server.messages.bodies.questions import (
    Analyse,
    AnalyseAnswer,
    Judge,
    PlayOn,
    Solve,
)
from tilerummy.state import Action, Draw, State

OVER_TWO_PLAYS = Judge(
    table="k1 k2 k3", rack="k4 r4 b4 o4", after="k1 k2 *k3 / r4 b4 o4", turn=True
)


def test_a_turn_search_that_times_out_does_not_call_it_illegal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(referee, "turn_for", lambda *_, **__: Turn((), proven=False))
    with pytest.raises(OutOfTimeError):
        questions.judge_answer(OVER_TWO_PLAYS)


def test_a_turn_proven_impossible_is_illegal() -> None:
    answer = questions.judge_answer(OVER_TWO_PLAYS)
    assert not answer.legal


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize(
    "fields",
    [
        {"table": "k1 k2 k3", "rack": "k4 r1", "play": "k1 k2 k3 k4"},
        {
            "table": "k1 k2 k3",
            "rack": "r10 r11 r12 k4 o9",
            "play": "k1 k2 k3 k4 / r10 r11 r12",
            "opened": False,
        },
        {"table": "k1 k2 k3", "rack": "r4", "play": "k1 k2 k3 r4"},
        {"table": "k4 k5 k6 k7", "rack": "r1", "play": "k4 k5 k6 k7", "placed_this_turn": True},
    ],
)
def test_the_board_and_the_command_line_agree(
    fields: dict[str, object],
    turn: bool,  # noqa: FBT001
) -> None:
    question = {**fields, "turn": turn}
    board = questions.judge_answer(Judge(**question))  # type: ignore[arg-type]
    expected = referee.answer(question)

    assert {name: getattr(board, name) for name in expected} == expected


def test_the_board_shows_problems_and_the_position_as_read() -> None:
    board = questions.judge_answer(
        Judge(table="k5 r5 y5 / k5 b5 o5", rack="5k", play="k5 r5 o5 / k5 b5 o5")
    )

    assert [(why.code, why.tiles) for why in board.problems] == [("too_many_copies", ["k5"])]
    assert board.read == {"table": "k5 r5 o5 / k5 b5 o5", "rack": "k5"}


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"table": "", "rack": "r1 r2 r3"}, []),
        ({"table": "", "rack": "r1 r2 r3", "opened": True}, ["opened_without_melds"]),
        ({"table": "k5 r5 o5 / k5 b5 o5", "rack": "k5"}, ["too_many_copies"]),
        ({"table_tiles": "k5 r5 o5 k5", "rack": "k5"}, ["too_many_copies"]),
    ],
)
def test_the_board_and_the_command_line_report_the_same_problems(
    fields: dict[str, object], codes: list[str]
) -> None:
    best = questions.solve_answer(Solve(**fields))  # type: ignore[arg-type]
    assert [why.code for why in best.problems] == codes
    assert len(solved(fields).answer.get("warnings", ())) == len(codes)  # type: ignore[arg-type]
    if "table" in fields:
        question = {**fields, "play": fields["table"]}
        board = questions.judge_answer(Judge(**question))  # type: ignore[arg-type]
        assert [why.code for why in board.problems] == codes
        assert len(referee.answer(question).get("warnings", ())) == len(codes)  # type: ignore[arg-type]


def test_loose_table_tiles_are_arranged_over_http() -> None:
    answer = questions.solve_answer(Solve(table_tiles="k5 r5 r6 r7 *", rack="o5 k9"))
    none = questions.solve_answer(Solve(table_tiles="k5", rack=""))

    assert (answer.tiles, answer.play) == (1, "r6 r7 *r8 / k5 r5 o5")
    assert none.play is None


def test_playing_on_without_enough_time_does_not_blame_the_question() -> None:
    ticks = iter([0.0])
    late = Deadline(1000, clock=lambda: next(ticks, 2.0))

    with pytest.raises(OutOfTimeError):
        playing_on.play_on(PlayOn(table="k1 k2 k3", rack="r5", held=[8]), deadline=late)


def test_playing_on_gives_every_player_a_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """House rules with many tiles make positions where a turn takes a minute without a limit."""
    given = list[Deadline]()

    class Watched:
        def choose(
            self, rules: Ruleset, view: State, seat: int, *, deadline: Deadline = NEVER
        ) -> tuple[Action, ...]:
            assert seat == view.to_move, rules
            given.append(deadline)
            return (Draw(),)

    monkeypatch.setattr(playing_on, "player", lambda *_: Watched())
    question = PlayOn(players=3, table="k1 k2 k3", rack="r5", held=[8, 6])
    playing_on.play_on(question, deadline=Deadline(1000, clock=lambda: 0.0))

    assert [round(each.left) for each in given] == [400, 400]


PAIRS = "k8 k8 r9 r9 b10 b10 o11 o11 k12 k12 r13 r13 b7 b7 o1"


def test_every_answer_lists_the_closed_hand_that_can_be_declared() -> None:
    """RULES 3.2: seven pairs win without laying a tile."""
    asked = {"ruleset": "international", "table": "", "rack": PAIRS, "opened": False}
    solution = questions.solve_answer(Solve(**asked))  # type: ignore[arg-type]
    verdict = questions.judge_answer(Judge(**asked, after="k8 k8"))  # type: ignore[arg-type]
    best = analysis.analyse(Analyse(**asked))  # type: ignore[arg-type]
    assert isinstance(best, bytes)
    closed = msgspec.json.decode(best, type=AnalyseAnswer).closed

    assert closed is not None
    assert (closed.name, closed.points, closed.discard) == ("Seven pairs", 1700, "o1")
    assert [solution.closed, verdict.closed] == [closed, closed]
    assert not solution.tiles
