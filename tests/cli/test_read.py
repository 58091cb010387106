"""``tilerummy read`` prints the position in a photo."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

pytest.importorskip("tilerummy._kernel", reason="photos are read by the kernel")

from tests.vision.drawn_tiles import Drawn, picture, row, weights

from tilerummy import JOKER
from tilerummy.cli.commands import tilerummy
from tilerummy.vision import reader

WEIGHTS = reader.weights


@pytest.fixture(autouse=True)
def _hand_made_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilerummy.vision.reader.weights", weights)


def saved(path: Path, *rows: list[Drawn]) -> Path:
    Image.fromarray(picture([*chain(*rows)])).save(path)
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    upper = [replace(tile, covered=True) for tile in row("r1 b5 k9", 200, 300)]
    lower = row("k3 o4 *", 200, 352)
    rows = [row("r3 r4 r5", 100, 60), row("k7 b7 o7", 300, 150), upper, lower]
    return saved(tmp_path / "my table.png", *rows)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(tilerummy, ["read", *map(str, arguments)])


def test_the_position_is_printed_in_notation(photo: Path) -> None:
    result = run(photo)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == [
        "table: r3 r4 r5 / k7 b7 o7",
        "rack: r1 b5 k9 k3 o4 *",
    ]
    assert "6 tiles in 2 rows and 6 on the rack." in result.stderr


def test_a_joker_in_doubt_has_no_face(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile that cannot be read never becomes a joker, which could make a table legal."""
    certain = reader.read(photo)
    *others, joker = certain.tiles
    doubtful = replace(certain, tiles=(*others, replace(joker, doubtful=True)))
    monkeypatch.setattr("tilerummy.cli.read.read", lambda _: doubtful)

    assert joker.face == JOKER
    assert doubtful.tiles[-1].face is None
    assert doubtful.rack_notation == "r1 b5 k9 k3 o4 ?"
    alternative = repr(joker.candidates[1].face)
    assert run(photo).stdout.splitlines()[2:] == [f"check: ? (* or {alternative}) in row 4, tile 3"]
    question = json.dumps({"rack": doubtful.rack_notation})
    assert CliRunner().invoke(tilerummy, ["solve"], input=question).exit_code == 1


def test_json_has_positions_and_probabilities(photo: Path) -> None:
    result = json.loads(run(photo, "--json").stdout)
    assert (result["table"], result["rack"]) == ("r3 r4 r5 / k7 b7 o7", "r1 b5 k9 k3 o4 *")
    assert (result["width"], result["height"]) == (640, 480)
    assert result["rows"] == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]
    assert result["rack_rows"] == [2, 3]
    (left, top), _, (right, bottom), _ = result["tiles"][0]["corners"]
    assert (left, top, right, bottom) == pytest.approx((78, 30, 118, 86), abs=1)
    first, second, *_ = result["tiles"][0]["candidates"]
    assert first["face"] == "r3"
    assert first["probability"] > 0.99 > second["probability"]


def test_the_position_can_be_solved(photo: Path) -> None:
    found = json.loads(run(photo, "--json").stdout)
    question = json.dumps({name: found[name] for name in ("table", "rack")})
    solved = CliRunner().invoke(tilerummy, ["solve"], input=question)
    assert solved.exit_code == 0
    assert json.loads(solved.stdout)["proven"]


def test_a_picture_shows_the_outlines_over_the_photo(photo: Path, tmp_path: Path) -> None:
    (tmp_path / "svg").mkdir()
    target = tmp_path / "svg" / "table.svg"
    assert run(photo, "--svg", target).exit_code == 0
    text = target.read_text()
    assert '<image href="../my%20table.png"' in text
    assert text.count("<text") == 12
    missing = run(photo, "--svg", tmp_path / "none" / "table.svg")
    assert missing.exit_code == 2
    assert "there is no directory" in missing.stderr


def test_a_photo_without_tiles_is_an_empty_position(tmp_path: Path) -> None:
    result = run(saved(tmp_path / "empty.png"))
    assert result.exit_code == 0
    assert result.stdout == "table:\nrack:\n"
    assert result.stderr == "0 tiles in 0 rows.\n"


def test_files_that_are_no_photos_are_refused(tmp_path: Path) -> None:
    missing = run(tmp_path / "none.jpg")
    assert missing.exit_code == 2
    assert "does not exist" in missing.stderr
    text = tmp_path / "text.jpg"
    text.write_text("r3 r4 r5")
    refused = run(text)
    assert refused.exit_code == 1
    assert f"{text} cannot be read: this is not a picture that can be read" in refused.stderr


def test_without_the_extra_the_command_names_it(photo: Path) -> None:
    without = "import sys; sys.modules['PIL'] = None; from tilerummy.cli import main; main()"
    command = [sys.executable, "-c", without, "read", str(photo)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "tilerummy needs PIL for this: " in refused.stderr
    assert "tilerummy[vision]" in refused.stderr


def test_without_the_kernel_the_command_says_so(
    photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilerummy.vision.reader.HAS_KERNEL", False)
    refused = run(photo)
    assert refused.exit_code == 1
    assert "photos are read by the C++ kernel" in refused.stderr


def test_without_weights_the_command_says_to_install_again(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilerummy.vision.reader.weights", WEIGHTS.__wrapped__)
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    refused = run(photo)
    assert refused.exit_code == 1
    assert "missing: install tilerummy again" in refused.stderr
