"""Matches that are left, interrupted, saved and resumed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click
import pytest
from tests.cli.play.fake_terminal import Bot, FakeTerminal, lines, session

from tilerummy.cli.files import data_directory, read_record_file
from tilerummy.cli.play.match import play_match
from tilerummy.cli.play.saves import (
    AutoSave,
    how_to_resume,
    set_aside,
    unfinished,
    write_record,
)
from tilerummy.cli.play.session import SEED_TAG, Session, seed_bytes
from tilerummy.players import player
from tilerummy.records import Participant, Record, RecordedRound, audit, write_text
from tilerummy.rules import PRESETS
from tilerummy.state import conceal

SABRA = PRESETS["sabra"]


def kept(
    terminal: FakeTerminal, autosave: AutoSave, *, rounds: int | None = 1, seed: str = "tests"
) -> Session:
    players = [Participant("Ann"), Participant("Ada", "beginner")]
    record = Record.of(SABRA, players, rounds=rounds, tags=[(SEED_TAG, seed)])
    return Session(terminal, record, autosave)


INTERRUPT = "\x03"


@pytest.mark.parametrize(
    ("typed", "says", "asked", "stays"),
    [
        (["draw", "draw"], "The game is saved. ", 0, True),
        ([INTERRUPT], "The game is saved", 0, True),
        (["quit", ""], "The game is saved", 1, True),
        (["quit", "n"], "not saved", 1, False),
        (["quit", "draw", "what", "n"], "not saved", 3, False),
    ],
)
def test_a_game_that_is_left_is_kept_unless_the_person_says_no(
    typed: list[str], says: str, asked: int, *, stays: bool
) -> None:
    plain = lines(*typed)

    def typist(shown: str, prompt: str) -> str:
        line = plain(shown, prompt)
        if line == INTERRUPT:
            raise KeyboardInterrupt
        return line

    paper = FakeTerminal(typist)
    game = kept(paper, AutoSave())
    play_match(game)

    assert says in paper.text
    assert paper.text.count("Save the game for later?") == asked
    assert game.autosave is not None
    assert game.autosave.path.exists() is stays
    assert not stays or read_record_file(str(game.autosave.path)) == game.record


def test_the_command_to_resume_works_where_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert how_to_resume("last") == "The next start offers to resume it."
    assert how_to_resume("a b.rummy") == "To continue, start again with --resume 'a b.rummy'"

    (tmp_path / "Makefile").touch()
    (tmp_path / "src" / "tilerummy").mkdir(parents=True)
    by_make = 'make terminal ARGS="--resume last"'
    assert how_to_resume("last") == f"make terminal offers it again, or: {by_make}"

    (tmp_path / "tilerummy").touch(mode=0o755)
    assert how_to_resume("last") == "To continue: tilerummy play --resume last"


def test_a_word_typed_on_a_page_goes_back_and_is_carried_out() -> None:
    paper = FakeTerminal(lines("help", "draw", "quit", "n"), height=24, attended=True)
    game = kept(paper, AutoSave())

    play_match(game)

    assert "You draw" in paper.text
    assert "The game was not saved" in paper.text


def test_save_makes_no_directories(tmp_path: Path) -> None:
    path = tmp_path / "no" / "such" / "x.rummy"
    paper = FakeTerminal(lines(f"save {path}"))

    play_match(kept(paper, AutoSave()))

    assert "there is no directory" in " ".join(paper.text.split())
    assert not (tmp_path / "no").exists()


def test_a_game_is_resumed_where_it_was() -> None:
    paper = FakeTerminal(lines("draw", "draw"))
    first = kept(paper, AutoSave())
    play_match(first)
    assert first.autosave is not None

    path = first.autosave.path
    again = Session(FakeTerminal(Bot()), read_record_file(str(path)), AutoSave(path))
    assert again.state == first.state
    play_match(again)

    assert again.match.over
    assert audit(write_text(again.record)).difference is None
    assert not list(data_directory().iterdir())


def test_a_submitted_turn_is_saved_immediately() -> None:
    autosave = AutoSave()
    asked: list[bool] = []

    def typist(_: str, __: str) -> str:
        asked.append(read_record_file(str(autosave.path)) == game.record)
        if len(asked) > 3:
            raise EOFError
        return "draw"

    game = kept(FakeTerminal(typist), autosave)
    play_match(game)

    assert asked == [True] * 4


def test_a_named_file_stays_when_the_match_is_over(tmp_path: Path) -> None:
    path = tmp_path / "sunday.txt"
    paper = FakeTerminal(Bot())

    play_match(kept(paper, AutoSave(path)))

    assert read_record_file(str(path)).result is not None
    assert "The record is in" in paper.text


def test_save_writes_a_copy_and_overwrites_no_other_file(tmp_path: Path) -> None:
    path, other = tmp_path / "copy.txt", tmp_path / "other.txt"
    other.write_text("dear diary", encoding="utf-8")
    paper = FakeTerminal(lines(f"save {path}", f"save {path}", f"save {other}", "save"))

    play_match(kept(paper, AutoSave()))

    assert read_record_file(str(path)).rounds
    assert other.read_text(encoding="utf-8") == "dear diary"
    assert "already exists: choose another name" in " ".join(paper.text.split())
    assert "save and a file name" in paper.text


def test_a_game_continues_if_nothing_can_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    paper = FakeTerminal(Bot())
    game = kept(paper, AutoSave(tmp_path / "file" / "game.txt"))

    play_match(game)

    assert game.match.over
    shown = " ".join(paper.text.split())
    assert shown.count("cannot be written") == 1
    assert "save FILE saves it elsewhere" in shown


def test_the_same_seed_deals_the_same_tiles() -> None:
    def dealt(seed: str) -> tuple[RecordedRound, ...]:
        game = kept(FakeTerminal(Bot()), AutoSave(), rounds=2, seed=seed)
        for _ in range(2):
            game.begin_round()
            while game.playing:
                view = conceal(game.state, game.state.to_move)
                actions = player("beginner", Random(1)).choose(SABRA, view, game.state.to_move)
                game.submit(game.state.to_move, actions)
        return game.record.rounds

    first, second, other = dealt("one"), dealt("one"), dealt("two")

    assert first == second
    assert first[0].chance != other[0].chance
    assert first[0].chance != first[1].chance


def test_seeds_are_hexadecimal_or_words() -> None:
    assert seed_bytes("AB" * 32) == b"\xab" * 32
    assert seed_bytes("abc") != seed_bytes("abd")


def test_a_match_without_an_end_continues_until_someone_stops() -> None:
    bot = Bot()
    asked: list[str] = []

    def typist(shown: str, prompt: str) -> str:
        if prompt.endswith(">"):
            return bot(shown, prompt)
        asked.append(prompt)
        return "" if len(asked) == 1 else "q"

    paper = FakeTerminal(typist)
    game = kept(paper, AutoSave(), rounds=None)
    play_match(game)

    assert [a.split(",")[0] for a in asked] == ["Enter for round 2", "Enter for round 3"]
    assert game.match.number == 2
    assert "wins the match" in paper.text or "win the match" in paper.text
    assert not list(data_directory().iterdir())


def test_games_that_are_still_played_are_not_offered() -> None:
    play_match(kept(FakeTerminal(lines("draw")), AutoSave()))
    (path,) = unfinished()
    theirs = path.with_name(path.name.replace(path.stem.rpartition("-")[2], "1"))
    path.rename(theirs)

    assert list(unfinished()) == []


def test_a_game_set_aside_is_not_offered_again_but_can_be_read() -> None:
    game = kept(FakeTerminal(lines("draw")), AutoSave())
    play_match(game)
    (path,) = unfinished()

    away = set_aside(path)

    assert list(unfinished()) == []
    assert read_record_file(str(away)) == game.record


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the record is empty"),
        (b"dear diary", "expected a line of the header"),
        (b'{"type": "record"}', "expected line 1"),
        (b"Format: 99", "this program reads format 1"),
        (b"\xff\xfe\x00", "expected UTF-8, not UTF-16"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_is_not_a_record_is_refused_with_its_name(
    content: bytes | None, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.txt"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(click.ClickException, match=rf"x\.txt.*{says}"):
        read_record_file(str(path))


def test_a_record_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = session(SABRA, FakeTerminal(lines("draw")))
    play_match(game)

    write_record(game.record, path)

    assert read_record_file(str(path)) == game.record
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


def test_the_events_since_the_last_turn_are_shown_without_hidden_tiles() -> None:
    seen: list[str] = []

    def typist(shown: str, prompt: str) -> str:
        seen.append(shown)
        if len(seen) == 4:
            raise EOFError
        return "draw" if prompt.endswith(">") else ""

    paper = FakeTerminal(typist, height=24, attended=True)
    play_match(kept(paper, AutoSave()))

    for screen in seen[1:]:
        assert screen.count("You draw") == 1
        assert screen.count("Ada draws a tile.") + screen.count("Ada lays") >= 1


def test_a_turn_resumed_after_its_draw_shows_the_events_before() -> None:
    def typist(shown: str, _: str) -> str:
        if "Your turn: draw" in shown:
            return "draw"
        if game.state.turn > 1:
            raise EOFError
        return f"discard {game.state.seats[0].rack[0]}"

    players = [Participant("Ann"), Participant("Ada", "beginner")]
    record = Record.of(PRESETS["american"], players, tags=[(SEED_TAG, "cut")])
    game = Session(FakeTerminal(typist, height=24, attended=True), record, AutoSave())
    play_match(game)
    again = FakeTerminal(lines(), height=24, attended=True)

    play_match(Session(again, game.record, None))

    assert "You discard" in again.text
    assert "Ada discards" in again.text
