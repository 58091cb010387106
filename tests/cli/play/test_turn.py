"""Lines typed in a human player's turn have the effects listed in ``turns.txt``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.play.fake_terminal import FakeTerminal, lines, session
from tests.cli.play.turns import SABRA, shown, submitted, turn, typed

from tilerummy.cli.play.draft import Draft, DraftError
from tilerummy.cli.play.editor import Notice, Page, SessionCommand, Submit, TurnEditor
from tilerummy.cli.play.edits import BY_WORD, edited, tokens_of
from tilerummy.cli.play.match import play_match
from tilerummy.cli.play.status import status
from tilerummy.melds import table
from tilerummy.rules import PRESETS, decide_all, ruleset
from tilerummy.state import Phase, fold
from tilerummy.tiles import STANDARD, Rack, TileSet, rack

_ROW = re.compile(r"(?P<typed>.*?)  (?P<sign>[=:!~^%-]) (?P<text>.*)")


class Case(NamedTuple):
    """Lines typed in a position, and what follows: a sign of ``turns.txt`` and some text."""

    position: str
    typed: tuple[str, ...]
    sign: str
    text: str


def cases() -> Iterator[object]:
    title, position, ways = "", "", [""]
    for line in (Path(__file__).parent / "turns.txt").read_text(encoding="utf-8").splitlines():
        match line[:2]:
            case "" | "# ":
                continue
            case "* ":
                title = line[2:]
            case "@ ":
                position, ways = line[2:], [""]
            case _:
                row = _ROW.fullmatch(line)
                assert row, line
                ways = row["typed"].split(" || ") if row["typed"] else ways
                for way in ways:
                    typed = tuple(filter(None, way.split(" ; ")))
                    case = Case(position, typed, row["sign"], row["text"])
                    yield pytest.param(case, id=f"{title}: {way}  {row['sign']} {row['text']}")


@pytest.mark.parametrize("case", [*cases()])
def test_typed_lines_lead_to(case: Case) -> None:
    rules, _, position = case.position.partition(" | ")
    start = turn(position, ruleset(rules))
    if case.sign == "=":
        assert submitted(start, *case.typed) == case.text.split(" ; ")
        return
    after, reply = typed(start, *case.typed)
    said = "\n".join(reply.lines) if isinstance(reply, Notice | Page) else ""
    match case.sign:
        case ":":
            assert case.text in said
        case "-":
            assert case.text not in said.lower()
        case "!":
            assert case.text in said
            assert isinstance(reply, Notice)
            assert reply.bad
            assert after.turn == typed(start, *case.typed[:-1])[0].turn
        case "~":
            assert case.text in status(after)
        case "^":
            assert case.text not in status(after)
        case "%":
            assert drawn(after.turn.draft) == case.text


def drawn(of: Draft) -> str:
    """Return the draft's piles, and its loose, rack and free tiles (empty if it has none)."""
    piles = " / ".join(" ".join(pile) for pile in of.piles if pile)
    heaps = {"loose": of.loose, "rack": of.rack, "free": of.free_left}
    return " | ".join([piles, *(f"{name} {heap}" for name, heap in heaps.items() if heap)])


def test_after_a_play_the_same_seat_is_still_to_move() -> None:
    start = turn("table r3 r4 r5 | rack r6 k9")
    _, reply = typed(start, "r6 > 1", "play")
    assert isinstance(reply, Submit)
    after = fold(decide_all(SABRA, start.turn.state, reply.actions), start.turn.state)

    again = TurnEditor.begin(SABRA, after, ("You", "Ada"))

    assert after.phase is Phase.MORE
    assert submitted(again, "done") == ["pass"]
    assert "cannot" in shown(again, "draw") or "no more tiles" in shown(again, "draw").lower()


def test_groups_jokers_and_runs_to_the_high_1_have_short_forms() -> None:
    assert tokens_of("krb7 j *b4", STANDARD) == ["k7", "r7", "b7", "*", "*b4"]
    assert tokens_of("r12-r1", TileSet(one_high=True)) == ["r12", "r13", "r1"]


def draft(on_table: str, own: str, free: str = "") -> Draft:
    return Draft.begin(STANDARD, table(on_table), rack(own), rack(free))


def everything(of: Draft) -> Rack:
    return of.laid + of.loose + of.rack + of.free_left


def test_the_marks_tell_what_is_broken_and_what_has_changed() -> None:
    moved = draft("r1 r2 r3 r4 / b1 b2 b3", "k4 o4")
    for line in ("r4 < 1", "r4 k4 o4", "b3 < 2"):
        moved = edited(moved, line)

    assert moved.changed == (1, 2, 3)
    assert moved.broken == (2,)
    assert not moved.complete


LINES = [
    *("r6 > 1", "k7 < 2", "r4 < 1", "1 | r5", "2 + 1", "k7 r7 b7", "b7 for 3"),
    *("3 = b5 b6 b7", "r4 r5 k5", "* > 2", "1 - r3", "4 3", "r7 r8 r9"),
]


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_no_tile_is_lost_or_created_whatever_is_typed(typed: list[str]) -> None:
    start = now = draft("r3 r4 r5 r6 / k7 r7 b7 o7 / b5 b6 *b7", "r6 k5 r4 b7 k7 o1", "r7 r8")

    for line in typed:
        with suppress(DraftError):
            now = edited(now, line)

    assert everything(now) == everything(start)
    assert now.loose <= start.start.tiles
    assert now.rack <= start.own


@given(
    st.sampled_from([*BY_WORD]), st.text(alphabet="rkbo*j0123456789 ><+-=|/,;axyzfor", max_size=24)
)
def test_whatever_is_typed_is_done_or_refused_with_a_sentence(word: str, line: str) -> None:
    start = draft("r3 r4 r5 r6 / k7 r7 b7 o7 / b5 b6 *b7", "r6 k5 r4 b7 k7 o1")
    now, refusal = start, "."
    try:
        now = BY_WORD[word](start, line)
    except DraftError as error:
        refusal = str(error)

    assert refusal.endswith(".")
    assert everything(now) == everything(start)


@pytest.mark.parametrize("name", ["sabra", "american", "international", "mcgraw"])
def test_the_status_says_what_can_be_done(name: str) -> None:
    rules = PRESETS[name]
    phase = "draw" if rules.draws_and_discards else "act"
    start = turn(f"phase {phase} | rack k5 k6 k7 * | opened no", rules)

    assert "draw" in status(start)
    assert status(start).endswith(".")


@pytest.mark.parametrize("name", PRESETS)
def test_help_fits_on_a_screen_in_every_game(name: str) -> None:
    _, reply = turn("rack k5", PRESETS[name]).answer("help")

    assert isinstance(reply, Page)
    assert len(reply.lines) <= 23
    assert max(map(len, reply.lines)) <= 80


def test_words_that_do_not_concern_the_draft_are_for_the_session() -> None:
    assert typed(turn("rack k9"), "sort number")[1] == SessionCommand("sort", "number")
    assert typed(turn("rack k9"), "points")[1] == SessionCommand("scores", "")


def test_many_steps_of_a_hint_are_a_page() -> None:
    rack = " ".join(f"{c}{n}" for c in "krbo" for n in (1, 2, 3, 5, 6, 7, 9, 10, 11))
    _, reply = turn(f"table k1 k2 k3 | rack {rack} o13").answer("hint how")

    assert isinstance(reply, Page)
    assert reply.lines[0].startswith("1. ")


@pytest.mark.parametrize("preset", ["sabra", "american", "international", "mcgraw"])
def test_every_game_offers_hints_and_help_on_them(preset: str) -> None:
    paper = FakeTerminal(lines("hint", "hint", "hint", "help", "help hint"))

    play_match(session(PRESETS[preset], paper))

    said = " ".join(paper.text.split())
    assert "There is no command" not in said
    assert "see if you can lay something" in said
    assert "hint tiles and hint how skip ahead" in said
