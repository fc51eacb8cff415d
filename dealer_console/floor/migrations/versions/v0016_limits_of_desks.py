"""What one login can send has limits: texts have a length, desks and requests a number; a forged end leaves no seats.

A desk's login could fill a table's queue with orders that nobody had signed, and a table's login the pit's page with
requests. A notification is no more than a hint, for every login can send one: a table asks which card plays where.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

LENGTHS = """
ALTER TABLE floor.rulings ADD CONSTRAINT rulings_bounded CHECK (length(person) <= 200) NOT VALID;
ALTER TABLE floor.notices ADD CONSTRAINT notices_bounded CHECK (length(person) <= 200) NOT VALID;
ALTER TABLE floor.orders ADD CONSTRAINT orders_bounded CHECK (length(person) <= 200) NOT VALID;
ALTER TABLE floor.records ADD CONSTRAINT records_bounded
    CHECK (length(person) <= 200 AND length(coalesce(second, '')) <= 200) NOT VALID;
ALTER TABLE floor.acknowledgements ADD CONSTRAINT acknowledgements_bounded
    CHECK (length(person) <= 200 AND length(note) <= 2000) NOT VALID;
"""

# To one table from one login, or from one login at all: more than any desk ever needs.
RATES = """
CREATE INDEX orders_by_time ON floor.orders (journal, given_at);
CREATE INDEX notices_by_time ON floor.notices (journal, given_at);
CREATE INDEX acknowledgements_by_time ON floor.acknowledgements (at);
CREATE INDEX seen_by_time ON pit.seen (at);

CREATE FUNCTION floor.bound_desk() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE
    most integer := TG_ARGV[0];
    since timestamptz := clock_timestamp() - interval '15 minutes';
    sent bigint;
BEGIN
    CASE TG_TABLE_NAME
        WHEN 'orders' THEN SELECT count(*) INTO sent FROM floor.orders
            WHERE journal = NEW.journal AND by_login = session_user AND given_at > since;
        WHEN 'notices' THEN SELECT count(*) INTO sent FROM floor.notices
            WHERE journal = NEW.journal AND by_login = session_user AND given_at > since;
        WHEN 'records' THEN SELECT count(*) INTO sent FROM floor.records WHERE by_login = session_user AND at > since;
        WHEN 'acknowledgements' THEN SELECT count(*) INTO sent FROM floor.acknowledgements
            WHERE by_login = session_user AND at > since;
        ELSE SELECT count(*) INTO sent FROM pit.seen WHERE by_login = session_user AND at > since;
    END CASE;
    IF sent >= most THEN
        RAISE EXCEPTION 'more than % % from one login in a quarter of an hour', most, TG_TABLE_NAME
            USING ERRCODE = 'FL008';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_few BEFORE INSERT ON floor.orders FOR EACH ROW EXECUTE FUNCTION floor.bound_desk(200);
CREATE TRIGGER notices_few BEFORE INSERT ON floor.notices FOR EACH ROW EXECUTE FUNCTION floor.bound_desk(200);
CREATE TRIGGER records_few BEFORE INSERT ON floor.records FOR EACH ROW EXECUTE FUNCTION floor.bound_desk(2000);
CREATE TRIGGER acknowledgements_few BEFORE INSERT ON floor.acknowledgements
    FOR EACH ROW EXECUTE FUNCTION floor.bound_desk(2000);
CREATE TRIGGER seen_few BEFORE INSERT ON pit.seen FOR EACH ROW EXECUTE FUNCTION floor.bound_desk(2000);
"""

# At most forty of one journal wait; a table has a handful. More of them are entries like others, and an alarm.
REQUESTS = """
CREATE OR REPLACE FUNCTION floor.note_requests(
    p_journal integer, p_after bigint, p_upto bigint, p_from_ms bigint, p_to_ms bigint
) RETURNS void LANGUAGE plpgsql SET search_path = floor, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    now_ms bigint := extract(epoch FROM clock_timestamp()) * 1000;
    free bigint := 40 - (SELECT count(*) FROM floor.requests q
        WHERE q.journal = p_journal AND q.answered_seq IS NULL AND q.expires_at_ms > now_ms);
    asked bigint;
BEGIN
    WITH found AS (
        SELECT seq, d->>'request' AS request, d->>'action' AS action, d->>'subject_hash' AS subject_hash,
            d->>'requester' AS requester, d->>'reason' AS reason, floor.whole_number(d->>'asked_at_ms') AS asked_ms,
            floor.whole_number(d->>'expires_at_ms') AS expires_ms
        FROM (SELECT seq, floor.read_json(data) AS d FROM floor.entries
            WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind = 'request'
                AND at_ms BETWEEN p_from_ms AND p_to_ms) AS entries
    ), fit AS (
        SELECT found.*, row_number() OVER (ORDER BY seq) AS place FROM found
        WHERE length(request) <= 100 AND length(action) <= 100 AND length(subject_hash) <= 128
            AND length(requester) <= 200 AND reason IS NOT NULL AND asked_ms IS NOT NULL AND expires_ms IS NOT NULL
    ), put AS (
        INSERT INTO floor.requests
            (journal, request, seq, action, subject_hash, requester, reason, asked_at_ms, expires_at_ms)
        SELECT p_journal, request, seq, action, subject_hash, requester, left(reason, 2000), asked_ms, expires_ms
        FROM fit WHERE expires_ms <= now_ms OR place <= free ON CONFLICT DO NOTHING
    )
    SELECT count(*) INTO asked FROM fit WHERE expires_ms > now_ms;
    IF asked > free THEN
        PERFORM floor.raise_alarm(j.table_name, j.log, 'too-many', 'more than 40 requests of this table wait: somebody '
            'may be trying this login', p_upto, '', p_after, '') FROM floor.journals j WHERE j.id = p_journal;
    END IF;
    UPDATE floor.requests r SET approved = answer.kind = 'approval', answered_seq = answer.seq,
        answered_by = left(coalesce(d->>'approver', d->>'by'), 200)
    FROM (SELECT seq, kind, floor.read_json(data) AS d FROM floor.entries
        WHERE journal = p_journal AND seq > p_after AND seq <= p_upto AND kind IN ('approval', 'declined')
            AND at_ms BETWEEN p_from_ms AND p_to_ms) AS answer
    WHERE r.journal = p_journal AND r.request = d->>'request' AND r.answered_seq IS NULL;
END $$;
"""

# What a forged end said of seats goes with it: the sessions are those that the entries which stay tell of.
SESSIONS = """
CREATE FUNCTION floor.cards_elsewhere(p_cards text[]) RETURNS TABLE (card text, table_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT s.card, j.table_name FROM floor.sessions s JOIN floor.journals j ON j.id = s.journal
    WHERE s.card = ANY (p_cards) AND j.is_current AND j.table_name <> floor.my_table()
$$;
CREATE INDEX sessions_by_card ON floor.sessions (card);

CREATE FUNCTION floor.follow_sessions_again() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE
    changed record;
    closed bigint := coalesce((SELECT max(e.seq) FROM floor.entries e WHERE e.journal = NEW.id AND e.kind = 'shift'
        AND floor.read_json(e.data)->>'step' = 'close'), 0);
BEGIN
    FOR changed IN
        WITH said AS (
            SELECT DISTINCT ON (d->>'player') d->>'player' AS card, e.at_ms, coalesce(d->'spots', '[]') AS spots
            FROM floor.entries e, floor.read_json(e.data) AS d
            WHERE e.journal = NEW.id AND e.kind = 'shift' AND e.seq > closed AND d->>'step' = 'spots'
            ORDER BY d->>'player', e.seq DESC
        ), sits AS (SELECT card, at_ms FROM said WHERE spots <> '[]' AND card NOT LIKE 'unknown at %'
        ), gone AS (
            DELETE FROM floor.sessions s WHERE s.journal = NEW.id AND s.card NOT IN (SELECT card FROM sits)
            RETURNING s.card, NULL::bigint AS since
        ), come AS (
            INSERT INTO floor.sessions SELECT NEW.id, card, at_ms FROM sits ON CONFLICT DO NOTHING
            RETURNING card, since_ms AS since
        )
        SELECT card, since FROM gone UNION ALL SELECT card, since FROM come
    LOOP
        PERFORM floor.tell_session(NEW.id, changed.card, changed.since);
    END LOOP;
    RETURN NULL;
END $$;
-- Only what was set aside makes a copy shorter.
CREATE TRIGGER journals_shorter AFTER UPDATE OF seq ON floor.journals
    FOR EACH ROW WHEN (NEW.seq < OLD.seq) EXECUTE FUNCTION floor.follow_sessions_again();
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.cards_elsewhere TO floor_table;
"""


def upgrade() -> None:
    for statement in (LENGTHS, RATES, REQUESTS, SESSIONS, RIGHTS):
        run(statement)
