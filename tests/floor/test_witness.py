"""The floor is a witness: it takes the continuation of what it holds, and nothing else; what it refuses is an alarm."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from dealer_console.floor import FloorRefused, FloorState, evidence, logins, queries
from dealer_console.floor.connection import JournalRefusedByFloor
from dealer_console.floor.local_journal import End, open_local
from dealer_console.journal import Draft, Journal
from dealer_console.journal.chain import Chain
from dealer_console.journal.entry import NO_HASH
from dealer_console.messages import recorded
from tests.journal.dealt import NOON, SEED
from tests.journal.forms import changed_by_hand
from tests.rigs.floor_rig import OTHER, PIT, TABLE, FloorRig, NotedTable, met, wait_until


def backup(table: NotedTable, folder: Path) -> Path:
    """The journal with its head, as somebody copies them while the table is closed."""
    table.journal.close()
    folder.mkdir()
    shutil.copy(table.path, folder)
    shutil.copy(table.journal.head_path, folder)
    table.journal = Journal.open(table.path, SEED)
    return folder / table.path.name


def bring_back(table: NotedTable, saved: Path) -> None:
    for forwarder in table.forwarders:
        forwarder.stop()
    table.forwarders.clear()
    table.journal.close()
    for file in table.path.parent.glob(table.path.name + "*"):
        file.unlink()
    for file in saved.parent.iterdir():
        shutil.copy(file, table.path.parent)
    table.journal = Journal.open(table.path, SEED)


def refused(table: NotedTable) -> str:
    forwarder = table.forward()
    wait_until(lambda: forwarder.health.state is FloorState.REFUSED, "the floor refuses")
    return recorded(forwarder.health.message)


def test_an_old_backup_brought_back(table: NotedTable, tmp_path: Path) -> None:
    table.deal(20)
    table.sign()
    saved = backup(table, tmp_path / "saved")
    table.deal(30)
    table.forward()
    table.must_arrive()
    held = table.floor.rows()
    bring_back(table, saved)
    words = refused(table)
    assert words == (
        "Floor refuses: the table's journal ends at entry 21, the floor holds 51: "
        "it was cut off, or an old copy was put in its place"
    )
    table.deal(5)  # the table deals on
    assert table.floor.rows() == held
    assert table.floor.alarms()[0][0] == "shorter"


def test_the_same_refusal_is_one_alarm(table: NotedTable, tmp_path: Path) -> None:
    table.deal(5)
    saved = backup(table, tmp_path / "saved")
    table.deal(5)
    table.forward()
    table.must_arrive()
    bring_back(table, saved)
    refused(table)
    wait_until(lambda: table.floor.alarms()[0][1] >= 3, "it was tried again")
    assert [what for what, _ in table.floor.alarms()] == ["shorter"]


def test_an_old_backup_that_was_dealt_on_while_the_floor_was_away(table: NotedTable, tmp_path: Path) -> None:
    table.deal(20)
    saved = backup(table, tmp_path / "saved")
    table.deal(30)
    table.forward()
    table.must_arrive()
    bring_back(table, saved)
    table.noted = 1000
    table.deal(80)
    assert refused(table) == "Floor refuses: entry 51 of the table's journal is another one than the floor holds"
    assert [what for what, _ in table.floor.alarms()] == ["diverging"]
    with table.floor.pit() as connection:
        comparison = evidence.compare(connection, table.path)
    assert comparison.first_difference == 22
    assert not comparison.floor_is_prefix
    assert recorded(comparison.result) == "entry 22 is the first that differs"


def test_a_diverging_journal_of_the_same_length(table: NotedTable, tmp_path: Path) -> None:
    table.deal(20)
    saved = backup(table, tmp_path / "saved")
    table.deal(1)
    table.forward()
    table.must_arrive()
    bring_back(table, saved)
    table.noted = 1000
    table.deal(1)
    assert refused(table) == "Floor refuses: entry 22 of the table's journal is another one than the floor holds"


def test_a_diverging_journal_that_is_shorter(table: NotedTable, tmp_path: Path) -> None:
    table.deal(20)
    saved = backup(table, tmp_path / "saved")
    table.deal(30)
    table.forward()
    table.must_arrive()
    bring_back(table, saved)
    table.noted = 1000
    table.deal(10)
    assert refused(table) == "Floor refuses: entry 31 of the table's journal is another one than the floor holds"


CHANGES: list[tuple[str, Callable[[list[object]], None]]] = [
    ("data", lambda row: row.__setitem__(7, '{"text":"number 3x"}')),
    ("time", lambda row: row.__setitem__(3, NOON + 1)),
    ("who", lambda row: row.__setitem__(4, "p8")),
    ("who is gone", lambda row: row.__setitem__(4, None)),
    ("kind", lambda row: row.__setitem__(1, "alarm")),
    ("version", lambda row: row.__setitem__(2, 2)),
    ("device", lambda row: row.__setitem__(5, "S1")),
    ("hash", lambda row: row.__setitem__(8, "f" * 64)),
    ("no hash", lambda row: row.__setitem__(8, "")),
]


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[name for name, _ in CHANGES])
def test_an_entry_that_was_changed_is_not_taken(table: NotedTable, change: Callable[[list[object]], None]) -> None:
    table.deal(6)
    with met(table) as (line, _), open_local(table.path) as local:
        line.append(local.log, NO_HASH, local.rows(0, 2), 0)
        rows: list[list[object]] = [list(row) for row in local.rows(2, 100)]
        change(rows[1])
        with pytest.raises(JournalRefusedByFloor, match="entry 4 is not what was written"):
            line.append(local.log, local.hash_at(2), [tuple(row) for row in rows], 0)  # type: ignore[misc]
    assert table.must_be_prefixed() == 2
    assert table.floor.alarms() == [("diverging", 1)]


def test_entries_in_another_order_or_with_a_hole_are_not_taken(table: NotedTable) -> None:
    table.deal(6)
    with met(table) as (line, _), open_local(table.path) as local:
        rows = local.rows(0, 100)
        with pytest.raises(JournalRefusedByFloor, match="entry 5 is not what was written"):
            line.append(local.log, NO_HASH, [*rows[:3], *rows[4:]], 0)
        assert line.append(local.log, NO_HASH, rows, 0).seq == 7
    assert table.must_be_prefixed() == 7


def test_an_overlapping_batch_with_another_past_is_not_taken(table: NotedTable) -> None:
    table.deal(6)
    with met(table) as (line, _), open_local(table.path) as local:
        rows = local.rows(0, 100)
        line.append(local.log, NO_HASH, rows[:5], 0)
        other = rows[3]._replace(data='{"text":"another"}', hash="e" * 64)
        with pytest.raises(JournalRefusedByFloor, match="entry 4 of the table's journal is another one"):
            line.append(local.log, local.hash_at(2), [rows[2], other, *rows[4:]], 0)
    assert table.must_be_prefixed() == 5


def test_a_file_changed_by_other_means(table: NotedTable) -> None:
    """Somebody who knows SQLite takes the guards out and changes an entry before it was forwarded."""
    table.deal(6)
    table.journal.close()
    with changed_by_hand(table.path) as connection:
        connection.execute("""UPDATE entries SET data = '{"text":"nothing"}' WHERE seq = 4""")
    assert refused(table) == "Floor refuses: entry 4 is not what was written: content and hash do not fit"


def test_whatever_letters_stand_in_a_name(table: NotedTable) -> None:
    """Quotes, backslashes, braces, control characters, signs beyond the first plane: the database hashes as we do."""
    dice = Random(11)
    letters = [chr(number) for number in (*range(1, 0x180), 0x2028, 0x2029, 0xE000, 0xFFFD, 0xFFFF, 0x1F0A1, 0x10FFFF)]
    letters += list('\\\\\\""""{{}},,NULL')
    drafts = []
    for number in range(600):
        text = "".join(dice.choices(letters, k=dice.randrange(1, 12)))
        device = (text[::-1], number) if number % 3 == 0 else None
        drafts.append(Draft(kind="note", data={"text": text}, who=text if number % 2 else None, device=device))
    drafts += [Draft(kind="note", data={"text": "word"}, who=word) for word in ("NULL", "null", '"', "\\", "{}", " ")]
    table.append(*drafts)
    table.forward()
    table.must_arrive()
    assert table.floor.alarms() == []


def test_a_second_journal_of_a_table_needs_the_word_of_the_house(table: NotedTable, tmp_path: Path) -> None:
    table.deal(3)
    table.forward()
    table.must_arrive()
    first = table.journal.log
    table.close()
    table.forwarders.clear()
    table.path = tmp_path / "second.journal"
    table.journal = Journal.create(table.path, table=TABLE, signing_key=SEED, at_ms=NOON)
    assert "the table came with another journal" in refused(table)
    assert table.floor.head().log == first
    assert [what for what, _ in table.floor.alarms()] == ["another-journal"]
    with table.floor.owner() as connection:
        logins.accept_journal(connection, TABLE, table.journal.log, "the old disk broke")
    table.must_arrive()
    assert table.floor.head().log == table.journal.log


def test_the_old_journal_does_not_come_back(table: NotedTable, tmp_path: Path) -> None:
    table.deal(3)
    with met(table) as (line, _), open_local(table.path) as local:
        line.append(local.log, NO_HASH, local.rows(0, 9), 0)
    with Journal.create(tmp_path / "second", table=TABLE, signing_key=SEED, at_ms=NOON) as second:
        with table.floor.owner() as connection:
            logins.accept_journal(connection, TABLE, second.log, "a new year")
        with met(table, tmp_path / "second") as (line, _), open_local(tmp_path / "second") as local:
            line.append(local.log, NO_HASH, local.rows(0, 9), 0)
    with pytest.raises(JournalRefusedByFloor, match="another journal"), met(table):
        pass


def test_a_journal_belongs_to_one_table(floor: FloorRig, table: NotedTable, tmp_path: Path) -> None:
    """The login of one table with the journal of another: neither a new one nor a known one."""
    with floor.owner() as connection:
        logins.ensure_table(connection, OTHER)
    other = NotedTable(floor, tmp_path / "other.journal", OTHER)
    try:
        other.deal(3)
        with table.line() as line, open_local(other.path) as local:
            rows = local.rows(0, 9)
            with pytest.raises(JournalRefusedByFloor, match="one of table switch-5, and the login is that of"):
                line.append(local.log, NO_HASH, rows, 0)
            other.forward()
            other.must_arrive()
            with pytest.raises(JournalRefusedByFloor, match="this journal belongs to table switch-5"):
                line.append(local.log, NO_HASH, rows, 0)
            with pytest.raises(JournalRefusedByFloor, match="this journal belongs to table switch-5"):
                line.meet(local.log, local.end)
            with pytest.raises(FloorRefused, match="forwards no journal"):
                line.append_checkpoints(local.log, local.checkpoints(0, 9, 9))
    finally:
        other.close()


def test_a_journal_begins_with_its_beginning(table: NotedTable) -> None:
    chain = Chain("cd" * 16)
    rows, _ = chain.continue_with([Draft(kind="note", data={"text": "no genesis"})], NOON)
    with table.line() as line:
        with pytest.raises(JournalRefusedByFloor, match="entry 1 is no beginning of a journal"):
            line.append(chain.log, NO_HASH, rows, 0)
        assert line.meet(chain.log, lambda: End(seq=1, hash=rows[0][8])).seq == 0


def test_checkpoints_must_fit_the_copy(table: NotedTable) -> None:
    table.deal(3)
    table.sign()
    with met(table) as (line, _), open_local(table.path) as local:
        line.append(local.log, NO_HASH, local.rows(0, 2), 0)
        first, second = local.checkpoints(0, 99, 9)
        with pytest.raises(JournalRefusedByFloor, match="checkpoint 2 of the table's journal does not fit"):
            line.append_checkpoints(local.log, [second])  # its entry is not there yet
        line.append(local.log, local.hash_at(2), local.rows(2, 9), 0)
        with pytest.raises(JournalRefusedByFloor, match="checkpoint 2"):
            line.append_checkpoints(local.log, [second])  # the first one is missing
        assert line.append_checkpoints(local.log, [first, second]) == 2
        table.sign()
        forged = [checkpoint for checkpoint in local.checkpoints(1, 99, 9) if checkpoint.number == 3]
        assert line.append_checkpoints(local.log, forged) == 3
    with table.floor.pit() as connection:
        head = table.floor.head()
        assert head.journal is not None
        assert [checkpoint.number for checkpoint in queries.signed(connection, head.journal)] == [1, 2, 3]


def test_comparing_file_and_copy(table: NotedTable) -> None:
    table.deal(30)
    with met(table) as (line, _), open_local(table.path) as local:
        line.append(local.log, NO_HASH, local.rows(0, 25), 0)
    with table.floor.pit() as connection:
        behind = evidence.compare(connection, table.path)
    assert recorded(behind.result) == "equal up to entry 25; 6 wait at the table"
    assert behind.floor_is_prefix
    table.forward()
    table.must_arrive()
    with table.floor.pit() as connection:
        assert evidence.compare(connection, table.path).result.code == "compared-equal"
        assert PIT in str(connection.engine.url)


def test_comparing_needs_a_copy(table: NotedTable) -> None:
    with pytest.raises(FloorRefused, match="the floor holds no journal"), table.floor.pit() as connection:
        evidence.compare(connection, table.path)
