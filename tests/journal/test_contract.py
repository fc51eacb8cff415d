"""What every journal promises, on disk and in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_console.journal import AlreadyRecorded, AnyJournal, BadDraft, Draft, Journal, MemoryJournal
from dealer_console.journal.checkpoints import is_genuine
from dealer_console.journal.configuration import configuration
from dealer_console.journal.head import JournalHead
from dealer_console.journal.keys import public_key
from tests.journal.dealt import LOG, NOON, SEED, Dealing

MOVE = Draft(kind="move", data={"move": "1a hit"}, who="Ann")


def on_disk(folder: Path) -> Journal:
    return Journal.create(folder / "a.journal", table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG)


def in_memory(_folder: Path) -> MemoryJournal:
    return MemoryJournal.create(table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG)


@pytest.fixture(params=[on_disk, in_memory])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyJournal]:
    make: Callable[[Path], AnyJournal] = request.param
    with closing(make(tmp_path)) as any_journal:
        yield any_journal


def test_it_begins_with_who_it_is(journal: AnyJournal) -> None:
    (first,) = journal.entries()
    assert (first.seq, first.kind, first.at_ms, first.previous) == (1, "genesis", NOON, "0" * 64)
    assert first.data["log"] == LOG.hex() == journal.log
    assert first.data["table"] == "BJS 4" == journal.table
    assert first.data["public_key"] == public_key(SEED).hex() == journal.public_key.hex()
    assert str(first.data["software"]).startswith("dealer-console")


def test_an_append_gives_the_entries_that_can_be_read_back(journal: AnyJournal) -> None:
    entries = journal.append(
        [MOVE, Draft(kind="note", data={"text": "ſpäte Gäſte 🂡"}, device=("S1", 7))], at_ms=NOON + 5
    )
    assert [entry.seq for entry in entries] == [2, 3]
    assert tuple(journal.entries(after=1)) == entries
    assert (journal.seq, journal.head) == (3, entries[-1].hash)
    assert entries[1].device == ("S1", 7)


def test_every_entry_is_chained_to_the_one_before(journal: AnyJournal) -> None:
    for number in range(5):
        journal.append([MOVE, MOVE], at_ms=NOON + number)
    previous = "0" * 64
    for entry in journal.entries():
        assert entry.previous == previous
        previous = entry.hash
    assert previous == journal.head


def test_the_hash_goes_over_the_documented_bytes(journal: AnyJournal) -> None:
    draft = Draft(kind="note", data={"text": 'a "b" \\ ü\n', "b": [1, True, None, {"z": 1, "a": -5}]}, who="Zoë")
    (entry,) = journal.append([Draft(kind=draft.kind, data=draft.data, who=draft.who, device=("S1", 3))], at_ms=77)
    text = (
        '{"at":77,"data":{"b":[1,true,null,{"a":-5,"z":1}],"text":"a \\"b\\" \\\\ ü\\n"},"device":["S1",3],'
        f'"kind":"note","log":"{LOG.hex()}","previous":"{entry.previous}","seq":2,"version":1,"who":"Zoë"}}'
    )
    assert entry.hash == sha256(text.encode()).hexdigest()


def test_the_same_appends_give_the_same_head_on_disk_and_in_memory(tmp_path: Path) -> None:
    heads = []
    makers: tuple[Callable[[Path], AnyJournal], ...] = (on_disk, in_memory)
    for make in makers:
        with closing(make(tmp_path)) as journal:
            Dealing(journal).deal(2)
            heads.append((journal.seq, journal.head, journal.last_checkpoint))
    assert heads[0] == heads[1]


def test_a_device_event_is_recorded_once(journal: AnyJournal) -> None:
    event = Draft(kind="device-event", data={"event": "card"}, device=("S1", 7))
    journal.append([event], at_ms=1)
    head = journal.head
    for drafts in ([event], [MOVE, event], [event, MOVE]):
        with pytest.raises(AlreadyRecorded, match="event 7 of device S1"):
            journal.append(drafts, at_ms=2)
    assert (journal.seq, journal.head) == (2, head)
    assert journal.stopped is None
    journal.append([Draft(kind="device-event", data={"event": "card"}, device=("S2", 7))], at_ms=3)
    assert (journal.last_device_event("S1"), journal.last_device_event("S3")) == (7, None)
    assert journal.has_device_event("S2", 7)
    assert not journal.has_device_event("S2", 8)


def test_a_device_event_cannot_stand_twice_in_one_append(journal: AnyJournal) -> None:
    event = Draft(kind="device-event", data={"event": "card"}, device=("S1", 7))
    with pytest.raises(AlreadyRecorded):
        journal.append([MOVE, event, event], at_ms=2)
    assert journal.seq == 1


def test_the_highest_number_of_a_device_counts_not_the_last_one(journal: AnyJournal) -> None:
    for number in (3, 9, 4):
        journal.append([Draft(kind="device-event", data={"event": "card"}, device=("S1", number))], at_ms=2)
    assert journal.last_device_event("S1") == 9


@pytest.mark.parametrize(
    ("draft", "says"),
    [
        (Draft(kind="mvoe", data={"move": "Th"}), "did you mean"),
        (Draft(kind="move", version=2, data={"move": "Th"}), "version 2"),
        (Draft(kind="move", data={}), "'move' is missing"),
        (Draft(kind="move", data={"move": 3}), "cannot be 3"),
        (Draft(kind="move", data={"move": "Th", "spot": 1}), "unknown field 'spot'"),
        (Draft(kind="note", data={"text": "x", "odds": 1.5}), "float"),  # type: ignore[dict-item]
        (Draft(kind="note", data={"text": "x", "n": 2**53}), "2\\^53"),
        (Draft(kind="note", data={"text": "\ud800"}), "surrogate"),
        (Draft(kind="note", data={"text": "x", "ü": 1}), "not ASCII"),
        (Draft(kind="note", data={"text": "x", "t": (1, 2)}), "tuple"),  # type: ignore[dict-item]
        (Draft(kind="note", data={"text": "x", "deep": [{"a": [b"x"]}]}), r"data\.deep\[0\]\.a\[0\]: bytes"),  # type: ignore[list-item]
        (Draft(kind="move", data={"move": "Th"}, who=""), "who"),
        (Draft(kind="move", data={"move": "Th"}, who="\udfff"), "who"),
        (Draft(kind="move", data={"move": "Th"}, device=("", 1)), "serial"),
        (Draft(kind="move", data={"move": "Th"}, device=("S1", -1)), "whole number"),
        (Draft(kind="move", data={"move": "Th"}, device=("S1", True)), "whole number"),
        (Draft(kind="genesis", data={"log": "0" * 32, "table": "x", "software": "x", "public_key": "0" * 64}), "once"),
    ],
)
def test_what_no_journal_may_hold_is_refused_and_changes_nothing(journal: AnyJournal, draft: Draft, says: str) -> None:
    head = journal.head
    with pytest.raises(BadDraft, match=says):
        journal.append([MOVE, draft], at_ms=5)
    assert (journal.seq, journal.head) == (1, head)
    journal.append([MOVE], at_ms=6)


@pytest.mark.parametrize("at_ms", [-1, 1.5, True, None, 2**60])
def test_the_time_is_whole_milliseconds(journal: AnyJournal, at_ms: object) -> None:
    with pytest.raises(BadDraft, match="milliseconds"):
        journal.append([MOVE], at_ms=at_ms)  # type: ignore[arg-type]


def test_nothing_the_caller_still_holds_changes_an_entry(journal: AnyJournal) -> None:
    chips: list[object] = [1, 2]
    (entry,) = journal.append([Draft(kind="note", data={"text": "x", "chips": chips})], at_ms=5)  # type: ignore[dict-item]
    chips.append(3)
    assert entry.data["chips"] == [1, 2]
    assert list(journal.entries(after=1)) == [entry]


def test_an_empty_append_is_nothing(journal: AnyJournal) -> None:
    assert journal.append([], at_ms=5) == ()
    assert journal.seq == 1


def test_the_last_snapshot_and_what_came_behind_it(journal: AnyJournal) -> None:
    assert journal.last_snapshot() is None
    journal.snapshot({"round": 1}, NOON)
    journal.append([MOVE], at_ms=NOON)
    entry = journal.snapshot({"round": 2}, NOON)
    behind = journal.append([MOVE, MOVE], at_ms=NOON)
    assert journal.last_snapshot() == entry
    assert tuple(journal.entries(after=entry.seq)) == behind


def test_the_configuration_that_held_at_an_entry(journal: AnyJournal) -> None:
    assert journal.last_configuration(journal.seq) is None
    (first,) = journal.append([configuration("massachusetts-switch", {"decks": 6})], at_ms=NOON)
    (between,) = journal.append([MOVE], at_ms=NOON)
    (second,) = journal.append([configuration("massachusetts-switch", {"decks": 8})], at_ms=NOON)
    assert journal.last_configuration(between.seq) == first
    assert journal.last_configuration(second.seq) == second
    assert journal.last_configuration(first.seq - 1) is None


def test_entries_can_be_read_while_more_are_written(journal: AnyJournal) -> None:
    journal.append([MOVE] * 3, at_ms=1)
    seen = []
    for entry in journal.entries():
        seen.append(entry.seq)
        if entry.seq < 5:
            journal.append([MOVE], at_ms=2)
    assert seen[:4] == [1, 2, 3, 4]
    assert journal.seq == 8


def test_a_checkpoint_signs_the_end(journal: AnyJournal) -> None:
    first = journal.last_checkpoint
    assert (first.number, first.seq, first.hash) == (1, 1, journal.head)
    journal.append([MOVE], at_ms=1)
    second = journal.checkpoint(NOON)
    assert (second.number, second.seq, second.hash, second.at_ms) == (2, 2, journal.head, NOON)
    assert is_genuine(second, journal.log, journal.public_key)
    assert not is_genuine(second, "0" * 32, journal.public_key)
    assert not is_genuine(replace(second, seq=1), journal.log, journal.public_key)
    assert journal.last_checkpoint == second


def test_the_head_names_the_journal_its_end_and_the_key(journal: AnyJournal) -> None:
    journal.append([MOVE], at_ms=2)
    head = journal.end
    assert (head.log, head.seq, head.hash) == (journal.log, journal.seq, journal.head)
    assert journal.public_key.hex().startswith(head.key)
    assert JournalHead.of(head.data()) == head
    with pytest.raises(ValueError, match="no head"):
        JournalHead.of({**head.data(), "seq": 0})
