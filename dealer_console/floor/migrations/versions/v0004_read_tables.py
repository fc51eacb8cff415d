"""What the pit reads all the time: rounds, settlements, calls, devices and people, folded from the entries.

They hold nothing of their own: `fold` carries them on from the entry at which it stopped, `unfold` empties them, and
folding again gives the same rows. Money is whole cents; what was withdrawn is a row of its own.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0004"
down_revision = "0003"

TABLES = """
CREATE TABLE floor.folded (
    journal integer PRIMARY KEY REFERENCES floor.journals,
    seq bigint NOT NULL
);
CREATE TABLE floor.rounds (
    journal integer NOT NULL,
    opened_seq bigint NOT NULL,
    round bigint NOT NULL,
    opened_ms bigint NOT NULL,
    dealer text,
    bets text NOT NULL,
    closed_seq bigint,
    closed_ms bigint,
    house_net_cents bigint,
    irregularities integer NOT NULL DEFAULT 0,
    corrections integer NOT NULL DEFAULT 0,
    PRIMARY KEY (journal, opened_seq)
);
CREATE INDEX rounds_by_time ON floor.rounds (opened_ms);
CREATE TABLE floor.settlements (
    journal integer NOT NULL,
    seq bigint NOT NULL,
    opened_seq bigint NOT NULL,
    withdrawn boolean NOT NULL,
    spot integer NOT NULL,
    bettor integer NOT NULL,
    hand text,
    wager text NOT NULL,
    stake_cents bigint NOT NULL,
    outcome text NOT NULL,
    pays_cents bigint NOT NULL,
    takes_cents bigint NOT NULL,
    rule text NOT NULL,
    PRIMARY KEY (journal, seq)
);
CREATE TABLE floor.calls (
    journal integer NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    what text NOT NULL,
    words text NOT NULL,
    opened_seq bigint,
    PRIMARY KEY (journal, seq)
);
CREATE INDEX calls_by_time ON floor.calls (at_ms);
CREATE TABLE floor.devices (
    journal integer NOT NULL,
    device text NOT NULL,
    state text NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    PRIMARY KEY (journal, device)
);
CREATE TABLE floor.people (
    journal integer NOT NULL,
    in_seq bigint NOT NULL,
    person text NOT NULL,
    role text NOT NULL,
    since_ms bigint NOT NULL,
    out_seq bigint,
    until_ms bigint,
    PRIMARY KEY (journal, in_seq)
);
"""

FOLD = """
CREATE FUNCTION floor.cents(p_amount text) RETURNS bigint LANGUAGE sql IMMUTABLE
SET search_path = floor, pg_temp AS $$ SELECT (p_amount::numeric * 100)::bigint $$;

CREATE FUNCTION floor.round_at(p_journal integer, p_seq bigint) RETURNS bigint LANGUAGE sql STABLE
SET search_path = floor, pg_temp AS $$
    SELECT r.opened_seq FROM floor.rounds r
    WHERE r.journal = p_journal AND r.opened_seq <= p_seq ORDER BY r.opened_seq DESC LIMIT 1
$$;

-- The entries of these kinds in a stretch, opened; what PostgreSQL cannot open is left to the readers of the entries.
CREATE FUNCTION floor.fresh(p_journal integer, p_after bigint, p_upto bigint, VARIADIC p_kinds text[])
RETURNS TABLE (seq bigint, kind text, at_ms bigint, who text, d jsonb) LANGUAGE sql STABLE
SET search_path = floor, pg_temp AS $$
    SELECT * FROM (SELECT e.seq, e.kind, e.at_ms, e.who, floor.read_json(e.data) AS d FROM floor.entries e
        WHERE e.journal = p_journal AND e.seq > p_after AND e.seq <= p_upto AND e.kind = ANY (p_kinds)) AS opened
    WHERE d IS NOT NULL ORDER BY seq
$$;

CREATE FUNCTION floor.fold(p_journal integer, p_at_most bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = floor, pg_temp AS $$
DECLARE
    done bigint;
    upto bigint;
BEGIN
    INSERT INTO floor.folded VALUES (p_journal, 0) ON CONFLICT DO NOTHING;
    SELECT seq INTO done FROM floor.folded WHERE journal = p_journal FOR UPDATE;
    SELECT least(seq, done + p_at_most) INTO upto FROM floor.journals WHERE id = p_journal;
    IF upto IS NULL OR upto <= done THEN RETURN done; END IF;
    INSERT INTO floor.rounds (journal, opened_seq, round, opened_ms, dealer, bets)
        SELECT p_journal, seq, (d->>'round')::bigint, at_ms, who, d->>'bets'
        FROM floor.fresh(p_journal, done, upto, 'round-opened');
    UPDATE floor.rounds r SET closed_seq = f.seq, closed_ms = f.at_ms, house_net_cents = floor.cents(d->>'house_net')
        FROM floor.fresh(p_journal, done, upto, 'round-closed') f WHERE r.journal = p_journal
        AND r.opened_seq = floor.round_at(p_journal, f.seq);
    UPDATE floor.rounds r SET irregularities = r.irregularities + n.times FROM (
            SELECT floor.round_at(p_journal, seq) AS opened, count(*) AS times
            FROM floor.fresh(p_journal, done, upto, 'move') WHERE d->>'move' LIKE 'irregularity %' GROUP BY 1) n
        WHERE r.journal = p_journal AND r.opened_seq = n.opened;
    UPDATE floor.rounds r SET corrections = r.corrections + n.times FROM (
            SELECT floor.round_at(p_journal, (d->>'corrects')::bigint) AS opened, count(*) AS times
            FROM floor.fresh(p_journal, done, upto, 'correction') GROUP BY 1) n
        WHERE r.journal = p_journal AND r.opened_seq = n.opened;
    INSERT INTO floor.settlements SELECT p_journal, seq, floor.round_at(p_journal, seq), kind = 'settlement-withdrawn',
            (d->>'spot')::integer, (d->>'bettor')::integer, d->>'hand', d->>'wager', floor.cents(d->>'stake'),
            d->>'outcome', floor.cents(d->>'pays'), floor.cents(d->>'takes'), d->>'rule'
        FROM floor.fresh(p_journal, done, upto, 'settlement', 'settlement-withdrawn')
        WHERE floor.round_at(p_journal, seq) IS NOT NULL;
    INSERT INTO floor.calls SELECT p_journal, seq, at_ms,
            CASE kind WHEN 'move' THEN 'irregularity' ELSE kind END,
            CASE kind WHEN 'move' THEN split_part(d->>'move', ' ', 2) WHEN 'request' THEN d->>'action'
                WHEN 'lock-out' THEN coalesce(d->>'person', '') ELSE d->>'alarm' END,
            floor.round_at(p_journal, seq)
        FROM floor.fresh(p_journal, done, upto, 'request', 'lock-out', 'alarm', 'move')
        WHERE kind IN ('request', 'lock-out') OR (kind = 'alarm' AND d->>'step' IS DISTINCT FROM 'seen')
            OR (kind = 'move' AND d->>'move' LIKE 'irregularity %');
    INSERT INTO floor.devices AS v SELECT DISTINCT ON (d->>'device') p_journal, d->>'device', d->>'state', seq, at_ms
        FROM floor.fresh(p_journal, done, upto, 'device-link') ORDER BY d->>'device', seq DESC
        ON CONFLICT (journal, device) DO UPDATE SET state = excluded.state, seq = excluded.seq, at_ms = excluded.at_ms;
    INSERT INTO floor.people SELECT p_journal, seq, d->>'person', d->>'role', at_ms
        FROM floor.fresh(p_journal, done, upto, 'person-in');
    UPDATE floor.people p SET out_seq = f.seq, until_ms = f.at_ms
        FROM floor.fresh(p_journal, done, upto, 'person-out') f WHERE p.journal = p_journal AND p.out_seq IS NULL
        AND p.person = f.d->>'person' AND p.role = f.d->>'role' AND p.in_seq < f.seq;
    UPDATE floor.folded SET seq = upto WHERE journal = p_journal;
    RETURN upto;
END $$;

CREATE FUNCTION floor.unfold() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = floor, pg_temp AS $$
    TRUNCATE floor.folded, floor.rounds, floor.settlements, floor.calls, floor.devices, floor.people
$$;
"""

RIGHTS = """
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM PUBLIC;
REVOKE ALL ON floor.folded, floor.rounds, floor.settlements, floor.calls, floor.devices, floor.people FROM PUBLIC;
GRANT EXECUTE ON FUNCTION floor.fold, floor.unfold TO floor_clerk;
GRANT SELECT ON floor.folded, floor.rounds, floor.settlements, floor.calls, floor.devices, floor.people
    TO floor_pit, floor_clerk;
"""


def upgrade() -> None:
    run(TABLES)
    run(FOLD)
    run(RIGHTS)
