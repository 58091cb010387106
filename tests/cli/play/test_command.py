"""``tilerummy play`` as a command: options, the start screen, pipes and terminals."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.keyboard import Keyboard
from tests.cli.play.fake_terminal import Bot, FakeTerminal, lines

from tilerummy.cli import missing_kernel
from tilerummy.cli.files import data_directory, read_record_file
from tilerummy.cli.play import match
from tilerummy.cli.play.command import latest_unfinished, play_command, wants_to_resume, welcome
from tilerummy.cli.play.session import participants, shown_names
from tilerummy.players import PLAYERS
from tilerummy.rules import PRESETS

COMMAND = [sys.executable, "-m", "tilerummy", "play"]


def play(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(play_command, arguments, input=typed)


def test_computer_players_among_themselves_play_one_round() -> None:
    result = play("--people", "0", "--players", "4", "--seed", "x")

    assert result.exit_code == 0
    assert "End of round 1." in result.output
    assert "\x1b" not in result.output
    assert not data_directory().exists()


def test_six_players_take_the_set_for_six(tmp_path: Path) -> None:
    """RULES 5.1."""
    saved = tmp_path / "six.rummy"
    result = play("--people", "0", "--players", "6", "--seed", "x", "--save", str(saved))

    assert result.exit_code == 0
    options = dict(read_record_file(str(saved)).options)
    assert (options["tiles.copies"], options["tiles.jokers"]) == (3, 4)


def test_without_the_kernel_it_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missing_kernel, "HAS_KERNEL", False)

    said = play("--people", "0", "--players", "4", "--seed", "x").output

    assert " ".join(said.split()).count(missing_kernel.NO_KERNEL) == 1


def test_the_same_seed_plays_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried = {name: replace(level, milliseconds=1e9) for name, level in PLAYERS.items()}
    monkeypatch.setattr(match, "PLAYERS", unhurried)
    first, second = (
        play("--people", "0", "--computer", "beginner", "--seed", "a b  c").output for _ in range(2)
    )

    assert first == second


def test_house_rules_are_given_in_either_way() -> None:
    for arguments in (
        ["-r", "sabra+initial_meld.points=50"],
        ["-r", "sabra", "-o", "initial_meld.points=50"],
    ):
        output = play(*arguments, typed="rules\n").output
        assert "* initial_meld.points = 50" in output
        assert "Lay melds worth 50" in output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-r", "sabrra"], "did you mean sabra"),
        (["-o", "joker.mleds=open"], "did you mean joker.melds"),
        (["-o", "joker.melds=wild"], "locked, open or free"),
        (["-o", "joker.melds"], "name=value"),
        (["-o", "deal.tiles=40", "--players", "4"], "for 1, 2 players, not 4"),
        (["--computer", "grandmaster"], "choose from beginner"),
        (["--people", "3", "--players", "2"], "3 people are too many"),
        (["--names", "A,B,C"], "3 names are too many"),
        (["--names", "Ann,ann"], "same name"),
        (["--rounds", "0"], "x>=1"),
        (["--resume", "nothing.txt"], "cannot be read"),
        (["--save", "no/such/x.rummy"], "no directory"),
        (["--resume", "last"], "no unfinished game"),
        (["--resume", "last", "-r", "sabra"], "leave out --ruleset"),
    ],
)
def test_mistakes_get_a_sentence_and_no_traceback(arguments: list[str], says: str) -> None:
    result = play(*arguments)

    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_help_explains_presets_options_and_the_clock() -> None:
    output = play("--help").output

    assert "initial_meld.same_turn_manipulation" in output
    assert max(map(len, output.splitlines())) <= 80
    assert "not in the terminal" in " ".join(output.split())
    assert all(name in play("--presets").output for name in PRESETS)


def test_a_match_is_saved_and_resumed_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"

    first = play("--save", str(path), "--seed", "s", "--rounds", "2", typed="draw\ndraw\n")
    second = play("--resume", str(path), typed="scores\n")

    assert f"--resume {path}" in " ".join(first.output.split())
    assert "turn 5" in second.output
    assert "The match has 2 rounds." in second.output
    assert "already exists" in play("--save", str(path)).output


def test_the_last_unfinished_game_is_resumed() -> None:
    play("-r", "mcgraw", typed="draw\n")

    output = play("--resume", "last", typed="rules\n").output

    assert "mcgraw" in output
    assert len(list(data_directory().iterdir())) == 1


def test_an_automatic_save_that_a_named_file_contains_is_deleted(tmp_path: Path) -> None:
    copy = tmp_path / "copy.rummy"
    play("--seed", "s", typed=f"draw\nsave {copy}\n")
    play("--resume", "last", typed="draw\n")

    ahead = latest_unfinished()
    assert ahead is not None
    paper = FakeTerminal(lines("what", "n"))
    assert not wants_to_resume(paper, *ahead)
    assert re.search(
        r"unfinished game of \d{4}-\d\d-\d\d \d\d:\d\d: sabra, round 1, turn", paper.text
    )

    play("--resume", str(copy), typed="\n")
    assert latest_unfinished() == ahead

    play("--resume", str(copy), typed="draw\ndraw\ndraw\n")
    play("--resume", str(copy), typed="\n")
    assert latest_unfinished() is None


def test_a_record_with_hidden_tiles_cannot_be_resumed(tmp_path: Path) -> None:
    path = tmp_path / "seen.txt"
    play("--save", str(path), "--seed", "s", typed="draw\n")
    text = re.sub(r"(?m)^Seed: .*\n", "", path.read_text(encoding="utf-8"))
    path.write_text(re.sub(r"(?s)Pool: .*?\n\n", "Pool: ?78\n\n", text), encoding="utf-8")

    result = play("--resume", str(path))

    assert result.exit_code == 2
    assert "does not contain all tiles" in " ".join(result.output.split())


def test_names_and_kinds_go_to_seats_in_order() -> None:
    seats = participants(1, 3, ("beginner",), ["Ann", "Robot"])

    assert [(p.name, p.kind) for p in seats] == [
        ("Ann", "person"),
        ("Robot", "beginner"),
        ("Ada", "beginner"),
    ]
    assert shown_names(seats) == ("You", "Robot", "Ada")
    assert shown_names(participants(2, 2, ("beginner",), ())) == ("Player 1", "Player 2")


def test_enter_three_times_is_sabra_against_the_computer() -> None:
    paper = FakeTerminal(lines("", "", ""))

    choice = welcome(paper)

    assert (choice.rules, choice.people, choice.players) == (PRESETS["sabra"], 1, 2)
    assert "Press Enter three times" in paper.text


def test_the_start_screen_takes_numbers_and_names_and_asks_again() -> None:
    paper = FakeTerminal(lines("list", "99", "rumikub", "McGrew", "xyz", "6", "many", "2", "2"))

    choice = welcome(paper)

    assert (choice.rules.name, choice.people, choice.players) == ("international", 2, 4)
    assert "sabra-way-tournament" in paper.text
    assert "did you mean rummikub" in paper.text
    assert "did you mean mcgraw" in paper.text
    assert "There is no game 'xyz'; list shows all games." in paper.text


def test_the_list_of_games_is_numbered_and_paged() -> None:
    offered = FakeTerminal(lines("list", "", "", "", ""))
    welcome(offered)
    paper = FakeTerminal(lines("list", "", "19", "", ""), height=10)

    choice = welcome(paper)

    assert f" 19  {choice.rules.name} " in "\n".join(f" {line} " for line in offered.shown)
    assert "  1  sabra" in paper.text
    assert max(map(len, paper.screens[2:])) <= 12


def test_the_start_screen_fits_on_24_lines() -> None:
    paper = FakeTerminal(lines("", "", ""), height=24)

    welcome(paper)

    assert max(map(len, paper.screens)) <= 24


def piped(arguments: list[str], home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(home)},
    )


def test_a_program_can_play_line_in_line_out(home: Path) -> None:
    bot, seen, new = Bot(), [], []
    with piped(["--rounds", "1", "-r", "rummikub"], home) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        for line in game.stdout:
            seen.append(line)
            new.append(line)
            if line == "You>\n":
                game.stdin.write(bot("".join(new), "You>") + "\n")
                game.stdin.flush()
                new = []

    assert game.returncode == 0
    assert "End of round 1." in "".join(seen)
    assert "\x1b" not in "".join(seen)


def test_the_end_of_the_pipe_ends_and_saves_the_game(home: Path) -> None:
    with piped([], home) as game:
        output, _ = game.communicate("draw\n")

    assert game.returncode == 0
    assert "The game is saved" in output
    (path,) = data_directory().iterdir()
    assert len(read_record_file(str(path)).rounds) == 1


def test_a_newcomer_plays_within_three_keys(home: Path) -> None:
    newcomer = Keyboard(["play"], home)
    for question in ("[1]:", "[1]?", "[1]?"):
        newcomer.until(question)
        newcomer.type("")
    screen = newcomer.until("You>")
    newcomer.type("quit")
    newcomer.until("[Y/n]:")
    newcomer.type("n")

    assert "\x1b[" in screen
    assert "14 tiles" in screen
    assert newcomer.leaves_with() == 0


def test_an_unfinished_game_is_offered_at_the_next_start(home: Path) -> None:
    first = Keyboard(["play", "-r", "tile-rummy"], home)
    first.until("You>")
    first.type("\x04")
    first.until("The game is saved")
    assert first.leaves_with() == 0

    second = Keyboard(["play"], home)
    offer = second.until("[Y/n]:")
    second.type("")
    second.until("tile-rummy, round 1")
    second.until("You>")
    second.type("\x04")
    second.until("The game is saved")

    assert "unfinished game" in offer
    assert second.leaves_with() == 0


def test_no_color_on_a_terminal_writes_no_colours(home: Path) -> None:
    person = Keyboard(["play", "--plain", "-r", "sabra"], home, NO_COLOR="1")
    screen = person.until("You>")
    person.type("\x04")
    person.until("saved")

    assert not re.search(r"\x1b\[[0-9;]*m", screen)
    assert person.leaves_with() == 0


def test_racks_are_hidden_between_the_turns_of_people(home: Path) -> None:
    people = Keyboard(["play", "--people", "2", "--seed", "x"], home)
    people.until("press Enter:")
    people.type("")
    people.until(">")
    people.until(">")
    people.type("draw")
    people.until("hide your rack:")
    people.type("")
    between = people.until("press Enter:")

    assert "\x1b[3J" in between
    assert "Rack" not in between
    people.type("\x04")
    people.until("saved")
    assert people.leaves_with() == 0
