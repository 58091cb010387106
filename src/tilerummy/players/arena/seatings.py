"""Match-ups: which players meet, and the seatings that they use to play each deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Self


@dataclass(frozen=True, slots=True)
class Matchup:
    """The players to compare, and the seatings that are used to play every deal.

    A seating lists, by seat, each player's index in ``players``. In a ``field`` match-up, the
    second player occupies all seats but one.
    """

    players: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    field: bool = False

    @classmethod
    def one_against_field(cls, candidate: str, field: str, *, seats: int) -> Self:
        """Return the match-up of one *candidate* against *field* players in all the other seats.

        The candidate plays each deal once from every seat.

        >>> Matchup.one_against_field("master", "club", seats=3).seatings
        ((0, 1, 1), (1, 0, 1), (1, 1, 0))
        """
        rotations = tuple(
            tuple(0 if seat == place else 1 for seat in range(seats)) for place in range(seats)
        )
        return cls((candidate, field), rotations, field=True)

    @classmethod
    def mixed(cls, players: Sequence[str], *, seats: int) -> Self:
        """Return a match-up of all *players* in every seating order.

        If there are fewer players than seats, each player has at least one seat. If there are more,
        each order leaves some players out.

        >>> Matchup.mixed(["beginner", "casual"], seats=2).seatings
        ((0, 1), (1, 0))
        >>> len(Matchup.mixed(["beginner", "casual", "club"], seats=4).seatings)
        36
        """
        numbers = range(len(players))
        if len(players) >= seats:
            orders = tuple(
                order for some in combinations(numbers, seats) for order in permutations(some)
            )
        else:
            every = product(numbers, repeat=seats)
            orders = tuple(order for order in every if len({*order}) == len(players))
        return cls(tuple(players), orders)

    def seated(self, seating: int) -> tuple[str, ...]:
        """Return the players in this *seating*, in seat order."""
        return tuple(self.players[number] for number in self.seatings[seating])

    def __str__(self) -> str:
        return (" against " if self.field else ", ").join(self.players)


def round_robin(players: Sequence[str], *, seats: int) -> tuple[Matchup, ...]:
    """Return the match-ups of a round robin: each player against a field of each other player.

    With two seats, a single match-up covers both directions, so each pair meets only once.

    >>> from tilerummy.players.arena import round_robin
    >>> [matchup.players for matchup in round_robin(["casual", "club", "strong"], seats=2)]
    [('casual', 'club'), ('casual', 'strong'), ('club', 'strong')]
    """
    pairs = combinations(players, 2) if seats == 2 else permutations(players, 2)
    return tuple(Matchup.one_against_field(one, field, seats=seats) for one, field in pairs)
