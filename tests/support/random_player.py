"""A random player: now eager, now patient, always legal; and random wishes, which often are not.

It gets a view like every player. Chance comes in as a parameter, so a seed replays its game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from tests.support.random_plays import Hands

from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom
from tilerummy.melds import Table
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.rules.ruleset import InvalidPlay
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
    State,
    TimeOut,
)
from tilerummy.tiles import JOKER, Rack, Tile

Tried = tuple[Play, list[str]]
"""A play and what hands did for it."""


def tried_play(rules: Ruleset, view: State, chance: Random, *, care: float = 0.95) -> Tried | None:
    """Return a random play of the mover, or None if hands got stuck.

    With the chance *care*, hands respect what the rules say about melds with jokers.
    """
    free = view.free if chance.random() < 0.5 else Rack()
    hands = Hands(view.table, view.mover.rack + free, rules.tiles, chance)
    careful = chance.random() < care
    if view.mover.opened is None and (careful or not view.table):
        _open(rules, hands)
    elif isinstance(rules.table, Rearrange):
        _rearrange(rules, hands, careful=careful)
    else:
        _extend(rules, hands, careful=careful)
    if rules.jokers_due and view.mover.opened not in (None, view.turn):
        hands.air.update((JOKER,) * hands.rack.pop(JOKER, 0))
    if not hands.land():
        return None
    table = hands.table
    return None if table is None else (Play.between(view.table, table), hands.deeds)


def _open(rules: Ruleset, hands: Hands) -> None:
    """Lay melds of the rack until they suffice, now and then one too few."""
    if hands.chance.random() < (0.4 if rules.opening.jokers else 0.95):
        hands.rack.pop(JOKER, 0)
    laid = len(hands.melds)
    while hands.new_meld():
        enough = sum(m.points for m in hands.melds[laid:]) >= rules.opening.points
        if hands.chance.random() < (0.7 if enough else 0.02):
            return


def _rearrange(rules: Ruleset, hands: Hands, *, careful: bool) -> None:
    """Move some tiles of the table, then put tiles of the rack on it."""
    chance, law = hands.chance, rules.table.jokers
    if law.melds is not JokerMelds.FREE and chance.random() < 0.8:
        hands.replace_joker(
            everywhere=law.replace_from is ReplaceFrom.ANY or not careful,
            every_colour=law.group_of_three is GroupOfThree.ALL and careful,
        )
    for movement in chance.choices(("lift", "take off", "split"), k=chance.choice((0, 0, 1, 2, 3))):
        if movement == "split":
            hands.split()
        elif hands.melds:
            index = chance.randrange(len(hands.melds))
            if law.melds is JokerMelds.LOCKED and hands.melds[index].jokers and careful:
                continue
            if movement == "take off":
                hands.take_off(index)
            elif len(hands.air) < 8:
                hands.lift(index, keeping=law.melds is JokerMelds.OPEN and careful)
    _add(hands)


def _extend(rules: Ruleset, hands: Hands, *, careful: bool) -> None:
    """Replace a joker, then add to the melds of the table and beside them; seldom take one."""
    if hands.chance.random() < 0.8:
        every = rules.table.jokers.group_of_three is GroupOfThree.ALL
        hands.replace_joker(everywhere=not careful, every_colour=every and careful)
    if hands.melds and not careful:
        hands.lift(hands.chance.randrange(len(hands.melds)), keeping=True)
    _add(hands)


def _add(hands: Hands) -> None:
    """Lay a meld of the rack or lay some tiles off, jokers seldom."""
    chance = hands.chance
    kept = 0 if chance.random() < 0.25 else hands.rack.pop(JOKER, 0)
    if chance.random() < 0.4:
        hands.new_meld()
    rack = [*hands.rack]
    for tile in chance.sample(rack, min(len(rack), chance.choice((0, 1, 3, 8)))):
        hands.lay_off(tile)
    if kept:
        hands.rack[JOKER] = kept


@dataclass(slots=True)
class RandomPlayer:
    """Somebody who plays at random.

    ``patience`` is how often it does not even look for a play, ``hoards`` whether it waits until
    it can go out at once; ``deeds`` are what hands did for its last play.
    """

    chance: Random
    patience: float = 0.3
    hoards: bool = False
    clock: bool = True
    deeds: tuple[str, ...] = ()

    name: str = "random"
    about: str = "Does anything legal."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return one legal action."""
        assert seat == view.to_move
        self.deeds = ()
        if rules.draws_and_discards:
            return (self._draw_meld_discard(rules, view),)
        return (self._play_or_draw(rules, view),)

    def _play_or_draw(self, rules: Ruleset, view: State) -> Action:
        dice = self.chance.random()
        if self.clock and dice < 0.03:
            return TimeOut(self._pending(rules, view))
        assert rules.penalties is not None
        if rules.penalties.invalid_play is InvalidPlay.PENALTY and dice < 0.1:
            for play, _ in self._tried(rules, view, 3):
                if not any(faults(rules, view, Foul(play))):
                    return Foul(play)
        looks = self.chance.random() >= self.patience
        found = self._legal(rules, view) if looks else None
        if found is not None:
            return found
        return Draw() if view.phase is Phase.ACT and view.pool else Pass()

    def _pending(self, rules: Ruleset, view: State) -> tuple[Play, ...] | None:
        """Return a working table when time is over: in disorder, as it was, or with a play."""
        tried = [play for play, _ in self._tried(rules, view, 2)]
        return self.chance.choice((None, (), (), *((play,) for play in tried)))

    def _tried(self, rules: Ruleset, view: State, tries: int) -> Iterator[Tried]:
        for _ in range(tries):
            if found := tried_play(rules, view, self.chance):
                yield found

    def _legal(self, rules: Ruleset, view: State) -> Play | None:
        for play, deeds in self._tried(rules, view, 4):
            if play.lay and not any(faults(rules, view, play)):
                self.deeds = tuple(deeds)
                return play
        return None

    def _draw_meld_discard(self, rules: Ruleset, view: State) -> Action:
        if self.clock and self.chance.random() < 0.02:
            return TimeOut()
        if view.phase is Phase.DRAW:
            return self._draw(rules, view)
        wishes: list[Action] = []
        if self._may_finish(view) and (
            last := _last_plays(rules, view, view.mover.rack, self.chance)
        ):
            wishes += last[0][:1]
        waits = self.hoards and rules.closed_hands and view.mover.opened is None
        if waits:
            wishes += [Declare(t) for t in self._spare(view)]
        for wish in self.chance.sample(wishes, len(wishes)):
            if not any(faults(rules, view, wish)):
                return wish
        looks = not waits and self.chance.random() >= self.patience
        play = self._legal(rules, view) if looks else None
        return self._discard(rules, view) if play is None else play

    def _may_finish(self, view: State) -> bool:
        return self.hoards or len(view.mover.rack) <= 6

    def _draw(self, rules: Ruleset, view: State) -> Action:
        if view.trump is not None and self._may_finish(view) and self.chance.random() < 0.5:
            rack = Rack((*view.mover.rack, view.trump))
            last = _last_plays(rules, view, rack, self.chance)
            spare = self._spare(view) if rules.closed_hands and self.hoards else ()
            outs = [GoOut(*last)] if last else []
            for out in (*outs, *(GoOut((), tile) for tile in spare)):
                if not any(faults(rules, view, out)):
                    return out
        take = Draw(Source.DISCARD)
        if self.chance.random() < 0.3 and not any(faults(rules, view, take)):
            return take
        return Draw()

    def _spare(self, view: State) -> list[Tile]:
        """Return two tiles that may be discarded after a closed hand: the one drawn, and any."""
        tiles = [self.chance.choice(view.mover.rack)]
        drawn = view.drawn
        return tiles if drawn is None or drawn not in view.mover.rack else [drawn, *tiles]

    def _discard(self, rules: Ruleset, view: State) -> Discard:
        legal = [t for t in {*view.mover.rack} if not any(faults(rules, view, Discard(t)))]
        if self.hoards and view.drawn is not None and view.drawn in legal:
            return Discard(view.drawn)
        dear = [t for t in legal if t != JOKER]
        return Discard(self.chance.choice(sorted(dear or legal)))


def _last_plays(
    rules: Ruleset, view: State, rack: Rack, chance: Random
) -> tuple[tuple[Play, ...], Tile] | None:
    """Return plays of all tiles of *rack* but one, and that one, if hands find them."""
    for _ in range(8 if len(rack) > 8 else 2):
        hands = Hands(view.table, rack, rules.tiles, chance)
        while hands.rack.total() > 3 and hands.new_meld():
            pass
        tables = [view.table, Table(hands.melds)]
        for tile in chance.sample([*hands.rack], len(hands.rack)):
            if hands.rack.total() > 1:
                hands.lay_off(tile)
        tables.append(Table(hands.melds))
        if view.mover.opened is not None or rules.closed_hands:
            del tables[1]
        if hands.rack.total() == 1:
            steps = [Play.between(*pair) for pair in pairwise(tables)]
            return tuple(p for p in steps if p.lay), next(hands.rack.elements())
    return None
