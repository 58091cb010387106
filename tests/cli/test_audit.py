"""``tilerummy audit``: what it says of records, and what it counts."""

from pathlib import Path

from click.testing import CliRunner, Result
from tests.records.conftest import SMALL, match_of

from tilerummy.cli.audit import audit_command
from tilerummy.records import write_text

TEXT = write_text(match_of(SMALL, rounds=2, seed=3))


def audited(tmp_path: Path, text: str) -> Result:
    file = tmp_path / "game.rummy"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(audit_command, [str(file)])


def test_a_play_that_the_rules_refuse_differs_and_is_not_unreadable(tmp_path: Path) -> None:
    ran = audited(tmp_path, TEXT.replace("play => k3 r3 b3", "play => k1 r1 b1", 1))

    head, why, *_, total = ran.output.splitlines()
    assert ran.exit_code == 1
    assert head.endswith(": differs, not possible by the rules")
    assert why.startswith("  'play => k1 r1 b1' is refused: ")
    assert total == "1 record audited: 1 differs."


def test_a_file_that_is_not_a_record_cannot_be_read(tmp_path: Path) -> None:
    ran = audited(tmp_path, TEXT.replace("Ruleset", "Rooleset", 1))

    assert ran.exit_code == 1
    assert "1 record audited: 1 cannot be read." in ran.output
