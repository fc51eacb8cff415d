"""The first form: who may come, the journals with their heads, entries and checkpoints that nobody changes, alarms.

Hashes are bytes here, half the length of the text in a table's file; views give them back as text. Three groups of
logins exist in the whole server: tables, the pit, and the clerk that keeps the pit's read tables.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0001"
down_revision: str | None = None

GROUPS = ("floor_table", "floor_pit", "floor_clerk")
APPEND_ONLY = ("entries", "checkpoints", "accepted")

TABLES = """
CREATE TABLE floor.tables (
    table_name text PRIMARY KEY,
    login name NOT NULL UNIQUE,
    added_at timestamptz NOT NULL DEFAULT now()
);

-- One row per journal. A table has one current journal; a new file needs the word of the house (`accepted`).
CREATE TABLE floor.journals (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    log text NOT NULL UNIQUE CHECK (log ~ '^[0-9a-f]{32}$'),
    table_name text NOT NULL REFERENCES floor.tables,
    public_key text NOT NULL CHECK (public_key ~ '^[0-9a-f]{64}$'),
    is_current boolean NOT NULL DEFAULT true,
    seq bigint NOT NULL DEFAULT 0,
    hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    checkpoint bigint NOT NULL DEFAULT 0,
    at_ms bigint NOT NULL DEFAULT 0,
    received_at timestamptz NOT NULL DEFAULT now(),
    heard_at timestamptz NOT NULL DEFAULT now(),
    waiting bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 40);
CREATE UNIQUE INDEX one_current_journal ON floor.journals (table_name) WHERE is_current;

CREATE TABLE floor.accepted (
    table_name text NOT NULL REFERENCES floor.tables,
    log text NOT NULL,
    why text NOT NULL,
    by_login name NOT NULL DEFAULT session_user,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (table_name, log)
);

CREATE TABLE floor.entries (
    journal integer NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL,
    at_ms bigint NOT NULL,
    who text,
    serial text,
    number bigint,
    data text NOT NULL,
    hash bytea NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (journal, seq)
);

CREATE TABLE floor.checkpoints (
    journal integer NOT NULL REFERENCES floor.journals,
    number bigint NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL,
    at_ms bigint NOT NULL,
    signature text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (journal, number)
);

-- While the copy stands where it stands, the same refusal is one alarm; it counts up.
CREATE TABLE floor.alarms (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_name text NOT NULL REFERENCES floor.tables,
    log text NOT NULL,
    what text NOT NULL,
    words text NOT NULL,
    offered_seq bigint NOT NULL,
    offered_hash text NOT NULL,
    held_seq bigint NOT NULL,
    held_hash text NOT NULL,
    raised_at timestamptz NOT NULL DEFAULT now(),
    last_at timestamptz NOT NULL DEFAULT now(),
    times integer NOT NULL DEFAULT 1,
    UNIQUE (table_name, log, what, held_seq)
);

CREATE FUNCTION floor.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the floor copy is append-only: no row of % is changed or taken out', TG_TABLE_NAME
        USING ERRCODE = 'FL009';
END $$;
"""


RIGHTS = """
REVOKE ALL ON ALL TABLES IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT USAGE ON SCHEMA floor TO floor_table, floor_pit, floor_clerk;
GRANT SELECT ON floor.floor_version TO floor_table, floor_pit, floor_clerk;
GRANT SELECT ON floor.tables, floor.journals, floor.accepted, floor.entries, floor.checkpoints, floor.alarms
    TO floor_pit, floor_clerk;
"""


def upgrade() -> None:
    for group in GROUPS:
        run(
            f"DO $$ BEGIN CREATE ROLE {group} NOLOGIN; "
            "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
        )
    run(TABLES)
    for table in APPEND_ONLY:
        guard(table)
    run(RIGHTS)
