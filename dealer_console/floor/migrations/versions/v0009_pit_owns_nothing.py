"""The pit's logins read the index and make nothing: no table, no trigger, no schema. The projector keeps it.

An index that logins of the pit have made goes; the projector makes it again from the entries. What was acknowledged
stays, in a table of the owner's.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0009"
down_revision = "0008"

# The owner of the database is not always a superuser, and may take over only what a group of its own has made.
TAKE_OVER = """
DO $$
DECLARE
    was_member boolean := pg_has_role('floor_pit', 'MEMBER');
    kept record;
BEGIN
    IF NOT was_member THEN
        EXECUTE format('GRANT floor_pit TO %I', current_user);
    END IF;
    CREATE TEMP TABLE kept_seen (what text, person text, at_ms bigint, note text) ON COMMIT DROP;
    IF to_regclass('pit.seen') IS NOT NULL THEN
        EXECUTE 'INSERT INTO kept_seen SELECT what, person, at_ms, note FROM pit.seen';
    END IF;
    FOR kept IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'pit' AND c.relkind = 'r'
    LOOP
        EXECUTE format('DROP TABLE pit.%I CASCADE', kept.relname);
    END LOOP;
    DROP FUNCTION IF EXISTS pit.seen_stays();
    IF NOT was_member THEN
        EXECUTE format('REVOKE floor_pit FROM %I', current_user);
    END IF;
END $$;
"""

SEEN = """
CREATE TABLE pit.seen (
    what text PRIMARY KEY CHECK (length(what) <= 500),
    person text NOT NULL CHECK (length(person) <= 200),
    at_ms bigint NOT NULL,
    note text NOT NULL CHECK (length(note) <= 2000),
    by_login name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO pit.seen (what, person, at_ms, note) SELECT what, person, at_ms, note FROM kept_seen;
CREATE TRIGGER seen_stay BEFORE UPDATE OR DELETE ON pit.seen
    FOR EACH ROW EXECUTE FUNCTION floor.refuse_change();
CREATE TRIGGER seen_remain BEFORE TRUNCATE ON pit.seen
    FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change();
"""

RIGHTS = """
REVOKE ALL ON SCHEMA pit FROM PUBLIC, floor_pit;
GRANT USAGE ON SCHEMA pit TO floor_pit;
GRANT USAGE, CREATE ON SCHEMA pit TO floor_projector;
REVOKE ALL ON pit.seen FROM PUBLIC;
GRANT SELECT, INSERT (what, person, at_ms, note) ON pit.seen TO floor_pit;
DO $$ BEGIN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE 'REVOKE CREATE ON SCHEMA public FROM PUBLIC';
EXCEPTION WHEN insufficient_privilege OR invalid_schema_name THEN NULL;
END $$;
"""


def upgrade() -> None:
    for statement in (TAKE_OVER, SEEN, RIGHTS):
        run(statement)
