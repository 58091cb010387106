"""``tilerummy review`` writes a game's review as text, JSON or a page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from tests.review.games import LITTLE, SMALL, game

from tilerummy.cli.review.command import review_command
from tilerummy.cli.review.page import HEIGHT, graph
from tilerummy.players.evaluation import Interval
from tilerummy.records import Participant, write_text
from tilerummy.review import Depth, Grade, ReviewedDecision, review
from tilerummy.review.work import AMOUNTS

RECORD = game(SMALL, ("casual", "casual"), 2)
TEXT = write_text(RECORD)


@pytest.fixture(autouse=True)
def quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make quick reviews as small as possible."""
    assert LITTLE.amount is not None
    monkeypatch.setitem(AMOUNTS, Depth.QUICK, LITTLE.amount)


def by(*players: Participant) -> str:
    """Return *record* as text, with other players."""
    return write_text(replace(RECORD, players=players))


def reviewed(tmp_path: Path, *options: str, text: str = TEXT) -> Result:
    """Run the command for a record, and return the exit status and the output."""
    file = tmp_path / "game.rummy"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(review_command, [str(file), "--jobs", "1", *options])


def test_the_text_names_what_was_missed_and_where_the_result_came_from(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--seat", "2")

    assert ran.exit_code == 0, ran.output
    assert "Player 2: " in ran.output
    assert "Player 1: " not in ran.output
    assert re.search(
        r"from 50 % to (100|0) %: the deal .*, the tiles drawn .*, how the others", ran.output
    )
    assert re.search(r"the result without the luck of deal and draws: -?\d+ %", ran.output)
    assert "anyone's luck" not in ran.output


def test_the_reviews_of_all_seats_say_the_result_without_the_luck_of_all(tmp_path: Path) -> None:
    text, form = (reviewed(tmp_path, *options).output for options in ((), ("--json",)))
    reviewed(tmp_path, "--html", str(tmp_path / "out.html"))
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    ((one, other),) = json.loads(form)["without_luck"]

    assert one + other == pytest.approx(1, abs=1e-4)
    assert "Round 1 without anyone's luck" in text
    assert re.search(r"Player 1 [-−]?\d+ %, Player 2 [-−]?\d+ %", text)
    assert "<caption>Win rates without anyone's luck</caption>" in page


def test_the_certain_part_has_no_chances(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--depth", Depth.CERTAIN.value)

    assert ran.exit_code == 0, ran.output
    assert "%" not in ran.output


def test_json_is_versioned_and_its_parts_sum_to_the_result(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--json", "--seat", "1")
    found = json.loads(ran.output)
    (seat,) = found["seats"]
    ((ledger, played),) = [(each["ledger"], each) for each in seat["rounds"]]

    assert (found["v"], found["rules"], found["reference"]) == (4, "sabra", "save_jokers")
    assert (seat["seat"], seat["name"]) == (0, "Player 1")
    parts = sum(ledger[part]["win"] for part in ("deal", "draws", "others", "play", "skill"))
    assert ledger["start"]["win"] + parts == pytest.approx(float(played["won"]), abs=1e-4)
    assert sum(step["win"] for step in played["luck"]) == pytest.approx(parts, abs=1e-3)
    luck = ledger["deal"]["win"] + ledger["draws"]["win"]
    assert ledger["luck"]["win"] == pytest.approx(luck, abs=1e-4)
    assert ledger["adjusted"] == pytest.approx(ledger["end"]["win"] - luck, abs=1e-4)
    for decision in played["decisions"]:
        mean, low, high = decision["chosen"]["win"]
        assert 0 <= low <= mean <= high <= 1


class Page(HTMLParser):
    """Collects the addresses in an HTML page, and checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.references += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_has_the_graph_as_a_table(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--html", str(tmp_path / "out.html"))
    written = (tmp_path / "out.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(written)
    graphs = re.findall(r"<figure>(<svg.*?</svg>)", written)

    assert (ran.exit_code, ran.output) == (0, "")
    assert (page.open, page.references) == ([], [])
    assert len(graphs) == 2
    for picture in graphs:
        drawn = ET.fromstring(picture)
        assert drawn.get("role") == "img"
    assert written.count("The chances as a table") == 2
    assert written.count('<th scope="row">without luck</th>') == 2
    assert "url(" not in written
    assert "@import" not in written


def test_the_line_falls_by_the_cost_of_a_mistake_in_its_turn() -> None:
    (played,) = review(RECORD, 0, LITTLE).rounds
    at = next(i for i, each in enumerate(played.decisions) if each.chosen is not None)
    fair = replace(played.decisions[at], grade=Grade.NONE)
    assert fair.chosen is not None
    chosen, best = (
        replace(fair.chosen, win=Interval(win, win, win), actions=()) for win in (0.6, 1.0)
    )
    cost = Interval(0.4, 0.3, 0.5)
    blunder = replace(fair, chosen=chosen, best=best, error=cost, grade=Grade.BLUNDER)

    def line(decision: ReviewedDecision) -> list[list[float]]:
        decisions = (*played.decisions[:at], decision, *played.decisions[at + 1 :])
        drawn = graph(replace(played, decisions=decisions), "Ann")
        (points,) = re.findall(r'class="line" points="([^"]*)"', drawn)
        return [[*map(float, point.split(","))] for point in points.split()]

    known = sum(each.chosen is not None for each in played.decisions[:at])
    (x, before), (same, after) = line(blunder)[known : known + 2]
    assert len(line(blunder)) == len(line(fair)) + 1
    assert x == same
    assert after - before == pytest.approx(0.4 * (HEIGHT - 52), abs=0.2)


def test_names_are_written_as_text(tmp_path: Path) -> None:
    text = by(Participant("<b>Ada"), Participant("Ben"))
    reviewed(tmp_path, "--html", str(tmp_path / "out.html"), "--depth", "certain", text=text)
    written = (tmp_path / "out.html").read_text(encoding="utf-8")

    assert "&lt;b&gt;Ada" in written
    assert "<b>" not in written


def test_only_human_players_are_reviewed_by_default(tmp_path: Path) -> None:
    text = by(Participant("Ada"), Participant("Ben", "casual"))
    ran = reviewed(tmp_path, "--depth", "certain", text=text)

    assert "Ada: " in ran.output
    assert "Ben: " not in ran.output


def test_a_player_whose_tiles_are_unknown_cannot_be_reviewed(tmp_path: Path) -> None:
    text = """\
Ruleset: sabra+deal.tiles=7
Player: Ann
Player: Ben

Round 1
Starter: Ann
Rack Ann: r10 r11 r12 o4 b1 * k13
1. Ann: draw (k4)
2. Ben: draw
"""
    usual, ben = (
        reviewed(tmp_path, "--depth", "certain", *o, text=text) for o in ((), ("--seat", "Ben"))
    )

    assert "Ann: 1 decision" in usual.output
    assert ben.exit_code == 1
    assert "the tiles of Ben were not recorded" in ben.output


MANY = """\
Ruleset: sabra
Player: Ann
Player: Ben
Player: Cem

Round 1
Starter: Ann
Rack Ann: k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7
Rack Ben: b1 b2 b3 b4 b5 b6 b7 o1 o2 o3 o4 o5 o6 o7
Rack Cem: k1 k2 k3 k4 k5 k6 k7 k10 r2 r3 r4 r5 o1 o9
1. Ann: draw (k8)
2. Ben: play => b1 b2 b3 b4 b5 b6 b7 / o1 o2 o3 o4 o5 o6 o7
Score: Ann -64, Ben 126, Cem -62
"""


def test_the_points_are_those_of_the_record_and_beside_the_others(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--depth", "certain", text=MANY)
    reviewed(tmp_path, "--depth", "certain", "--html", str(tmp_path / "out.html"), text=MANY)
    found = json.loads(reviewed(tmp_path, "--depth", "certain", "--json", text=MANY).output)
    said = "Round 1: lost, −64 points, 96 worse than the other players on average"

    assert said in ran.output
    assert f"<h3>{said}</h3>" in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert found["seats"][0]["rounds"][0]["points"] == -96


def test_many_tiles_are_counted_in_the_sentence_and_shown_below_it(tmp_path: Path) -> None:
    out = "k1 k2 k3 k4 k5 k6 k7 r1 r2 r3 r4 r5 r6 r7"
    ran = reviewed(tmp_path, "--depth", "certain", "--seat", "Ann", text=MANY)
    found = json.loads(reviewed(tmp_path, "--depth", "certain", "--json", text=MANY).output)
    after = ran.output.split("You could have gone out: ")[1]
    sentence, _, below = after.partition("\n")

    assert sentence == "14 tiles."
    assert " ".join(below.split("better lay ")[1].split()) == out
    assert max(map(len, ran.output.splitlines())) <= 80
    reason = found["seats"][0]["rounds"][0]["decisions"][0]["reason"]
    assert sorted(reason["tiles"].split()) == sorted(out.split())


def broken_off(turns: int = 4) -> str:
    """Return the game's record if it had been resigned after that number of turns."""
    [played] = RECORD.rounds
    cut = replace(played, steps=played.steps[:turns])
    return write_text(replace(RECORD, rounds=(cut,), result=None))


def test_a_round_that_was_given_up_ends_with_the_chance_at_which_it_was(tmp_path: Path) -> None:
    text = broken_off()
    ran = reviewed(tmp_path, "--seat", "1", text=text)
    reviewed(tmp_path, "--seat", "1", "--html", str(tmp_path / "out.html"), text=text)
    found = json.loads(reviewed(tmp_path, "--seat", "1", "--json", text=text).output)
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    [played] = found["seats"][0]["rounds"]
    chance = f"{round(100 * played['ledger']['end']['win'])} %"
    said = f"Round 1: ended early at a chance of {chance}"
    [line] = re.findall(r'<polyline class="line" points="([^"]*)"', page)
    x, y = map(float, line.split()[-1].split(","))

    assert (played["won"], played["ledger"]["finished"]) == (None, False)
    assert said in ran.output
    assert "the chance without the luck of deal and draws" in ran.output
    assert f"<h3>{said}</h3>" in page
    assert f"at the end, ended early at a chance of {chance}</title>" in page
    assert f'<th scope="row">when it ended</th><td>{chance}</td>' in page
    assert len(line.split()) == len(played["decisions"]) + 1
    top, bottom = map(float, re.findall(r'<path class="grid" d="M\d+ ([\d.]+)H', page)[::-4])
    end = played["ledger"]["end"]["win"]
    assert y == pytest.approx(top + (bottom - top) * (1 - end), abs=0.1)
    assert f'<circle class="end" cx="{x:.1f}" cy="{y:.1f}"' in page


def test_a_round_that_was_given_up_is_broken_off_where_no_chance_is_known(tmp_path: Path) -> None:
    ran = reviewed(tmp_path, "--depth", Depth.CERTAIN.value, text=broken_off())

    assert "Round 1: ended early\n" in ran.output
