"""What may be done with the melds of the table: RULES 2.2 and 3."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.rules.homes import settled
from tilerummy.rules.jokers import (
    GroupOfThree,
    JokerLaw,
    JokerMelds,
    ReplaceFrom,
    Reuse,
)
from tilerummy.rules.readings import Difference, readings
from tilerummy.rules.reasons import Reason, Refusal, reason
from tilerummy.tiles import TileSet


def obeys(law: JokerLaw, play: Difference) -> bool:
    """Return whether *law* allows *play*: whether there is a reading of it that it allows."""
    if law.melds is JokerMelds.FREE or not any(m.jokers for m in play.lift):
        return True
    return any(settled(reading) for reading in readings(law, play))


_RELAXATIONS = (
    (Refusal.JOKER_REUSE, "a replaced joker may not go there"),
    (Refusal.JOKER_NOT_REPLACED, "a joker was freed without the tiles that replace it"),
    (Refusal.JOKER_LOCKED, "a meld that holds a joker may be added to, but not taken apart"),
    (Refusal.JOKER_CHANGED, "a joker may not come to represent another tile"),
)


def joker_faults(law: JokerLaw, play: Difference) -> Iterator[Reason]:
    """Yield the reason, at most one, why *law* forbids *play*.

    Its code names the first option that, relaxed together with those before it, would allow
    the play: RULES section 4.
    """
    if obeys(law, play):
        return
    by_hand = replace(law, reuse=Reuse.ANY)
    paid = replace(by_hand, group_of_three=GroupOfThree.ANY, replace_from=ReplaceFrom.ANY)
    laws = (by_hand, paid, replace(paid, melds=JokerMelds.OPEN))
    forbidding = next((i for i, relaxed in enumerate(laws) if obeys(relaxed, play)), len(laws))
    code, sentence = _RELAXATIONS[forbidding]
    held = Table(m for m in play.lift if m.jokers)
    yield reason(code, f"{sentence}: {held}", melds=held)


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Every meld may be taken apart and put together anew: the manipulation family."""

    jokers: JokerLaw

    def faults(self, play: Difference) -> Iterator[Reason]:
        """Yield the reasons why the melds may not be changed so by a player who has opened."""
        yield from joker_faults(self.jokers, play)


@dataclass(frozen=True, slots=True)
class Extend:
    """Melds may only be added to, and their jokers be replaced: American, International."""

    jokers: JokerLaw

    def faults(self, play: Difference) -> Iterator[Reason]:
        """Yield the reasons why the melds may not be changed so by a player who has opened."""
        stuck = [m for m in play.lift if not any(_grown(m, new) for new in play.lay)]
        if not stuck and not _each_grown([*play.lift], [*play.lay]):
            stuck = [*play.lift]
        if stuck:
            melds = " / ".join(map(repr, stuck))
            yield reason(
                Refusal.TABLE_CLOSED, f"melds may only be added to here: {melds}", melds=stuck
            )
            return
        yield from joker_faults(self.jokers, play)


def _each_grown(olds: list[Meld], news: list[Meld]) -> bool:
    """Return whether every old meld has become a new one of its own: none are joined."""
    if not olds:
        return True
    return any(
        _grown(olds[0], new) and _each_grown(olds[1:], [*news[:i], *news[i + 1 :]])
        for i, new in enumerate(news)
    )


def _grown(old: Meld, new: Meld) -> bool:
    """Return whether *new* is *old* with tiles added and perhaps jokers replaced by theirs."""
    match old, new:
        case Run(), Run(faces):
            return set(old.faces) <= set(faces) and set(old.naturals) <= set(new.naturals)
        case Group(), Group(naturals):
            replaced = max(0, old.jokers - new.jokers)
            added = len(naturals) - len(old.naturals)
            return set(old.naturals) <= set(naturals) and replaced <= added
    return False


def difference(before: Table, lift: Table, lay: Table, tiles: TileSet) -> Difference:
    """Return the play that turns *lift* into *lay* on the table *before*.

    Melds that are lifted and laid again as they were count as left where they are.
    """
    same = lift - (lift - lay)
    return Difference(
        before - (lift - same), lift - same, lay - same, lay.tiles - lift.tiles, tiles
    )
