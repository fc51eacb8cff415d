"""Notices of the pit: limits or options of a table change. Carried like rulings, and judged at the table."""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0011"
down_revision = "0010"

TABLES = """
CREATE TABLE floor.notices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    journal integer NOT NULL REFERENCES floor.journals,
    notice_order text NOT NULL CHECK (notice_order ~ '^[0-9a-f]{32}$'),
    changes text NOT NULL CHECK (length(changes) <= 2000),
    person text NOT NULL CHECK (person <> ''),
    reason text NOT NULL CHECK (reason <> '' AND length(reason) <= 500),
    given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_login name NOT NULL DEFAULT session_user,
    key text NOT NULL,
    signed_at_ms bigint NOT NULL,
    signature text NOT NULL,
    CONSTRAINT one_notice UNIQUE (journal, notice_order)
);
"""

FUNCTIONS = """
CREATE TRIGGER notices_signed BEFORE INSERT ON floor.notices
    FOR EACH ROW EXECUTE FUNCTION floor.judge_signature();
CREATE TRIGGER notices_told AFTER INSERT ON floor.notices
    FOR EACH ROW EXECUTE FUNCTION floor.tell_ruling();

-- Those of the last ten minutes that the copy does not show as announced. One may come twice; the table takes it once.
CREATE FUNCTION floor.notices_for(p_log text)
RETURNS TABLE (
    id bigint, notice_order text, changes text, person text, reason text, place text, key text, signed_at_ms bigint,
    signature text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT n.id, n.notice_order, n.changes, n.person, n.reason, n.by_login::text, n.key, n.signed_at_ms, n.signature
    FROM floor.notices n JOIN floor.journals j ON j.id = n.journal
    WHERE j.log = p_log AND j.table_name = floor.my_table()
        AND n.given_at > clock_timestamp() - interval '10 minutes'
        AND NOT EXISTS (SELECT 1 FROM floor.entries e WHERE e.journal = n.journal AND e.kind = 'shift'
            AND floor.read_json(e.data)->>'order' = n.notice_order)
    ORDER BY n.id
$$;
"""

RIGHTS = """
REVOKE ALL ON floor.notices FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.notices_for TO floor_table;
GRANT SELECT ON floor.notices TO floor_pit;
GRANT INSERT (journal, notice_order, changes, person, reason, key, signed_at_ms, signature)
    ON floor.notices TO floor_pit;
"""


def upgrade() -> None:
    run(TABLES)
    run(FUNCTIONS)
    guard("notices")
    run(RIGHTS)
