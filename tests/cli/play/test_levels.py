"""Levels of computer players can be chosen, and old records with former names still load."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.play.test_command import play

from tilerummy.cli.files import read_record_file
from tilerummy.cli.play.session import computer_level
from tilerummy.players import PLAYERS


def kept(tmp_path: Path, *arguments: str) -> Path:
    """Start a game, leave it after a draw, and return the file where it is saved."""
    path = tmp_path / "game.rummy"
    play("--save", str(path), "--seed", "levels", *arguments, typed="draw\n")
    return path


def kinds(path: Path) -> list[str]:
    return [player.kind for player in read_record_file(str(path)).players]


def test_the_default_level_is_casual(tmp_path: Path) -> None:
    assert kinds(kept(tmp_path)) == ["person", "casual"]


@pytest.mark.parametrize("name", PLAYERS)
def test_every_level_can_be_chosen(tmp_path: Path, name: str) -> None:
    assert kinds(kept(tmp_path, "--computer", name)) == ["person", name]


def test_levels_go_to_the_computer_players_in_order(tmp_path: Path) -> None:
    path = kept(tmp_path, "--players", "4", "--computer", "club", "--computer", "beginner")

    assert kinds(path) == ["person", "club", "beginner", "beginner"]


def test_a_game_with_a_former_name_of_a_level_is_resumed(tmp_path: Path) -> None:
    path = kept(tmp_path, "--computer", "beginner")
    path.write_text(path.read_text().replace("(beginner)", "(simple)"))

    result = play("--resume", str(path), typed="draw\ndraw\n")

    assert result.exit_code == 0
    assert kinds(path) == ["person", "simple"]
    assert len(read_record_file(str(path)).rounds[-1].steps) > 2
    assert computer_level("simple") == "beginner"


def test_an_unknown_level_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    path = kept(tmp_path)
    path.write_text(path.read_text().replace("(casual)", "(grandmaster)"))

    result = play("--resume", str(path))

    assert result.exit_code == 2
    said = " ".join(result.output.replace("│", " ").split())
    assert "there is no player 'grandmaster' here" in said
    assert ", ".join(PLAYERS) in said
    assert computer_level("grandmaster") is None
