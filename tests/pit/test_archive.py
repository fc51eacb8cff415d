"""The index: filled once, resumed where it stopped, made again when it is not ours; the journals stay as they are."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import select, text

from dealer_console.journal import Draft, JournalDamaged
from dealer_console.pit.archive import Archive, Search, index_update
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import index_path
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Stopped, Work
from tests.journal.forms import changed_by_hand
from tests.pit.journals import HandWritten

_OWN_NUMBERS = {"id", "log_id", "round_id"}


def content(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """Everything in the index but the numbers that it gave itself, and the alerts, which are judged on demand."""
    found = {}
    with archive.engine.connect() as connection:
        for table in t.metadata.sorted_tables:
            if table.name.startswith("alert"):
                continue
            columns = [column for column in table.columns if column.name not in _OWN_NUMBERS]
            found[table.name] = sorted(tuple(row) for row in connection.execute(select(*columns)))
    return {name: [tuple(map(str, row)) for row in rows] for name, rows in found.items()}


def test_filled_in_many_pieces_it_is_the_same(
    dealt: Path, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_update, "PIECE", 400)
    with Archive.open(dealt, index=tmp_path / "pieces") as pieces:
        stops = 0
        while True:
            try:
                pieces.refresh(stopping_after_one_piece())
                break
            except Stopped:
                stops += 1
        assert stops > 5
        assert pieces.refresh() == 0
        assert content(pieces) == content(archive)


def stopping_after_one_piece() -> Work:
    work = Work(lambda done, _total, _what: work.stop() if done else None)
    return work


def test_two_windows_fill_at_once(
    dealt: Path, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_update, "PIECE", 300)
    with Archive.open(dealt, index=tmp_path / "both") as one, Archive.open(dealt, index=tmp_path / "both") as other:
        threads = [Thread(target=archive.refresh) for archive in (one, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=120)
        assert content(one) == content(archive)


def test_progress_is_told(dealt: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with Archive.open(dealt, index=tmp_path / "told") as archive:
        new = archive.refresh(Work(lambda done, total, _what: told.append((done, total))))
    assert told[0] == (0, new)
    assert told[-1] == (new, new)


def test_the_journals_are_not_changed(dealt: Path, tmp_path: Path) -> None:
    before = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(dealt.glob("*.journal*"))}
    with Archive.open(dealt, index=tmp_path / "again") as archive:
        archive.refresh()
        archive.search(Search(card="Kh"))
    assert {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(dealt.glob("*.journal*"))} == before


def test_an_open_round_comes_in_when_it_is_closed(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.round(("main", "25.00", "0.00", "25.00"))
    table.append(Draft(kind="round-opened", data={"round": 2, "bets": ["1 25"]}))
    table.journal._flush()
    with Archive.open(tmp_path / "a.journal", index=tmp_path / "i") as archive:
        archive.refresh()
        assert [found_round.number for found_round in archive.search(Search()).rounds] == [1]
        assert archive.refresh() == 0
        table.append(Draft(kind="move", data={"move": "Kh"}))
        table.append(Draft(kind="round-closed", data={"round": 2, "house_net": "0.00"}))
        table.close()
        archive.refresh()
        assert [found_round.number for found_round in archive.search(Search()).rounds] == [2, 1]
        assert [found_round.number for found_round in archive.search(Search(card="Kh")).rounds] == [2]


def test_an_undone_move_leads_to_nothing_and_a_misread_card_to_the_right_one(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.append(Draft(kind="round-opened", data={"round": 1, "bets": ["1 25"]}))
    gone = table.append(Draft(kind="move", data={"move": "Kh"}, who="Ann"))
    table.append(Draft(kind="undo", data={"undoes": gone, "why": "slip of the finger"}, who="Ann"))
    misread = table.append(Draft(kind="move", data={"move": "9s"}, who="Ann"))
    table.append(Draft(kind="card-corrected", data={"corrects": misread, "move": "6s"}, who="Ann"))
    table.append(Draft(kind="round-closed", data={"round": 1, "house_net": "0.00"}))
    with Archive.open(table.close(), index=tmp_path / "i") as archive:
        archive.refresh()
        found = {face: len(archive.search(Search(card=face)).rounds) for face in ("Kh", "9s", "6s")}
        assert found == {"Kh": 0, "9s": 0, "6s": 1}
        assert len(archive.search(Search(mark="undone")).rounds) == 1


def test_another_journal_of_the_same_identity_is_read_anew(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    first = HandWritten(tmp_path / "one" / "a.journal").open_shift()
    for _ in range(3):
        first.round(("main", "25.00", "0.00", "25.00"))
    path = first.close()
    with Archive.open(path, index=tmp_path / "i") as archive:
        archive.refresh()
        assert len(archive.search(Search()).rounds) == 3
    (tmp_path / "two").mkdir()
    other = HandWritten(tmp_path / "two" / "a.journal").open_shift(dealer="Bea")
    for _ in range(5):
        other.round(("main", "50.00", "0.00", "50.00"))
    os.replace(other.close(), path)
    with Archive.open(path, index=tmp_path / "i") as archive:
        archive.refresh()
        assert {found_round.dealer for found_round in archive.search(Search()).rounds} == {"Bea"}
        assert archive.search(Search(amount=2500)).rounds == archive.search(Search()).rounds  # the wager that lay there
        assert len(archive.search(Search(amount=5000)).rounds) == 5


def test_an_index_of_another_form_or_no_index_at_all_is_made_anew(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.round(("main", "25.00", "0.00", "25.00"))
    path = table.close()
    index = tmp_path / "i"
    with Archive.open(path, index=index) as archive:
        archive.refresh()
        with archive.engine.begin() as connection:
            connection.execute(text("UPDATE form SET form = 0"))
    with Archive.open(path, index=index) as archive:
        assert archive.search(Search()).rounds == ()
        archive.refresh()
        assert len(archive.search(Search()).rounds) == 1
    index.write_bytes(b"no database" * 100)
    with Archive.open(path, index=index) as archive:
        archive.refresh()
        assert len(archive.search(Search()).rounds) == 1


def test_the_index_lies_beside_the_journal_or_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert index_path(tmp_path / "a.journal") == tmp_path / "a.journal.pit-index"
    assert index_path(tmp_path) == tmp_path / "floor.pit-index"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert index_path(tmp_path / "a.journal").parent == tmp_path / "cache" / "dealer-console" / "pit"


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(PitRefused, match="there is no journal"):
        Archive.open(tmp_path / "nothing.journal")
    (tmp_path / "empty").mkdir()
    with pytest.raises(PitRefused, match="holds no journal"):
        Archive.open(tmp_path / "empty")


def test_a_damaged_journal_is_named_and_keeps_no_other_out(tmp_path: Path) -> None:
    for number, table in enumerate(("t-1", "t-2", "t-3"), start=1):
        hand_written = HandWritten(tmp_path / f"{table}.journal", table, number).open_shift()
        hand_written.round(("1a main", "25.00", "25.00", "0.00"), moves=("Th",))
        hand_written.close()
    with changed_by_hand(tmp_path / "t-2.journal") as connection:
        connection.execute("UPDATE entries SET data = X'ff00' WHERE kind = 'move'")
    with Archive.open(tmp_path) as archive:
        with pytest.raises(JournalDamaged, match=r"^t-2: entry \d+, move, cannot be read"):
            archive.refresh()
        assert sorted(found_round.table for found_round in archive.search(Search()).rounds) == ["t-1", "t-3"]


def test_a_table_is_named_where_there_are_several(archive: Archive) -> None:
    assert archive.log("switch-01").table == "switch-01"
    with pytest.raises(PitRefused, match="name one of"):
        archive.log()
    with pytest.raises(PitRefused, match="no table 'x'"):
        archive.log("x")
    with pytest.raises(PitRefused, match="no closed round 9999"):
        archive.round(archive.log("switch-01"), 9999)
