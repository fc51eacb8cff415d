"""The pit's index belongs to the owner of the floor; the projector keeps the rows of its tables and makes nothing.

As the projector's own it could be a view, or have a policy or an index expression, that ran with the rights of whoever
read it. So all that was in the schema goes, unread; `floor init` makes the tables, the projector fills them again from
the entries. What was acknowledged stays.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

# The owner of a schema drops what is in it, whoever made that. A superuser makes the new one for the same owner.
SCHEMA = """
DO $$
DECLARE
    owner name := (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'pit');
    was_kept boolean := to_regclass('pit.form') IS NOT NULL;
BEGIN
    ALTER SCHEMA pit RENAME TO pit_before;
    EXECUTE format('CREATE SCHEMA pit AUTHORIZATION %I', owner);
    ALTER TABLE pit_before.seen SET SCHEMA pit;
    DROP SCHEMA pit_before CASCADE;
    CREATE TABLE pit.kept (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        since timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    EXECUTE format('ALTER TABLE pit.kept OWNER TO %I', owner);
    IF was_kept THEN
        INSERT INTO pit.kept DEFAULT VALUES;
    END IF;
END $$;
"""

RIGHTS = """
GRANT USAGE ON SCHEMA pit TO floor_pit, floor_cage, floor_projector;
GRANT SELECT ON pit.kept TO floor_pit, floor_cage, floor_projector;
"""


def upgrade() -> None:
    run(SCHEMA)
    run(RIGHTS)
