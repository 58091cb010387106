"""``tilerummy replay`` and ``tilerummy audit`` work in a pipe and in a terminal."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.keyboard import Keyboard
from tests.cli.play.fake_terminal import FakeTerminal, lines
from tests.records.conftest import SMALL, match_of

from tilerummy import Count
from tilerummy.cli.commands import tilerummy
from tilerummy.cli.replay import KEYS, Viewer, browse, frames
from tilerummy.records import Record, write_jsonl, write_text
from tilerummy.rules import PRESETS, RULES_VERSION, house_rules, options_of

RECORD = match_of(SMALL, rounds=2, seed=3)
STEPS = [len(played.steps) for played in RECORD.rounds]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(write_jsonl(RECORD), encoding="utf-8")
    return path


def run(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(tilerummy, [str(a) for a in arguments], input=stdin)


def titles(output: str) -> list[str]:
    return [line for line in output.splitlines() if re.match(r"\w+, round \d", line)]


def test_piped_every_step_is_shown(file: Path) -> None:
    result = run("replay", file)

    assert result.exit_code == 0
    assert len(titles(result.output)) == sum(STEPS) + 2
    assert "the deal" in titles(result.output)[0]
    assert f"step {STEPS[1]} of {STEPS[1]}" in titles(result.output)[-1]
    assert "\x1b" not in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    ann, ben = RECORD.totals
    assert re.search(rf"total +{ann} +{ben}\s*$", result.output)


def test_a_step_shows_what_happened_the_table_the_racks_and_the_pool(file: Path) -> None:
    shown = [frame for frame in frames(RECORD, Viewer(everything=True)) if frame.fresh]
    frame = shown[0]

    output = run("replay", file, "--at", frame.turn).output

    assert f"pool {len(frame.state.pool)}" in output
    assert f"~{frame.fresh[0]}" in output
    for name, seat in zip(RECORD.names, frame.state.seats, strict=True):
        assert f"{name} ({len(seat.rack)} tile" in output
        assert set(map(str, seat.rack)) <= set(output.split())
    assert " lays " in output or " adds " in output or " turns " in output


def test_a_seat_sees_its_rack_and_face_up_tiles(file: Path) -> None:
    whole, own, watching = (
        run("replay", file, *eyes).output for eyes in ([], ["--seat", "ann"], ["--spectator"])
    )

    assert "hidden" not in whole
    assert own == run("replay", file, "--seat", 1).output
    assert re.search(r"Ben \(4 tiles, not opened\) 4 hidden", own)
    assert not re.search(r"Ann \(4 tiles, not opened\) 4 hidden", own)
    assert re.search(r"Ann \(4 tiles, not opened\) 4 hidden", watching)
    assert re.search(r"Ben draws [krb]\d\.", whole)
    assert not re.search(r"Ben draws [krb]\d\.", own)
    assert "Ben draws a tile." in own


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_shown_its_view(seat: int) -> None:
    whole = frames(RECORD, Viewer(everything=True))
    viewer = Viewer(seat)

    for seen, true in zip(frames(RECORD, viewer), whole, strict=True):
        assert seen.state == viewer.knows(true.state)
        assert seen.events == viewer.sees(true.events)


def test_one_turn_can_be_shown_of_any_round(file: Path) -> None:
    assert {
        re.sub(" {2,}.*", "", t) for t in titles(run("replay", file, "--at", "2.3").output)
    } == {"sabra, round 2 of 2, turn 3"}
    assert "round 1 of 2, the deal" in run("replay", file, "--at", "0").output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--at", "x"], "expected a turn like 14, or 2.14 for one of round 2, not 'x'"),
        (["--at", "3.1"], "there is no round 3; the last one is 2"),
        (["--at", "999"], "there is no turn 999 in round 1; the last one is"),
        (["--seat", "Cleo"], "there is no player 'Cleo'; there are Ann, Ben"),
        (["--seat", "3"], "there is no player 'seat 3'; there are Ann, Ben"),
        (["--seat", "Ann", "--spectator"], "Use either --seat or --spectator"),
    ],
)
def test_wrong_options_list_the_valid_ones(file: Path, arguments: list[str], says: str) -> None:
    result = run("replay", file, *arguments)

    assert result.exit_code == 2
    assert says in re.sub(r"\s+", " ", result.output)


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_a_broken_file_gets_its_line_and_status_1(command: str, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_text(write_jsonl(RECORD)[:2000], encoding="utf-8")
    for name, content in (("noise", bytes(range(256))), ("empty", b""), ("half", b"\xff\xfe\0")):
        (tmp_path / name).write_bytes(content)

    for path in tmp_path.iterdir():
        result = run(command, path)
        assert result.exit_code == 1
        assert re.search(
            rf"{path.name}, line \d+: expected|{path.name}, line 1: the record is em", result.output
        )
        assert "Traceback" not in result.output


def test_a_match_without_rounds_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "new.rummy"
    path.write_text(write_text(Record.of(RECORD.rules, ["Ann", "Ben"])), encoding="utf-8")

    assert "has no rounds" in run("replay", path).output
    assert run("audit", path).exit_code == 0


def test_rounds_counted_at_their_end_are_shown_by_their_scores(tmp_path: Path) -> None:
    path = tmp_path / "evening.rummy"
    counted = Record.of("sabra", ["Ann", "Ben"]).counted(Count(1, (38, None)), starter=0)
    path.write_text(write_text(counted.counted(Count(0, (None, 5)), starter=1)), encoding="utf-8")

    rows = [line.split() for line in run("replay", path).output.splitlines()]
    assert rows[-4:] == [
        ["round", "Ann", "Ben"],
        ["1", "-38", "38"],
        ["2", "5", "-5"],
        ["total", "-33", "33"],
    ]
    assert "counted only at their end" in run("replay", path, "--at", "1").output

    path.write_text(write_text(RECORD.counted(Count(1, (38, None)), starter=0)), encoding="utf-8")
    assert run("replay", path).exit_code == 0


def test_standard_input_is_also_read() -> None:
    assert run("replay", "-", stdin=write_text(RECORD)).exit_code == 0
    assert run("audit", "-", stdin=write_text(RECORD)).output.startswith("-: agrees")


def test_facts_that_cannot_be_are_shown_too(tmp_path: Path) -> None:
    odd = write_jsonl(RECORD).replace('"ending":"pool_exhausted"', '"ending":"went_out"')
    odd = odd.replace('"winner":0', '"winner":null').replace('"winner":1', '"winner":null')
    path = tmp_path / "odd.jsonl"
    path.write_text(odd, encoding="utf-8")

    result = run("replay", path)

    assert result.exit_code == 0
    assert "The round has ended without a winner." in result.output


def test_an_audit_without_differences_reports_its_extent(file: Path) -> None:
    result = run("audit", file)

    facts = sum(len(played.events) for played in RECORD.rounds)
    assert result.exit_code == 0
    first, *named, summary = result.output.splitlines()
    assert first == (
        f"{file}: agrees (rules version {RULES_VERSION}, 2 rounds, {sum(STEPS)} commands,"
        f" {facts} facts)"
    )
    usual = options_of(PRESETS["sabra"])
    assert named == [
        f"  house rule on line 1: {name}={value}, the preset has {usual[name]}"
        for name, value in house_rules(RECORD.rules).items()
    ]
    assert summary == "1 record audited: 1 agrees."


def test_an_audit_names_the_first_line_that_differs_with_both_versions(file: Path) -> None:
    whole = file.read_text(encoding="utf-8")
    a, b = RECORD.results[0].scores
    file.write_text(whole.replace(f'"scores":[{a},{b}],"racks"', '"scores":[7,-7],"racks"'))
    line = next(n for n, t in enumerate(whole.splitlines(), 1) if '"Ended"' in t)

    result = run("audit", file)

    assert result.exit_code == 1
    first, recorded, made, *_, summary = result.output.splitlines()
    assert first == (
        f"{file}, line {line}: differs, recorded under rules version {RULES_VERSION},"
        f" audited under {RULES_VERSION}"
    )
    assert "recorded   Ended ending=" in recorded
    assert "scores=[7, -7]" in recorded
    assert f"scores=[{a}, {b}]" in made
    assert summary == "1 record audited: 1 differs."


def test_refused_actions_differ_and_invalid_records_cannot_be_read(
    tmp_path: Path,
) -> None:
    text, file = write_text(RECORD), tmp_path / "game.rummy"
    file.write_text(text.replace("play => k3 r3 b3", "play => k1 r1 b1", 1), encoding="utf-8")
    head, why, *_, total = run("audit", file).output.splitlines()
    file.write_text(text.replace("Ruleset", "Rooleset", 1), encoding="utf-8")

    assert head.endswith(": differs, impossible under the rules")
    assert why.startswith("  'play => k1 r1 b1' is refused: ")
    assert total == "1 record audited: 1 differs."
    assert "1 record audited: 1 cannot be read." in run("audit", file).output


def test_an_audit_takes_directories_and_counts(file: Path, tmp_path: Path) -> None:
    below = tmp_path / "old" / "club"
    below.mkdir(parents=True)
    (below / "a.rummy").write_text(write_text(RECORD), encoding="utf-8")
    (below / "b.rummy").write_text(write_text(RECORD)[:-400], encoding="utf-8")
    (below / "notes.txt").write_text("no record", encoding="utf-8")

    result = run("audit", tmp_path, file)
    quiet = run("audit", "--quiet", tmp_path)

    assert result.exit_code == quiet.exit_code == 1
    assert result.output.endswith("4 records audited: 3 agree, 1 cannot be read.\n")
    assert "b.rummy, line " in quiet.output
    assert "a.rummy" not in quiet.output


def test_a_directory_without_records_is_an_error(tmp_path: Path) -> None:
    result = run("audit", tmp_path)

    assert result.exit_code == 1
    assert "there are no records (*.jsonl, *.rummy) to audit" in result.output


def keys(*pressed: str) -> Iterator[str]:
    yield from pressed
    raise EOFError


def screens(record: Record, *pressed: str, typed: tuple[str, ...] = ()) -> list[list[str]]:
    paper = FakeTerminal(lines(*typed), width=80, height=24, attended=True)
    browse(record, list(frames(record, Viewer(everything=True))), 0, paper, keys(*pressed).__next__)
    return [screen for screen in paper.screens if screen]


def steps(shown: list[list[str]]) -> list[str]:
    return [re.sub(r" {2,}.*", "", screen[0]).removeprefix("sabra, ") for screen in shown]


def test_keys_lead_through_the_steps() -> None:
    shown = screens(RECORD, "n", "\r", "b", "\x1b[C", "\x1b[D", "e", "n", "s", "b", "q", "n")

    places = [re.search(r"step (\d+)", screen[0]) for screen in shown]
    last = str(STEPS[1])
    assert [p and p[1] for p in places] == ["0", "1", "2", "1", "2", "1", last, last, "0", "0"]
    assert all(screen[-1] == KEYS for screen in shown)
    assert shown[7][-2] == "This is the end."
    assert shown[9][-2] == "This is the start."


def test_a_turn_can_be_typed() -> None:
    shown = screens(RECORD, "t", "t", "t", typed=("2.3", "77", "oh"))

    assert steps(shown)[1:] == ["round 2 of 2, turn 3"] * 3
    assert "there is no turn 77 in round 1; the last one is" in "\n".join(shown[2][-3:])
    assert "expected a turn like 14" in "\n".join(shown[3])


@pytest.mark.parametrize(("house", "seats"), [("sabra", 4), ("rummikub", 2), ("international", 3)])
def test_every_screen_fits_80_columns_and_24_lines(house: str, seats: int) -> None:
    record = match_of(house, seats=seats)

    shown = screens(record, *"n" * len(record.rounds[0].steps))

    assert len(shown) == len(record.rounds[0].steps) + 1
    assert max(len(line) for screen in shown for line in screen) <= 80
    assert max(map(len, shown)) <= 23


def test_in_a_real_terminal_keys_continue_and_q_quits(file: Path, tmp_path: Path) -> None:
    person = Keyboard(["replay", str(file)], tmp_path)
    coloured = person.until(KEYS)

    assert re.search(r"\x1b\[[\d;]*[34]8;", coloured)
    person.until("step 1 of", "n")
    person.until("Turn (14", "t")
    person.type("2.2")
    person.until("round 2 of 2, turn 2")
    assert person.leaves_with("q") == 0


def test_without_colour_a_real_terminal_gets_none(file: Path, tmp_path: Path) -> None:
    person = Keyboard(["replay", str(file)], tmp_path, NO_COLOR="1")

    assert not re.search(r"\x1b\[[\d;]*[34]8;", person.until(KEYS))
    assert person.leaves_with("q") == 0
