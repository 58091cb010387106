"""The master in games with discards: plays supposed rounds on after each promising choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilerummy.deadline import Deadline
from tilerummy.players.decisions import Motive, Situation
from tilerummy.players.draw_discard.expert import DRAW_DISCARD_EXPERT
from tilerummy.players.draw_discard.hunts.choice import expected_values, hunts
from tilerummy.players.draw_discard.strong import Tactician
from tilerummy.players.draw_discard.tactical import Plan
from tilerummy.players.draw_discard.tactics.hunter import Hunter, unseen_by_mover
from tilerummy.players.draw_discard.tactics.melder import MELDER, Melder, PatientMelder
from tilerummy.players.draw_discard.tactics.melding import lay_everything
from tilerummy.players.draw_discard.tactics.supposing import likely
from tilerummy.players.draw_discard.world.comparing import Comparison, TurnEnd
from tilerummy.players.draw_discard.world.playing import PlayedOut, Tactic
from tilerummy.players.draw_discard.world.world import PackedWorld

HUNTS = 3
"""So many closed hands are compared."""

DISCARDS = 2
"""So many discards are compared for each closed hand."""

ENDINGS = 6
"""So many ways to end a turn are compared after the opening, and in American."""

USUAL_HUNTS = (1, 10)
"""The others are supposed to hunt for these: Basic and Grand odd."""

MOST_PLAYERS = 3
"""With so many players at most it plays rounds on in American."""

_SHARE = 0.9
"""The part of the time for playing rounds on."""


@dataclass(frozen=True, slots=True)
class Planner(Tactician):
    """Chooses as a tactician would, unless rounds played on say clearly that another way is better.

    The rounds are played on in worlds in which the tiles that it has not seen lie anywhere; the
    same worlds for every choice. ``rounds`` limits them, as the deadline does. A win is worth
    ``win`` points besides the score, and ``win_by_kind`` where wins are of several kinds. The
    others play on as ``melder``, the mover as ``own``.

    In American with three opponents a round is over after some five turns, and rounds played on say
    less than an expert knows: there it plays as one.
    """

    rounds: int = 100
    significance: float = 1.5
    win: float = 60.0
    win_by_kind: float = 600.0
    melder: Melder = MELDER
    own: Melder = MELDER

    def plan(self, at: Situation, world: PackedWorld) -> Plan:
        """Return the best of the promising ways to end the turn."""
        if world.seats > MOST_PLAYERS and not world.terms.closed_hands:
            return DRAW_DISCARD_EXPERT.plan(at, world)
        first = Tactician.plan(self, at, world)
        choices = [*self._choices(world, first, at.deadline)]
        compare = Comparison(
            rounds=self.rounds,
            significance=self.significance,
            value=self._value_of_wins if world.terms.tells_wins_apart else self._value,
            others=self._others,
            suppose=likely,
        )
        best = compare.best(world, choices, at.chance, at.deadline.share(_SHARE))
        if best is choices[0]:
            return first
        p, seat = world.terms.packing, world.to_move
        laid = p.unpack(world.racks[seat] - best.after.racks[seat])
        return Plan(laid, best.discard, Motive.of("played_on", n=len(best.differences)))

    def _value(self, outcome: PlayedOut, seat: int) -> float:
        return outcome.ahead(seat) + (self.win if outcome.winner == seat else 0.0)

    def _value_of_wins(self, outcome: PlayedOut, seat: int) -> float:
        return outcome.ahead(seat) + (self.win_by_kind if outcome.winner == seat else 0.0)

    def _choices(self, world: PackedWorld, first: Plan, deadline: Deadline) -> Iterator[TurnEnd]:
        """Yield the tactician's choice and others, each once."""
        seen = set()
        for choice in self._all_choices(world, first, deadline):
            key = choice.after.racks[world.to_move], choice.discard, id(choice.tactic)
            if key not in seen:
                seen.add(key)
                yield choice

    def _all_choices(
        self, world: PackedWorld, first: Plan, deadline: Deadline
    ) -> Iterator[TurnEnd]:
        p, seat = world.terms.packing, world.to_move
        rack = world.racks[seat]
        if world.terms.closed_hands and world.opened[seat] < 0:
            if not first.laid:
                yield from self._hunts(world, deadline)
            opened = world.copy()
            lay_everything(opened)
            if opened.opened[seat] >= 0:
                yield TurnEnd(opened, self.own.discard(opened), self.own)
            if first.laid:
                yield from self._hunts(world, deadline)
            return
        own = p.pack(first.laid)
        ranked = sorted(
            self.ending.choices(world, deadline),
            key=lambda c: (rack - c[1].racks[seat] == own and c[2] == first.discard, c[0]),
            reverse=True,
        )
        for _, after, unit in ranked[:ENDINGS]:
            yield TurnEnd(after, unit, self.own)

    def _hunts(self, world: PackedWorld, deadline: Deadline) -> Iterator[TurnEnd]:
        """Yield hunts for the most promising closed hands, each with a few discards."""
        rack, unseen = world.racks[world.to_move], unseen_by_mover(world)
        values = expected_values(rack, unseen, world.seats - 1, hunts(world.terms.covers))
        for _, hunt in values[:HUNTS]:
            tactic = Hunter(hunts=(hunt, *(h for _, h in values[:2] if h is not hunt)))
            for unit in self.hunter.ranked(world, hunt, deadline)[:DISCARDS]:
                yield TurnEnd(world, unit, tactic)

    def _others(self, world: PackedWorld) -> list[Tactic]:
        """Return the tactics of all seats in a supposed world."""
        if not world.terms.closed_hands:
            return [self.melder] * world.seats
        usual = hunts(world.terms.covers, USUAL_HUNTS)
        return [Hunter(hunts=usual, after=self.melder)] * world.seats


PATIENCE = 2
"""In American it holds its melds back while its opponent has so many tiles."""

DRAW_DISCARD_MASTER = Planner(
    ending=replace(DRAW_DISCARD_EXPERT.ending, saves_jokers=PATIENCE, patience=PATIENCE),
    hunter=DRAW_DISCARD_EXPERT.hunter,
    own=PatientMelder(patience=PATIENCE),
)
"""Plays supposed rounds on; saves its jokers and melds for going out, else as the expert."""
