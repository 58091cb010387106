"""How a round goes under a ruleset, in plain words: the deal, a turn, the end, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tools.docs.meanings import NUMBERS, counted, joined

from tilerummy.rules import Ruleset
from tilerummy.rules.extending import Extend
from tilerummy.rules.hands import CLOSED_HANDS, ClosedHand, Shape, When, recognise
from tilerummy.rules.ruleset import EmptyPool, TakeDiscard
from tilerummy.rules.scoring import ByKindOfWin, CountAgainst, Result, WinnerTakesAll
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play, Win
from tilerummy.tiles import COLOUR_NAMES, rack

_WHEN = {
    Phase.ACT: "at the start of your turn",
    Phase.MORE: "after a play",
    Phase.DRAW: "at the start of your turn",
    Phase.MELD: "with the drawn tile on your rack",
}
_THEN = {
    Phase.MORE: "go on, or say pass",
    Phase.MELD: "go on, or discard",
    Phase.DONE: "your turn is over",
}


def deal(rules: Ruleset) -> Iterator[str]:
    """Yield sentences about the tiles, the players, the start and the deal."""
    tiles, dealing = rules.tiles, rules.deal
    yield (
        f"There are {len(tiles)} tiles: the numbers 1 to {tiles.numbers} in"
        f" {joined(COLOUR_NAMES[: tiles.colours])}, {NUMBERS[tiles.copies]} of each, and"
        f" {counted(tiles.jokers, 'joker')}."
    )
    players = tuple(NUMBERS[n] for n in rules.seats_allowed())
    yield f"{joined(players, 'or').capitalize()} can play."
    yield (
        "For the first round each player draws a tile: the highest starts. A joker is higher than"
        " any number, and who ties for the highest draws again."
    )
    if rules.loser_starts:
        yield "Later the loser of the last round starts."
    else:
        yield "In later rounds the start passes to the next player."
    if dealing.handfuls:
        yield (
            f"The jokers are set apart. Each player grabs two handfuls of tiles, aiming at"
            f" {dealing.tiles} in each; all that was grabbed is the hand."
        )
        yield (
            f"Then the {counted(tiles.jokers, 'joker')} are dealt as evenly as possible, in the"
            " open; the odd ones move on by one seat in each round."
        )
    else:
        yield f"Each player gets {dealing.tiles} tiles on a rack that the others do not see."
    if dealing.starter_extra:
        yield "The first player gets one tile more, and does not draw in the first turn."
    if dealing.free:
        yield (
            f"{counted(dealing.free, 'tile').capitalize()} for each player lie face up beside the"
            " table: the free tiles."
        )
    if dealing.trump:
        yield "One of the other tiles lies face up: the trump."
    yield "The rest, face down, is the pool."


def turn(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table: in each moment of a turn, what you may do and what follows."""
    yield "| when | you may | and then |"
    yield "|---|---|---|"
    for phase, kind, then in rules.turn.rows:
        what = _action(rules, phase, kind)
        if what is not None:
            over = kind in (GoOut, Declare)
            yield f"| {_WHEN[phase]} | {what} | {'the round is over' if over else _THEN[then]} |"


def _action(rules: Ruleset, phase: Phase, kind: type[Action]) -> str | None:
    if kind is Play:
        return (
            "lay melds, or add tiles to melds"
            if isinstance(rules.table, Extend)
            else "play: put one or more tiles from your rack on the table"
        )
    if kind is Draw:
        return f"draw {counted(rules.draw, 'tile')} from the pool{_or_the_discard(rules)}"
    if kind is Pass:
        return "say pass, if the pool is empty" if phase is Phase.ACT else "say pass"
    if kind is GoOut:
        return "draw the trump, if you win with it at once" if rules.deal.trump else None
    if kind is Declare:
        return "show a closed hand and discard" if rules.closed_hands else None
    assert kind is Discard
    return "discard a tile, face up"


def _or_the_discard(rules: Ruleset) -> str:
    match rules.take_discard:
        case TakeDiscard.NEVER:
            return ""
        case TakeDiscard.OPENED_EARLIER:
            return (
                ", or take the previous player's discard (from the turn after your first melds on)"
            )
        case TakeDiscard.ALWAYS:
            return ", or take the previous player's discard"
    assert_never(rules.take_discard)


def jokers(rules: Ruleset) -> Iterator[str]:
    """Yield what is said of jokers where there is no option about it."""
    if isinstance(rules.table, Extend):
        yield "A meld with a joker is added to like any other."
        yield "The tile that replaces a joker comes from your rack."


def playing(rules: Ruleset) -> Iterator[str]:
    """Yield sentences about what a play may do to the table."""
    if isinstance(rules.table, Extend):
        yield (
            "Melds on the table are never rearranged or joined: they are only added to, your own"
            " and the others'."
        )
        yield "A tile taken from the discards is not discarded again in the same turn."
        yield "You always need a tile to discard, so you cannot lay all your tiles."
    else:
        yield (
            "A play takes the table from one valid arrangement to another. Melds may be split,"
            " joined and rearranged; at the end at least one tile from your rack is there, every"
            " tile that was on the table still is, and all melds are valid."
        )
    if rules.deal.free:
        yield (
            "Free tiles are used like tiles of your rack, together with at least one of your own,"
            " when no rack holds a joker any more and no equal tile lies on the table. Who laid"
            " the first melds of the round has the first choice of them for one turn."
        )
    if rules.jokers_due:
        yield "After the turn of your first melds every play must leave no joker on your rack."


def ending(rules: Ruleset) -> Iterator[str]:
    """Yield sentences about how a round ends."""
    if rules.draws_and_discards:
        yield "Who has melded all tiles but one and discards that one wins."
    else:
        yield "Who lays the last tile of the rack wins, at once."
    match rules.empty_pool:
        case EmptyPool.FIRST_PASS:
            yield "When the pool is empty, the round ends as soon as somebody does not play."
        case EmptyPool.ALL_PASS:
            yield (
                "When the pool is empty, each plays or passes until somebody goes out or all have"
                " passed in a row."
            )
        case None:
            yield "The round also ends with the turn in which the pool becomes empty."
            yield "So it does when all have had ten turns without a play or a tile from the pool."


def scoring(rules: Ruleset) -> Iterator[str]:
    """Yield sentences about the score of a round."""
    match rules.scoring:
        case WinnerTakesAll(joker=joker):
            yield (
                f"The others lose the sum of the numbers on their racks, a joker counting {joker},"
                " and the winner gets what they lose."
            )
            yield (
                "If nobody went out, the lowest rack wins: the others lose what theirs is higher,"
                " and the winner gets the sum. On a tie fewer tiles win, then who would have moved"
                " next. The scores of a round always add up to zero."
            )
        case CountAgainst(joker=joker, exact_bonus=exact, near_bonus=near):
            yield f"Everybody adds the numbers on the rack, a joker counting {joker}. Low is good."
            yield (
                f"A handful of exactly {rules.deal.tiles} takes {exact} off, one more or one fewer"
                f" takes {near} off."
            )
        case ByKindOfWin(joker=joker):
            yield (
                "An **Open** win, melding in stages, scores 100, or 200 if nobody else has melded."
                " With three tiles or fewer left you are announced. It may not take the trump."
            )
            yield (
                "A **Foot**, 14 tiles melded at once with some of them added to others' melds and"
                f" together worth {rules.opening.points}, scores 200."
            )
            yield "A **Closed** win, 14 tiles at once beside the others' melds, has its own table."
            yield (
                "Others who have melded lose their tiles: 2 to 9 as they are, 10 to 13 and 1 as ten"
                f" each, a joker {joker}. Others who have not lose 100, or as much as a Closed win"
                " won. If the winner's last discard is a joker, all of it is doubled."
            )
            yield "If nobody wins, nobody scores for a win and the others lose in the same way."
        case _:
            raise AssertionError("nobody has said how this is scored")
    best = "lowest" if rules.scoring.low_wins else "highest"
    yield f"In a match the {best} total wins."


_LEFT = ("", "k7 r3 b1 b1", "r13 *")


def score_example(rules: Ruleset) -> Iterator[str]:
    """Yield the lines of a table of scores that the ruleset itself has counted."""
    won = Result(
        racks=tuple(map(rack, _LEFT)),
        winner=0,
        to_move=1,
        opened=(True, True, False),
        win=Win.OPEN if rules.tells_wins_apart else None,
        handfuls=((14, 16), (14, 13), (12, 15)) if rules.deal.handfuls else (),
        aim=rules.deal.tiles,
    )
    scores = rules.scoring.score(won).scores
    grabbed = " | handfuls" if rules.deal.handfuls else ""
    yield f"| player | tiles left{grabbed} | score |"
    yield "|---|---|---|---|" if grabbed else "|---|---|---|"
    for seat, (left, score) in enumerate(zip(_LEFT, scores, strict=True)):
        held = f"`{left}`" if left else "none, wins"
        if rules.tells_wins_apart and not won.opened[seat]:
            held += ", has not melded"
        sizes = f" | {joined(tuple(map(str, won.handfuls[seat])))}" if grabbed else ""
        yield f"| {'ABC'[seat]} | {held}{sizes} | {score:+d} |"


def closed_hands() -> Iterator[str]:
    """Yield the lines of the table of closed hands."""
    yield "| | hand | fourteen tiles | no joker | one | two |"
    yield "|---|---|---|---|---|---|"
    for row in CLOSED_HANDS:
        none, one, two = row.points
        yield f"| {row.number} | {row.name} | {_hand(row)} | {none} | {one} | {two} |"


_HANDS = (
    "k1 k1 k2 k3 k4 k5 k6 k7 k8 * k10 k11 k12 k13",
    "r3 r4 r5 k9 r9 b9 o10 o11 o12 o13 k2 r2 b2 o2",
    "k10 k10 r11 r11 b12 b12 o13 o13 r10 r10 b1 b1 * *",
)


def hands_read() -> Iterator[str]:
    """Yield what the ruleset makes of some hands."""
    for text in _HANDS:
        found = recognise(rack(text))
        assert found is not None
        yield (
            f"`{text}` is {found.hand.name} ({found.hand.number}), worth {found.points}:"
            f" `{found.shown}`."
        )


def _hand(row: ClosedHand) -> str:
    return "".join([_shape(row), *_limits(row)])


def _shape(row: ClosedHand) -> str:
    place = {(1, 14): "from the low 1 to the high 1", (1, 7): "1 to 7", (8, 14): "8 to the high 1"}
    melds = "" if row.melds is None else NUMBERS[row.melds] + " "
    match row.shape:
        case Shape.SPAN | Shape.MIXED:
            runs = "one run" if (row.low, row.high) == (1, 14) else "two runs"
            mixed = " of mixed colours, no two neighbours alike" if row.shape is Shape.MIXED else ""
            return f"{runs} {place[row.low, row.high]}{mixed}"
        case Shape.ANY:
            return "any tiles"
        case Shape.SQUARE:
            return "eight tiles of one number and any six others"
        case Shape.PAIRS:
            return "seven pairs of identical tiles"
        case Shape.SETS:
            return "groups, runs or both"
        case Shape.GROUPS | Shape.RUNS:
            return f"{melds}{row.shape}{'' if row.melds else ' only'}"
    assert_never(row.shape)


def _limits(row: ClosedHand) -> Iterator[str]:
    if row.colours == 1:
        yield ", all of one colour"
    elif row.colours is not None:
        yield ", each of another colour" if row.melds else ", in two colours"
    if row.shape not in (Shape.SPAN, Shape.MIXED):
        if row.high == 9:
            yield ", none above 9"
        if row.low == 10:
            yield ", none below 10 (a 1 is high)"
    if row.total is not None:
        yield f", worth at most {row.total}"
    match row.when:
        case When.FIRST_TURN:
            yield ", in your first turn"
        case When.DEALT:
            yield ", as dealt, in your first turn (not for the first player)"
        case When.ANY_TURN:
            return
