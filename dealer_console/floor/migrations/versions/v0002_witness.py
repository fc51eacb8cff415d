"""The witness: `meet` compares a table's journal with the copy, `append` and `append_checkpoints` take what follows.

The database itself computes every hash again and follows the chain, under a lock on the journal's head. A refusal is an
answer, not an error: its alarm must stay, and an error would roll it back.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0002"
down_revision = "0001"

HELD = """
CREATE FUNCTION floor.my_table() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE mine text;
BEGIN
    SELECT table_name INTO mine FROM floor.tables WHERE login = session_user;
    IF mine IS NULL THEN
        RAISE EXCEPTION 'the login % stands for no table of this floor', session_user USING ERRCODE = 'FL001';
    END IF;
    RETURN mine;
END $$;

CREATE FUNCTION floor.raise_alarm(
    p_table text, p_log text, p_what text, p_words text, p_seq bigint, p_hash text, p_held_seq bigint, p_held_hash text
) RETURNS text LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
DECLARE told bigint; first_time boolean;
BEGIN
    INSERT INTO floor.alarms AS a
        (table_name, log, what, words, offered_seq, offered_hash, held_seq, held_hash)
    VALUES (p_table, p_log, p_what, p_words, p_seq, p_hash, p_held_seq, p_held_hash)
    ON CONFLICT (table_name, log, what, held_seq) DO UPDATE
        SET times = a.times + 1, last_at = now()
    RETURNING a.id, a.times = 1 INTO told, first_time;
    IF first_time THEN PERFORM pg_notify('floor_alarms', told::text); END IF;
    RETURN p_words;
END $$;

-- Why this journal may not be forwarded by this login at all; null when it may. `held` is null for an unknown journal.
CREATE FUNCTION floor.why_not_journal(mine text, p_log text, held floor.journals) RETURNS text LANGUAGE plpgsql
SET search_path = floor, pg_temp AS $$
DECLARE other floor.journals;
BEGIN
    IF held.id IS NOT NULL AND held.table_name <> mine THEN
        RETURN 'this journal belongs to table ' || held.table_name;
    END IF;
    SELECT * INTO other FROM floor.journals WHERE table_name = mine AND is_current AND log <> p_log;
    IF other.id IS NULL THEN RETURN NULL; END IF;
    IF held.id IS NULL AND EXISTS (SELECT FROM floor.accepted a WHERE a.table_name = mine AND a.log = p_log) THEN
        RETURN NULL;
    END IF;
    RETURN format('the table came with another journal (%s) than the one the floor holds (%s, %s entries)',
        left(p_log, 12), left(other.log, 12), other.seq);
END $$;
"""

MEET = """
CREATE FUNCTION floor.meet(
    p_log text, p_seq bigint, p_hash text,
    OUT verdict text, OUT words text, OUT seq bigint, OUT hash text, OUT checkpoint bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
DECLARE
    mine text := floor.my_table();
    held floor.journals;
    same text;
    what text;
BEGIN
    SELECT * INTO held FROM floor.journals j WHERE j.log = p_log;
    seq := coalesce(held.seq, 0);
    hash := coalesce(encode(held.hash, 'hex'), repeat('0', 64));
    checkpoint := coalesce(held.checkpoint, 0);
    words := floor.why_not_journal(mine, p_log, held);
    IF words IS NOT NULL THEN
        what := 'another-journal';
    ELSIF p_seq < seq THEN
        SELECT encode(e.hash, 'hex') INTO same FROM floor.entries e WHERE e.journal = held.id AND e.seq = p_seq;
        IF same = p_hash THEN
            what := 'shorter';
            words := format('the table''s journal ends at entry %s, the floor holds %s: it was cut off, or an old '
                'copy was put in its place', p_seq, seq);
        ELSE
            what := 'diverging';
            words := format('entry %s of the table''s journal is another one than the floor holds', p_seq);
        END IF;
    ELSIF p_seq = seq AND p_hash <> hash THEN
        what := 'diverging';
        words := format('entry %s of the table''s journal is another one than the floor holds', p_seq);
    END IF;
    IF what IS NOT NULL THEN
        verdict := 'refused';
        PERFORM floor.raise_alarm(mine, p_log, what, words, p_seq, p_hash, seq, hash);
        RETURN;
    END IF;
    verdict := 'welcome';
    UPDATE floor.journals j SET heard_at = now(), waiting = p_seq - j.seq WHERE j.id = held.id;
END $$;
"""

# The text that is hashed is that of `journal.entry.hashed_text`, in the words of the database.
MISFIT = """
CREATE FUNCTION floor.first_misfit(
    p_log text, p_held_seq bigint, p_held_hash text, p_seqs bigint[], p_kinds text[], p_versions integer[],
    p_ats bigint[], p_whos text[], p_serials text[], p_numbers bigint[], p_datas text[], p_hashes text[]
) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path = floor, pg_temp AS $$
    WITH offered AS (
        SELECT u.*, row_number() OVER w AS place, lag(u.hash, 1, p_held_hash) OVER w AS previous
        FROM unnest(p_seqs, p_kinds, p_versions, p_ats, p_whos, p_serials, p_numbers, p_datas, p_hashes)
            AS u(seq, kind, version, at_ms, who, serial, number, data, hash)
        WHERE u.seq > p_held_seq WINDOW w AS (ORDER BY u.seq)
    )
    SELECT min(o.seq) FROM offered o WHERE (o.seq = p_held_seq + o.place AND o.hash = encode(sha256(convert_to(
        '{"at":' || o.at_ms || ',"data":' || o.data || ',"device":'
        || CASE WHEN o.serial IS NULL AND o.number IS NULL THEN 'null'
           ELSE '[' || coalesce(to_json(o.serial)::text, 'null') || ',' || coalesce(o.number::text, 'null') || ']' END
        || ',"kind":' || to_json(o.kind)::text || ',"log":"' || p_log || '","previous":"' || o.previous
        || '","seq":' || o.seq || ',"version":' || o.version || ',"who":' || coalesce(to_json(o.who)::text, 'null')
        || '}', 'UTF8')), 'hex')) IS NOT TRUE
$$;
"""

APPEND = """
CREATE FUNCTION floor.append(
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
    last floor.entries;
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
        LEFT JOIN floor.entries e ON e.journal = held.id AND e.seq = u.seq
        WHERE u.seq <= held.seq AND encode(e.hash, 'hex') IS DISTINCT FROM u.hash;
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
        clock_timestamp()
    FROM unnest(p_seqs, p_kinds, p_versions, p_ats, p_whos, p_serials, p_numbers, p_datas, p_hashes)
        AS u(seq, kind, version, at_ms, who, serial, number, data, hash)
    WHERE u.seq > held.seq ORDER BY u.seq;
    GET DIAGNOSTICS count = ROW_COUNT;
    IF count = 0 THEN RETURN; END IF;
    SELECT * INTO last FROM floor.entries e WHERE e.journal = held.id AND e.seq = held.seq + count;
    UPDATE floor.journals j SET seq = last.seq, hash = last.hash, at_ms = last.at_ms, received_at = last.received_at,
        heard_at = last.received_at, waiting = p_waiting WHERE j.id = held.id;
    seq := last.seq;
    hash := encode(last.hash, 'hex');
    IF p_kinds && ARRAY['request', 'approval', 'declined', 'alarm'] THEN
        PERFORM floor.note_requests(held.id, held.seq, last.seq);
        PERFORM pg_notify('floor_calls', held.id::text);
    END IF;
END $$;

CREATE FUNCTION floor.why_not_beginning(mine text, p_log text, p_seq bigint, p_kind text, p_data text) RETURNS text
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
DECLARE said jsonb := floor.read_json(p_data);
BEGIN
    IF p_seq = 1 AND p_kind = 'genesis' AND said->>'log' = p_log AND said->>'table' = mine THEN RETURN NULL; END IF;
    IF p_seq = 1 AND p_kind = 'genesis' AND said->>'log' = p_log THEN
        RETURN format('the journal is one of table %s, and the login is that of table %s', said->>'table', mine);
    END IF;
    RETURN format('entry %s is no beginning of a journal', p_seq);
END $$;

-- A journal of long ago makes room: its file was closed by the house, which said so before.
CREATE FUNCTION floor.begin_journal(mine text, p_log text, p_data text) RETURNS floor.journals
LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
DECLARE begun floor.journals;
BEGIN
    UPDATE floor.journals j SET is_current = false WHERE j.table_name = mine AND j.is_current;
    INSERT INTO floor.journals (log, table_name, public_key)
    VALUES (p_log, mine, floor.read_json(p_data)->>'public_key') RETURNING * INTO begun;
    RETURN begun;
END $$;

-- null where PostgreSQL cannot read what JSON allows: an escaped zero character
CREATE FUNCTION floor.read_json(p_data text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE
SET search_path = floor, pg_temp AS $$
BEGIN
    RETURN p_data::jsonb;
EXCEPTION WHEN others THEN
    RETURN NULL;
END $$;
"""

CHECKPOINTS = """
CREATE FUNCTION floor.append_checkpoints(
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
    LEFT JOIN floor.entries e ON e.journal = held.id AND e.seq = u.seq
    LEFT JOIN floor.checkpoints c ON c.journal = held.id AND c.number = u.number
    WHERE encode(e.hash, 'hex') IS DISTINCT FROM u.hash
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


RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.meet, floor.append, floor.append_checkpoints TO floor_table;
"""


def upgrade() -> None:
    for statement in (HELD, MEET, MISFIT, APPEND, CHECKPOINTS, RIGHTS):
        run(statement)
