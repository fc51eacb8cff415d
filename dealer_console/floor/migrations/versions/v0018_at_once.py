"""What two do at once: a day is made once, and a mark that comes late marks nothing.

The projector and `floor init` or `floor days` may make the days ahead at the same moment. What a mark names may have
been set aside while the projector was at work.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# Whoever sets an end aside holds the row of the journal: the condition is judged when that is over.
MARK = """
CREATE OR REPLACE FUNCTION floor.note_fault(p_journal integer, p_what text, p_seq bigint, p_words text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
DECLARE held floor.journals;
BEGIN
    UPDATE floor.journals SET fault = left(p_words, 500)
    WHERE id = p_journal AND fault IS DISTINCT FROM left(p_words, 500)
        AND (p_words IS NULL
            OR CASE p_what WHEN 'signature' THEN checkpoint > witnessed_checkpoint ELSE p_seq <= seq END)
    RETURNING * INTO held;
    IF FOUND AND p_words IS NOT NULL THEN
        PERFORM floor.raise_alarm(held.table_name, held.log, p_what, p_words, p_seq, '', held.witnessed,
            encode(held.hash, 'hex'));
    END IF;
END $$;
"""


DAY = """
CREATE OR REPLACE FUNCTION floor.make_day(p_day date, p_from bigint, p_to bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = floor, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
    name text := 'entries_d' || to_char(p_day, 'YYYYMMDD');
    noon bigint := extract(epoch FROM p_day + time '12:00')::bigint * 1000;
BEGIN
    IF pg_get_partkeydef('floor.entries'::regclass) <> 'RANGE (at_ms)'
        OR EXISTS (SELECT FROM floor.days d WHERE d.day = p_day) THEN
        RETURN false;
    END IF;
    IF p_to - p_from > 172800000 OR abs(p_from - noon) > 172800000 OR p_day > current_date + 60 THEN
        RAISE EXCEPTION 'these are no bounds of the gaming day %', p_day USING ERRCODE = 'FL007';
    END IF;
    LOCK TABLE floor.entries_other IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM floor.days d WHERE d.day = p_day) THEN
        RETURN false;  -- somebody else made it meanwhile
    END IF;
    CREATE TABLE floor.entries_moving AS
        SELECT * FROM floor.entries_other WHERE at_ms >= p_from AND at_ms < p_to;
    IF EXISTS (SELECT FROM floor.entries_moving) THEN
        ALTER TABLE floor.entries_other DISABLE TRIGGER entries_stay;
        DELETE FROM floor.entries_other WHERE at_ms >= p_from AND at_ms < p_to;
        ALTER TABLE floor.entries_other ENABLE TRIGGER entries_stay;
    END IF;
    EXECUTE format('CREATE TABLE floor.%I (LIKE floor.entries INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE floor.entries ATTACH PARTITION floor.%I FOR VALUES FROM (%s) TO (%s)',
        name, p_from, p_to);
    EXECUTE format('CREATE TRIGGER entries_remain BEFORE TRUNCATE ON floor.%I
        FOR EACH STATEMENT EXECUTE FUNCTION floor.refuse_change()', name);
    INSERT INTO floor.entries SELECT * FROM floor.entries_moving;
    DROP TABLE floor.entries_moving;
    INSERT INTO floor.days (day, from_ms, to_ms, partition) VALUES (p_day, p_from, p_to, name);
    RETURN true;
END $$;
"""


def upgrade() -> None:
    run(MARK)
    run(DAY)
