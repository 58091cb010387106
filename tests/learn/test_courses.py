"""The courses agree with the game: goals are within reach, and mistakes are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest

from tilerummy import best_play, ruleset
from tilerummy.melds import InvalidMeld
from tilerummy.melds import table as read_table
from tilerummy.rules import Ruleset, decide, faults, options_of
from tilerummy.state import Action, Play, State, fold
from tilerummy.state.notation import read_action, read_state
from tilerummy.tiles import Rack, rack

COURSES = Path(__file__).parents[2] / "web" / "src" / "learn" / "courses"


class Goal(TypedDict):
    """The task of a position: tiles to lay, an action, or the number of tiles left on the rack."""

    lay: NotRequired[str]
    did: NotRequired[Literal["draw", "discard", "declare"]]
    left: NotRequired[int]


Try = TypedDict(
    "Try",
    {"after": NotRequired[int], "try": str, "say": str, "code": str, "legal": NotRequired[bool]},
)
"""A wrong try that gets its own reply; it is refused with ``code``, or legal but not the task."""


class Position(TypedDict):
    """A position in a course's file."""

    id: str
    seconds: int
    table: str
    rack: str
    opened: NotRequired[bool]
    phase: NotRequired[str]
    zones: NotRequired[dict[str, str]]
    goal: Goal
    show: list[str]
    tries: list[Try]


class Course(TypedDict):
    """The content of a course's file."""

    ruleset: str
    points: int
    positions: list[Position]


@cache
def course(name: str) -> Course:
    """Read the file of a course."""
    found: Course = json.loads((COURSES / f"{name}.json").read_text())
    return found


NAMES = sorted(path.stem for path in COURSES.glob("*.json"))
ALL = [(name, position) for name in NAMES for position in course(name)["positions"]]
every_position = pytest.mark.parametrize(
    ("name", "position"), ALL, ids=[f"{name}-{position['id']}" for name, position in ALL]
)


def rules_of(name: str) -> Ruleset:
    return ruleset(course(name)["ruleset"])


def start(name: str, position: Position) -> State:
    """The position as the referee sees it."""
    phase, zones = position.get("phase", "act"), position.get("zones", {})
    fields = [
        f"table {position['table']}",
        f"rack {position['rack']}",
        "opened 0" if position.get("opened", True) else "opened no",
        f"phase {phase}",
        f"pool {zones.get('pool', '')} ?30",
        "players 4",
    ]
    if phase == "meld":
        fields.append("drew pool")
    if "trump" in zones:
        fields.append(f"trump {zones['trump']}")
    if "discard" in zones:
        fields.append(f"seat 3 discards {zones['discard']}")
    return read_state(" | ".join(fields), rules_of(name).tiles)


def tiles_of(text: str) -> Rack:
    """The tiles on a table, regardless of their order."""
    bare = ("*" if word.startswith("*") else word for word in text.split() if word != "/")
    return rack(" ".join(bare))


def stages(steps: list[str]) -> Iterator[tuple[bool, str]]:
    """Yield each step, and whether it is played: of successive tables, only the last one is."""
    for i, step in enumerate(steps):
        after = steps[i + 1] if i + 1 < len(steps) else ""
        yield not (step.startswith("table") and after.startswith("table")), step


def action_of(name: str, state: State, step: str) -> Action:
    if not step.startswith("table"):
        return read_action(step)
    after = read_table(step.removeprefix("table"), rules_of(name).tiles)
    return Play.between(state.table, after)


def played(name: str, state: State, steps: list[str]) -> State:
    """Return the state after these steps; fails if one is illegal."""
    for heard, step in stages(steps):
        if heard:
            action = action_of(name, state, step)
            state = fold(decide(rules_of(name), state, action), state)
    return state


@every_position
def test_the_shown_solution_is_legal_and_reaches_the_goal(name: str, position: Position) -> None:
    before = start(name, position)
    goal = position["goal"]

    after = played(name, before, position["show"])

    done = [step.split()[0] for step in position["show"]]
    assert goal.get("did", "table") in done
    mine = after.seats[before.to_move].rack
    laid = before.mover.rack + rack(position.get("zones", {}).get("discard", "")) - mine
    assert not rack(goal.get("lay", "")) - laid
    assert len(mine) == goal.get("left", len(mine))


@every_position
def test_a_shown_step_moves_tiles_and_loses_none(name: str, position: Position) -> None:
    lying, held = tiles_of(position["table"]), tiles_of(position["rack"])
    for step in position["show"]:
        if step == "draw discard":
            assert rules_of(name).draws_and_discards
            held += rack(position["zones"]["discard"])
        if step.startswith("table"):
            now = tiles_of(step.removeprefix("table"))
            assert not lying - now, step
            assert not now - lying - held, step


@every_position
def test_the_goal_is_within_reach_of_the_solver(name: str, position: Position) -> None:
    """The goal is at most the number of tiles that the solver can lay."""
    state = played(name, start(name, position), [s for s in position["show"] if "draw" in s])
    if "lay" in position["goal"]:
        best = best_play(rules_of(name), state)
        assert best.proven
        assert len(best.placed) >= len(rack(position["goal"]["lay"]))


@every_position
def test_a_try_with_a_reply_is_refused(name: str, position: Position) -> None:
    rules = rules_of(name)
    for each in position["tries"]:
        state = played(name, start(name, position), position["show"][: each.get("after", 0)])
        try:
            reasons = list(faults(rules, state, action_of(name, state, each["try"])))
        except InvalidMeld:
            assert each["code"] == "invalid_meld"
            continue
        if each.get("legal"):
            assert not reasons
        else:
            assert each["code"] in [reason.code.value for reason in reasons]


@every_position
def test_a_position_takes_ten_to_forty_seconds(name: str, position: Position) -> None:
    assert 10 <= position["seconds"] <= 40, name


def test_rearranging_is_reached_within_four_minutes() -> None:
    """The home page takes half a minute, and each position its expected time."""
    positions = course("basic")["positions"]
    until = next(n for n, each in enumerate(positions) if each["id"] == "steal")

    assert 30 + sum(each["seconds"] for each in positions[: until + 1]) <= 240


def test_the_courses_have_the_length_in_the_web_client() -> None:
    assert {name: len(course(name)["positions"]) for name in NAMES} == {
        "american": 5,
        "basic": 10,
        "international": 5,
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_opening_points_are_those_of_the_rules(name: str) -> None:
    assert course(name)["points"] == rules_of(name).opening.points


@pytest.mark.parametrize("name", NAMES)
def test_the_law_in_the_web_client_is_that_of_the_rules(name: str) -> None:
    """``lawFor`` in course.ts: locked melds, any of their jokers replaced from the rack."""
    rules = rules_of(name)
    options = options_of(rules)

    assert options.get("joker.melds", "locked") == "locked"
    assert options.get("joker.replace_from", "rack") == "rack"
    assert options["joker.group_of_three"] == "any"
    assert options["initial_meld.jokers"] is True
    assert options["run.one_high"] is rules.draws_and_discards
    assert all(("phase" in each) is rules.draws_and_discards for each in course(name)["positions"])
