"""Appending to the logs of many tables at once: a function in the database, and its call.

The function first locks the tables in the order of their names, so that two writers never wait for
each other; the statements after it see all that was committed before. Nothing is planned anew: its
plans use indexes whatever the tables held when they were made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import psycopg

from tilerummy.server.store.checksums import Ledger, link, start
from tilerummy.server.store.port import (
    REFUSALS,
    Appended,
    AppendResult,
    Conflict,
    Duplicate,
    Entries,
    Fenced,
    Row,
)
from tilerummy.server.store.postgres.text import blobs, bools, ints, texts

PARAMETERS = """p_at bigint,
    p_room text[], p_expected int[], p_before bytea[], p_after int[], p_head bytea[],
    p_session text[], p_cid text[], p_answer bytea[],
    p_phase text[], p_private boolean[], p_title text[],
    e_nth int[], e_room text[], e_seq int[], e_cid text[], e_session text[], e_body bytea[],
    e_checksum bytea[], e_answer bytea[],
    s_nth int[], s_room text[], s_round int[], s_seed bytea[],
    m_nth int[], m_room text[], m_session text[],
    i_nth int[], i_room text[], i_session text[]"""
"""The parameters of the function: arrays of what is appended to each table, and of their rows."""

FUNCTION = f"""
CREATE FUNCTION tilerummy_append_1(
    {PARAMETERS},
    OUT o_done boolean[], OUT o_size int[], OUT o_head bytea[], OUT o_answer bytea[]
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $append$
DECLARE
    refusals boolean[];
BEGIN
    -- a table is opened by its first entries
    IF 0 = ANY (p_expected) THEN
        INSERT INTO rooms
            SELECT n.room, 0, n.before, 'waiting', false, '', p_at
            FROM unnest(p_room, p_expected, p_before) AS n (room, expected, before)
            WHERE n.expected = 0 ORDER BY n.room
            ON CONFLICT DO NOTHING;
    END IF;
    PERFORM 1 FROM rooms WHERE room = ANY (p_room) ORDER BY room FOR UPDATE;

    -- a statement of its own: it sees what those committed who held the locks before
    SELECT
        array_agg(f.earlier IS NULL AND f.size = f.expected AND f.head = f.before ORDER BY f.nth),
        array_agg(f.size ORDER BY f.nth), array_agg(f.head ORDER BY f.nth),
        array_agg(f.earlier ORDER BY f.nth),
        array_agg(f.cid IS NOT NULL AND f.after = f.expected ORDER BY f.nth)
    INTO o_done, o_size, o_head, o_answer, refusals
    FROM (
        SELECT n.nth, n.expected, n.before, n.after, n.cid, r.size, r.head, coalesce(
            (SELECT e.answer FROM entries e WHERE coalesce(e.session, '') = coalesce(n.session, '')
                AND e.room = n.room AND e.cid = n.cid AND e.answer IS NOT NULL LIMIT 1),
            (SELECT a.answer FROM answers a WHERE a.room = n.room
                AND a.session = coalesce(n.session, '') AND a.cid = n.cid)) AS earlier
        FROM unnest(p_room, p_expected, p_before, p_after, p_session, p_cid) WITH ORDINALITY
            AS n (room, expected, before, after, session, cid, nth)
        LEFT JOIN LATERAL
            (SELECT t.size, t.head FROM rooms t WHERE t.room = n.room OFFSET 0) r ON true
    ) f;

    UPDATE rooms t SET size = n.after, head = n.head, updated = p_at,
        phase = coalesce(n.phase, t.phase), private = coalesce(n.private, t.private),
        title = coalesce(n.title, t.title)
    FROM unnest(p_room, p_after, p_head, p_phase, p_private, p_title, o_done)
        AS n (room, after, head, phase, private, title, done)
    WHERE t.room = n.room AND n.done;

    INSERT INTO entries
        SELECT n.room, n.seq, p_at, n.cid, n.session, n.body, n.checksum, n.answer
        FROM unnest(e_nth, e_room, e_seq, e_cid, e_session, e_body, e_checksum, e_answer)
            AS n (nth, room, seq, cid, session, body, checksum, answer)
        WHERE o_done[n.nth];

    -- the answer to a command without entries, of which only the latest are stored
    IF true = ANY (refusals) THEN
        INSERT INTO answers
            SELECT n.room, coalesce(n.session, ''), n.cid, n.answer, 1 + coalesce((
                SELECT max(a.refused) FROM answers a
                WHERE a.room = n.room AND a.session = coalesce(n.session, '')), 0)
            FROM unnest(p_room, p_session, p_cid, p_answer, refusals, o_done)
                AS n (room, session, cid, answer, refusal, done)
            WHERE n.refusal AND n.done;
        DELETE FROM answers a
            USING unnest(p_room, p_session, refusals, o_done) AS n (room, session, refusal, done)
            WHERE n.refusal AND n.done AND a.room = n.room AND a.session = coalesce(n.session, '')
            AND a.refused BETWEEN 1 AND (
                SELECT max(b.refused) - {REFUSALS} FROM answers b
                WHERE b.room = n.room AND b.session = coalesce(n.session, ''));
    END IF;

    IF cardinality(s_nth) > 0 THEN
        INSERT INTO secrets SELECT n.room, n.round, n.seed
            FROM unnest(s_nth, s_room, s_round, s_seed) AS n (nth, room, round, seed)
            WHERE o_done[n.nth]
            ON CONFLICT (room, round) DO UPDATE SET seed = excluded.seed;
    END IF;

    -- who owns a table is told with its card, all at once
    DELETE FROM members m
        USING unnest(p_room, p_phase, o_done) AS n (room, phase, done)
        WHERE n.phase IS NOT NULL AND n.done AND m.room = n.room AND NOT EXISTS (
            SELECT 1 FROM unnest(m_room, m_session) AS k (room, session)
            WHERE k.room = m.room AND k.session = m.session);
    IF cardinality(m_nth) > 0 THEN
        INSERT INTO members SELECT n.session, n.room
            FROM unnest(m_nth, m_room, m_session) AS n (nth, room, session)
            WHERE o_done[n.nth]
            ON CONFLICT DO NOTHING;
    END IF;

    IF cardinality(i_nth) > 0 THEN
        INSERT INTO admitted SELECT n.room, n.session
            FROM unnest(i_nth, i_room, i_session) AS n (nth, room, session)
            WHERE o_done[n.nth]
            ON CONFLICT DO NOTHING;
    END IF;
END $append$;
"""

NAMES = ", ".join(each.split()[0] for each in PARAMETERS.split(","))
"""The names of the parameters."""

_CALL = f"SELECT o_done, o_size, o_head, o_answer FROM tilerummy_append_1({', '.join(['%b'] * 30)})"

_CALL_SHARED = (
    "SELECT o_done, o_size, o_head, o_answer, o_fenced"
    f" FROM tilerummy_append_shared_1({', '.join(['%b'] * 32)})"
)

_CALL_OPENING = (
    "SELECT o_done, o_size, o_head, o_answer, o_fenced"
    f" FROM tilerummy_open_shared_1({', '.join(['%b'] * 33)})"
)
"""Where a table is opened whose lease the writer has from then on, which is rare."""


@dataclass(frozen=True, slots=True)
class Chained:
    """Entries with their checksums, which chain them to the log that ends at *before*."""

    new: Entries
    at: int
    before: Ledger
    checksums: tuple[bytes, ...]

    @property
    def after(self) -> Ledger:
        """The end of the log after these entries."""
        head = self.checksums[-1] if self.checksums else self.before.head
        return Ledger(self.new.expected + len(self.checksums), head)


def chained(new: Entries, at: int, before: Ledger | None) -> Chained:
    """Return entries with their checksums.

    If *before* is not known it ends as the writer says, which the database corrects.
    """
    if new.expected == 0:
        before = Ledger(0, start(new.room))
    before = before or Ledger(new.expected, new.head)
    head, checksums = before.head, []
    for number, body in enumerate(new.bodies, new.expected):
        head = link(head, Row(new.room, number, at, new.cid, new.session, body))
        checksums.append(head)
    return Chained(new, at, before, tuple(checksums))


@dataclass(frozen=True, slots=True)
class AppendOutcome:
    """What was found at an append: whether it was done, the log before, and an earlier answer.

    ``fenced``, it was not done as another server has the lease.
    """

    done: bool
    before: Ledger | None
    answer: bytes | None
    fenced: bool = False

    def result(self, append: Chained) -> AppendResult | None:
        """Return the result of an append; None if only the checksum was another one."""
        if self.done:
            after = append.after
            return Appended(append.new.expected, after.size - 1, after.head)
        if self.answer is not None:
            return Duplicate(self.answer)
        if self.fenced:
            return Fenced()
        size = self.before.size if self.before else 0
        return None if size == append.new.expected and self.before else Conflict(size)

    def is_own(self, append: Chained) -> bool:
        """Return whether the append, which was sent before, was stored then."""
        if append.checksums:
            return self.before == append.after
        return self.answer is not None and self.answer == append.new.answer


def call(db: psycopg.Connection, appends: Sequence[Chained], at: int) -> list[AppendOutcome]:
    """Append to the logs of different tables, all that fit, and return what was found."""
    cursor = db.execute(_CALL, _parameters(appends, at), prepare=True, binary=True)
    [(done, sizes, heads, answers)] = cursor.fetchall()
    return [
        AppendOutcome(bool(ok), None if size is None else Ledger(size, head), answer)
        for ok, size, head, answer in zip(done, sizes, heads, answers, strict=True)
    ]


def call_shared(db: psycopg.Connection, appends: Sequence[Chained], at: int) -> list[AppendOutcome]:
    """Do the same in a database that several servers share, with epochs and clocks."""
    news = [append.new for append in appends]
    epochs = ints(-1 if new.epoch is None else new.epoch for new in news)
    parameters = (epochs, blobs(new.clock for new in news), *_parameters(appends, at))
    statement = _CALL_SHARED
    if any(new.holder is not None for new in news):
        statement, parameters = _CALL_OPENING, (texts(new.holder for new in news), *parameters)
    cursor = db.execute(statement, parameters, prepare=True, binary=True)
    [found] = cursor.fetchall()
    return [
        AppendOutcome(bool(ok), None if size is None else Ledger(size, head), answer, bool(fenced))
        for ok, size, head, answer, fenced in zip(*found, strict=True)
    ]


def _parameters(appends: Sequence[Chained], at: int) -> tuple[object, ...]:
    news = [append.new for append in appends]
    cards = [new.card for new in news]
    return (
        at,
        texts(new.room for new in news),
        ints(new.expected for new in news),
        blobs(append.before.head for append in appends),
        ints(append.after.size for append in appends),
        blobs(append.after.head for append in appends),
        texts(new.session for new in news),
        texts(new.cid for new in news),
        blobs(new.answer for new in news),
        texts(None if card is None else card.phase for card in cards),
        bools(None if card is None else card.private for card in cards),
        texts(None if card is None else card.title for card in cards),
        *_entries(appends),
        *_secrets(news),
        *_members(news),
        *_invited(news),
    )


def _entries(appends: Sequence[Chained]) -> tuple[object, ...]:
    rows = [
        (nth, each.new, number, body, checksum, number + 1 == len(each.checksums))
        for nth, each in enumerate(appends, 1)
        for number, (body, checksum) in enumerate(zip(each.new.bodies, each.checksums, strict=True))
    ]
    return (
        ints(nth for nth, *_ in rows),
        texts(new.room for _, new, *_ in rows),
        ints(new.expected + number for _, new, number, *_ in rows),
        texts(new.cid for _, new, *_ in rows),
        texts(new.session for _, new, *_ in rows),
        blobs(body for *_, body, _, _ in rows),
        blobs(checksum for *_, checksum, _ in rows),
        blobs(new.answer if last and new.cid is not None else None for _, new, *_, last in rows),
    )


def _secrets(news: Sequence[Entries]) -> tuple[object, ...]:
    rows = [
        (nth, new.room, number, seed)
        for nth, new in enumerate(news, 1)
        for number, seed in new.secrets.items()
    ]
    return (
        ints(nth for nth, *_ in rows),
        texts(room for _, room, *_ in rows),
        ints(number for *_, number, _ in rows),
        blobs(seed for *_, seed in rows),
    )


def _members(news: Sequence[Entries]) -> tuple[object, ...]:
    return _people(
        (nth, new.room, who)
        for nth, new in enumerate(news, 1)
        if new.card
        for who in sorted({*new.card.members})
    )


def _invited(news: Sequence[Entries]) -> tuple[object, ...]:
    return _people(
        (nth, new.room, who) for nth, new in enumerate(news, 1) for who in sorted({*new.invited})
    )


def _people(rows: Iterable[tuple[int, str, str]]) -> tuple[object, ...]:
    found = [*rows]
    return (
        ints(nth for nth, *_ in found),
        texts(room for _, room, _ in found),
        texts(who for *_, who in found),
    )
