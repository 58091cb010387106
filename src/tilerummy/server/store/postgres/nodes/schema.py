"""What nodes need in the database, as one step of its schema.

``rooms.holder`` is the node that keeps a table's clock, ``epoch`` how often that changed and
``released`` when the holder before was there; times are in milliseconds since 1970, by the clock of
the database. A trigger counts in ``generation`` how often a log was rewritten: an append always
changes its size.
"""

from __future__ import annotations

from tilerummy.server.store.postgres.append import NAMES, PARAMETERS

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The time of the database, in milliseconds since 1970."""

_FUNCTION = f"""
CREATE FUNCTION tilerummy_append_shared_1(
    p_epoch int[], p_clock bytea[],
    {PARAMETERS},
    OUT o_done boolean[], OUT o_size int[], OUT o_head bytea[], OUT o_answer bytea[],
    OUT o_fenced boolean[]
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $append$
BEGIN
    o_fenced := array_fill(false, ARRAY[cardinality(p_room)]);
    -- who holds no lease any more expects a size that no log has; -1 stands for no lease
    IF -1 <> ANY (p_epoch) THEN
        PERFORM 1 FROM rooms WHERE room = ANY (p_room) ORDER BY room FOR UPDATE;
        SELECT array_agg(f.fenced ORDER BY f.nth),
            array_agg(CASE WHEN f.fenced THEN -1 ELSE f.expected END ORDER BY f.nth)
        INTO o_fenced, p_expected
        FROM (
            SELECT n.nth, n.expected,
                n.epoch <> -1 AND n.epoch IS DISTINCT FROM r.epoch AS fenced
            FROM unnest(p_room, p_expected, p_epoch) WITH ORDINALITY
                AS n (room, expected, epoch, nth)
            LEFT JOIN LATERAL
                (SELECT t.epoch FROM rooms t WHERE t.room = n.room OFFSET 0) r ON true
        ) f;
    END IF;

    SELECT a.o_done, a.o_size, a.o_head, a.o_answer INTO o_done, o_size, o_head, o_answer
    FROM tilerummy_append_1({NAMES}) a;

    UPDATE rooms t SET clock = n.clock, clock_at = {NOW}
    FROM unnest(p_room, p_clock, o_done) AS n (room, clock, done)
    WHERE t.room = n.room AND n.done AND n.clock IS NOT NULL;
END $append$;
"""

NODES = f"""
ALTER TABLE rooms ADD holder text COLLATE "C", ADD epoch integer NOT NULL DEFAULT 0,
    ADD released bigint, ADD generation integer NOT NULL DEFAULT 0,
    ADD clock bytea, ADD clock_at bigint, ADD draft bytea;
-- beat(), take(): live tables of a node, or of none
CREATE INDEX rooms_by_holder ON rooms (holder) WHERE phase NOT IN ('over', 'closed');

CREATE TABLE nodes (
    node text COLLATE "C" PRIMARY KEY, beat bigint NOT NULL, until bigint NOT NULL
);
CREATE TABLE presence (
    room text COLLATE "C" NOT NULL, node text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL, PRIMARY KEY (room, node, session)
);
-- take(), leave(): all of a node that is gone
CREATE INDEX presence_by_node ON presence (node);
CREATE TABLE notices (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at bigint NOT NULL,
    kind text COLLATE "C" NOT NULL, about text COLLATE "C" NOT NULL
);

CREATE FUNCTION tilerummy_rewritten_1() RETURNS trigger LANGUAGE plpgsql AS $rewritten$
BEGIN
    NEW.generation := OLD.generation + 1;
    RETURN NEW;
END $rewritten$;
CREATE TRIGGER rooms_rewritten BEFORE UPDATE OF head ON rooms FOR EACH ROW
    WHEN (OLD.size = NEW.size AND OLD.head <> NEW.head)
    EXECUTE FUNCTION tilerummy_rewritten_1();
{_FUNCTION}"""
"""The step of the schema."""

OPENED = f"""
CREATE FUNCTION tilerummy_open_shared_1(
    p_holder text[], p_epoch int[], p_clock bytea[],
    {PARAMETERS},
    OUT o_done boolean[], OUT o_size int[], OUT o_head bytea[], OUT o_answer bytea[],
    OUT o_fenced boolean[]
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $open$
BEGIN
    INSERT INTO rooms (room, size, head, phase, private, title, updated, holder, epoch)
        SELECT n.room, 0, n.before, 'waiting', false, '', p_at, n.holder, 1
        FROM unnest(p_room, p_expected, p_before, p_holder) AS n (room, expected, before, holder)
        WHERE n.expected = 0 AND n.holder IS NOT NULL ORDER BY n.room
        ON CONFLICT DO NOTHING;
    SELECT a.o_done, a.o_size, a.o_head, a.o_answer, a.o_fenced
    INTO o_done, o_size, o_head, o_answer, o_fenced
    FROM tilerummy_append_shared_1(p_epoch, p_clock, {NAMES}) a;
END $open$;
"""
"""The step after it: an append that opens tables whose leases the writer has from then on."""

PAUSED = """
ALTER TABLE rooms ADD paused bigint NOT NULL DEFAULT 0, ADD paused_of bigint;
"""
"""For how long nobody has kept the clock that was stored at ``paused_of``."""
