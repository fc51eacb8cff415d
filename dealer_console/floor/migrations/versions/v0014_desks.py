"""The desks of the house: orders of the pit and the cage to a table, and what happens away from the tables.

Orders are carried like rulings, and judged at the table. Records (a drop box counted, money paid out at the cage, a
marker paid, a rating corrected) are signed by the people who made them and never change; a correction is another one.
Each desk writes its own: the database keeps the two apart by its own row security.
"""

from __future__ import annotations

from dealer_console.floor.migrations import guard, run

revision = "0014"
down_revision = "0013"

TABLES = """
DO $$ BEGIN CREATE ROLE floor_cage NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;

CREATE TABLE floor.orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    journal integer NOT NULL REFERENCES floor.journals,
    desk text NOT NULL CHECK (desk IN ('pit', 'cage')),
    order_id text NOT NULL CHECK (order_id ~ '^[0-9a-f]{32}$'),
    command text NOT NULL CHECK (length(command) <= 4000),
    person text NOT NULL CHECK (person <> ''),
    reason text NOT NULL CHECK (length(reason) <= 500),
    given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_login name NOT NULL DEFAULT session_user,
    key text NOT NULL,
    signed_at_ms bigint NOT NULL,
    signature text NOT NULL,
    CONSTRAINT one_order UNIQUE (journal, order_id)
);

CREATE TABLE floor.records (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    desk text NOT NULL CHECK (desk IN ('pit', 'cage')),
    kind text NOT NULL,
    once text NOT NULL CHECK (once <> '' AND length(once) <= 300),
    data text NOT NULL CHECK (length(data) <= 20000),
    person text NOT NULL CHECK (person <> ''),
    second text CHECK (second <> person),
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    by_login name NOT NULL DEFAULT session_user,
    key text NOT NULL,
    signed_at_ms bigint NOT NULL,
    signature text NOT NULL,
    second_key text,
    second_signature text,
    CONSTRAINT one_record UNIQUE (kind, once),
    CONSTRAINT known_kind CHECK (
        desk = 'cage' AND kind IN ('soft-count', 'cash-out', 'marker-paid', 'chips-received')
        OR desk = 'pit' AND kind IN ('average-bet')
    ),
    CONSTRAINT two_people CHECK (kind <> 'soft-count' OR second IS NOT NULL),
    CONSTRAINT second_signed CHECK (
        (second IS NULL) = (second_signature IS NULL) AND (second IS NULL) = (second_key IS NULL)
        AND coalesce(second_signature ~ '^[0-9a-f]{128}$' AND second_key ~ '^[0-9a-f]{64}$', true)
    )
);
"""

FUNCTIONS = """
CREATE TRIGGER orders_signed BEFORE INSERT ON floor.orders
    FOR EACH ROW EXECUTE FUNCTION floor.judge_signature();
CREATE TRIGGER orders_told AFTER INSERT ON floor.orders
    FOR EACH ROW EXECUTE FUNCTION floor.tell_ruling();
CREATE TRIGGER records_signed BEFORE INSERT ON floor.records
    FOR EACH ROW EXECUTE FUNCTION floor.judge_signature();

CREATE FUNCTION floor.tell_record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
BEGIN
    PERFORM pg_notify('floor_rulings', NEW.id::text);
    RETURN NULL;
END $$;
CREATE TRIGGER records_told AFTER INSERT ON floor.records
    FOR EACH ROW EXECUTE FUNCTION floor.tell_record();

-- Those that a table would still take. One may come twice; the table takes it once.
CREATE FUNCTION floor.orders_for(p_log text)
RETURNS TABLE (
    id bigint, order_id text, command text, person text, reason text, place text, key text, signed_at_ms bigint,
    signature text
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT o.id, o.order_id, o.command, o.person, o.reason, o.by_login::text, o.key, o.signed_at_ms, o.signature
    FROM floor.orders o JOIN floor.journals j ON j.id = o.journal
    WHERE j.log = p_log AND j.table_name = floor.my_table()
        AND o.given_at > clock_timestamp() - interval '15 minutes'
    ORDER BY o.id
$$;
"""

POLICIES = """
ALTER TABLE floor.{table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY {table}_read ON floor.{table} FOR SELECT TO floor_pit, floor_cage, floor_projector USING (true);
CREATE POLICY {table}_of_pit ON floor.{table} FOR INSERT TO floor_pit WITH CHECK (desk = 'pit');
CREATE POLICY {table}_of_cage ON floor.{table} FOR INSERT TO floor_cage WITH CHECK (desk = 'cage');
"""

RIGHTS = """
REVOKE ALL ON floor.orders, floor.records FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.orders_for TO floor_table;
GRANT USAGE ON SCHEMA floor, pit TO floor_cage;
GRANT SELECT ON pit.seen TO floor_cage;
GRANT SELECT ON floor.floor_version, floor.tables, floor.journals, floor.accepted, floor.entries, floor.checkpoints,
    floor.alarms, floor.requests, floor.rulings, floor.notices, floor.acknowledgements, floor.incidents,
    floor.set_aside, floor.days, floor.purged TO floor_cage;
GRANT EXECUTE ON FUNCTION floor.directory_after, floor.directory_page TO floor_cage;
GRANT SELECT ON floor.orders, floor.records TO floor_pit, floor_cage, floor_projector;
GRANT INSERT (journal, desk, order_id, command, person, reason, key, signed_at_ms, signature)
    ON floor.orders TO floor_pit, floor_cage;
GRANT INSERT (desk, kind, once, data, person, second, key, signed_at_ms, signature, second_key, second_signature)
    ON floor.records TO floor_pit, floor_cage;
"""


def upgrade() -> None:
    run(TABLES)
    run(FUNCTIONS)
    for table in ("orders", "records"):
        guard(table)
        run(POLICIES.format(table=table))
    run(RIGHTS)
