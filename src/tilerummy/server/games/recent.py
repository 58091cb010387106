"""A guest's most recent games: the best moment, and the opponents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilerummy.server.games.own import OwnGame, own_games
from tilerummy.server.games.summary import MomentSummary
from tilerummy.server.messages.bodies.games import FineMomentView

RECENT_GAMES = 30
"""The number of games to search for moments and opponents."""
MAX_PEOPLE = 4
"""The maximum number of opponents."""
SAME_DAY = 24 * 3600_000
"""How long before the end of the last game its day begins, in milliseconds."""


class KnownPerson(NamedTuple):
    """An opponent, and their last game with the guest; *guest* is never sent."""

    guest: str
    name: str
    face: str
    colour: str
    game: str
    ended: int


def finest_moment(stored: Mapping[str, bytes], guest: str) -> FineMomentView | None:
    """Return the guest's best moment on the last day that had one, or None."""
    found = [
        (own, moment)
        for own in own_games(stored, guest)
        for moment in own.summary.moments or ()
        if moment.seat == own.seat
    ]
    if not found:
        return None
    last = max(own.summary.ended for own, _ in found) - SAME_DAY
    own, moment = max((each for each in found if each[0].summary.ended > last), key=_rank)
    return FineMomentView(
        game=own.game,
        ruleset=own.summary.ruleset,
        ended=own.summary.ended,
        kind=moment.kind,
        round=moment.round,
        turn=moment.turn,
        count=moment.count,
        melds=moment.melds,
        placed=moment.placed,
        out=moment.out,
        hand=moment.hand,
    )


def _rank(found: tuple[OwnGame, MomentSummary]) -> tuple[int, int, bool, int]:
    own, moment = found
    return *moment.rank, own.summary.ended


def people_met(stored: Mapping[str, bytes], guest: str) -> list[KnownPerson]:
    """Return the guest's opponents, the most recent first."""
    met: dict[str, KnownPerson] = {}
    for own in own_games(stored, guest):
        for seat in own.opponents:
            if seat.guest not in ("", guest):
                person = KnownPerson(
                    *(seat.guest, seat.name, seat.face, seat.colour, own.game, own.summary.ended)
                )
                met.setdefault(seat.guest, person)
    return [*met.values()][:MAX_PEOPLE]
