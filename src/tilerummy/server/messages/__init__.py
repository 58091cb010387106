"""The types of the messages between the server and its clients, both browsers and programs.

Tiles, melds and actions use the notation of ``docs/notation.md``. Times are durations in integer
milliseconds, never points in time. Clients build the texts for users from codes and parameters;
sentences in messages are for developers.
"""

from __future__ import annotations

OLD_NAMES = {
    "Why": "RefusalReason",
    "RoomCard": "LobbyRoom",
    "CardSeat": "SeatInfo",
    "GameCard": "GameSummary",
}
"""Former names of types in the schemas, available as aliases for one release."""
