"""Whoever has a table's login can continue its chain on the floor, but not sign. The forgery is found and set aside."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import text

from dealer_console.cli.floor import database as command
from dealer_console.floor import FloorAway, FloorRefused, FloorState, address, evidence, logins
from dealer_console.floor.local_journal import open_local
from dealer_console.floor.witness import check_signatures, set_aside
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.journal.chain import Chain
from dealer_console.journal.checkpoints import make
from dealer_console.journal.entry import Row, hash_of
from dealer_console.journal.keys import public_key
from tests.journal.dealt import NOON
from tests.rigs.floor_rig import PIT, TABLE, FloorRig, NotedTable, met, wait_until

OTHER_SEED = bytes(range(1, 33))


def forge(table: NotedTable, entries: int = 3, *, seed: bytes | None = None) -> None:
    """By the table's login alone: entries that continue the chain, and a checkpoint when there is a seed."""
    with met(table) as (line, held), open_local(table.path) as local:
        chain = Chain(local.log, seq=held.seq, hash_=held.hash)
        drafts = [Draft(kind="note", data={"text": f"forged {number}"}) for number in range(entries)]
        rows, _ = chain.continue_with(drafts, NOON)
        line.append(local.log, held.hash, rows, 0)
        if seed is not None:
            number = held.checkpoint + 1
            point = make(seed, local.log, number=number, seq=rows[-1][0], hash=rows[-1][8], at_ms=NOON)
            line.append_checkpoints(local.log, [point])


@pytest.fixture
def signed(table: NotedTable) -> NotedTable:
    """Twenty entries, the last one signed, all of them on the floor and checked."""
    table.deal(19)
    table.sign()
    table.forward()
    table.must_arrive()
    for forwarder in table.forwarders:
        forwarder.stop()
    table.forwarders.clear()
    with table.floor.projector() as connection:
        wait_until(lambda: table.floor.head().checkpoint == 2, "the checkpoint is there")
        check_signatures(connection)
    return table


def test_an_entry_counts_as_witnessed_when_a_genuine_signature_reaches_it(signed: NotedTable) -> None:
    assert signed.floor.head().witnessed == 20
    signed.deal(5)
    signed.forward()
    signed.must_arrive()
    with signed.floor.projector() as connection:
        check_signatures(connection)
    assert (signed.floor.head().seq, signed.floor.head().witnessed) == (25, 20)


def test_a_checkpoint_by_another_key_is_an_alarm_and_witnesses_nothing(signed: NotedTable) -> None:
    forge(signed, seed=OTHER_SEED)
    with signed.floor.projector() as connection:
        (result,) = check_signatures(connection)
        check_signatures(connection)  # once more: the same fault is one alarm
    assert result.fault == "checkpoint 3 is not signed by the key of this journal"
    head = signed.floor.head()
    assert (head.seq, head.witnessed, head.fault) == (23, 20, result.fault)
    assert signed.floor.alarms() == [("signature", 1)]


def test_a_key_that_was_changed_by_two_people_signs_on(signed: NotedTable) -> None:
    signed.journal.change_key(OTHER_SEED, by="p1", approved_by="p2", at_ms=NOON)
    signed.deal(3)
    signed.sign()
    signed.forward()
    signed.must_arrive()
    wait_until(lambda: signed.floor.head().checkpoint >= 3, "the checkpoints are there")
    with signed.floor.projector() as connection:
        check_signatures(connection)
    assert signed.floor.head().fault is None
    assert signed.floor.head().witnessed == signed.floor.head().seq


def test_a_key_that_names_itself_signs_nothing(signed: NotedTable) -> None:
    """By the table's login: an entry that names a key, and a checkpoint that this key has signed."""
    changed: dict[str, Json] = {"public_key": public_key(OTHER_SEED).hex(), "approved_by": "p2"}
    with met(signed) as (line, held), open_local(signed.path) as local:
        bare = (held.seq + 1, "key-changed", 1, NOON, "p1", None, None, canonical_object(changed))
        first = Row(*bare, hash_of(local.log, held.hash, bare))
        rest, _ = Chain(local.log, first.seq, first.hash).continue_with([Draft(kind="note", data={"text": "x"})], NOON)
        line.append(local.log, held.hash, [first, *rest], 0)
        last, number = rest[-1], held.checkpoint + 1
        point = make(OTHER_SEED, local.log, number=number, seq=last.seq, hash=last.hash, at_ms=NOON)
        line.append_checkpoints(local.log, [point])
    with signed.floor.projector() as connection:
        (result,) = check_signatures(connection)
    assert result.fault == "checkpoint 3: a new key that the one before has not signed"
    assert signed.floor.head().witnessed == 20


def test_a_key_exchanged_in_the_floors_list_is_found(signed: NotedTable) -> None:
    signed.sign()
    signed.forward()
    wait_until(lambda: signed.floor.head().checkpoint == 3, "the checkpoint is there")
    with signed.floor.owner() as connection:
        connection.execute(text("UPDATE floor.journals SET public_key = repeat('ab', 32)"))
    with signed.floor.projector() as connection:
        (result,) = check_signatures(connection)
    assert result.fault == "the key in the floor's list is not the key of the journal's first entry"


@pytest.mark.parametrize("seed", [None, OTHER_SEED], ids=["unsigned", "signed by another key"])
def test_a_forged_tail_is_set_aside_on_record_and_the_honest_table_goes_on(
    signed: NotedTable, seed: bytes | None
) -> None:
    forge(signed, seed=seed)
    signed.deal(2)
    forwarder = signed.forward()
    wait_until(lambda: forwarder.health.state is FloorState.REFUSED, "the honest table is refused")
    assert command.set_aside(signed.floor.url(), TABLE, after=20, why="somebody had the login") == 0
    signed.must_arrive()
    with signed.floor.pit() as connection:
        assert evidence.compare(connection, signed.path).result.code == "compared-equal"
        kept = connection.execute(text("SELECT relation, content->>'data' FROM floor.set_aside")).all()
        record = connection.execute(text("SELECT after_seq, upto_seq, why, by_login FROM floor.incidents")).one()
    assert sorted(data for relation, data in kept if relation == "entries") == [
        f'{{"text":"forged {number}"}}' for number in range(3)
    ]
    assert [relation for relation, _ in kept].count("checkpoints") == (0 if seed is None else 1)
    assert tuple(record) == (20, 23, "somebody had the login", "postgres")


def test_a_forged_call_that_was_acknowledged_and_a_request_go_with_it(signed: NotedTable) -> None:
    with met(signed) as (line, held), open_local(signed.path) as local:
        chain = Chain(local.log, seq=held.seq, hash_=held.hash)
        asked: dict[str, Json] = {"request": f"{local.log[:12]}-1", "action": "void", "subject": {}}
        asked |= {"requester": "p1", "reason": "r", "asked_at_ms": NOON, "expires_at_ms": NOON + 1}
        asked["subject_hash"] = "0" * 64
        rows, _ = chain.continue_with([Draft(kind="request", data=asked)], NOON)
        line.append(local.log, held.hash, rows, 0)
    with signed.floor.pit() as connection:
        connection.execute(
            text("INSERT INTO floor.acknowledgements (journal, seq, person, note) VALUES (1, 21, 'p1', '')")
        )
    with signed.floor.owner() as connection:
        set_aside(connection, TABLE, 20, "forged")
        kept = connection.execute(text("SELECT relation FROM floor.set_aside")).scalars().all()
        assert sorted(kept) == ["acknowledgements", "entries", "requests"]
        assert connection.execute(text("SELECT count(*) FROM floor.requests")).scalar() == 0


@pytest.mark.parametrize(
    ("after", "words"),
    [(19, "entries up to 20 are signed"), (0, "entries up to 20 are signed"), (99, "nothing lies after entry 99")],
)
def test_what_is_signed_stays(signed: NotedTable, after: int, words: str) -> None:
    forge(signed)
    with pytest.raises(FloorRefused, match=words), signed.floor.owner() as connection:
        set_aside(connection, TABLE, after, "why not")
    with pytest.raises(FloorRefused, match="say why"), signed.floor.owner() as connection:
        set_aside(connection, TABLE, 20, "  ")
    assert signed.floor.head().seq == 23


def test_the_guards_stand_again_after_it(signed: NotedTable) -> None:
    forge(signed)
    with signed.floor.owner() as connection:
        set_aside(connection, TABLE, 20, "forged")
    for relation in ("entries", "checkpoints", "incidents", "set_aside"):
        with (
            psycopg.connect(signed.floor.url(), autocommit=True) as connection,
            pytest.raises(psycopg.Error, match="append-only"),
        ):
            connection.execute(f"DELETE FROM floor.{relation}".encode())


@pytest.mark.parametrize("login", [TABLE, PIT, "projector"])
def test_only_the_owner_sets_aside(signed: NotedTable, login: str) -> None:
    forge(signed)
    with (
        psycopg.connect(signed.floor.url(login), autocommit=True) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("SELECT floor.set_aside(%s, 20, 'mine')", (signed.journal.log,))


@pytest.mark.parametrize("login", [TABLE, PIT])
@pytest.mark.parametrize("call", ["note_witnessed(1, 9, 9)", "note_fault(1, 'x', 1, 'x')"])
def test_nobody_but_the_projector_says_what_is_witnessed(signed: NotedTable, login: str, call: str) -> None:
    with (
        psycopg.connect(signed.floor.url(login), autocommit=True) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(f"SELECT floor.{call}".encode())


# --- contents and hashes -------------------------------------------------------------------------------------------


def test_compare_computes_the_hashes_from_the_contents(signed: NotedTable) -> None:
    """Whoever owns the server takes the guard out and changes an entry, not its hash."""
    with psycopg.connect(signed.floor.url(), autocommit=True) as connection:
        connection.execute("ALTER TABLE floor.entries DISABLE TRIGGER USER")
        connection.execute("""UPDATE floor.entries SET data = '{"text":"nothing"}' WHERE seq = 7""")
        connection.execute("ALTER TABLE floor.entries ENABLE TRIGGER USER")
    with signed.floor.pit() as connection:
        comparison = evidence.compare(connection, signed.path)
    assert not comparison.floor_is_prefix
    assert comparison.result == Message("compared-floor-not-written", seq=7)
    assert command.compare(signed.floor.url(PIT), signed.path) == command.DIFFERS


# --- limits --------------------------------------------------------------------------------------------------------


def test_alarms_of_one_login_have_a_size_and_a_rate(signed: NotedTable) -> None:
    with psycopg.connect(signed.floor.url(TABLE), autocommit=True) as connection:
        for number in range(60):
            connection.execute("SELECT floor.meet(%s, 1, %s)", (f"{number:032x}", "e" * 100_000))
    alarms = signed.floor.alarms()
    assert len(alarms) <= 22
    assert [times for what, times in alarms if what == "too-many"] >= [38]
    with signed.floor.pit() as connection:
        assert connection.execute(text("SELECT max(length(offered_hash)) FROM floor.alarms")).scalar_one() <= 64


def test_an_entry_too_large_is_refused(table: NotedTable) -> None:
    with met(table) as (line, held), open_local(table.path) as local:
        first = local.rows(0, 1)
        line.append(local.log, held.hash, first, 0)
        bare = (2, "note", 1, NOON, None, None, None, '{"text":"' + "x" * 4_000_000 + '"}')
        row = Row(*bare, hash_of(local.log, first[0].hash, bare))
        with pytest.raises(FloorRefused, match="an entry is larger than the floor takes"):
            line.append(local.log, first[0].hash, [row], 0)


def test_each_login_has_limits(floor: FloorRig) -> None:
    with floor.owner() as connection:
        logins.ensure_projector(connection, "projector")
        query = "SELECT rolconnlimit, rolconfig::text FROM pg_roles WHERE rolname = %s"
        for login, group in ((TABLE, "floor_table"), (PIT, "floor_pit"), ("projector", "floor_projector")):
            count, settings = connection.exec_driver_sql(query, (login,)).one()
            assert count == logins.LIMITS[group].connections  # type: ignore[index]
            assert f"statement_timeout={logins.LIMITS[group].statement}" in settings  # type: ignore[index]
    with floor.owner() as connection:
        connection.exec_driver_sql(f'ALTER ROLE "{TABLE}" CONNECTION LIMIT 0')
    with pytest.raises(FloorAway, match="too many connections for role"), address.connect(floor.url(TABLE)):
        pass
