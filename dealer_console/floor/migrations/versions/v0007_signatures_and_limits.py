"""Signatures are checked before an entry counts as witnessed; a forged tail is set aside on record; alarms have limits.

The database cannot check Ed25519. The projector does, a program of the house with a login of its own: it says how far a
genuine signature reaches, and marks a journal that has a false one or an entry that nobody can read. What is set aside
stays readable in `set_aside`, with who did it and why in `incidents`.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0007"
down_revision = "0006"

TABLES = """
DO $$ BEGIN CREATE ROLE floor_projector NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;

ALTER TABLE floor.journals
    ADD witnessed bigint NOT NULL DEFAULT 0,
    ADD witnessed_checkpoint bigint NOT NULL DEFAULT 0,
    ADD fault text;

ALTER TABLE floor.entries ADD CONSTRAINT entries_bounded CHECK (
    length(data) <= 4000000 AND length(kind) <= 100 AND length(coalesce(who, '')) <= 1000
    AND length(coalesce(serial, '')) <= 1000) NOT VALID;

CREATE TABLE floor.incidents (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    journal integer NOT NULL REFERENCES floor.journals,
    after_seq bigint NOT NULL,
    upto_seq bigint NOT NULL,
    why text NOT NULL CHECK (why <> ''),
    by_login name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE floor.set_aside (
    incident bigint NOT NULL REFERENCES floor.incidents,
    relation text NOT NULL,
    content jsonb NOT NULL
);
"""

# At most twenty different alarms of a table in an hour; whatever comes then counts up one row of that hour.
ALARMS = """
CREATE OR REPLACE FUNCTION floor.raise_alarm(
    p_table text, p_log text, p_what text, p_words text, p_seq bigint, p_hash text, p_held_seq bigint, p_held_hash text
) RETURNS text LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
DECLARE
    told bigint;
    first_time boolean;
    known boolean;
    hour bigint := extract(epoch FROM now())::bigint / 3600;
BEGIN
    p_log := left(p_log, 32);
    known := EXISTS (SELECT FROM floor.alarms a
        WHERE a.table_name = p_table AND a.log = p_log AND a.what = p_what AND a.held_seq = p_held_seq);
    IF NOT known AND (SELECT count(*) FROM floor.alarms a
        WHERE a.table_name = p_table AND a.raised_at > now() - interval '1 hour') >= 20 THEN
        p_log := '';
        p_what := 'too-many';
        p_held_seq := hour;
        p_words := 'more than 20 different alarms in an hour: somebody may be trying this login';
    END IF;
    INSERT INTO floor.alarms AS a
        (table_name, log, what, words, offered_seq, offered_hash, held_seq, held_hash)
    VALUES (p_table, p_log, p_what, left(p_words, 500), p_seq, left(p_hash, 64), p_held_seq, p_held_hash)
    ON CONFLICT (table_name, log, what, held_seq) DO UPDATE
        SET times = a.times + 1, last_at = now()
    RETURNING a.id, a.times = 1 INTO told, first_time;
    IF first_time THEN PERFORM pg_notify('floor_alarms', told::text); END IF;
    RETURN left(p_words, 500);
END $$;
"""

# An entry of a request that no table writes is no request; it must not keep the entries after it out.
REQUESTS = """
CREATE FUNCTION floor.whole_number(p_text text) RETURNS bigint LANGUAGE plpgsql IMMUTABLE
SET search_path = floor, pg_temp AS $$
BEGIN
    RETURN p_text::bigint;
EXCEPTION WHEN others THEN
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION floor.note_requests(p_journal integer, p_after bigint, p_upto bigint) RETURNS void
LANGUAGE sql SET search_path = floor, pg_temp AS $$
    INSERT INTO floor.requests
        (journal, request, seq, action, subject_hash, requester, reason, asked_at_ms, expires_at_ms)
    SELECT p_journal, d->>'request', seq, d->>'action', d->>'subject_hash', d->>'requester', d->>'reason',
        floor.whole_number(d->>'asked_at_ms'), floor.whole_number(d->>'expires_at_ms')
    FROM (SELECT seq, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind = 'request') AS asked
    WHERE (d->>'request') IS NOT NULL AND (d->>'action') IS NOT NULL AND (d->>'subject_hash') IS NOT NULL
        AND (d->>'requester') IS NOT NULL AND (d->>'reason') IS NOT NULL
        AND floor.whole_number(d->>'asked_at_ms') IS NOT NULL AND floor.whole_number(d->>'expires_at_ms') IS NOT NULL
    ON CONFLICT DO NOTHING;
    UPDATE floor.requests r SET approved = answer.kind = 'approval', answered_seq = answer.seq,
        answered_by = coalesce(d->>'approver', d->>'by')
    FROM (SELECT seq, kind, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind IN ('approval', 'declined')) AS answer
    WHERE r.journal = p_journal AND r.request = d->>'request' AND r.answered_seq IS NULL;
$$;
"""

WITNESS = """
CREATE FUNCTION floor.note_witnessed(p_journal integer, p_checkpoint bigint, p_seq bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    UPDATE floor.journals SET witnessed = greatest(witnessed, p_seq),
        witnessed_checkpoint = greatest(witnessed_checkpoint, p_checkpoint)
    WHERE id = p_journal AND p_checkpoint <= checkpoint AND p_seq <= seq
$$;

-- Null takes the mark away: what was marked is read again and found good.
CREATE FUNCTION floor.note_fault(p_journal integer, p_what text, p_seq bigint, p_words text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
DECLARE held floor.journals;
BEGIN
    SELECT * INTO held FROM floor.journals WHERE id = p_journal;
    UPDATE floor.journals SET fault = left(p_words, 500) WHERE id = p_journal AND fault IS DISTINCT FROM p_words;
    IF FOUND AND p_words IS NOT NULL THEN
        PERFORM floor.raise_alarm(held.table_name, held.log, p_what, p_words, p_seq, '', held.witnessed,
            encode(held.hash, 'hex'));
    END IF;
END $$;
"""

SET_ASIDE = """
CREATE FUNCTION floor.set_aside(p_log text, p_after bigint, p_why text) RETURNS bigint LANGUAGE plpgsql
SET search_path = floor, pg_temp AS $$
DECLARE
    held floor.journals;
    record bigint;
    last floor.entries;
BEGIN
    SELECT * INTO held FROM floor.journals j WHERE j.log = p_log FOR UPDATE;
    IF held.id IS NULL THEN
        RAISE EXCEPTION 'the floor holds no journal %', p_log USING ERRCODE = 'FL002';
    END IF;
    IF p_after < held.witnessed THEN
        RAISE EXCEPTION 'entries up to % are signed by the key of this journal: they stay', held.witnessed
            USING ERRCODE = 'FL005';
    END IF;
    IF p_after < 1 OR p_after >= held.seq THEN
        RAISE EXCEPTION 'the floor holds % entries of this journal: nothing lies after entry %', held.seq, p_after
            USING ERRCODE = 'FL005';
    END IF;
    INSERT INTO floor.incidents (journal, after_seq, upto_seq, why) VALUES (held.id, p_after, held.seq, p_why)
    RETURNING id INTO record;
    INSERT INTO floor.set_aside
        SELECT record, 'rulings', to_jsonb(r) FROM floor.rulings r JOIN floor.requests q
            ON q.journal = r.journal AND q.request = r.request WHERE q.journal = held.id AND q.seq > p_after
        UNION ALL SELECT record, 'requests', to_jsonb(q) FROM floor.requests q
            WHERE q.journal = held.id AND q.seq > p_after
        UNION ALL SELECT record, 'acknowledgements', to_jsonb(k) FROM floor.acknowledgements k
            WHERE k.journal = held.id AND k.seq > p_after
        UNION ALL SELECT record, 'checkpoints', to_jsonb(c) FROM floor.checkpoints c
            WHERE c.journal = held.id AND c.number > held.witnessed_checkpoint
        UNION ALL SELECT record, 'entries', to_jsonb(e) FROM floor.entries e
            WHERE e.journal = held.id AND e.seq > p_after;
    ALTER TABLE floor.rulings DISABLE TRIGGER rulings_stay;
    ALTER TABLE floor.acknowledgements DISABLE TRIGGER acknowledgements_stay;
    ALTER TABLE floor.checkpoints DISABLE TRIGGER checkpoints_stay;
    ALTER TABLE floor.entries DISABLE TRIGGER entries_stay;
    DELETE FROM floor.rulings r USING floor.requests q
        WHERE q.journal = held.id AND q.seq > p_after AND r.journal = q.journal AND r.request = q.request;
    DELETE FROM floor.requests q WHERE q.journal = held.id AND q.seq > p_after;
    DELETE FROM floor.acknowledgements k WHERE k.journal = held.id AND k.seq > p_after;
    DELETE FROM floor.checkpoints c WHERE c.journal = held.id AND c.number > held.witnessed_checkpoint;
    DELETE FROM floor.entries e WHERE e.journal = held.id AND e.seq > p_after;
    ALTER TABLE floor.rulings ENABLE TRIGGER rulings_stay;
    ALTER TABLE floor.acknowledgements ENABLE TRIGGER acknowledgements_stay;
    ALTER TABLE floor.checkpoints ENABLE TRIGGER checkpoints_stay;
    ALTER TABLE floor.entries ENABLE TRIGGER entries_stay;
    UPDATE floor.requests q SET answered_seq = NULL, approved = NULL, answered_by = NULL
        WHERE q.journal = held.id AND q.answered_seq > p_after;
    SELECT * INTO last FROM floor.entries e WHERE e.journal = held.id AND e.seq = p_after;
    UPDATE floor.journals j SET seq = last.seq, hash = last.hash, at_ms = last.at_ms, received_at = last.received_at,
        checkpoint = held.witnessed_checkpoint, fault = NULL WHERE j.id = held.id;
    RETURN record;
END $$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON floor.incidents, floor.set_aside FROM PUBLIC;
GRANT SELECT ON floor.incidents, floor.set_aside TO floor_pit;
GRANT USAGE ON SCHEMA floor TO floor_projector;
GRANT SELECT ON ALL TABLES IN SCHEMA floor TO floor_projector;
GRANT EXECUTE ON FUNCTION floor.note_witnessed, floor.note_fault TO floor_projector;
"""


def upgrade() -> None:
    for statement in (TABLES, ALARMS, REQUESTS, WITNESS, SET_ASIDE):
        run(statement)
    guard("incidents")
    guard("set_aside")
    run(RIGHTS)
