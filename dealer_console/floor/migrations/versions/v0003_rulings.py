"""Requests as the copy tells them, the pit's rulings, and acknowledgements of calls and alarms.

A request can be ruled on once. Whoever comes second finds the row of the first. The table is told by a notification; it
fetches what concerns it through `rulings_for`, because a table reads no row of the floor.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0003"
down_revision = "0002"

TABLES = """
CREATE TABLE floor.requests (
    journal integer NOT NULL REFERENCES floor.journals,
    request text NOT NULL,
    seq bigint NOT NULL,
    action text NOT NULL,
    subject_hash text NOT NULL,
    requester text NOT NULL,
    reason text NOT NULL,
    asked_at_ms bigint NOT NULL,
    expires_at_ms bigint NOT NULL,
    approved boolean,
    answered_by text,
    answered_seq bigint,
    PRIMARY KEY (journal, request)
);

CREATE TABLE floor.rulings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    journal integer NOT NULL,
    request text NOT NULL,
    subject_hash text NOT NULL,
    approves boolean NOT NULL,
    person text NOT NULL CHECK (person <> ''),
    reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
    ruled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_login name NOT NULL DEFAULT session_user,
    FOREIGN KEY (journal, request) REFERENCES floor.requests,
    CONSTRAINT one_ruling UNIQUE (journal, request)
);

CREATE TABLE floor.acknowledgements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    alarm bigint UNIQUE REFERENCES floor.alarms,
    journal integer,
    seq bigint,
    person text NOT NULL CHECK (person <> ''),
    note text NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_login name NOT NULL DEFAULT session_user,
    FOREIGN KEY (journal, seq) REFERENCES floor.entries,
    UNIQUE (journal, seq),
    CHECK ((alarm IS NULL) <> (journal IS NULL) AND (journal IS NULL) = (seq IS NULL))
);
"""

FUNCTIONS = """
CREATE FUNCTION floor.note_requests(p_journal integer, p_after bigint, p_upto bigint) RETURNS void LANGUAGE sql
SET search_path = floor, pg_temp AS $$
    INSERT INTO floor.requests
        (journal, request, seq, action, subject_hash, requester, reason, asked_at_ms, expires_at_ms)
    SELECT p_journal, d->>'request', seq, d->>'action', d->>'subject_hash', d->>'requester', d->>'reason',
        (d->>'asked_at_ms')::bigint, (d->>'expires_at_ms')::bigint
    FROM (SELECT seq, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind = 'request') AS asked
    WHERE d IS NOT NULL ON CONFLICT DO NOTHING;
    UPDATE floor.requests r SET approved = found.kind = 'approval', answered_seq = found.seq,
        answered_by = coalesce(d->>'approver', d->>'by')
    FROM (SELECT seq, kind, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind IN ('approval', 'declined')) AS found
    WHERE r.journal = p_journal AND r.request = d->>'request' AND r.answered_seq IS NULL;
$$;

CREATE FUNCTION floor.judge_ruling() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE asked floor.requests;
BEGIN
    SELECT * INTO asked FROM floor.requests r WHERE r.journal = NEW.journal AND r.request = NEW.request;
    IF asked.request IS NULL THEN
        RAISE EXCEPTION 'the floor knows no request % of this table', NEW.request USING ERRCODE = 'FL003';
    END IF;
    IF asked.subject_hash <> NEW.subject_hash THEN
        RAISE EXCEPTION 'this ruling is for something else than what request % asks: look at it again', NEW.request
            USING ERRCODE = 'FL003';
    END IF;
    IF asked.requester = NEW.person THEN
        RAISE EXCEPTION 'nobody rules on the own request: call another person who may' USING ERRCODE = 'FL003';
    END IF;
    IF asked.answered_seq IS NOT NULL THEN
        RAISE EXCEPTION 'request % was % at the table by %', NEW.request,
            CASE WHEN asked.approved THEN 'approved' ELSE 'declined' END, asked.answered_by USING ERRCODE = 'FL003';
    END IF;
    IF asked.expires_at_ms <= extract(epoch FROM clock_timestamp()) * 1000 THEN
        RAISE EXCEPTION 'request % has expired; the table must ask again', NEW.request USING ERRCODE = 'FL003';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION floor.tell_ruling() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
BEGIN
    PERFORM pg_notify('floor_ruling_' || j.log, NEW.id::text) FROM floor.journals j WHERE j.id = NEW.journal;
    PERFORM pg_notify('floor_rulings', NEW.id::text);
    RETURN NULL;
END $$;

CREATE TRIGGER rulings_judged BEFORE INSERT ON floor.rulings
    FOR EACH ROW EXECUTE FUNCTION floor.judge_ruling();
CREATE TRIGGER rulings_told AFTER INSERT ON floor.rulings
    FOR EACH ROW EXECUTE FUNCTION floor.tell_ruling();

-- What the table has not journaled yet and may still use. It may come more than once; the table takes it once.
CREATE FUNCTION floor.rulings_for(p_log text)
RETURNS TABLE (
    id bigint, request text, subject_hash text, approves boolean, person text, reason text, place text, at_ms bigint
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT r.id, r.request, r.subject_hash, r.approves, r.person, r.reason, r.by_login::text,
        (extract(epoch FROM r.ruled_at) * 1000)::bigint
    FROM floor.rulings r JOIN floor.journals j ON j.id = r.journal
        JOIN floor.requests q ON q.journal = r.journal AND q.request = r.request
    WHERE j.log = p_log AND j.table_name = floor.my_table()
        AND q.answered_seq IS NULL AND q.expires_at_ms > extract(epoch FROM clock_timestamp()) * 1000
    ORDER BY r.id
$$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON floor.requests, floor.rulings, floor.acknowledgements FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.rulings_for TO floor_table;
GRANT SELECT ON floor.requests, floor.rulings, floor.acknowledgements TO floor_pit, floor_clerk;
GRANT INSERT (journal, request, subject_hash, approves, person, reason) ON floor.rulings TO floor_pit;
GRANT INSERT (alarm, journal, seq, person, note) ON floor.acknowledgements TO floor_pit;
"""


def upgrade() -> None:
    run(TABLES)
    run(FUNCTIONS)
    guard("rulings")
    guard("acknowledgements")
    run(RIGHTS)
