"""Scores rounds that were played with real tiles, from the count at their end.

A count records the seat that went out and the tiles left on the other racks: their numbers, without
colours, or only a sum (RULES 5.5). It is scored like a round that was played here, by the same
:class:`~tilerummy.rules.rounds.scoring.Scoring`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import KW_ONLY, dataclass, field, replace

from tilerummy.rules import closed_hands  # loaded on first use
from tilerummy.rules.options import MOST_WITH_STANDARD_SET, as_ruleset
from tilerummy.rules.rounds.scoring import ByKindOfWin, Result, Scored
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.events import Ended, Ending, Win
from tilerummy.tiles import COLOURS, JOKER, Rack, Tile, TileSet

COUNTED_PLAYERS = range(2, 7)
"""The numbers of players whose rounds can be counted, which may be more than a preset deals to."""
MOST_POINTS = 10_000
"""The highest sum that can be left on a rack."""
MOST_HANDFUL = 60
"""The largest handful that can be counted."""

Left = tuple[int, ...] | int
"""The rest of a rack: the numbers on its tiles (0 is a joker), or the sum of its points."""


class CountError(ValueError):
    """Raised for a count that is incomplete or impossible.

    ``code`` is the reason, ``seats`` are the seats concerned, and ``number`` is the number on the
    tiles concerned, if any. The codes are ``players``, ``no_such_seat``, ``not_counted``,
    ``has_tiles``, ``no_such_tile``, ``too_many_tiles``, ``too_many_points``, ``handfuls``,
    ``no_such_hand``, ``foot_alone`` and ``tied``.
    """

    def __init__(
        self, message: str, code: str, seats: Iterable[int] = (), number: int | None = None
    ) -> None:
        super().__init__(message)
        self.code, self.seats, self.number = code, tuple(seats), number

    def __reduce__(self) -> tuple[type[CountError], tuple[object, ...]]:
        return type(self), (str(self), self.code, self.seats, self.number)


@dataclass(frozen=True, slots=True)
class Count:
    """The count at the end of a round with real tiles.

    ``out`` is the seat that went out, or None if no one did. ``left`` contains what is left on each
    rack, by seat; None stands for the seat that went out. ``opened`` is True for each seat that has
    melded; if it is empty, every seat has. The other fields apply only to some rulesets: the kind
    of win, the closed hand's number and its number of jokers, whether the last discard was a joker,
    and the seats with a copy of the trump (International), and the sizes of each seat's handfuls
    (McGraw). ``following`` is the seat whose turn would have been next; it is needed only if no one
    went out and several racks are equally low.

    >>> Count(1, ((4, 8, 11), None, 41))
    Count(out=1, left=((4, 8, 11), None, 41))
    """

    out: int | None
    left: tuple[Left | None, ...]
    _: KW_ONLY
    opened: tuple[bool, ...] = field(default=(), repr=False)
    win: Win | None = field(default=None, repr=False)
    hand: int | None = field(default=None, repr=False)
    hand_jokers: int = field(default=0, repr=False)
    joker_discarded: bool = field(default=False, repr=False)
    trump_holders: tuple[int, ...] = field(default=(), repr=False)
    handfuls: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    following: int | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Write equal counts in the same way."""
        if all(self.opened):
            object.__setattr__(self, "opened", ())
        if not any(self.handfuls):
            object.__setattr__(self, "handfuls", ())
        sizes = tuple(handfuls or (0, 0) for handfuls in self.handfuls)
        object.__setattr__(self, "handfuls", sizes)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.left)

    def as_scored(self, ended: Ended) -> Count:
        """Return the count with the kind of win that *ended* has scored, and nothing unscored.

        Under rules that do not distinguish wins, the kind of win, the hand and the last discard do
        not count.
        """
        return replace(
            self,
            win=ended.win,
            hand=ended.hand,
            hand_jokers=0 if ended.hand is None else self.hand_jokers,
            joker_discarded=self.joker_discarded and ended.win is not None,
        )


def score_count(rules: Ruleset | str, count: Count) -> Ended:
    """Return the end of a round, with the scores, from the tiles *counted* on the real racks.

    The racks of the event are empty, because a count has no colours. There are two to six players.
    A number cannot be left more often than the tile set has it (RULES 5.1 for five and six).

    >>> from tilerummy import Count, score_count
    >>> score_count("sabra", Count(1, ((4, 8, 11), None, 41))).scores
    (-23, 64, -41)
    >>> score_count("sabra", Count(None, ((5,), (0, 1), (7,)))).scores
    (28, -26, -2)

    Raises :class:`CountError` if the count is incomplete or impossible.
    """
    rules = as_ruleset(rules)
    for problem in _problems(rules, count):
        raise problem
    win, hand = _win(rules, count)
    scored = _scored(rules, count)
    ending = Ending.POOL_EXHAUSTED if count.out is None else Ending.WENT_OUT
    return Ended(ending, scored.scores, (Rack(),) * count.seats, scored.winner, win, hand)


def _win(rules: Ruleset, count: Count) -> tuple[Win | None, int | None]:
    """Return the kind of win and the closed hand, or None if the rules do not score them."""
    if not rules.tells_wins_apart or count.out is None:
        return None, None
    win = count.win or Win.OPEN
    return win, count.hand if win is Win.CLOSED else None


def _scored(rules: Ruleset, count: Count) -> Scored:
    """Return the scores. Raises CountError if they depend on a turn that was not counted."""
    result = _result(rules, count)
    turns = range(count.seats) if count.following is None else [count.following]
    found = {rules.scoring.score(replace(result, to_move=seat)) for seat in turns}
    if len(found) > 1:
        message = "several racks are equally low: whose turn would have been next?"
        winners = {scored.winner for scored in found if scored.winner is not None}
        raise CountError(message, "tied", sorted(winners))
    return found.pop()


def _result(rules: Ruleset, count: Count) -> Result:
    """Return the facts that *count* contains about the end of the round."""
    win, hand = _win(rules, count)
    opened = count.opened or (True,) * count.seats
    if win is not None:
        opened = tuple(has or seat == count.out for seat, has in enumerate(opened))
    return Result(
        racks=tuple(_rack(left) for left in count.left),
        sums=tuple(left if isinstance(left, int) else None for left in count.left),
        winner=count.out,
        opened=opened,
        unopened=frozenset(s for s, has in enumerate(opened) if not has and s != count.out),
        win=win,
        hand=closed_hands.CLOSED_HANDS[hand - 1].points[count.hand_jokers] if hand else 0,
        last_discard=JOKER if count.joker_discarded else None,
        handfuls=count.handfuls,
        aim=rules.deal.tiles,
        trump_holders=frozenset(count.trump_holders),
    )


def left_points(rules: Ruleset | str, left: Left) -> int:
    """Return the points that are *left* on a rack under these rules.

    >>> left_points("sabra", (0, 5, 3)), left_points("international", (1, 11, 5))
    (38, 25)
    """
    return left if isinstance(left, int) else as_ruleset(rules).scoring.value(_rack(left))


def _rack(left: Left | None) -> Rack:
    """Return tiles with these numbers; their colours do not count."""
    numbers = () if left is None or isinstance(left, int) else left
    return Rack(Tile.of(COLOURS[0], number) if number else JOKER for number in numbers)


def _problems(rules: Ruleset, count: Count) -> Iterator[CountError]:
    """Yield the reasons why *count* cannot be scored, in their reporting order."""
    seats = range(count.seats)
    if count.seats not in COUNTED_PLAYERS:
        yield CountError(f"there are 2 to 6 players, not {count.seats}", "players")
    named = [count.out, count.following, *count.trump_holders]
    if wrong := [seat for seat in named if seat is not None and seat not in seats]:
        yield CountError(f"there is no seat {wrong[0]}", "no_such_seat")
    if count.opened and len(count.opened) != count.seats:
        yield CountError("opened needs one value per seat", "players")
    yield from _wrong_racks(rules, count)
    yield from _wrong_handfuls(rules, count)
    yield from _wrong_win(rules, count)


def _wrong_racks(rules: Ruleset, count: Count) -> Iterator[CountError]:
    for seat, left in enumerate(count.left):
        if left is None and seat != count.out:
            yield CountError(f"the rack of seat {seat} has not been counted", "not_counted", [seat])
        if left and seat == count.out:
            yield CountError(f"seat {seat} went out, and so has no tiles", "has_tiles", [seat])
        if isinstance(left, int) and not 0 <= left <= MOST_POINTS:
            message = f"a rack has 0 to {MOST_POINTS} points, not {left}"
            yield CountError(message, "too_many_points", [seat])
    racks = [left for left in count.left if isinstance(left, tuple)]
    tiles = table_tiles(rules, count.seats)
    for number, copies in sorted(Counter(n for left in racks for n in left).items()):
        if not 0 <= number <= tiles.numbers or (number == 0 and not tiles.jokers):
            yield CountError(f"there are no tiles {number}", "no_such_tile", number=number)
        elif copies > copies_of(tiles, number):
            what = f"tiles {number}" if number else "jokers"
            message = f"there are only {copies_of(tiles, number)} {what}, not {copies}"
            yield CountError(message, "too_many_tiles", number=number)


def table_tiles(rules: Ruleset, seats: int) -> TileSet:
    """Return the most tiles on a table with this many *seats*: two sets for five and six."""
    tiles = rules.tiles_for(seats)
    if seats <= MOST_WITH_STANDARD_SET:
        return tiles
    return replace(
        tiles,
        copies=min(2 * tiles.copies, TileSet.RANGES["copies"][1]),
        jokers=min(2 * tiles.jokers, TileSet.RANGES["jokers"][1]),
    )


def copies_of(tiles: TileSet, number: int) -> int:
    """Return the number of tiles that have this *number*, in all colours; 0 is a joker."""
    return tiles.colours * tiles.copies if number else tiles.jokers


def _wrong_handfuls(rules: Ruleset, count: Count) -> Iterator[CountError]:
    if not count.handfuls:
        return
    right = rules.deal.handfuls and len(count.handfuls) == count.seats
    sizes = [size for handfuls in count.handfuls for size in handfuls]
    pairs = all(len(handfuls) == 2 for handfuls in count.handfuls)
    if not right or not pairs or any(not 0 <= size <= MOST_HANDFUL for size in sizes):
        yield CountError("every seat of McGraw has two handfuls, or none were counted", "handfuls")


def _wrong_win(rules: Ruleset, count: Count) -> Iterator[CountError]:
    if not rules.tells_wins_apart or count.out is None:
        return
    opened = count.opened or (True,) * count.seats
    if count.win is Win.FOOT and not any(o for s, o in enumerate(opened) if s != count.out):
        message = "a Foot win adds to another player's meld, but no other player has melded"
        yield CountError(message, "foot_alone", [count.out])
    if count.win is Win.CLOSED and (
        count.hand not in range(1, len(closed_hands.CLOSED_HANDS) + 1)
        or not 0 <= count.hand_jokers <= 2
    ):
        message = "a closed win needs the number of its hand, and its jokers: 0 to 2"
        yield CountError(message, "no_such_hand", [count.out])


def fields_needed(rules: Ruleset | str) -> frozenset[str]:
    """Return the fields of :class:`Count` that are needed in addition to the racks.

    >>> sorted(fields_needed("international")), sorted(fields_needed("mcgraw"))
    (['hand', 'joker_discarded', 'opened', 'win'], ['handfuls'])
    """
    rules = as_ruleset(rules)
    found: set[str] = set()
    if isinstance(rules.scoring, ByKindOfWin):
        found |= {"win", "opened", "joker_discarded"}
        if rules.scoring.trump_bonus:
            found.add("trump_holders")
    elif getattr(rules.scoring, "not_opened", 0):
        found.add("opened")
    if rules.closed_hands:
        found.add("hand")
    if rules.deal.handfuls:
        found.add("handfuls")
    return frozenset(found)
