"""Typed entries: every stored entry is read as its class, and written again to the same bytes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents
from dealer_console.game.moves import CardDrawn
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import BadDraft, Draft, Entry, MemoryJournal
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.entries import (
    AnyEntry,
    OtherEntry,
    cards,
    decode,
    device_events,
    devices,
    encode,
    money,
    rounds,
)
from dealer_console.journal.entries.declaration import EntryData, LeftOut
from dealer_console.journal.errors import BadEntry
from dealer_console.journal.storage.reader import entries as read_entries
from dealer_console.simulation.mishaps import GROUPS
from dealer_console.simulation.run import SimulatedTable
from drivers.events import DeviceKind

VAULT = sorted(Path(__file__).with_name("vault").glob("*.journal"))
# Written before these steps had the fields of today, or by hand for the vault.
NO_STEP_OF_TODAY = {
    ("device-event", "cut-card"),
    ("device-link", "up"),
    ("device-command", "unlock"),
    ("shift", "opened"),
    ("shuffle", "cut"),
}


def same_bytes(entries: Iterable[Entry]) -> set[type[object]]:
    """Asserts it of each, and gives the classes that were met."""
    met: set[type[object]] = set()
    for entry in entries:
        typed = entry.typed
        kind, version, data = encode(typed)
        assert (kind, version, canonical(data)) == (entry.kind, entry.version, canonical(dict(entry.data)))
        assert entry.typed is typed  # read once
        if isinstance(typed, OtherEntry):
            assert (entry.kind, tag_of(entry.data)) in NO_STEP_OF_TODAY, (entry, typed.fault)
        met.add(type(typed))
    return met


def tag_of(data: Mapping[str, Json]) -> Json:
    return next(data[name] for name in ("event", "state", "command", "step", "what") if name in data)


@pytest.mark.parametrize("file", VAULT, ids=lambda file: file.stem)
def test_every_entry_of_the_vault_is_written_again_to_the_same_bytes(file: Path) -> None:
    connection = sqlite3.connect(f"file:{file}?immutable=1", uri=True)
    assert same_bytes(read_entries(connection))
    connection.close()


@pytest.mark.parametrize(
    ("rules", "seed"), [("massachusetts-switch", 6), ("catfish-bend-blackjack", 5), ("massachusetts-switch", 7)]
)
def test_every_entry_of_a_simulated_table_with_all_faults_is_written_again_to_the_same_bytes(
    rules: str, seed: int
) -> None:
    table = SimulatedTable(rules, seed, GROUPS)
    table.run(6)
    met = same_bytes(table.journal.entries())
    assert {rounds.MoveMade, rounds.WagerSettled, rounds.RoundClosed} <= met
    assert OtherEntry not in met


# --- what the codec promises ---------------------------------------------------------------------------------------


def test_the_union_of_all_entries_is_closed() -> None:
    """A class that is declared and not in the union would be met by no `match`."""

    def leaves(cls: type[EntryData]) -> set[type[EntryData]]:
        return {cls}.union(*(leaves(child) for child in cls.__subclasses__()))

    bases = {cls.__qualname__ for cls in leaves(EntryData) if cls.__subclasses__()}
    declared = {cls.__qualname__ for cls in leaves(EntryData)} - bases
    assert declared == {cls.__qualname__ for cls in get_args(AnyEntry)}


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ({"card": "??"}, None),
        ({"card": "??", "why": "new-dealer"}, cards.ForProcedure(procedure="new-dealer")),
        ({"card": "9h", "why": "draw 19: it came late"}, cards.DrawOutOfPlay(draw=19, detail="it came late")),
        ({"card": "9h", "why": "draw 019: it"}, cards.ForProcedure(procedure="draw 019: it")),
        ({"card": "9h", "why": "named and not dealt: late"}, cards.NamedNotDealt(detail="late")),
        ({"card": "??", "why": "taken back and not entered again: late"}, cards.TakenBack(detail="late")),
    ],
)
def test_the_reason_of_a_burn_is_a_value_and_its_stored_text_stays(
    stored: dict[str, Json], reason: cards.BurnReason | None
) -> None:
    typed = decode("burn", 1, stored)
    assert isinstance(typed, cards.CardBurned)
    assert (typed.card.text, typed.why) == (stored["card"], reason)
    assert typed.for_procedure is (reason is None or isinstance(reason, cards.ForProcedure))
    assert encode(typed) == ("burn", 1, stored)


def test_what_stands_beside_the_fields_survives() -> None:
    stored: dict[str, Json] = {"person": "p1", "role": "dealer", "shoes": "black"}
    typed = decode("person-in", 1, stored)
    assert typed.extra == {"shoes": "black"}
    assert encode(typed)[2] == stored


def test_a_null_that_is_left_out_and_an_absence_that_is_null_survive() -> None:
    left_out: dict[str, Json] = {"asked": "Play", "reason": "no pair"}
    assert decode("refusal", 1, left_out).extra == {"clause": LeftOut.LEFT_OUT}
    null: dict[str, Json] = {"person": "p1", "role": "dealer", "name": None}
    for kind, stored in (("refusal", left_out), ("person-in", null)):
        assert encode(decode(kind, 1, stored)) == (kind, 1, stored)


def test_a_move_in_other_words_than_today_keeps_its_words() -> None:
    stored: dict[str, Json] = {"bets": ["1 25"]}
    typed = decode("wagers", 1, stored)
    assert isinstance(typed, rounds.WagersLaid)
    assert typed.bets[0].amount == 2500
    assert encode(typed)[2] == stored


def test_a_step_with_other_fields_is_no_step_of_today_and_says_why() -> None:
    stored: dict[str, Json] = {"what": "fill", "cents": 500}
    typed = decode("money", 1, stored)
    assert isinstance(typed, OtherEntry)
    assert typed.fault == "money: the field 'step' is not 'requested'"
    assert encode(typed) == ("money", 1, stored)
    assert decode("device-event", 1, {"event": "NeverHeard"}) == OtherEntry(
        kind="device-event", version=1, extra={"event": "NeverHeard"}
    )


def test_a_kind_without_steps_that_cannot_be_read_is_no_entry() -> None:
    with pytest.raises(BadEntry, match="the field 'move' cannot be '1a dance'"):
        decode("move", 1, {"move": "1a dance"})
    with pytest.raises(BadEntry, match="the field 'card' cannot be 'Z9'"):
        decode("burn", 1, {"card": "Z9"})


def test_a_draft_of_a_typed_entry_is_recorded_and_read_as_the_same_value() -> None:
    journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
    written: list[Any] = [
        cards.CardBurned(card=UNSEEN, why=cards.TakenBack(detail="late")),
        rounds.MoveMade(move=CardDrawn(card=card("9h"))),
        money.ColoredUp(cents=Cents(2500), chips={Cents(2500): 1}, for_chips={Cents(500): 5}),
        device_events.CardTakenAway(device=DeviceKind.CAMERA),
    ]
    entries = journal.append([Draft.of(typed, who="p1") for typed in written], at_ms=5)
    assert [entry.typed for entry in entries] == written
    assert [entry.who for entry in entries] == ["p1"] * 4
    assert [Draft.of(typed).typed for typed in written] == written
    assert entries[2].data["for"] == {"500": 5}


def test_the_name_of_a_hand_is_a_text_and_is_not_read_back_from_the_record() -> None:
    """Every card of a round stands in the journal with its hand: none of them is parsed again."""
    journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
    ordered = devices.RevealOrdered(device=DeviceKind.SHOE, draw=7, why="DEALT_FACE_UP", place=HandId("1a"))
    (entry,) = journal.append([Draft.of(ordered)], at_ms=5)
    assert entry.typed is ordered
    assert canonical(dict(entry.data)) == canonical(dict(Draft.of(replace(ordered, place="1a")).data))


def test_a_row_of_texts_is_not_read_back_from_the_record_either() -> None:
    """The wagers of each round are such a row."""
    journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
    bet = Bet(spot=Spot(1), bettor=Bettor(1), amount=Cents(2500), side_bets={"match": Cents(500)})
    opened = rounds.RoundOpened(round=1, bets=(bet,))
    (entry,) = journal.append([Draft.of(opened)], at_ms=5)
    assert entry.typed is opened
    assert entry.typed == replace(entry, known_as=None).typed


def test_what_becomes_of_a_mapping_that_was_recorded_changes_no_entry() -> None:
    journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
    chips = {Cents(2500): 1}
    (entry,) = journal.append([Draft.of(money.ColoredUp(cents=Cents(2500), chips=chips))], at_ms=5)
    chips[Cents(2500)] = 2
    assert entry.typed == money.ColoredUp(cents=Cents(2500), chips={Cents(2500): 1})


def test_a_typed_entry_that_no_journal_may_hold_is_a_bad_draft() -> None:
    journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
    with pytest.raises(BadDraft, match="round-opened 1: the field 'round' cannot be 0"):
        journal.append([Draft.of(rounds.RoundOpened(round=0, bets=()))], at_ms=5)
