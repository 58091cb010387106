"""The question how a round is scored."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tilerummy.protocol.json_lines import Answer
from tilerummy.protocol.question_fields import Asked
from tilerummy.quoting import quoted
from tilerummy.rules import Result, Ruleset
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Win
from tilerummy.tiles import Tile, TileSet

Value = TypeVar("Value")

HAND_POINTS = range(10_001)
"""What a closed hand can be said to be worth."""

HANDFUL = range(100)
"""How many tiles a handful can be said to be."""


def score(asked: Asked) -> Answer:
    """Return the scores of the round that *asked* tells of: ``{"scores": […]}``.

    What the ruleset does not use may be left out. Raises QuestionError.
    """
    rules = asked.ruleset()
    racks = tuple(each.rack("racks", rules.tiles) for each in asked.each("racks"))
    if len(racks) not in PLAYERS:
        raise asked.error("racks", f"there are {PLAYERS[0]} to {PLAYERS[-1]}, not {len(racks)}")
    seats = range(len(racks))
    result = Result(
        racks=racks,
        winner=asked.number_or_null("winner", seats),
        opened=_opened(asked, rules, seats),
        last_discard=_last_discard(asked, rules.tiles),
        handfuls=_handfuls(asked, seats),
        aim=rules.deal.tiles,
        trump_holders=frozenset(_trump_holders(asked, seats)),
    )
    return {"scores": list(_scores(asked, rules, _with_win(asked, rules, result)))}


def _scores(asked: Asked, rules: Ruleset, result: Result) -> tuple[int, ...]:
    """Return the scores; whose turn comes next may be left out unless it decides a tie."""
    seats = range(len(result.racks))
    turns = [asked.number("to_move", seats)] if "to_move" in asked else seats
    ways = {rules.scoring.score(replace(result, to_move=seat)).scores for seat in turns}
    if len(ways) > 1:
        raise asked.error("to_move", "it is missing, and it decides who wins this tie")
    return ways.pop()


def _opened(asked: Asked, rules: Ruleset, seats: range) -> tuple[bool, ...]:
    if "opened" not in asked and not rules.tells_wins_apart:
        return (True,) * len(seats)
    opened = tuple(each.flag("opened") for each in asked.each("opened"))
    return _for_every_seat(asked, "opened", opened, seats)


def _handfuls(asked: Asked, seats: range) -> tuple[tuple[int, ...], ...]:
    if "handfuls" not in asked:
        return ()
    handfuls = tuple(
        tuple(size.number("handfuls", HANDFUL) for size in each.each("handfuls"))
        for each in asked.each("handfuls")
    )
    if any(len(sizes) != 2 for sizes in handfuls):
        raise asked.error("handfuls", "every seat has grabbed two")
    return _for_every_seat(asked, "handfuls", handfuls, seats)


def _for_every_seat(
    asked: Asked, name: str, told: tuple[Value, ...], seats: range
) -> tuple[Value, ...]:
    if len(told) != len(seats):
        raise asked.error(name, f"there are {len(seats)} racks, so it has {len(seats)} members")
    return told


def _trump_holders(asked: Asked, seats: range) -> tuple[int, ...]:
    if "trump_holders" not in asked:
        return ()
    return tuple(each.number("trump_holders", seats) for each in asked.each("trump_holders"))


def _last_discard(asked: Asked, tiles: TileSet) -> Tile | None:
    if asked.fields.get("last_discard") is None:
        return None
    tile, *more = asked.rack("last_discard", tiles) or (None,)
    if tile is None or more:
        raise asked.error("last_discard", "it is one tile")
    return tile


def _with_win(asked: Asked, rules: Ruleset, result: Result) -> Result:
    """Return *result* with the way of winning, where somebody won and the ruleset asks how."""
    if result.winner is None or not rules.tells_wins_apart:
        return result
    name = asked.text("win")
    if name not in list(Win):
        raise asked.error("win", f"it is {', '.join(Win)}, not {quoted(name)}")
    win = Win(name)
    hand = asked.number("hand", HAND_POINTS) if win is Win.CLOSED else 0
    return replace(result, win=win, hand=hand)
