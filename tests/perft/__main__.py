"""Rewrites the suites of the joker rules: ``python -m tests.perft``.

The positions are random; the counts come from brute force.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.differential.by_hand import EVERY_OPTION, JokerOptions, Position
from tests.differential.small_positions import positions
from tests.solver.oracles import brute_force

from tilerummy.analysis import problem
from tilerummy.cli.perft import position
from tilerummy.rules import Ruleset, ruleset
from tilerummy.solver import Problem, placements
from tilerummy.tiles import JOKER, STANDARD

HERE = Path(__file__).parent
MOST_TILES = 13
EACH = 1


@dataclass(frozen=True, slots=True)
class Counted:
    """A position and its counts."""

    text: str
    racks: int
    plays: int


def main() -> None:
    """Write a suite for each way to treat melds with a joker."""
    for melds in ("locked", "open", "free"):
        options = [some for some in EVERY_OPTION if some.melds == melds]
        each = EACH if len(options) > 1 else 8
        parts = [f"# Positions under joker.melds = {melds}, written by python -m tests.perft."]
        for number, some in enumerate(options):
            parts.append(_part(some, each, number * 1000))
        (HERE / f"{melds}.txt").write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def rules_text(options: JokerOptions) -> str:
    """Return the ruleset's name with these options, without defaults."""
    usual = JokerOptions().named
    named = [f"{name}={value}" for name, value in options.named.items() if value != usual[name]]
    return "+".join(["sabra", *named])


def _part(options: JokerOptions, each: int, seed: int) -> str:
    text = rules_text(options)
    lines = [f"ruleset {text}"]
    found = _discerning(ruleset(text), seed)
    for number in range(1, each + 1):
        counted = next(found)
        name = "-".join([*(option for option in options.named.values()), str(number)])
        lines += ["", f"id {name.replace('_', '-')}", f"position {counted.text}"]
        lines += [f"racks {counted.racks}", f"plays {counted.plays}"]
    return "\n".join(lines)


def _discerning(rules: Ruleset, seed: int) -> Iterator[Counted]:
    """Yield positions whose counts depend on the joker rules."""
    others = [ruleset(rules_text(some)) for some in EVERY_OPTION[::5]]
    for some in _standard(seed):
        text = f"table {some.before} | rack {some.rack}"
        found = {len(placements(problem_of(other, text))) for other in (rules, *others)}
        if len(found) > 2 and len(placements(problem_of(rules, text))) >= 3:
            yield _counted(rules, text)


def _standard(seed: int) -> Iterator[Position]:
    """Yield small positions that are possible with the standard tiles."""
    for some in positions(seed):
        tiles = some.before.tiles + some.rack
        small = len(tiles) <= MOST_TILES and len(some.rack) <= 6
        standard = not some.tiles.one_high and some.tiles.colours == 4
        if small and standard and JOKER in some.before.tiles and tiles <= tuple(STANDARD):
            yield some


def _counted(rules: Ruleset, text: str) -> Counted:
    question = problem_of(rules, text)
    return Counted(text, len(brute_force.playable(question)), len(brute_force.plays(question)))


def problem_of(rules: Ruleset, text: str) -> Problem:
    """Return the solver's problem for a position."""
    return problem(rules, position(rules, text))


if __name__ == "__main__":
    main()
