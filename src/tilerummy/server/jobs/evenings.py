"""Jobs that score evenings: rounds that were played with real tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from tilerummy.deadline import NEVER, Deadline
from tilerummy.match import Payment, ScoreSheet
from tilerummy.records import Record, write_csv, write_jsonl, write_text
from tilerummy.rules import Ruleset, read_ruleset
from tilerummy.rules.closed_hands import CLOSED_HANDS
from tilerummy.rules.closed_hands.hands import ClosedHand
from tilerummy.rules.counting import (
    Count,
    CountError,
    copies_of,
    fields_needed,
    left_points,
    score_count,
    table_tiles,
)
from tilerummy.server.messages.bodies.common import CodedText, ErrorDetail
from tilerummy.server.messages.bodies.evenings import (
    CountBody,
    CountedTiles,
    CountingScore,
    EveningFile,
    EveningRecord,
    HandPoints,
    PaymentView,
    ScoreAnswer,
    ScoredRound,
    ScoreQuestion,
)
from tilerummy.state import Win


def score(question: ScoreQuestion, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return the scores of an evening as JSON, or an error.

    If a count is incomplete or impossible, the error is `bad_count`, and its reason contains the
    round, counted from 1, and the seats concerned.
    """
    del deadline  # a hundred rounds take 5 ms
    return _or_error(lambda: score_answer(question))


def write_record(question: EveningRecord, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return an evening's record as JSON with its text, or an error as in :func:`score`."""
    del deadline
    return _or_error(lambda: EveningFile(text=_WRITERS[question.form](evening_record(question))))


def _or_error(work: Callable[[], ScoreAnswer | EveningFile]) -> bytes | ErrorDetail:
    """Return the result of *work* as JSON, or the error that it raises."""
    try:
        return msgspec.json.encode(work())
    except WrongRoundError as error:
        return ErrorDetail(code="bad_count", message=str(error), why=error.coded())
    except ValueError as error:
        return ErrorDetail(code="bad_question", message=str(error)[:600])


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_WRITERS: dict[str, Callable[[Record], str]] = {
    "text": write_text,
    "jsonl": write_jsonl,
    "csv": write_csv,
}


def evening_record(question: EveningRecord) -> Record:
    """Return an evening's record.

    Raises WrongRoundError if a round cannot be scored, and ValueError for invalid rules or names.
    """
    rules = read_ruleset(question.ruleset)
    if len(question.names) != question.players:
        raise ValueError(f"there are {question.players} players, but {len(question.names)} names")
    sheet = score_sheet(rules, question)
    title = " ".join(question.title.split())
    disputes = str(question.disputes or "")
    record = Record.of(
        rules,
        [" ".join(name.split()) for name in question.names],
        date=(_EPOCH + timedelta(milliseconds=question.began)).date().isoformat(),
        rounds=question.rounds,
        target=question.target,
        tags=[tag for tag in (("title", title), ("disputes", disputes)) if tag[1]],
    )
    for body, starter in zip(question.counts, sheet.starters, strict=True):
        record = record.counted(count_of(body), starter=starter)
    return record


class WrongRoundError(ValueError):
    """Raised if a round cannot be scored. ``round`` counts from 1."""

    def __init__(self, number: int, reason: CountError) -> None:
        super().__init__(f"round {number}: {reason}")
        self.round, self.reason = number, reason

    def coded(self) -> CodedText:
        """Return the reason with its code, the round and the seats concerned."""
        params: dict[str, int | list[int]] = {"round": self.round, "seats": [*self.reason.seats]}
        if self.reason.number is not None:
            params["number"] = self.reason.number
        return CodedText(code=self.reason.code, text=str(self.reason), params=params)


def score_answer(question: ScoreQuestion) -> ScoreAnswer:
    """Return the scores of an evening.

    Raises WrongRoundError if a round cannot be scored, and other ValueErrors for invalid rules.
    """
    rules = read_ruleset(question.ruleset)
    sheet = score_sheet(rules, question)
    pairs = zip(question.counts, zip(sheet.results, sheet.starters, strict=True), strict=True)
    following = sheet.next_starter()
    return ScoreAnswer(
        scored=[
            ScoredRound(
                starter=starter,
                winner=ended.winner,
                scores=[*ended.scores],
                points=[
                    None if left is None else left_points(rules, left)
                    for left in count_of(count).left
                ],
            )
            for count, (ended, starter) in pairs
        ],
        totals=[*sheet.totals],
        leaders=[*sheet.leaders],
        low_wins=rules.scoring.low_wins,
        over=sheet.over,
        starter=question.starter if following is None else following,
        fewest=_payments(sheet.fewest_payments),
        each=_payments(sheet.differences),
        tiles=_tiles(rules, question.players),
        counting=_counting(rules, question),
    )


def _counting(rules: Ruleset, question: ScoreQuestion) -> CountingScore | None:
    """Return the score of the round that is being counted, or why it cannot be scored yet."""
    count = question.counting
    if count is None:
        return None
    if question.round > len(question.counts):
        raise ValueError(f"there is no round {question.round}")
    left = [
        [] if rest is None and seat != count.out else rest for seat, rest in enumerate(count.left)
    ]
    counts = [*question.counts]
    counts[question.round : question.round + 1] = [msgspec.structs.replace(count, left=left)]
    try:
        sheet = score_sheet(rules, msgspec.structs.replace(question, counts=counts))
    except WrongRoundError as error:
        return CountingScore(scores=[], totals=[], wrong=error.coded())
    scores = sheet.results[question.round].scores
    return CountingScore(scores=[*scores], totals=[*sheet.totals], wrong=None)


def score_sheet(rules: Ruleset, question: ScoreQuestion) -> ScoreSheet:
    """Return the score sheet of an evening.

    Raises WrongRoundError if a round cannot be scored, and ValueError for an impossible seat.
    """
    if question.starter >= question.players:
        raise ValueError(f"there is no seat {question.starter}")
    sheet = ScoreSheet(
        rules=rules, seats=question.players, rounds=question.rounds, target=question.target
    )
    for number, body in enumerate(question.counts, 1):
        try:
            count = count_of(body)
            if count.seats != question.players:
                raise CountError("left needs one value per seat", "players")
            following = sheet.next_starter()
            starter = question.starter if following is None else following
            if body.starter is not None:
                starter = body.starter
            if starter >= question.players:
                raise CountError(f"there is no seat {starter}", "no_such_seat", [starter])
            sheet = sheet.after(score_count(rules, count), starter)
        except CountError as error:
            raise WrongRoundError(number, error) from None
    return sheet


def count_of(body: CountBody) -> Count:
    """Return a count from a request body."""
    return Count(
        body.out,
        tuple(tuple(left) if isinstance(left, list) else left for left in body.left),
        opened=tuple(body.opened),
        win=None if body.win is None else Win(body.win),
        hand=body.hand,
        hand_jokers=body.hand_jokers,
        joker_discarded=body.joker_discarded,
        trump_holders=tuple(body.trump_holders),
        handfuls=tuple(map(tuple, body.handfuls)),
        following=body.following,
    )


def _hand(hand: ClosedHand) -> HandPoints:
    name = CodedText(code=f"hand.{hand.number}", text=hand.name)
    return HandPoints(name=name, points=[*hand.points])


def _payments(payments: Sequence[Payment]) -> list[PaymentView]:
    return [msgspec.convert(each, PaymentView, from_attributes=True) for each in payments]


def _tiles(rules: Ruleset, players: int) -> CountedTiles:
    tiles = table_tiles(rules, players)
    numbers = range(tiles.numbers + 1)
    return CountedTiles(
        numbers=tiles.numbers,
        copies=copies_of(tiles, 1),
        jokers=tiles.jokers,
        points=[left_points(rules, (number,)) for number in numbers],
        asks=sorted(fields_needed(rules)),
        handful=rules.deal.tiles,
        hands=[*map(_hand, CLOSED_HANDS)] if rules.closed_hands else [],
    )
