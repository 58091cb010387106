"""Answers the question how a round is scored."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from tilerummy.protocol.json_lines import Answer
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.quoting import joined, quoted
from tilerummy.rules import Result, Ruleset
from tilerummy.rules.rounds.scoring import rack_value
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Win
from tilerummy.tiles import Tile, TileSet

Value = TypeVar("Value")

HAND_POINTS = range(10_001)
"""The points that a question may give for a closed hand."""

FIELDS = (
    "ruleset",
    "options",
    "racks",
    "winner",
    "to_move",
    "opened",
    "win",
    "hand",
    "last_discard",
    "handfuls",
    "trump_holders",
    "note",
)
"""The fields of the question."""

HANDFUL = range(100)
"""The numbers of tiles that a question may give for a handful."""


def score(fields: QuestionFields) -> Answer:
    """Return the scores of the round that *fields* describe, and the seat that won it.

    ``tie`` says how equal racks were told apart, where that was needed. Fields that the ruleset
    does not use may be left out. Raises QuestionError.
    """
    fields.check_names(FIELDS)
    rules = fields.ruleset()
    racks = tuple(each.rack("racks", rules.tiles) for each in fields.each("racks"))
    if len(racks) not in PLAYERS:
        raise fields.error("racks", f"there are {PLAYERS[0]} to {PLAYERS[-1]}, not {len(racks)}")
    seats = range(len(racks))
    result = Result(
        racks=racks,
        winner=fields.number_or_null("winner", seats),
        opened=_opened(fields, rules, seats),
        last_discard=_last_discard(fields, rules.tiles),
        handfuls=_handfuls(fields, seats),
        aim=rules.deal.tiles,
        trump_holders=frozenset(_trump_holders(fields, seats)),
    )
    if result.winner is not None and (left := racks[result.winner]):
        raise fields.error(
            "winner", f"seat {result.winner} went out, so no tile is on that rack, and not {left}"
        )
    return _scored(fields, rules, _with_win(fields, rules, result))


def _scored(fields: QuestionFields, rules: Ruleset, result: Result) -> Answer:
    """Return the scores; ``to_move`` may be left out unless it decides a tie."""
    seats = range(len(result.racks))
    turns = [fields.number("to_move", seats)] if "to_move" in fields else seats
    found = {rules.scoring.score(replace(result, to_move=seat)) for seat in turns}
    if len(found) > 1:
        raise fields.error("to_move", "it is missing, and it decides who wins this tie")
    scored = found.pop()
    answer: Answer = {"scores": list(scored.scores), "winner": scored.winner}
    if result.winner is None and scored.winner is not None:
        tie = _tie(rules, result, scored.winner)
        return {**answer, "tie": tie} if tie else answer
    return answer


def _tie(rules: Ruleset, result: Result, winner: int) -> str:
    """Return how *winner* was found among seats with equal lowest racks, "" if there is one."""
    values = [rack_value(rack, rules.scoring.joker) for rack in result.racks]
    equal = [seat for seat, value in enumerate(values) if value == values[winner]]
    fewest = [seat for seat in equal if len(result.racks[seat]) == len(result.racks[winner])]
    if len(equal) == 1:
        return ""
    held = f"seats {joined(equal)} hold {values[winner]} points each"
    if len(fewest) == 1:
        return f"{held}; seat {winner} has the fewest tiles"
    return (
        f"{held}; seats {joined(fewest)} have the fewest tiles, and seat {winner} would move next"
    )


def _opened(fields: QuestionFields, rules: Ruleset, seats: range) -> tuple[bool, ...]:
    if "opened" not in fields and not rules.tells_wins_apart:
        return (True,) * len(seats)
    opened = tuple(each.flag("opened") for each in fields.each("opened"))
    return _for_every_seat(fields, "opened", opened, seats)


def _handfuls(fields: QuestionFields, seats: range) -> tuple[tuple[int, ...], ...]:
    if "handfuls" not in fields:
        return ()
    handfuls = tuple(
        tuple(size.number("handfuls", HANDFUL) for size in each.each("handfuls"))
        for each in fields.each("handfuls")
    )
    if any(len(sizes) != 2 for sizes in handfuls):
        raise fields.error("handfuls", "every seat has grabbed two")
    return _for_every_seat(fields, "handfuls", handfuls, seats)


def _for_every_seat(
    fields: QuestionFields, name: str, values: tuple[Value, ...], seats: range
) -> tuple[Value, ...]:
    if len(values) != len(seats):
        raise fields.error(name, f"there are {len(seats)} racks, so it has {len(seats)} members")
    return values


def _trump_holders(fields: QuestionFields, seats: range) -> tuple[int, ...]:
    if "trump_holders" not in fields:
        return ()
    return tuple(each.number("trump_holders", seats) for each in fields.each("trump_holders"))


def _last_discard(fields: QuestionFields, tiles: TileSet) -> Tile | None:
    if fields.data.get("last_discard") is None:
        return None
    tile, *more = fields.rack("last_discard", tiles) or (None,)
    if tile is None or more:
        raise fields.error("last_discard", "it is one tile")
    return tile


def _with_win(fields: QuestionFields, rules: Ruleset, result: Result) -> Result:
    """Return *result* with the kind of win, if a seat won and the ruleset scores kinds of wins."""
    if result.winner is None or not rules.tells_wins_apart:
        return result
    name = fields.text("win")
    if name not in list(Win):
        raise fields.error("win", f"it is {', '.join(Win)}, not {quoted(name)}")
    win = Win(name)
    hand = fields.number("hand", HAND_POINTS) if win is Win.CLOSED else 0
    return replace(result, win=win, hand=hand)
