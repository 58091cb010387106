"""Complete games, typed by a bot that only reads the screen."""

from __future__ import annotations

import pytest
from tests.cli.play.fake_terminal import Bot, FakeTerminal, session
from tests.support.examples import LONG

from tilerummy.cli.play.match import play_match
from tilerummy.rules import PRESETS, ruleset
from tilerummy.state import Phase

KINDS = ("rummikub", "sabra", "sabra-way-tournament", "mcgraw", "american", "international")
"""One preset of every family; a short run plays only these."""


@pytest.mark.parametrize("name", PRESETS if LONG else KINDS)
def test_every_preset_is_played_to_its_end_by_reading_and_typing(name: str) -> None:
    paper = FakeTerminal(Bot())
    game = session(PRESETS[name], paper)

    play_match(game)

    assert game.state.phase is Phase.OVER
    assert game.match.over
    assert "End of round 1." in paper.text
    assert "\x1b" not in paper.text


@pytest.mark.parametrize("name", ["sabra", "mcgraw", "international"] if LONG else ["mcgraw"])
def test_four_people_at_one_keyboard_play_to_the_end(name: str) -> None:
    paper = FakeTerminal(Bot())
    game = session(PRESETS[name], paper, people=4, players=4)

    play_match(game)

    assert game.match.over


@pytest.mark.parametrize("name", ["sabra", "american"])
@pytest.mark.parametrize(("people", "players"), [(1, 1), (2, 6)])
def test_one_and_six_play_to_the_end(name: str, people: int, players: int) -> None:
    """RULES 5.1."""
    paper = FakeTerminal(Bot())
    game = session(PRESETS[name], paper, people=people, players=players)

    play_match(game)

    assert game.match.over
    assert len(game.match.totals) == players


@pytest.mark.parametrize("name", ["sabra", "american"])
def test_computer_players_play_among_themselves(name: str) -> None:
    paper = FakeTerminal(Bot())
    game = session(PRESETS[name], paper, people=0, players=3)

    play_match(game)

    assert game.match.over
    assert "Ada" in paper.text


SIZES = [(80, 24), (40, 15), (20, 10), (200, 60)]


@pytest.mark.parametrize(("width", "height"), SIZES if LONG else SIZES[1:3])
def test_no_line_is_wider_than_the_terminal(width: int, height: int) -> None:
    paper = FakeTerminal(Bot(), width=width, height=height, attended=True)
    game = session(PRESETS["mcgraw"], paper, players=4)

    play_match(game)

    prompts = (">", ":", "?")
    wide = [s for s in paper.shown if len(s) > width and not s.endswith(prompts)]
    assert not wide


def test_a_full_game_fits_on_a_screen_of_24_lines() -> None:
    paper = FakeTerminal(Bot(), height=24, attended=True)
    game = session(PRESETS["sabra"], paper, players=4)

    play_match(game)

    assert max(map(len, paper.screens)) <= 24


def test_house_rules_with_eight_colours_are_played_too() -> None:
    rules = ruleset("rummikub", {"tiles.colours": 8, "tiles.copies": 1, "deal.tiles": 20})
    game = session(rules, FakeTerminal(Bot()), players=3)

    play_match(game)

    assert game.match.over


def test_the_end_of_an_international_match_shows_the_settlement() -> None:
    """S4.226 "each player pays each other player"."""
    paper = FakeTerminal(Bot())
    game = session(PRESETS["international"], paper, players=3)

    play_match(game)

    match = game.match
    assert match.settlement
    said = " ".join(paper.text.split())
    assert "The settlement: " in said
    for paid in match.settlement:
        payer, payee = (game.names[seat] for seat in (paid.payer, paid.payee))
        pays = "You pay" if payer == "You" else f"{payer} pays"
        assert f"{pays} {'you' if payee == 'You' else payee} {paid.points}" in said


def test_no_other_game_has_a_settlement() -> None:
    paper = FakeTerminal(Bot())
    play_match(session(PRESETS["american"], paper, players=3))

    assert "settlement" not in paper.text
