"""Explains a ruleset in sections: the deal, a turn, the end and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from tilerummy.jokers.extend import Extend
from tilerummy.rules import OPTIONS, Ruleset, for_seats, options_of
from tilerummy.rules.choices import TakeDiscard
from tilerummy.rules.options import as_ruleset
from tilerummy.rules.rounds.scoring import ByKindOfWin, CountAgainst, WinnerTakesAll
from tilerummy.rules_text.options import option_text
from tilerummy.rules_text.sentence import Sentence, sentence
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Phase, Play

_WHEN = {
    Phase.ACT: sentence("when.start"),
    Phase.MORE: sentence("when.played"),
    Phase.DRAW: sentence("when.start"),
    Phase.MELD: sentence("when.drawn"),
}
_THEN = {
    Phase.MORE: sentence("then.more"),
    Phase.MELD: sentence("then.meld"),
    Phase.DONE: sentence("then.done"),
}


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """An action allowed in a phase of a turn, and its consequence, as parts of a sentence."""

    when: Sentence
    may: Sentence
    then: Sentence


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A section of the rules: a heading, sentences and, if it describes a turn, its choices."""

    heading: Sentence
    sentences: tuple[Sentence, ...]
    choices: tuple[TurnChoice, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield the section in English, sentence by sentence."""
        yield from map(str, self.sentences)
        moments: dict[str, list[str]] = {}
        for choice in self.choices:
            moments.setdefault(str(choice.when), []).append(f"{choice.may} ({choice.then})")
        for when, choices in moments.items():
            yield f"{when.capitalize()} you may {'; or '.join(choices)}."


def deal(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the tiles, the players, the start of the round and the deal."""
    dealing, two = rules.deal, rules.tiles_for(2)
    yield sentence(
        "deal.set",
        n=two.jokers,
        tiles=len(two),
        numbers=two.numbers,
        colours=two.colours,
        copies=two.copies,
    )
    if dealing.copies:
        four, six = rules.tiles_for(4), rules.tiles_for(6)
        yield sentence(
            "deal.set.more", tiles=len(four), copies=four.copies, most=len(six), six=six.copies
        )
    elif (large := for_seats(rules, 6)) != rules and 6 in large.seats_allowed():
        six = large.tiles
        yield sentence("deal.set.six", tiles=len(six), copies=six.copies, n=six.jokers)
    if two.jokers != rules.tiles.jokers:
        yield sentence("deal.set.own", n=dealing.jokers)
    seats = rules.seats_allowed()
    if len(seats) > 2 and seats == tuple(range(seats[0], seats[-1] + 1)):
        yield sentence("deal.players.range", low=seats[0], high=seats[-1])
    else:
        yield sentence("deal.players", players=seats)
    yield sentence("deal.starter")
    yield sentence("deal.loser_starts" if rules.loser_starts else "deal.start_passes")
    if dealing.handfuls:
        yield sentence("deal.handfuls", n=dealing.tiles)
        yield sentence("deal.handfuls.jokers", n=two.jokers)
    else:
        yield sentence("deal.rack", n=dealing.tiles)
        yield from of_options(rules, "deal.jokers")
    if dealing.starter_extra:
        yield sentence("deal.starter_extra")
    if dealing.free:
        yield sentence("deal.free", n=dealing.free)
    if dealing.trump:
        yield sentence("deal.trump")
    yield sentence("deal.pool")
    yield from of_options(rules, "deal.new_deal_pairs")


def turn(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about a turn that its choices do not state."""
    yield from of_options(rules, "direction", "draw.opened")


def turn_choices(rules: Ruleset) -> Iterator[TurnChoice]:
    """Yield the choices in each phase of a turn, together with their consequences."""
    for phase, kind, then in rules.turn.rows:
        may = _may(rules, phase, kind)
        if may is not None:
            over = kind in (GoOut, Declare)
            yield TurnChoice(_WHEN[phase], may, sentence("then.over") if over else _THEN[then])


def _may(rules: Ruleset, phase: Phase, kind: type[Action]) -> Sentence | None:
    if kind is Play:
        return sentence("may.lay" if isinstance(rules.table, Extend) else "may.play")
    if kind is Draw:
        return sentence(_drawing(rules), n=rules.draw)
    if kind is Pass:
        return sentence("may.pass.empty" if phase is Phase.ACT else "may.pass")
    if kind is GoOut:
        return sentence("may.trump") if rules.deal.trump else None
    if kind is Declare:
        return sentence("may.declare") if rules.closed_hands else None
    assert kind is Discard
    return sentence("may.discard")


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
    """Yield sentences about how a play may change the table."""
    if isinstance(rules.table, Extend):
        yield sentence("table.extended")
        yield sentence("table.taken")
        yield sentence("table.last_tile")
    else:
        yield sentence("table.rearranged")
        yield sentence("table.later_play")
    if rules.deal.free:
        yield sentence("table.free")
    if rules.jokers_due:
        yield sentence("table.jokers_due")
    yield from of_options(rules, "table.")


def first_melds(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the first melds that a player lays."""
    yield sentence("first_melds.from")
    if rules.deal.free:
        yield sentence("first_melds.free")
    yield from of_options(rules, "initial_meld.")


def ending(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about how a round ends."""
    yield sentence("end.discard" if rules.draws_and_discards else "end.out")
    if rules.empty_pool is None:
        yield sentence("end.empty")
        yield sentence("end.no_progress")
    yield from of_options(rules, "empty_pool", "end.")


def scoring(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about how a round is scored."""
    match rules.scoring:
        case WinnerTakesAll(joker=joker):
            yield sentence("score.winner", joker=joker)
            yield sentence("score.lowest")
        case CountAgainst(joker=joker, exact_bonus=exact, near_bonus=near):
            yield sentence("score.against", joker=joker)
            yield sentence("score.handful", tiles=rules.deal.tiles, exact=exact, near=near)
        case ByKindOfWin(joker=joker, trump_bonus=bonus):
            yield sentence("score.open")
            yield sentence("score.foot", points=rules.opening.points)
            yield sentence("score.closed")
            yield sentence("score.others", joker=joker)
            yield sentence("score.nobody")
            if bonus:
                yield sentence("option.trump_bonus.true")
        case _:
            raise AssertionError("this way of scoring has no text")
    yield from of_options(rules, "score.")
    yield sentence("score.match.lowest" if rules.scoring.low_wins else "score.match.highest")


def time(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about the time for a turn and about penalties."""
    yield from of_options(rules, "turn.seconds")
    if rules.penalties is None:
        yield sentence("time.no_penalty")
        return
    yield from of_options(rules, "penalty.", "invalid_play")
    yield sentence("time.in_order")


def of_options(rules: Ruleset, *prefixes: str) -> Iterator[Sentence]:
    """Yield sentences about the options whose names begin with one of these *prefixes*."""
    for name, value in options_of(rules).items():
        silent = name == "joker.rack_value" or OPTIONS[name].is_unused(rules)
        if name.startswith(prefixes) and not silent:
            yield option_text(rules, name, value)


def joker_rules(rules: Ruleset) -> Iterator[Sentence]:
    """Yield sentences about jokers on the table and about the joker options."""
    if isinstance(rules.table, Extend):
        yield sentence("jokers.extended")
        yield sentence("jokers.replaced")
    yield from of_options(rules, "joker.")


def rules_sections(rules: Ruleset | str) -> Iterator[RulesSection]:
    """Yield the complete rules, section by section.

    >>> from tilerummy.rules_text import rules_sections
    >>> str(next(rules_sections("sabra")).heading)
    'Melds'
    """
    rules = as_ruleset(rules)
    high = of_options(rules, "run.one_high")
    melds = (sentence("meld"), sentence("meld.kinds"), *high, sentence("meld.joker"))
    yield RulesSection(sentence("part.melds"), melds)
    yield RulesSection(sentence("part.deal"), tuple(deal(rules)))
    yield RulesSection(sentence("part.turn"), tuple(turn(rules)), tuple(turn_choices(rules)))
    yield RulesSection(sentence("part.table"), tuple(playing(rules)))
    yield RulesSection(sentence("part.first_melds"), tuple(first_melds(rules)))
    yield RulesSection(sentence("part.jokers"), tuple(joker_rules(rules)))
    yield RulesSection(sentence("part.end"), tuple(ending(rules)))
    yield RulesSection(sentence("part.score"), tuple(scoring(rules)))
    if rules.closed_hands:
        yield RulesSection(
            sentence("part.closed_hands"), (sentence("closed_hands"), sentence("closed_hands.best"))
        )
    yield RulesSection(sentence("part.time"), tuple(time(rules)))


def sentences_about(words: Iterable[str], rules: Ruleset | str) -> list[str]:
    """Return the sentences of the rules that contain a word that starts with one of *words*.

    >>> from tilerummy.rules import PRESETS
    >>> sentences_about(["trump"], PRESETS["american"])[0]
    'One of the remaining tiles is turned face up as the trump.'
    """
    wanted = tuple(word.lower() for word in words)
    return [
        line
        for part in rules_sections(rules)
        for line in part.lines()
        if any(_plain(word).startswith(wanted) for word in line.split())
    ]


def _plain(word: str) -> str:
    return word.strip("(\"'").lower()
