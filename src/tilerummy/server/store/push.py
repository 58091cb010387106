"""Push subscriptions of browsers, and the notifications of turns to send to them.

A notification belongs to one turn of a room and one subscription. Nodes claim the notifications
that are due, so that each is sent by only one node. A claim ends after a while: if the node has
stopped, the notification is due again. ``due`` is NULL once a notification has been sent, cancelled
or given up.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from tilerummy.server.store.database import Connection, StorePart

MAX_OF_GUEST = 5
"""The maximum number of subscriptions per guest; another one replaces the oldest."""
MAX_LATE = 24 * 3600_000
"""How late a notification may be sent, in milliseconds; older ones are dropped."""
CLAIMED = 5 * 60_000
"""How long a notification is claimed, in milliseconds; sending it takes much less time."""
OF_GUEST = 2
"""The maximum number of a guest's notifications claimed per call."""

_SUBSCRIPTION = "endpoint, guest, p256dh, auth, language, zone, quiet_from, quiet_to"


@dataclass(frozen=True, slots=True, kw_only=True)
class PushSubscription:
    """A browser's subscription: its push service's URL, its keys, and the guest's quiet hours.

    There are no messages from the hour ``quiet_from`` until the hour ``quiet_to`` in the time zone
    ``zone``; if both are equal, there are no quiet hours.
    """

    endpoint: str
    guest: str
    p256dh: str
    auth: str
    language: str
    zone: str
    quiet_from: int
    quiet_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnNotice:
    """A notification to send: the turn *turn* of a room has begun.

    ``tries`` counts this attempt. The claim lasts until the time ``until``.
    """

    room: str
    turn: int
    title: str
    tries: int
    until: int
    subscription: PushSubscription


class PushSubscriptions(StorePart):
    """Subscriptions and notifications; *now* returns the time in milliseconds since 1970."""

    async def key(self, new: str) -> str:
        """Return the stored private key, after storing *new* if the key is missing."""

        def work(db: Connection) -> str:
            query = "INSERT INTO push_keys (name, key) VALUES ('vapid', ?) ON CONFLICT DO NOTHING"
            db.rows(query, new)
            [(key,)] = db.rows("SELECT key FROM push_keys WHERE name = 'vapid'")
            return str(key)

        return await self._database.write(work)

    async def subscribe(self, new: PushSubscription) -> None:
        """Store a subscription, replacing any earlier one with the same endpoint.

        If the guest has too many, the oldest ones are deleted. Does nothing if the guest is
        unknown.
        """
        now = self._now()

        def work(db: Connection) -> None:
            if not db.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", new.guest):
                return
            _delete(db, new.endpoint)
            db.rows(
                f"INSERT INTO push_subscriptions ({_SUBSCRIPTION}, made)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(new.endpoint, new.guest, new.p256dh, new.auth, new.language, new.zone),
                *(new.quiet_from, new.quiet_to, now),
            )
            query = "SELECT endpoint FROM push_subscriptions WHERE guest = ? ORDER BY made DESC"
            for (endpoint,) in db.rows(query, new.guest)[MAX_OF_GUEST:]:
                _delete(db, endpoint)

        await self._database.write(work)

    async def find(self, guest: str, endpoint: str) -> PushSubscription | None:
        """Return a guest's subscription with this endpoint, or None."""
        query = f"SELECT {_SUBSCRIPTION} FROM push_subscriptions WHERE endpoint = ? AND guest = ?"
        for row in await self._database.read(lambda db: db.rows(query, endpoint, guest)):
            return _subscription(*row)
        return None

    async def unsubscribe(self, guest: str, endpoint: str) -> None:
        """Delete a guest's subscription with this endpoint, if there is one."""
        query = "DELETE FROM push_subscriptions WHERE endpoint = ? AND guest = ?"
        await self._database.write(lambda db: db.rows(query, endpoint, guest))

    async def expire(self, endpoint: str) -> None:
        """Delete a subscription that its push service no longer accepts."""
        await self._database.write(lambda db: _delete(db, endpoint))

    async def begin_turn(self, room: str, epoch: int, turn: int, title: str, guest: str) -> None:
        """Store the notifications of *turn* to *guest*, replacing those for a room's earlier turns.

        They are due immediately. If *guest* is empty, none are stored. Repeating the call for the
        same turn adds nothing. Does nothing if the room has another *epoch*.
        """
        now = self._now()
        query = (
            "SELECT 1 FROM turn_notices WHERE room = ?"
            " UNION ALL SELECT 1 FROM push_subscriptions WHERE guest = ?"
        )
        if not await self._database.read(lambda db: db.rows(query, room, guest)):
            return

        def work(db: Connection) -> None:
            if not db.rows("SELECT 1 FROM rooms WHERE room = ? AND epoch = ?", room, epoch):
                return
            db.rows("DELETE FROM turn_notices WHERE room = ? AND turn <> ?", room, turn)
            if guest:
                db.rows(
                    "INSERT INTO turn_notices (room, endpoint, guest, turn, title, due)"
                    " SELECT ?, endpoint, guest, ?, ?, ? FROM push_subscriptions WHERE guest = ?"
                    " ON CONFLICT DO NOTHING",
                    *(room, turn, title, now, guest),
                )

        await self._database.write(work)

    async def see_turn(self, room: str, guest: str) -> None:
        """Cancel the pending notifications of a room, because *guest* has opened it."""
        where = "WHERE room = ? AND guest = ? AND due IS NOT NULL"
        pending = f"SELECT 1 FROM turn_notices {where}"
        if await self._database.read(lambda db: db.rows(pending, room, guest)):
            query = f"UPDATE turn_notices SET due = NULL {where}"
            await self._database.write(lambda db: db.rows(query, room, guest))

    async def claim(self, limit: int, busy: Collection[str] = ()) -> list[TurnNotice]:
        """Return up to *limit* notifications that are due; no other call returns them for a while.

        There are at most ``OF_GUEST`` notifications for each guest, and none for those who are
        *busy*, so that a guest's slow push services do not delay other guests' notifications.
        """
        now = self._now()
        except_busy = f" AND guest NOT IN ({', '.join('?' * len(busy))})" if busy else ""
        where = f"due <= ?{except_busy}"
        numbered = (
            "SELECT room, endpoint, row_number() OVER (PARTITION BY guest ORDER BY due) AS number"
            f" FROM turn_notices WHERE {where}"
        )
        query = (
            "SELECT room, endpoint, due FROM turn_notices WHERE due <= ? AND (room, endpoint) IN"
            f" (SELECT room, endpoint FROM ({numbered}) AS n WHERE number <= {OF_GUEST})"
            " ORDER BY due LIMIT ? FOR UPDATE SKIP LOCKED"
        )

        def work(db: Connection) -> list[TurnNotice]:
            due = db.rows(query, now, now, *busy, limit)
            return [
                notice
                for room, endpoint, since in due
                for notice in _claimed(db, room, endpoint, now, is_late=now - since > MAX_LATE)
            ]

        waits = f"SELECT 1 FROM turn_notices WHERE {where} LIMIT 1"
        if not await self._database.read(lambda db: db.rows(waits, now, *busy)):
            return []
        return await self._database.write(work)

    async def settle(self, notice: TurnNotice) -> None:
        """Store that a claimed notification has been sent or given up."""
        await self._database.write(lambda db: _end_claim(db, notice, None, notice.tries))

    async def postpone(self, notice: TurnNotice, due: int, tries: int) -> None:
        """Make a claimed notification due again at *due*, unless it has been cancelled."""
        await self._database.write(lambda db: _end_claim(db, notice, due, tries))


def _claimed(
    db: Connection, room: str, endpoint: str, now: int, *, is_late: bool
) -> list[TurnNotice]:
    """Claim a notification, and return it; or settle it if it *is_late* or has no subscription."""
    columns = ", ".join(f"s.{name}" for name in _SUBSCRIPTION.split(", "))
    query = (
        f"SELECT n.turn, n.title, n.tries + 1, {columns} FROM turn_notices n"
        " JOIN push_subscriptions s ON s.endpoint = n.endpoint AND s.guest = n.guest"
        " WHERE n.room = ? AND n.endpoint = ?"
    )
    found = [
        TurnNotice(
            room=room,
            turn=turn,
            title=title,
            tries=tries,
            until=now + CLAIMED,
            subscription=_subscription(*row),
        )
        for turn, title, tries, *row in ([] if is_late else db.rows(query, room, endpoint))
    ]
    db.rows(
        "UPDATE turn_notices SET due = ?, tries = tries + 1 WHERE room = ? AND endpoint = ?",
        *(now + CLAIMED if found else None, room, endpoint),
    )
    return found


def _end_claim(db: Connection, notice: TurnNotice, due: int | None, tries: int) -> None:
    db.rows(
        "UPDATE turn_notices SET due = ?, tries = ?"
        " WHERE room = ? AND endpoint = ? AND turn = ? AND due = ?",
        *(due, tries),
        *(notice.room, notice.subscription.endpoint, notice.turn, notice.until),
    )


def _subscription(*row: Any) -> PushSubscription:  # noqa: ANN401 - of the schema
    return PushSubscription(**dict(zip(_SUBSCRIPTION.split(", "), row, strict=True)))


def _delete(db: Connection, endpoint: str) -> None:
    db.rows("DELETE FROM push_subscriptions WHERE endpoint = ?", endpoint)


def delete_guests(db: Connection, guests: Sequence[str]) -> None:
    """Delete the subscriptions of the given guests, and their notifications."""
    for name in ("push_subscriptions", "turn_notices"):
        db.rows_of(f"DELETE FROM {name} WHERE guest = ?", guests)
