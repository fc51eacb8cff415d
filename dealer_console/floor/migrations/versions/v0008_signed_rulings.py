"""A ruling carries the signature that the person's PIN made at the stand; the table checks it by its own book.

The database cannot check it. It only refuses what cannot be one, so that a mistake is told at the stand.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0008"
down_revision = "0007"

COLUMNS = """
ALTER TABLE floor.rulings
    ADD key text NOT NULL DEFAULT '',
    ADD signed_at_ms bigint NOT NULL DEFAULT 0,
    ADD signature text NOT NULL DEFAULT '';
"""

FUNCTIONS = """
CREATE FUNCTION floor.judge_signature() RETURNS trigger LANGUAGE plpgsql SET search_path = floor, pg_temp AS $$
BEGIN
    IF NEW.key !~ '^[0-9a-f]{64}$' OR NEW.signature !~ '^[0-9a-f]{128}$' THEN
        RAISE EXCEPTION 'a ruling is signed at the stand, by PIN' USING ERRCODE = 'FL003';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER rulings_signed BEFORE INSERT ON floor.rulings
    FOR EACH ROW EXECUTE FUNCTION floor.judge_signature();

DROP FUNCTION floor.rulings_for;
CREATE FUNCTION floor.rulings_for(p_log text)
RETURNS TABLE (
    id bigint, request text, subject_hash text, approves boolean, person text, reason text, place text, at_ms bigint,
    key text, signed_at_ms bigint, signature text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT r.id, r.request, r.subject_hash, r.approves, r.person, r.reason, r.by_login::text,
        (extract(epoch FROM r.ruled_at) * 1000)::bigint, r.key, r.signed_at_ms, r.signature
    FROM floor.rulings r JOIN floor.journals j ON j.id = r.journal
        JOIN floor.requests q ON q.journal = r.journal AND q.request = r.request
    WHERE j.log = p_log AND j.table_name = floor.my_table()
        AND q.answered_seq IS NULL AND q.expires_at_ms > extract(epoch FROM clock_timestamp()) * 1000
    ORDER BY r.id
$$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.rulings_for TO floor_table;
GRANT INSERT (key, signed_at_ms, signature) ON floor.rulings TO floor_pit;
"""


def upgrade() -> None:
    for statement in (COLUMNS, FUNCTIONS, RIGHTS):
        run(statement)
