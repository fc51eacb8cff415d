"""The directory of people of the house, version after version; tables fetch it. Tables can be taken out of use.

A version is a signed document. The database cannot check the signature; every table and stand does, and takes the
newest that is genuine.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0010"
down_revision = "0009"

TABLES = """
CREATE TABLE floor.directory (
    version bigint PRIMARY KEY,
    document text NOT NULL CHECK (length(document) <= 8000000),
    key text NOT NULL CHECK (key ~ '^[0-9a-f]{64}$'),
    signature text NOT NULL CHECK (signature ~ '^[0-9a-f]{128}$'),
    by_login name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE floor.tables ADD removed_at timestamptz;
CREATE INDEX entries_key_changes ON floor.entries (journal, seq) WHERE kind = 'key-changed';
"""

FUNCTIONS = """
CREATE FUNCTION floor.judge_directory() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE last bigint;
BEGIN
    SELECT coalesce(max(version), 0) INTO last FROM floor.directory;
    IF NEW.version <> last + 1 THEN
        RAISE EXCEPTION 'the directory has version %: publish it again', last USING ERRCODE = 'FL006';
    END IF;
    PERFORM pg_notify('floor_directory', NEW.version::text);
    RETURN NEW;
END $$;
CREATE TRIGGER directory_judged BEFORE INSERT ON floor.directory
    FOR EACH ROW EXECUTE FUNCTION floor.judge_directory();

-- The newest first: one that somebody without the key has put there is passed over.
CREATE FUNCTION floor.directory_after(p_version bigint)
RETURNS TABLE (version bigint, document text, key text, signature text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT d.version, d.document, d.key, d.signature FROM floor.directory d
    WHERE d.version > p_version ORDER BY d.version DESC LIMIT 5
$$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON floor.directory FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.directory_after TO floor_table, floor_pit;
GRANT SELECT (version, key, by_login, at), INSERT (version, document, key, signature) ON floor.directory TO floor_pit;
GRANT SELECT ON floor.tables TO floor_projector;
"""


def upgrade() -> None:
    run(TABLES)
    run(FUNCTIONS)
    guard("directory")
    run(RIGHTS)
