"""A player that acts at random, but always legally.

Like every player, it sees only its view. Its random numbers are a parameter, so a seed determines
all its actions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from tests.support.random_plays import WorkingTable

from tilerummy.jokers import GroupOfThree, JokerMelds, ReplaceFrom
from tilerummy.melds import Table
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.choices import InvalidPlay
from tilerummy.rules.plays.rearrange import Rearrange
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Phase,
    Play,
    Source,
    State,
    TimeOut,
)
from tilerummy.tiles import JOKER, Rack, Tile

Tried = tuple[Play, list[str]]
"""A play, and the names of the techniques that found it."""


def tried_play(rules: Ruleset, view: State, rng: Random, *, care: float = 0.95) -> Tried | None:
    """Return a random play for the player to move, or None if picked-up tiles are left.

    With the chance *care*, it respects what the rules say about melds with jokers.
    """
    free = view.free if rng.random() < 0.5 else Rack()
    working = WorkingTable(view.table, view.mover.rack + free, rules.tiles, rng)
    careful = rng.random() < care
    if view.mover.opened is None and (careful or not view.table):
        _open(rules, working)
    elif isinstance(rules.table, Rearrange):
        _rearrange(rules, working, careful=careful)
    else:
        _extend(rules, working, careful=careful)
    if rules.jokers_due and view.mover.opened not in (None, view.turn):
        working.air.update((JOKER,) * working.rack.pop(JOKER, 0))
    if not working.put_back():
        return None
    table = working.table
    return None if table is None else (Play.between(view.table, table), working.techniques)


def _open(rules: Ruleset, working: WorkingTable) -> None:
    """Lay melds from the rack until they have enough points to open, or sometimes too few."""
    if working.rng.random() < (0.4 if rules.opening.jokers else 0.95):
        working.rack.pop(JOKER, 0)
    laid = len(working.melds)
    while working.new_meld():
        enough = sum(m.points for m in working.melds[laid:]) >= rules.opening.points
        if working.rng.random() < (0.7 if enough else 0.02):
            return


def _rearrange(rules: Ruleset, working: WorkingTable, *, careful: bool) -> None:
    """Move some tiles on the table, and then add tiles from the rack."""
    rng, law = working.rng, rules.table.jokers
    if law.melds is not JokerMelds.FREE and rng.random() < 0.8:
        working.replace_joker(
            everywhere=law.replace_from is ReplaceFrom.ANY or not careful,
            every_colour=law.group_of_three is GroupOfThree.ALL and careful,
        )
    for movement in rng.choices(("lift", "take off", "split"), k=rng.choice((0, 0, 1, 2, 3))):
        if movement == "split":
            working.split()
        elif working.melds:
            index = rng.randrange(len(working.melds))
            if law.melds is JokerMelds.LOCKED and working.melds[index].jokers and careful:
                continue
            if movement == "take off":
                working.take_off(index)
            elif len(working.air) < 8:
                working.lift(index, keeping=law.melds is JokerMelds.OPEN and careful)
    _add(working)


def _extend(rules: Ruleset, working: WorkingTable, *, careful: bool) -> None:
    """Replace a joker if possible, and then lay off tiles and new melds."""
    if working.rng.random() < 0.8:
        every = rules.table.jokers.group_of_three is GroupOfThree.ALL
        working.replace_joker(everywhere=not careful, every_colour=every and careful)
    if working.melds and not careful:
        working.lift(working.rng.randrange(len(working.melds)), keeping=True)
    _add(working)


def _add(working: WorkingTable) -> None:
    """Lay a new meld or none, and then lay off some tiles, rarely using jokers."""
    rng = working.rng
    kept = 0 if rng.random() < 0.25 else working.rack.pop(JOKER, 0)
    if rng.random() < 0.4:
        working.new_meld()
    rack = [*working.rack]
    for tile in rng.sample(rack, min(len(rack), rng.choice((0, 1, 3, 8)))):
        working.lay_off(tile)
    if kept:
        working.rack[JOKER] = kept


@dataclass(slots=True)
class RandomPlayer:
    """A player that plays at random.

    ``patience`` is the probability that it does not look for a play. If it ``hoards``, it waits
    until it can go out in one turn. ``techniques`` are the names of those that found its last play.
    """

    rng: Random
    patience: float = 0.3
    hoards: bool = False
    clock: bool = True
    techniques: tuple[str, ...] = ()

    name: str = "random"
    about: str = "Does anything legal."

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return a tuple with one legal action."""
        assert seat == view.to_move
        self.techniques = ()
        if rules.draws_and_discards:
            return (self._draw_meld_discard(rules, view),)
        return (self._play_or_draw(rules, view),)

    def _play_or_draw(self, rules: Ruleset, view: State) -> Action:
        asks = bool(rules.deal.new_deal_pairs) and self.rng.random() < 0.8
        if asks and not any(faults(rules, view, NewDeal())):
            return NewDeal()
        roll = self.rng.random()
        if self.clock and roll < 0.03:
            return TimeOut(self._pending(rules, view))
        assert rules.penalties is not None
        if rules.penalties.invalid_play is InvalidPlay.PENALTY and roll < 0.1:
            for play, _ in self._tried(rules, view, 3):
                if not any(faults(rules, view, Foul(play))):
                    return Foul(play)
        looks = self.rng.random() >= self.patience
        found = self._legal(rules, view) if looks else None
        if found is not None:
            return found
        return Draw() if view.phase is Phase.ACT and view.pool else Pass()

    def _pending(self, rules: Ruleset, view: State) -> tuple[Play, ...] | None:
        """Return the play before a time-out, if any, or None if an invalid table was left."""
        tried = [play for play, _ in self._tried(rules, view, 2)]
        return self.rng.choice((None, (), (), *((play,) for play in tried)))

    def _tried(self, rules: Ruleset, view: State, tries: int) -> Iterator[Tried]:
        for _ in range(tries):
            if found := tried_play(rules, view, self.rng):
                yield found

    def _legal(self, rules: Ruleset, view: State) -> Play | None:
        for play, techniques in self._tried(rules, view, 4):
            if play.lay and not any(faults(rules, view, play)):
                self.techniques = tuple(techniques)
                return play
        return None

    def _draw_meld_discard(self, rules: Ruleset, view: State) -> Action:
        if self.clock and self.rng.random() < 0.02:
            return TimeOut()
        if view.phase is Phase.DRAW:
            return self._draw(rules, view)
        candidates: list[Action] = []
        if self._may_finish(view) and (last := _last_plays(rules, view, view.mover.rack, self.rng)):
            candidates += last[0][:1]
        waits = self.hoards and rules.closed_hands and view.mover.opened is None
        if waits:
            candidates += [Declare(t) for t in self._spare(view)]
        for candidate in self.rng.sample(candidates, len(candidates)):
            if not any(faults(rules, view, candidate)):
                return candidate
        looks = not waits and self.rng.random() >= self.patience
        play = self._legal(rules, view) if looks else None
        return self._discard(rules, view) if play is None else play

    def _may_finish(self, view: State) -> bool:
        return self.hoards or len(view.mover.rack) <= 6

    def _draw(self, rules: Ruleset, view: State) -> Action:
        if view.trump is not None and self._may_finish(view) and self.rng.random() < 0.5:
            rack = Rack((*view.mover.rack, view.trump))
            last = _last_plays(rules, view, rack, self.rng)
            spare = self._spare(view) if rules.closed_hands and self.hoards else ()
            outs = [GoOut(*last)] if last else []
            for out in (*outs, *(GoOut((), tile) for tile in spare)):
                if not any(faults(rules, view, out)):
                    return out
        take = Draw(Source.DISCARD)
        if self.rng.random() < 0.3 and not any(faults(rules, view, take)):
            return take
        return Draw()

    def _spare(self, view: State) -> list[Tile]:
        """Return tiles to discard with a closed hand: the drawn tile if known, and another."""
        tiles = [self.rng.choice(view.mover.rack)]
        drawn = view.drawn
        return tiles if drawn is None or drawn not in view.mover.rack else [drawn, *tiles]

    def _discard(self, rules: Ruleset, view: State) -> Discard:
        legal = [t for t in {*view.mover.rack} if not any(faults(rules, view, Discard(t)))]
        if self.hoards and view.drawn is not None and view.drawn in legal:
            return Discard(view.drawn)
        dear = [t for t in legal if t != JOKER]
        return Discard(self.rng.choice(sorted(dear or legal)))


def _last_plays(
    rules: Ruleset, view: State, rack: Rack, rng: Random
) -> tuple[tuple[Play, ...], Tile] | None:
    """Return plays that lay all tiles of *rack* but one, and that tile, or None if not found."""
    for _ in range(8 if len(rack) > 8 else 2):
        working = WorkingTable(view.table, rack, rules.tiles, rng)
        while working.rack.total() > 3 and working.new_meld():
            pass
        tables = [view.table, Table(working.melds)]
        for tile in rng.sample([*working.rack], len(working.rack)):
            if working.rack.total() > 1:
                working.lay_off(tile)
        tables.append(Table(working.melds))
        if view.mover.opened is not None or rules.closed_hands:
            del tables[1]
        if working.rack.total() == 1:
            steps = [Play.between(*pair) for pair in pairwise(tables)]
            return tuple(p for p in steps if p.lay), next(working.rack.elements())
    return None
