"""Entries lie in partitions by gaming day, so that a day goes whole and no row is ever deleted.

What a floor held before becomes the first partition, as it is: nothing is copied. The projector makes the days ahead;
an entry whose day nobody has made lies in `entries_other` until it does. The database at a group has partitions of its
own, by property and day, and keeps them.

A look by journal and number goes through the index of every day. So the way of a batch names the time, too: only the
days it touches are opened, however many there are.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0012"
down_revision = "0011"

TABLES = """
ALTER TABLE floor.journals ADD first_ms bigint NOT NULL DEFAULT 0, ADD last_key_change bigint NOT NULL DEFAULT 0;
UPDATE floor.journals j SET
    first_ms = coalesce((SELECT e.at_ms FROM floor.entries e WHERE e.journal = j.id AND e.seq = 1), 0),
    last_key_change = coalesce((SELECT max(e.seq) FROM floor.entries e
        WHERE e.journal = j.id AND e.kind = 'key-changed'), 0);

CREATE TABLE floor.days (
    day date PRIMARY KEY,
    from_ms bigint NOT NULL,
    to_ms bigint NOT NULL CHECK (to_ms > from_ms),
    partition name NOT NULL UNIQUE,
    made_at timestamptz NOT NULL DEFAULT now(),
    purged_at timestamptz
);

-- What went with a day: which entries of which journal, and where they are proved to be.
CREATE TABLE floor.purged (
    day date NOT NULL REFERENCES floor.days,
    journal integer NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    last_hash bytea NOT NULL,
    entries bigint NOT NULL,
    proof text NOT NULL CHECK (proof <> ''),
    by_login name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (day, journal)
);

-- The key (journal, seq) went with the partitions; that the entry is there is asked instead.
ALTER TABLE floor.acknowledgements DROP CONSTRAINT IF EXISTS acknowledgements_journal_seq_fkey;
CREATE FUNCTION floor.judge_acknowledgement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
BEGIN
    IF NEW.seq IS NOT NULL AND NOT EXISTS (
        SELECT FROM floor.journals j WHERE j.id = NEW.journal AND NEW.seq BETWEEN 1 AND j.seq) THEN
        RAISE EXCEPTION 'the floor holds no entry % of this journal', NEW.seq USING ERRCODE = '23503';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER acknowledgements_judged BEFORE INSERT ON floor.acknowledgements
    FOR EACH ROW EXECUTE FUNCTION floor.judge_acknowledgement();
"""

PARTITIONED = """
DO $$
DECLARE
    until bigint;
    published boolean := EXISTS (SELECT FROM pg_publication WHERE pubname = 'floor_property');
BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = 'floor.entries'::regclass) = 'p' THEN
        RETURN;  -- a group
    END IF;
    IF published THEN
        ALTER PUBLICATION floor_property DROP TABLE floor.entries;
    END IF;
    ALTER TABLE floor.entries RENAME TO entries_before;
    ALTER TABLE floor.entries_before DROP CONSTRAINT entries_pkey;
    DROP TRIGGER entries_stay ON floor.entries_before;
    ALTER TABLE floor.entries_before VALIDATE CONSTRAINT entries_bounded;
    ALTER INDEX floor.entries_key_changes RENAME TO entries_before_key_changes;
    CREATE TABLE floor.entries (LIKE floor.entries_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
        PARTITION BY RANGE (at_ms);
    ALTER TABLE floor.entries ADD PRIMARY KEY (journal, seq, at_ms);
    CREATE INDEX entries_key_changes ON floor.entries (journal, seq) WHERE kind = 'key-changed';
    CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON floor.entries
        FOR EACH ROW EXECUTE FUNCTION floor.refuse_change();
    CREATE TRIGGER entries_remain BEFORE TRUNCATE ON floor.entries
        FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change();
    CREATE TABLE floor.entries_other PARTITION OF floor.entries DEFAULT;
    CREATE TRIGGER entries_remain BEFORE TRUNCATE ON floor.entries_other
        FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change();
    IF EXISTS (SELECT FROM floor.entries_before) THEN
        SELECT greatest(max(at_ms) + 1, (extract(epoch FROM now()) * 1000)::bigint) INTO until
        FROM floor.entries_before;
        EXECUTE format('ALTER TABLE floor.entries ATTACH PARTITION floor.entries_before
            FOR VALUES FROM (MINVALUE) TO (%s)', until);
        INSERT INTO floor.days (day, from_ms, to_ms, partition)
        SELECT '0001-01-01', least(min(at_ms), until - 1), until, 'entries_before' FROM floor.entries_before;
    ELSE
        DROP TABLE floor.entries_before;
    END IF;
    IF published THEN
        ALTER PUBLICATION floor_property ADD TABLE floor.entries;
        ALTER PUBLICATION floor_property SET (publish_via_partition_root = true);
    END IF;
END $$;
"""

DAYS = """
-- A partition for the entries of this time; those that came before it are taken out of `entries_other`. Both go by way
-- of `entries`, so that a group that follows this floor sees the same.
CREATE FUNCTION floor.make_day(p_day date, p_from bigint, p_to bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = floor, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
    name text := 'entries_d' || to_char(p_day, 'YYYYMMDD');
    noon bigint := extract(epoch FROM p_day + time '12:00')::bigint * 1000;
BEGIN
    IF pg_get_partkeydef('floor.entries'::regclass) <> 'RANGE (at_ms)'
        OR EXISTS (SELECT FROM floor.days d WHERE d.day = p_day) THEN
        RETURN false;
    END IF;
    IF p_to - p_from > 172800000 OR abs(p_from - noon) > 172800000 OR p_day > current_date + 60 THEN
        RAISE EXCEPTION 'these are no bounds of the gaming day %', p_day USING ERRCODE = 'FL007';
    END IF;
    LOCK TABLE floor.entries_other IN ACCESS EXCLUSIVE MODE;
    CREATE TABLE floor.entries_moving AS
        SELECT * FROM floor.entries_other WHERE at_ms >= p_from AND at_ms < p_to;
    IF EXISTS (SELECT FROM floor.entries_moving) THEN
        ALTER TABLE floor.entries_other DISABLE TRIGGER entries_stay;
        DELETE FROM floor.entries_other WHERE at_ms >= p_from AND at_ms < p_to;
        ALTER TABLE floor.entries_other ENABLE TRIGGER entries_stay;
    END IF;
    EXECUTE format('CREATE TABLE floor.%I (LIKE floor.entries INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE floor.entries ATTACH PARTITION floor.%I FOR VALUES FROM (%s) TO (%s)',
        name, p_from, p_to);
    EXECUTE format('CREATE TRIGGER entries_remain BEFORE TRUNCATE ON floor.%I
        FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change()', name);
    INSERT INTO floor.entries SELECT * FROM floor.entries_moving;
    DROP TABLE floor.entries_moving;
    INSERT INTO floor.days (day, from_ms, to_ms, partition) VALUES (p_day, p_from, p_to, name);
    RETURN true;
END $$;

-- The earliest entry from this time on that lies in no day of its own and could; null: there is none.
CREATE FUNCTION floor.stray_ms(p_from bigint) RETURNS bigint LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE earliest bigint;
BEGIN
    IF pg_get_partkeydef('floor.entries'::regclass) = 'RANGE (at_ms)' THEN
        SELECT min(at_ms) INTO earliest FROM floor.entries_other
        WHERE at_ms >= greatest(p_from, 1577836800000)
            AND at_ms < (extract(epoch FROM now()) * 1000)::bigint + 1209600000;
    END IF;
    RETURN earliest;
END $$;
"""

# The hash of an entry of a journal that is not purged: nearly always the last one, or one of the last two days.
HASHES = """
CREATE FUNCTION floor.entry_hash(held floor.journals, p_seq bigint) RETURNS bytea LANGUAGE plpgsql STABLE
SET search_path = floor, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE stored bytea;
BEGIN
    IF p_seq = held.seq THEN RETURN held.hash; END IF;
    SELECT e.hash INTO stored FROM floor.entries e WHERE e.journal = held.id AND e.seq = p_seq
        AND e.at_ms BETWEEN held.at_ms - 172800000 AND held.at_ms + 172800000;
    IF stored IS NULL THEN
        SELECT e.hash INTO stored FROM floor.entries e WHERE e.journal = held.id AND e.seq = p_seq;
    END IF;
    RETURN stored;
END $$;
"""

REQUESTS = """
DROP FUNCTION floor.note_requests;
CREATE FUNCTION floor.note_requests(
    p_journal integer, p_after bigint, p_upto bigint, p_from_ms bigint, p_to_ms bigint
) RETURNS void LANGUAGE plpgsql SET search_path = floor, pg_temp SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    INSERT INTO floor.requests
        (journal, request, seq, action, subject_hash, requester, reason, asked_at_ms, expires_at_ms)
    SELECT p_journal, d->>'request', seq, d->>'action', d->>'subject_hash', d->>'requester', d->>'reason',
        floor.whole_number(d->>'asked_at_ms'), floor.whole_number(d->>'expires_at_ms')
    FROM (SELECT seq, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind = 'request'
            AND at_ms BETWEEN p_from_ms AND p_to_ms) AS asked
    WHERE (d->>'request') IS NOT NULL AND (d->>'action') IS NOT NULL AND (d->>'subject_hash') IS NOT NULL
        AND (d->>'requester') IS NOT NULL AND (d->>'reason') IS NOT NULL
        AND floor.whole_number(d->>'asked_at_ms') IS NOT NULL AND floor.whole_number(d->>'expires_at_ms') IS NOT NULL
    ON CONFLICT DO NOTHING;
    UPDATE floor.requests r SET approved = answer.kind = 'approval', answered_seq = answer.seq,
        answered_by = coalesce(d->>'approver', d->>'by')
    FROM (SELECT seq, kind, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind IN ('approval', 'declined')
            AND at_ms BETWEEN p_from_ms AND p_to_ms) AS answer
    WHERE r.journal = p_journal AND r.request = d->>'request' AND r.answered_seq IS NULL;
END $$;
"""

APPEND = """
CREATE OR REPLACE FUNCTION floor.append(
    p_log text, p_previous text, p_seqs bigint[], p_kinds text[], p_versions integer[], p_ats bigint[], p_whos text[],
    p_serials text[], p_numbers bigint[], p_datas text[], p_hashes text[], p_waiting bigint,
    OUT verdict text, OUT words text, OUT seq bigint, OUT hash text, OUT checkpoint bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
#variable_conflict use_column
DECLARE
    mine text := floor.my_table();
    held floor.journals;
    bad bigint;
    count bigint;
    last record;
    received timestamptz := clock_timestamp();
BEGIN
    SELECT * INTO held FROM floor.journals j WHERE j.log = p_log FOR UPDATE;
    words := floor.why_not_journal(mine, p_log, held);
    IF words IS NOT NULL THEN
        bad := p_seqs[1];
    ELSIF held.id IS NULL THEN
        words := floor.why_not_beginning(mine, p_log, p_seqs[1], p_kinds[1], p_datas[1]);
        IF words IS NULL THEN held := floor.begin_journal(mine, p_log, p_datas[1]); ELSE bad := p_seqs[1]; END IF;
    END IF;
    seq := coalesce(held.seq, 0);
    hash := coalesce(encode(held.hash, 'hex'), repeat('0', 64));
    checkpoint := coalesce(held.checkpoint, 0);
    IF words IS NULL AND p_seqs[1] > seq + 1 THEN
        verdict := 'gap';
        words := format('entry %s cannot follow entry %s', p_seqs[1], seq);
        RETURN;
    END IF;
    IF words IS NULL AND p_seqs[1] = held.seq + 1 AND p_previous <> encode(held.hash, 'hex') THEN
        bad := held.seq;
        words := format('entry %s of the table''s journal is another one than the floor holds', bad);
    ELSIF words IS NULL AND p_seqs[1] <= held.seq THEN
        SELECT min(u.seq) INTO bad FROM unnest(p_seqs, p_hashes) AS u(seq, hash)
        WHERE u.seq <= held.seq AND encode(floor.entry_hash(held, u.seq), 'hex') IS DISTINCT FROM u.hash;
        IF bad IS NOT NULL THEN
            words := format('entry %s of the table''s journal is another one than the floor holds', bad);
        END IF;
    END IF;
    IF words IS NULL THEN
        bad := floor.first_misfit(p_log, held.seq, encode(held.hash, 'hex'), p_seqs, p_kinds, p_versions, p_ats,
            p_whos, p_serials, p_numbers, p_datas, p_hashes);
        IF bad IS NOT NULL THEN
            words := format('entry %s is not what was written: content and hash do not fit', bad);
        END IF;
    END IF;
    IF words IS NOT NULL THEN
        verdict := 'refused';
        PERFORM floor.raise_alarm(mine, p_log, 'diverging', words, coalesce(bad, 0),
            coalesce(p_hashes[array_position(p_seqs, bad)], p_previous), seq, hash);
        RETURN;
    END IF;
    verdict := 'taken';
    INSERT INTO floor.entries
    SELECT held.id, u.seq, u.kind, u.version, u.at_ms, u.who, u.serial, u.number, u.data, decode(u.hash, 'hex'),
        received
    FROM unnest(p_seqs, p_kinds, p_versions, p_ats, p_whos, p_serials, p_numbers, p_datas, p_hashes)
        AS u(seq, kind, version, at_ms, who, serial, number, data, hash)
    WHERE u.seq > held.seq ORDER BY u.seq;
    GET DIAGNOSTICS count = ROW_COUNT;
    IF count = 0 THEN RETURN; END IF;
    SELECT u.seq, u.hash, u.at_ms INTO last FROM unnest(p_seqs, p_hashes, p_ats) AS u(seq, hash, at_ms)
    ORDER BY u.seq DESC LIMIT 1;
    UPDATE floor.journals j SET seq = last.seq, hash = decode(last.hash, 'hex'), at_ms = last.at_ms,
        first_ms = CASE WHEN held.seq = 0 THEN p_ats[1] ELSE j.first_ms END, received_at = received,
        last_key_change = CASE WHEN 'key-changed' = ANY (p_kinds) THEN last.seq ELSE j.last_key_change END,
        heard_at = received, waiting = p_waiting WHERE j.id = held.id;
    seq := last.seq;
    hash := last.hash;
    IF p_kinds && ARRAY['request', 'approval', 'declined', 'alarm'] THEN
        PERFORM floor.note_requests(held.id, held.seq, last.seq, min(at_ms), max(at_ms)) FROM unnest(p_ats) AS at_ms;
        PERFORM pg_notify('floor_calls', held.id::text);
    END IF;
END $$;
"""

CHECKPOINTS = """
CREATE OR REPLACE FUNCTION floor.append_checkpoints(
    p_log text, p_numbers bigint[], p_seqs bigint[], p_hashes text[], p_ats bigint[], p_signatures text[],
    OUT verdict text, OUT words text, OUT checkpoint bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
#variable_conflict use_column
DECLARE
    mine text := floor.my_table();
    held floor.journals;
    bad bigint;
BEGIN
    SELECT * INTO held FROM floor.journals j WHERE j.log = p_log AND j.table_name = mine AND j.is_current FOR UPDATE;
    IF held.id IS NULL THEN
        RAISE EXCEPTION 'table % forwards no journal %', mine, p_log USING ERRCODE = 'FL002';
    END IF;
    SELECT min(u.number) INTO bad
    FROM unnest(p_numbers, p_seqs, p_hashes, p_signatures) WITH ORDINALITY AS u(number, seq, hash, signature, place)
    LEFT JOIN floor.checkpoints c ON c.journal = held.id AND c.number = u.number
    WHERE encode(floor.entry_hash(held, u.seq), 'hex') IS DISTINCT FROM u.hash
        OR u.number <> p_numbers[1] + u.place - 1
        OR (u.number <= held.checkpoint AND c.signature IS DISTINCT FROM u.signature);
    IF bad IS NOT NULL OR p_numbers[1] > held.checkpoint + 1 THEN
        verdict := 'refused';
        checkpoint := held.checkpoint;
        words := format('checkpoint %s of the table''s journal does not fit the floor''s copy',
            coalesce(bad, p_numbers[1]));
        PERFORM floor.raise_alarm(mine, p_log, 'checkpoint', words, coalesce(bad, p_numbers[1]), '', held.seq,
            encode(held.hash, 'hex'));
        RETURN;
    END IF;
    INSERT INTO floor.checkpoints (journal, number, seq, hash, at_ms, signature)
    SELECT held.id, u.number, u.seq, decode(u.hash, 'hex'), u.at_ms, u.signature
    FROM unnest(p_numbers, p_seqs, p_hashes, p_ats, p_signatures) AS u(number, seq, hash, at_ms, signature)
    WHERE u.number > held.checkpoint;
    verdict := 'taken';
    checkpoint := greatest(held.checkpoint, p_numbers[cardinality(p_numbers)]);
    UPDATE floor.journals j SET checkpoint = append_checkpoints.checkpoint WHERE j.id = held.id;
END $$;
"""

# The entries of a shift that a notice may already stand in are those since it was given.
NOTICES = """
CREATE OR REPLACE FUNCTION floor.notices_for(p_log text)
RETURNS TABLE (
    id bigint, notice_order text, changes text, person text, reason text, place text, key text, signed_at_ms bigint,
    signature text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = floor, pg_temp SET plan_cache_mode = force_custom_plan AS $$
#variable_conflict use_column
DECLARE
    wanted integer := (SELECT j.id FROM floor.journals j WHERE j.log = p_log AND j.table_name = floor.my_table());
    since timestamptz := (SELECT min(n.given_at) FROM floor.notices n
        WHERE n.journal = wanted AND n.given_at > clock_timestamp() - interval '10 minutes');
    since_ms bigint := (extract(epoch FROM since) * 1000)::bigint - 86400000;
BEGIN
    IF since IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT n.id, n.notice_order, n.changes, n.person, n.reason, n.by_login::text, n.key, n.signed_at_ms,
        n.signature
    FROM floor.notices n
    WHERE n.journal = wanted AND n.given_at >= since
        AND NOT EXISTS (SELECT 1 FROM floor.entries e WHERE e.journal = wanted AND e.kind = 'shift'
            AND e.at_ms >= since_ms AND floor.read_json(e.data)->>'order' = n.notice_order)
    ORDER BY n.id;
END $$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON floor.days, floor.purged, floor.entries FROM PUBLIC;
GRANT SELECT ON floor.days, floor.purged, floor.entries TO floor_pit, floor_projector;
GRANT EXECUTE ON FUNCTION floor.make_day, floor.stray_ms TO floor_projector;
GRANT EXECUTE ON FUNCTION floor.append, floor.append_checkpoints, floor.notices_for TO floor_table;
"""


def upgrade() -> None:
    for statement in (TABLES, PARTITIONED, DAYS, HASHES, REQUESTS, APPEND, CHECKPOINTS, NOTICES):
        run(statement)
    guard("purged")
    run(RIGHTS)
