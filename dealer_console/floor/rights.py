"""What each group of logins may do, whole: `floor init` gives it back, and takes away what is not in it."""

from __future__ import annotations

from typing import Final

from psycopg import sql
from sqlalchemy import Connection, select

from dealer_console.floor.group import is_group
from dealer_console.floor.logins import limit_all
from dealer_console.floor.schema import tables

_RIGHTS: Final = """
REVOKE ALL ON ALL TABLES IN SCHEMA floor FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector;
REVOKE ALL ON SCHEMA floor, pit FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector;
REVOKE ALL ON ALL TABLES IN SCHEMA pit FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA pit FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector;

GRANT USAGE ON SCHEMA floor TO floor_table, floor_pit, floor_cage, floor_projector;
GRANT USAGE ON SCHEMA pit TO floor_pit, floor_cage, floor_projector;
GRANT SELECT ON floor.floor_version TO floor_table, floor_pit, floor_cage, floor_projector;

GRANT EXECUTE ON FUNCTION floor.meet, floor.append, floor.append_checkpoints, floor.rulings_for, floor.notices_for,
    floor.orders_for, floor.sessions_elsewhere, floor.cards_elsewhere TO floor_table;
GRANT EXECUTE ON FUNCTION floor.directory_after, floor.directory_page TO floor_table, floor_pit, floor_cage;
GRANT EXECUTE ON FUNCTION floor.note_witnessed, floor.note_fault, floor.make_day, floor.stray_ms TO floor_projector;

GRANT SELECT ON floor.tables, floor.journals, floor.accepted, floor.entries, floor.checkpoints, floor.alarms,
    floor.requests, floor.rulings, floor.notices, floor.acknowledgements, floor.incidents, floor.set_aside,
    floor.days, floor.purged, floor.orders, floor.records, floor.sessions
    TO floor_pit, floor_cage, floor_projector;
GRANT SELECT (version, key, by_login, at), INSERT (version, document, key, signature) ON floor.directory TO floor_pit;
GRANT INSERT (journal, request, subject_hash, approves, person, reason, key, signed_at_ms, signature)
    ON floor.rulings TO floor_pit;
GRANT INSERT (alarm, journal, seq, person, note) ON floor.acknowledgements TO floor_pit;
GRANT INSERT (journal, notice_order, changes, person, reason, key, signed_at_ms, signature)
    ON floor.notices TO floor_pit;
GRANT INSERT (journal, desk, order_id, command, person, reason, key, signed_at_ms, signature)
    ON floor.orders TO floor_pit, floor_cage;
GRANT INSERT (desk, kind, once, data, person, second, key, signed_at_ms, signature, second_key, second_signature)
    ON floor.records TO floor_pit, floor_cage;

-- Nobody makes anything beside them, as far as this owner can say so.
DO $$ BEGIN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC, floor_table, floor_pit, floor_cage, '
        'floor_projector', current_database());
    EXECUTE 'REVOKE CREATE ON SCHEMA public FROM PUBLIC, floor_table, floor_pit, floor_cage, floor_projector';
EXCEPTION WHEN insufficient_privilege OR invalid_schema_name THEN NULL;
END $$;

-- The index: the projector keeps its rows. It owns none of its tables, and makes nothing that would run as its readers.
GRANT SELECT ON ALL TABLES IN SCHEMA pit TO floor_pit, floor_cage, floor_projector;
GRANT INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA pit TO floor_projector;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA pit TO floor_projector;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON pit.form, pit.seen FROM floor_projector;
GRANT INSERT (what, person, at_ms, note) ON pit.seen TO floor_pit;

-- Locks of the server, and large objects, which no limit of ours bounds. These functions are the
-- server's own: only a superuser can take them from everybody.
DO $$
DECLARE
    taken regprocedure;
    owner name := (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = current_database());
BEGIN
    FOR taken IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
        AND proname ~ '^(pg_(try_)?advisory_|lo_|loread$|lowrite$)'
        AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', taken);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', taken, owner);
    END LOOP;
END $$;
"""


def give(connection: Connection) -> None:
    """All of it or nothing. Tables that the floor knows get their group back, too."""
    connection.exec_driver_sql("BEGIN")
    try:
        connection.exec_driver_sql(_RIGHTS, execution_options={"no_parameters": True})
        known = select(tables.c.login).where(tables.c.removed_at.is_(None))
        # The tables of a group's properties forward to their own floor.
        for login in () if is_group(connection) else connection.execute(known).scalars().all():
            grant = sql.SQL("GRANT floor_table TO {}").format(sql.Identifier(login)).as_string(None)
            connection.exec_driver_sql(grant, execution_options={"no_parameters": True})
        limit_all(connection)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise
