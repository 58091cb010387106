"""A match: a sequence of rounds with their starters, the running totals and the winners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Self

from tilerummy.rules import Ruleset, begin, chance
from tilerummy.rules.counting import COUNTED_PLAYERS
from tilerummy.rules.judging.endings import next_starter
from tilerummy.rules.options import as_ruleset
from tilerummy.rules.rounds.scoring import WinnerTakesAll
from tilerummy.state import Ended, Event


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment from one seat to another at the end of a match."""

    payer: int
    payee: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSheet:
    """The results of rounds that were scored one after the other, here or with real tiles.

    The game ends after a number of *rounds*, or when a total reaches *target*. If both limits are
    given, it ends as soon as one is reached. If neither is given, it never ends. ``results``
    contains the final events of the rounds played so far, and ``starters`` the seats that started
    them. There are two to six seats, even if the ruleset deals to fewer.

    Raises ValueError if *rounds* or *target* is below 1, or for any other number of seats.

    >>> from tilerummy import Count, ScoreSheet, score_count
    >>> sheet = ScoreSheet(rules="sabra", seats=3, rounds=2)
    >>> sheet = sheet.after(score_count("sabra", Count(1, ((4, 8, 11), None, 41))), starter=0)
    >>> sheet.totals, sheet.next_starter(), sheet.over
    ((-23, 64, -41), 1, False)
    """

    rules: Ruleset
    seats: int
    rounds: int | None = None
    target: int | None = None
    results: tuple[Ended, ...] = ()
    starters: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_ruleset(self.rules))
        if self.seats not in self._seats_allowed():
            allowed = ", ".join(map(str, self._seats_allowed()))
            raise ValueError(f"{self.rules.name} is for {allowed} players, not {self.seats}")
        for name, number in (("rounds", self.rounds), ("target", self.target)):
            if number is not None and number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")

    def _seats_allowed(self) -> Sequence[int]:
        return COUNTED_PLAYERS

    @property
    def number(self) -> int:
        """The next round's number, counting from 0."""
        return len(self.results)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running score of each seat."""
        return tuple(sum(r.scores[seat] for r in self.results) for seat in range(self.seats))

    @property
    def over(self) -> bool:
        """True once all rounds are played or a total reaches the target."""
        played = self.rounds is not None and self.number >= self.rounds
        return played or (self.target is not None and max(self.totals) >= self.target)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total, which win once the match has ended.

        The highest total is best, except in McGraw: there, remaining tiles add to the score, and
        the lowest total is best.
        """
        best = (min if self.rules.scoring.low_wins else max)(self.totals)
        return tuple(seat for seat, total in enumerate(self.totals) if total == best)

    @property
    def differences(self) -> tuple[Payment, ...]:
        """The payments between all pairs of seats, equal to the differences between their totals.

        Seats with equal totals pay each other nothing. The player who did worse pays; in McGraw it
        is the one with the higher total.
        """
        totals = [-t for t in self.totals] if self.rules.scoring.low_wins else self.totals
        pairs = permutations(range(self.seats), 2)
        return tuple(
            Payment(payer, payee, totals[payee] - totals[payer])
            for payee, payer in pairs
            if totals[payee] > totals[payer]
        )

    @property
    def fewest_payments(self) -> tuple[Payment, ...]:
        """The fewest payments that settle the game.

        If the totals sum to zero, everyone pays or gets their own total. Otherwise the payments
        have the same effect as ``differences``.

        >>> from tilerummy.state import Ended, Ending
        >>> ended = Ended(Ending.WENT_OUT, (14, -47, 45, -12), ())
        >>> sheet = ScoreSheet(rules="sabra", seats=4).after(ended, starter=0)
        >>> [(each.payer, each.payee, each.points) for each in sheet.fewest_payments]
        [(1, 2, 45), (3, 0, 12), (1, 0, 2)]
        """
        if sum(self.totals) == 0:
            sign = -1 if self.rules.scoring.low_wins else 1
            return settle([sign * total for total in self.totals])
        balances = [0] * self.seats
        for each in self.differences:
            balances[each.payer] -= each.points
            balances[each.payee] += each.points
        return settle(balances)

    def next_starter(self) -> int | None:
        """Return the starter of the next round, or None if it is the first and lots decide."""
        if not self.results:
            return None
        return next_starter(self.rules, self.seats, self.starters[-1], self.results[-1])

    def after(self, ended: Ended, starter: int) -> Self:
        """Return the game after a round that was started by *starter* and ended with *ended*."""
        return replace(self, results=(*self.results, ended), starters=(*self.starters, starter))


def settle(balances: Sequence[int]) -> tuple[Payment, ...]:
    """Return the fewest payments that give every player exactly their balance.

    A group whose balances sum to zero needs one payment fewer than it has members, so the seats are
    divided into as many such groups as possible. This takes time that grows with 3 to the power of
    the number of balances other than zero. The largest payments are first.

    >>> [(each.payer, each.payee, each.points) for each in settle([30, -30, 10, -10])]
    [(1, 0, 30), (3, 2, 10)]

    Raises ValueError if the balances do not sum to zero, or if there are more than six.
    """
    if sum(balances):
        raise ValueError(f"balances must sum to zero, not {sum(balances)}")
    if len(balances) > COUNTED_PLAYERS[-1]:
        raise ValueError(f"there can be up to {COUNTED_PLAYERS[-1]} balances, not {len(balances)}")
    open_seats = [seat for seat, balance in enumerate(balances) if balance]
    payments = [
        payment
        for group in _zero_groups(balances, open_seats)
        for payment in _payments(balances, group)
    ]
    return tuple(sorted(payments, key=lambda each: -each.points))


def _zero_groups(balances: Sequence[int], seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Divide *seats* into as many groups as possible whose balances sum to zero."""
    if not seats:
        return []
    first, *others = seats
    best: list[tuple[int, ...]] = []
    for size in range(1, len(seats)):
        for chosen in combinations(others, size):
            group = (first, *chosen)
            if sum(balances[seat] for seat in group) == 0:
                rest = [seat for seat in others if seat not in chosen]
                found = [group, *_zero_groups(balances, rest)]
                best = max(best, found, key=len)
    return best


def _payments(balances: Sequence[int], group: Sequence[int]) -> list[Payment]:
    """Return the payments within a group, each from the largest debtor to the largest creditor."""
    open_balances = {seat: balances[seat] for seat in group}
    payments: list[Payment] = []
    while any(open_balances.values()):
        payee = max(open_balances, key=lambda seat: (open_balances[seat], -seat))
        payer = min(open_balances, key=lambda seat: (open_balances[seat], seat))
        points = min(open_balances[payee], -open_balances[payer])
        open_balances[payee] -= points
        open_balances[payer] += points
        payments.append(Payment(payer, payee, points))
    return payments


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(ScoreSheet):
    """A sequence of rounds that ends after a number of *rounds*, or when a total reaches *target*.

    If both limits are given, the match ends as soon as one is reached. If neither is given, it
    never ends. ``results`` contains the final events of the rounds played so far, and ``starters``
    contains the seats that started them.

    Raises ValueError if *rounds* or *target* is below 1, if the ruleset does not allow this number
    of seats, or if the only player of a match could never reach its *target*.

    >>> from tilerummy import Match, ruleset
    >>> match = Match(rules=ruleset("sabra"), seats=2, rounds=3)
    >>> match.totals, match.over
    ((0, 0), False)
    """

    def __post_init__(self) -> None:
        ScoreSheet.__post_init__(self)
        alone = self.seats == 1 and isinstance(self.rules.scoring, WinnerTakesAll)
        if alone and self.target is not None:
            raise ValueError("alone, no one scores above 0: give a number of rounds, not a target")

    def _seats_allowed(self) -> Sequence[int]:
        return self.rules.seats_allowed()

    @property
    def settlement(self) -> tuple[Payment, ...]:
        """The payments between all pairs of seats, equal to the differences between their totals.

        In International, "each player pays each other player" (S4). All other games settle rounds
        by scores, so they have no payments. Seats with equal totals pay each other nothing.
        """
        return self.differences if self.rules.tells_wins_apart else ()

    def begin(self, seed: bytes | int) -> tuple[Event, ...]:
        """Return the events that begin the next round, with the tiles dealt from *seed*."""
        starter = self.next_starter()
        drawn = chance(
            self.rules.deal, self.rules.tiles, seats=self.seats, seed=seed, lots=starter is None
        )
        return begin(self.rules, drawn, seats=self.seats, starter=starter, number=self.number)
