"""A table looks at every published directory until one is genuine: rows that somebody puts on top hide none.

The first form gave the five newest only: whoever had the pit's login and put five forged ones over a genuine one kept
it from the tables. The number of versions from one login in an hour is bounded, too.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0013"
down_revision = "0012"

FUNCTIONS = """
CREATE FUNCTION floor.directory_page(p_version bigint, p_before bigint)
RETURNS TABLE (version bigint, document text, key text, signature text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT d.version, d.document, d.key, d.signature FROM floor.directory d
    WHERE d.version > p_version AND d.version < p_before ORDER BY d.version DESC LIMIT 5
$$;

CREATE FUNCTION floor.bound_directory() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
BEGIN
    IF (SELECT count(*) FROM floor.directory d
        WHERE d.by_login = session_user AND d.at > clock_timestamp() - interval '1 hour') >= 200 THEN
        RAISE EXCEPTION 'more than 200 directories from one login in an hour' USING ERRCODE = 'FL006';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER directory_bounded BEFORE INSERT ON floor.directory
    FOR EACH ROW EXECUTE FUNCTION floor.bound_directory();
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.directory_page TO floor_table, floor_pit;
"""


def upgrade() -> None:
    run(FUNCTIONS)
    run(RIGHTS)
