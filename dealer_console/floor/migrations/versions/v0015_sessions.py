"""Which card plays where: one open session for each card.

What a table writes about its seats is kept by the floor as it comes, and told to the other tables, so that none of them
seats a card that plays elsewhere. The projector reads what was acknowledged: such a call is open no more.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0015"
down_revision = "0014"

# A card is text of the table; whom it seats without one is `unknown at` and the spot (`table/shift/spots.py`).
SESSIONS = """
CREATE TABLE floor.sessions (
    journal integer NOT NULL REFERENCES floor.journals,
    card text NOT NULL,
    since_ms bigint NOT NULL,
    PRIMARY KEY (journal, card)
);

CREATE INDEX records_by_time ON floor.records (signed_at_ms);
CREATE INDEX records_by_entry ON floor.records (at);

CREATE FUNCTION floor.tell_session(p_journal integer, p_card text, p_since_ms bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT pg_notify('floor_sessions',
        json_build_object('card', p_card, 'table', j.table_name, 'since', p_since_ms)::text)
    FROM floor.journals j WHERE j.id = p_journal AND length(p_card) <= 200
$$;

CREATE FUNCTION floor.note_session() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE said jsonb := floor.read_json(NEW.data); who text := said->>'player'; left_card text;
BEGIN
    -- An entry that is only moved into the partition of its day says nothing new.
    IF NEW.seq <= (SELECT j.seq FROM floor.journals j WHERE j.id = NEW.journal) THEN RETURN NULL; END IF;
    IF said->>'step' = 'close' THEN
        FOR left_card IN DELETE FROM floor.sessions WHERE journal = NEW.journal RETURNING card LOOP
            PERFORM floor.tell_session(NEW.journal, left_card, NULL);
        END LOOP;
    ELSIF said->>'step' = 'spots' AND who NOT LIKE 'unknown at %' THEN
        IF coalesce(said->'spots', '[]') = '[]' THEN
            DELETE FROM floor.sessions WHERE journal = NEW.journal AND card = who;
            IF FOUND THEN PERFORM floor.tell_session(NEW.journal, who, NULL); END IF;
        ELSE
            INSERT INTO floor.sessions VALUES (NEW.journal, who, NEW.at_ms) ON CONFLICT DO NOTHING;
            IF FOUND THEN PERFORM floor.tell_session(NEW.journal, who, NEW.at_ms); END IF;
        END IF;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER entries_sessions AFTER INSERT ON floor.entries
    FOR EACH ROW WHEN (NEW.kind = 'shift') EXECUTE FUNCTION floor.note_session();

-- Those of the other tables, for the one that asks.
CREATE FUNCTION floor.sessions_elsewhere() RETURNS TABLE (card text, table_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    SELECT s.card, j.table_name FROM floor.sessions s JOIN floor.journals j ON j.id = s.journal
    WHERE j.is_current AND j.table_name <> floor.my_table()
$$;
"""

RIGHTS = """
REVOKE ALL ON floor.sessions FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.sessions_elsewhere TO floor_table;
GRANT SELECT ON floor.sessions TO floor_pit, floor_cage, floor_projector;
GRANT SELECT ON pit.seen TO floor_projector;
"""


def upgrade() -> None:
    run(SESSIONS)
    run(RIGHTS)
