"""How a game goes under a ruleset, in plain words: the deal, a turn, the end, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tilerummy.rules import Ruleset, options_of
from tilerummy.rules.extending import Extend
from tilerummy.rules.ruleset import EmptyPool, TakeDiscard
from tilerummy.rules.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play
from tilerummy.tiles import COLOUR_NAMES
from tilerummy.told.meanings import NUMBERS, counted, joined, meaning

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


def turn_rows(rules: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Yield for each moment of a turn what you may do and what follows."""
    for phase, kind, then in rules.turn.rows:
        what = _action(rules, phase, kind)
        if what is not None:
            over = kind in (GoOut, Declare)
            yield _WHEN[phase], what, "the round is over" if over else _THEN[then]


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
        if phase is Phase.ACT:
            return "say pass, if the pool is empty"
        return "say pass (in the terminal: done)"
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


def of_options(rules: Ruleset, *prefixes: str) -> Iterator[str]:
    """Yield what the options mean whose names begin so."""
    for name, value in options_of(rules).items():
        if name.startswith(prefixes) and name != "joker.rack_value":
            yield meaning(rules, name, value)


def law_of_jokers(rules: Ruleset) -> Iterator[str]:
    """Yield what is said of jokers on the table, with the options about them."""
    yield from jokers(rules)
    yield from of_options(rules, "joker.melds", "joker.re", "joker.group_of_three")


FROM_THE_RACK = (
    "They come from your rack alone; until then the melds of the table stay as they are."
)


def plain_rules(rules: Ruleset) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield all of the rules, each part with its heading and its sentences."""
    yield "Melds", tuple(_melds(rules))
    yield "The deal", tuple(deal(rules))
    yield "A turn", tuple(_turn(rules))
    yield "The table", tuple(playing(rules))
    usable = ("Free tiles that may be used count as your own.",) if rules.deal.free else ()
    yield "Your first melds", (FROM_THE_RACK, *usable, *of_options(rules, "initial_meld."))
    yield "Jokers on the table", tuple(law_of_jokers(rules))
    yield "The end of a round", tuple(ending(rules))
    yield "The score", tuple(s.replace("**", "") for s in scoring(rules))
    if rules.closed_hands:
        yield "Closed hands", tuple(_closed())


def _melds(rules: Ruleset) -> Iterator[str]:
    yield "A meld is a group or a run of three tiles or more."
    yield "A group is one number in different colours, a run is one colour in sequence."
    yield from of_options(rules, "run.one_high")
    yield "A joker stands for any tile."


def _turn(rules: Ruleset) -> Iterator[str]:
    yield from of_options(rules, "direction")
    ways: dict[str, list[str]] = {}
    for when, what, then in turn_rows(rules):
        ways.setdefault(when, []).append(f"{what} ({then})")
    for when, whats in ways.items():
        yield f"{when.capitalize()} you may {'; or '.join(whats)}."


def _closed() -> Iterator[str]:
    yield "Fourteen tiles of your rack that make a special hand win at once, with a discard."
    yield "The most valuable closed hand counts; hands lists them."


def told_about(words: Iterable[str], rules: Ruleset) -> list[str]:
    """Return the sentences of the rules that hold one of *words*, or one that begins so.

    >>> from tilerummy.rules import PRESETS
    >>> told_about(["trump"], PRESETS["american"])[0]
    'One of the other tiles lies face up: the trump.'
    """
    wanted = tuple(word.lower() for word in words)
    return [
        sentence
        for _, sentences in plain_rules(rules)
        for sentence in sentences
        if any(_plain(said).startswith(wanted) for said in sentence.split())
    ]


def _plain(word: str) -> str:
    return word.strip("(\"'").lower()
