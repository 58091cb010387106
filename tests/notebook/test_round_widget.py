"""The Python side of the notebook widget, which receives the browser's messages."""

from __future__ import annotations

import json
from random import Random

import pytest

from tilerummy import Event, player
from tilerummy.notebook import RoundWidget
from tilerummy.notebook.widget import SCRIPT

pytestmark = pytest.mark.skipif(not SCRIPT.exists(), reason="the web client is not built")


class Page:
    """A fake browser: sends messages, and collects the messages from Python."""

    def __init__(self, widget: RoundWidget, monkeypatch: pytest.MonkeyPatch) -> None:
        self.widget = widget
        self.received: list[dict[str, object]] = []
        monkeypatch.setattr(widget, "send", self.received.append)

    def send(self, **message: object) -> None:
        self.widget._handle_custom_msg(json.loads(json.dumps(message)), [])

    def hinted(self) -> list[str]:
        """The table after the hint, or no melds."""
        self.send(act="hint")
        melds = self.received.pop()["hint"]
        assert isinstance(melds, list)
        return melds


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    return Page(RoundWidget("sabra", seed=4, computers="beginner"), monkeypatch)


def test_the_person_sees_their_rack_and_only_the_number_of_other_tiles(page: Page) -> None:
    position = page.widget.position

    assert page.widget.round.to_move == 0
    assert position["rack"] == str(page.widget.round.state.seats[0].rack)
    assert [seat["name"] for seat in position["seats"]] == ["", "beginner"]
    assert str(page.widget.round.state.seats[1].rack) not in json.dumps(position)
    assert position["acts"] == ["draw"]


def test_a_whole_round_is_played_and_reported(page: Page) -> None:
    reported: list[Event] = []
    dealt = page.widget.round.events
    page.widget.on_events(reported.extend)

    while page.widget.round.outcome is None:
        melds = page.hinted()
        acts = page.widget.position["acts"]
        page.send(act="done", table=melds) if melds else page.send(act=acts[0])

    assert page.received == []
    assert (*dealt, *reported) == page.widget.round.events
    result = page.widget.position["result"]
    assert result["scores"] == [*page.widget.round.outcome.scores]
    assert page.widget.position["toMove"] is None


def test_an_illegal_table_changes_nothing_and_every_reason_is_sent(page: Page) -> None:
    before = page.widget.round.state

    page.send(act="done", table=["k1 k2 k3 k4", "r5 r6"])
    page.send(act="done", table=["k1 k2 k3"])
    page.send(act="pass")

    sent = json.loads(json.dumps(page.received))
    codes = [[reason["code"] for reason in each["reasons"]] for each in sent]
    assert codes[0] == ["invalid_meld"]
    assert "not_on_rack" in codes[1]
    assert codes[2] == ["cannot_pass"]
    assert page.widget.round.state == before


@pytest.mark.parametrize(
    "message", [{}, {"act": "win"}, {"act": "done"}, {"act": "done", "table": 3}]
)
def test_an_unknown_message_changes_nothing(page: Page, message: dict[str, object]) -> None:
    before = page.widget.round.state

    page.send(**message)

    assert page.widget.round.state == before


def test_no_more_events_are_reported_after_the_end_of_a_subscription(page: Page) -> None:
    reported: list[object] = []
    stop = page.widget.on_events(reported.append)
    stop()

    page.send(act="draw")

    assert reported == []


def test_other_players_move_first_if_it_is_their_turn() -> None:
    computers = ("casual", player("club", Random(1)))
    widget = RoundWidget("rummikub", seats=3, seat=-1, computers=computers, seed=3)

    assert widget.seat == 2
    assert widget.round.outcome is not None or widget.round.to_move == 2
    assert widget.position["seat"] == 2


def test_a_ruleset_with_discards_and_a_wrong_number_of_players_are_refused() -> None:
    with pytest.raises(ValueError, match="discard"):
        RoundWidget("american")
    with pytest.raises(ValueError, match="2 computer players"):
        RoundWidget("sabra", seats=3, computers=["club"])
