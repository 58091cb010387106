"""How a game goes under a ruleset, in plain words: the deal, a turn, the end, the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from tilerummy.rules import Ruleset, options_of
from tilerummy.rules.plays.extend import Extend
from tilerummy.rules.rounds.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.rules.ruleset import TakeDiscard
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play
from tilerummy.told.meanings import meaning
from tilerummy.told.sentences import Sentence, say

_WHEN = {
    Phase.ACT: say("when.start"),
    Phase.MORE: say("when.played"),
    Phase.DRAW: say("when.start"),
    Phase.MELD: say("when.drawn"),
}
_THEN = {
    Phase.MORE: say("then.more"),
    Phase.MELD: say("then.meld"),
    Phase.DONE: say("then.done"),
}


@dataclass(frozen=True, slots=True)
class Way:
    """What may be done in a moment of a turn, and what follows; none is a whole sentence."""

    when: Sentence
    may: Sentence
    then: Sentence


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: its heading, its sentences, and of a turn what may be done in it."""

    heading: Sentence
    sentences: tuple[Sentence, ...]
    ways: tuple[Way, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield all of it in English, sentence by sentence."""
        yield from map(str, self.sentences)
        moments: dict[str, list[str]] = {}
        for way in self.ways:
            moments.setdefault(str(way.when), []).append(f"{way.may} ({way.then})")
        for when, ways in moments.items():
            yield f"{when.capitalize()} you may {'; or '.join(ways)}."


def deal(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the tiles, the players, the start and the deal."""
    tiles, dealing = rules.tiles, rules.deal
    yield say(
        "deal.set",
        n=tiles.jokers,
        tiles=len(rules.tiles_for(2)),
        numbers=tiles.numbers,
        colours=tiles.colours,
        copies=rules.tiles_for(2).copies,
    )
    if dealing.copies:
        yield say("deal.set.more", tiles=len(tiles), copies=tiles.copies)
    yield say("deal.players", players=tuple(rules.seats_allowed()))
    yield say("deal.starter")
    yield say("deal.loser_starts" if rules.loser_starts else "deal.start_passes")
    if dealing.handfuls:
        yield say("deal.handfuls", n=dealing.tiles)
        yield say("deal.handfuls.jokers", n=tiles.jokers)
    else:
        yield say("deal.rack", n=dealing.tiles)
    if dealing.starter_extra:
        yield say("deal.starter_extra")
    if dealing.free:
        yield say("deal.free", n=dealing.free)
    if dealing.trump:
        yield say("deal.trump")
    yield say("deal.pool")


def ways(rules: Ruleset) -> Iterator[Way]:
    """Yield for each moment of a turn what you may do and what follows."""
    for phase, kind, then in rules.turn.rows:
        may = _may(rules, phase, kind)
        if may is not None:
            over = kind in (GoOut, Declare)
            yield Way(_WHEN[phase], may, say("then.over") if over else _THEN[then])


def _may(rules: Ruleset, phase: Phase, kind: type[Action]) -> Sentence | None:
    if kind is Play:
        return say("may.lay" if isinstance(rules.table, Extend) else "may.play")
    if kind is Draw:
        return say(_drawing(rules), n=rules.draw)
    if kind is Pass:
        return say("may.pass.empty" if phase is Phase.ACT else "may.pass")
    if kind is GoOut:
        return say("may.trump") if rules.deal.trump else None
    if kind is Declare:
        return say("may.declare") if rules.closed_hands else None
    assert kind is Discard
    return say("may.discard")


def _drawing(rules: Ruleset) -> str:
    match rules.take_discard:
        case TakeDiscard.NEVER:
            return "may.draw"
        case TakeDiscard.OPENED_EARLIER:
            return "may.draw.or_take_later"
        case TakeDiscard.ALWAYS:
            return "may.draw.or_take"
    assert_never(rules.take_discard)


def playing(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about what a play may do to the table."""
    if isinstance(rules.table, Extend):
        yield say("table.extended")
        yield say("table.taken")
        yield say("table.last_tile")
    else:
        yield say("table.rearranged")
    if rules.deal.free:
        yield say("table.free")
    if rules.jokers_due:
        yield say("table.jokers_due")


def first_melds(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the first melds of a player."""
    yield say("first_melds.from")
    if rules.deal.free:
        yield say("first_melds.free")
    yield from of_options(rules, "initial_meld.")


def ending(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about how a round ends."""
    yield say("end.discard" if rules.draws_and_discards else "end.out")
    if rules.empty_pool is None:
        yield say("end.empty")
        yield say("end.no_progress")
    yield from of_options(rules, "empty_pool")


def scoring(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the score of a round."""
    match rules.scoring:
        case WinnerTakesAll(joker=joker):
            yield say("score.winner", joker=joker)
            yield say("score.lowest")
        case CountAgainst(joker=joker, exact_bonus=exact, near_bonus=near):
            yield say("score.against", joker=joker)
            yield say("score.handful", tiles=rules.deal.tiles, exact=exact, near=near)
        case ByKindOfWin(joker=joker, trump_bonus=bonus):
            yield say("score.open")
            yield say("score.foot", points=rules.opening.points)
            yield say("score.closed")
            yield say("score.others", joker=joker)
            yield say("score.nobody")
            if bonus:
                yield say("option.trump_bonus.true")
        case _:
            raise AssertionError("nobody has said how this is scored")
    yield say("score.match.lowest" if rules.scoring.low_wins else "score.match.highest")


def time(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about time and penalties."""
    yield from of_options(rules, "turn.seconds")
    if rules.penalties is None:
        yield say("time.no_penalty")
        return
    yield from of_options(rules, "penalty.", "invalid_play")
    yield say("time.in_order")


def of_options(rules: Ruleset, *prefixes: str) -> Iterator[Sentence]:
    """Yield what the options mean whose names begin so."""
    for name, value in options_of(rules).items():
        if name.startswith(prefixes) and name != "joker.rack_value":
            yield meaning(rules, name, value)


def law_of_jokers(rules: Ruleset) -> Iterator[Sentence]:
    """Yield what is said of jokers on the table, with the options about them."""
    if isinstance(rules.table, Extend):
        yield say("jokers.extended")
        yield say("jokers.replaced")
    yield from of_options(rules, "joker.melds", "joker.re", "joker.group_of_three")


def plain_rules(rules: Ruleset) -> Iterator[Part]:
    """Yield all of the rules."""
    high = of_options(rules, "run.one_high")
    melds = (say("meld"), say("meld.kinds"), *high, say("meld.joker"))
    yield Part(say("part.melds"), melds)
    yield Part(say("part.deal"), tuple(deal(rules)))
    yield Part(say("part.turn"), tuple(of_options(rules, "direction")), tuple(ways(rules)))
    yield Part(say("part.table"), tuple(playing(rules)))
    yield Part(say("part.first_melds"), tuple(first_melds(rules)))
    yield Part(say("part.jokers"), tuple(law_of_jokers(rules)))
    yield Part(say("part.end"), tuple(ending(rules)))
    yield Part(say("part.score"), tuple(scoring(rules)))
    if rules.closed_hands:
        yield Part(say("part.closed_hands"), (say("closed_hands"), say("closed_hands.best")))
    yield Part(say("part.time"), tuple(time(rules)))


def told_about(words: Iterable[str], rules: Ruleset) -> list[str]:
    """Return the sentences of the rules that hold one of *words*, or one that begins so.

    >>> from tilerummy.rules import PRESETS
    >>> told_about(["trump"], PRESETS["american"])[0]
    'One of the other tiles lies face up: the trump.'
    """
    wanted = tuple(word.lower() for word in words)
    return [
        line
        for part in plain_rules(rules)
        for line in part.lines()
        if any(_plain(said).startswith(wanted) for said in line.split())
    ]


def _plain(word: str) -> str:
    return word.strip("(\"'").lower()
