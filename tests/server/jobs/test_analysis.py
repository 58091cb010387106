"""The studio sorts plays by chance if enough games were played out, and otherwise by tiles."""

from __future__ import annotations

import msgspec
import pytest

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation import candidates
from tilerummy.protocol.question_fields import QuestionFields, position
from tilerummy.rules import Ruleset
from tilerummy.server.jobs import analysis
from tilerummy.server.messages.bodies.questions import Analyse, AnalyseAnswer
from tilerummy.state import Play, State

POSITION = Analyse(table="k5 r5 b5", rack="o5 k1 k2", chances=True, held=[4], pool=20)


@pytest.mark.parametrize(("worlds", "known"), [(2, False), (18, False), (20, True)])
def test_a_chance_needs_enough_worlds(
    monkeypatch: pytest.MonkeyPatch,
    worlds: int,
    known: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setattr(analysis, "WORLDS", worlds // 2)
    body = analysis.analyse(POSITION)
    assert isinstance(body, bytes)
    answer = msgspec.json.decode(body, type=AnalyseAnswer)

    assert answer.plays
    assert answer.worlds == (worlds if known else 0)
    assert [play.chance is not None for play in answer.plays] == [known] * len(answer.plays)


MANY = Analyse(
    table="r3 r4 r5 / k7 k8 k9", rack="r6 r7 k10 k11 b1 o4", chances=True, held=[9], most=8
)


def test_without_chances_the_plays_are_sorted_by_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "WORLDS", 1)
    body = analysis.analyse(MANY)
    assert isinstance(body, bytes)
    answer = msgspec.json.decode(body, type=AnalyseAnswer)

    assert answer.worlds == 0
    tiles = [play.tiles for play in answer.plays]
    assert len(tiles) == 8
    assert tiles == sorted(tiles, reverse=True)


def test_the_best_play_is_listed_although_time_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_late(
        rules: Ruleset, state: State, *, known: tuple[Play, ...], deadline: Deadline
    ) -> object:
        times = iter([0.0])
        over = Deadline(1, clock=lambda: next(times, deadline.left))
        return candidates(rules, state, known=known, deadline=over)

    monkeypatch.setattr(analysis, "candidates", too_late)
    body = analysis.analyse(POSITION)
    assert isinstance(body, bytes)
    answer = msgspec.json.decode(body, type=AnalyseAnswer)

    assert answer.proven
    assert [play.tiles for play in answer.plays] == [1, 0]


def test_a_play_of_the_viewer_s_own_is_counted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "WORLDS", 10)
    fields = {"table": "r3 r4 r5 / k7 k8 k9", "rack": "r6 r7 k10 k11 b1 o4"}
    own = "k7 k8 k9 k10 / r3 r4 r5"
    asked = Analyse(**fields, after=own, chances=True, held=[9], most=1)  # type: ignore[arg-type]
    illegal = msgspec.structs.replace(asked, after="r3 r4 r5 / k7 k8 k9 k11")

    answers = [_decoded(analysis.analyse(each)) for each in (asked, illegal)]

    assert [len(answer.plays) for answer in answers] == [2, 1]
    assert answers[0].plays[1].play == own
    assert answers[0].plays[1].chance is not None


def test_only_the_given_plays_are_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "WORLDS", 10)
    given = ["", "k7 k8 k9 k10 / r3 r4 r5", "k7 k8 k9 / r3 r4 r5 r6 r7"]
    again = msgspec.structs.replace(MANY, most=4, among=[*given, "r3 r4 r5 / k7 k8 k9 k11"])

    plays = _decoded(analysis.analyse(again)).plays

    assert sorted(play.play if play.tiles else "" for play in plays) == sorted(given)
    assert all(play.chance for play in plays)


def test_the_other_seats_may_not_have_opened() -> None:
    rules, state = position(QuestionFields({"table": "k5 r5 b5", "rack": "o5", "players": 3}))

    seats = analysis.with_hidden(rules, state, [4, 7], None, [2]).seats

    assert [seat.opened is None for seat in seats] == [False, False, True]


def test_five_other_racks_can_be_given() -> None:
    table = {"ruleset": "sabra-six", "table": "k5 r5 b5", "rack": "o5", "players": 6}
    asked = msgspec.convert({**table, "held": [9, 8, 7, 6, 5]}, Analyse)

    assert asked.held == [9, 8, 7, 6, 5]


def _decoded(body: object) -> AnalyseAnswer:
    assert isinstance(body, bytes)
    return msgspec.json.decode(body, type=AnalyseAnswer)
