"""The types of the messages exchanged between the server and its clients (browsers and programs).

Tiles, melds and actions use the notation of ``docs/notation.md``. Times are durations in integer
milliseconds, never points in time. Clients build the texts shown to users from codes and
parameters; sentences in messages are intended for developers.
"""

from __future__ import annotations

OLD_NAMES = {
    "Why": "RefusalReason",
    "RoomCard": "LobbyRoom",
    "CardSeat": "SeatInfo",
    "GameCard": "GameSummary",
}
"""Former names of types, which the schemas still contain as aliases for one release."""
