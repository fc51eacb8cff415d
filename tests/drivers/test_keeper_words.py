"""What the table says about the cards reaches the keeper once: said again, said late, or around a crash."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from drivers.angel_eye.state import KeeperState
from drivers.angel_eye.store import KeeperStore
from drivers.events import CardRevealed, RevealReason
from drivers.tablelink.event_rows import EventCode, State
from tests.drivers.bench_table import Journal, KeeperPeer, commit_all, shoe_device
from tests.drivers.loopback import LoopbackLine, VirtualClock

KING, QUEEN, FIVE = 0x4D, 0x2C, 0x35


class Keeper(KeeperPeer):
    """With a table's words, numbered by the entries of a journal."""

    def told(self, do: str, entry: int, **more: Any) -> dict[str, object]:
        return self.control(1.0, do=do, journal="J", entry=entry, **more)

    def new_shoe(self, entry: int, last_draw: int, sealed: tuple[int, ...] = (), last_question: int = 0) -> None:
        answer = self.told("new-shoe", entry, last_draw=last_draw, sealed=list(sealed), last_question=last_question)
        assert answer == {"ok": "new-shoe", "entry": entry}

    @property
    def kept(self) -> KeeperState:
        return self.core._shoe.kept

    @property
    def loaded(self) -> int:
        return [event.code for event in self.kept.events].count(EventCode.LOADED)

    @property
    def notices(self) -> list[object]:
        self.step(1.0)
        return [said["notice"] for said in self.said if "notice" in said]

    def holds(self, card: int) -> bool:
        """Is this card anywhere in the store, sealed, asked about or in a report?"""
        for body in re.findall(rb'\{"epoch"[^}]*\}', self.path.read_bytes()):
            state = json.loads(body)
            cards = [row[1] for row in state["draws"]] + [row[2] for row in state["questions"]]
            if card in cards or f"{0x80 | card:02x}" in state["last_report"] + state["refused_report"]:
                return True
        return False


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(tmp_path)


def test_a_new_shoe_said_again_wipes_no_card_of_it(keeper: Keeper) -> None:
    keeper.draw(KING, 1.0)
    keeper.new_shoe(57, last_draw=1)
    keeper.draw(QUEEN, 1.0)
    for _ in range(2):
        keeper.new_shoe(57, last_draw=1)
        keeper.crash(1.0)
    assert {draw: sealed.card for draw, sealed in keeper.kept.draws.items()} == {2: QUEEN}
    assert keeper.loaded == 1


def test_a_new_shoe_said_late_leaves_its_cards_its_questions_and_its_cutting_card(keeper: Keeper) -> None:
    keeper.draw(KING, 1.0)
    keeper.report("R", b"\x81\x96", now=1.0)
    keeper.draw(QUEEN, 1.0)
    keeper.report("R", b"\x81\x97", now=1.0)
    keeper.report("C", now=1.0)
    keeper.new_shoe(57, last_draw=1, last_question=1)
    assert list(keeper.kept.draws) == [2]
    assert [question.number for question in keeper.kept.questions] == [2]
    assert (keeper.kept.state, keeper.kept.draws_since_loaded) == (State.SHOE_CUT, 1)
    assert keeper.told("round-over", 58) == {"ok": "round-over", "entry": 58}
    keeper.draw(FIVE, 1.0)
    assert "draw-refused" in keeper.notices


def test_a_card_that_still_lies_sealed_on_the_table_stays(keeper: Keeper) -> None:
    for card in (KING, QUEEN, FIVE):
        keeper.draw(card, 1.0)
    keeper.report("C", now=1.0)
    keeper.new_shoe(57, last_draw=3, sealed=(2,))
    assert {draw: sealed.card for draw, sealed in keeper.kept.draws.items()} == {2: QUEEN}
    assert keeper.kept.state is State.SHOE_LOADED


def test_a_late_new_shoe_leaves_the_answer_to_an_open_reveal(keeper: Keeper) -> None:
    clock, journal = VirtualClock(), Journal()
    shoe = shoe_device(journal)
    line = LoopbackLine(user=shoe, peer=keeper, clock=clock)
    line.open()

    def run() -> None:
        line.run(seconds=0.5, until=lambda: bool(commit_all(shoe, journal)) and False)

    for number, card in enumerate((KING, QUEEN), 1):
        keeper.draw(card, clock.now())
        run()
        shoe.reveal(number, RevealReason.DEALT_FACE_UP)
        run()
    keeper.new_shoe(57, last_draw=1)
    assert [len(answer) for _, answer in keeper.kept.commands.values()] == [9, 30]
    assert [event.card for event in journal.events if isinstance(event, CardRevealed)] == ["Kh", "Qc"]


def test_closing_leaves_no_value_and_nothing_counts_before_the_next_shoe(keeper: Keeper) -> None:
    keeper.draw(KING, 1.0)
    keeper.report("R", b"\x81\x96", now=1.0)
    assert keeper.holds(KING)
    assert keeper.told("close-shoe", 60) == {"ok": "close-shoe", "entry": 60}
    keeper.draw(QUEEN, 1.0)
    keeper.report("R", bytes([0x81, 0x80 | FIVE]), now=1.0)
    keeper.report("E", b"\xc1", now=1.0)
    assert keeper.notices[-3:] == ["draw-refused", "draw-refused", "shoe-error-1"]
    keeper.crash(1.0)
    assert (keeper.kept.draws, keeper.kept.questions, keeper.kept.last_draw) == ({}, [], 1)
    assert not [card for card in (KING, QUEEN, FIVE) if keeper.holds(card)]
    assert "event-gap" not in keeper.notices
    keeper.new_shoe(70, last_draw=1)
    keeper.draw(QUEEN, 1.0)
    assert list(keeper.kept.draws) == [2]


def test_another_journal_may_count_from_the_beginning(keeper: Keeper) -> None:
    keeper.new_shoe(57, last_draw=0)
    assert keeper.control(1.0, do="new-shoe", journal="K", entry=57) == {"ok": "new-shoe", "entry": 57}
    assert keeper.loaded == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"entry": 0},
        {"entry": True},
        {"journal": ""},
        {"journal": 5},
        {"last_draw": -1},
        {"last_draw": "9"},
        {"last_question": 1.5},
        {"sealed": 3},
        {"sealed": [0]},
        {"sealed": [1] * 513},
    ],
)
def test_a_word_that_makes_no_sense_changes_nothing(keeper: Keeper, wrong: dict[str, object]) -> None:
    keeper.draw(KING, 1.0)
    before = keeper.kept.to_bytes()
    answer = keeper.control(1.0, **{"do": "new-shoe", "journal": "J", "entry": 5} | wrong)
    assert list(answer) == ["error"]
    assert keeper.kept.to_bytes() == before


def test_a_store_of_an_older_keeper_is_taken_over(tmp_path: Path) -> None:
    state = KeeperState(last_draw=4)
    old = json.loads(state.to_bytes())
    for name in ("cut_after", "told_journal", "told_entry"):
        del old[name]
    store = KeeperStore(tmp_path / "keeper")

    class Old(KeeperState):
        def to_bytes(self) -> bytes:
            return json.dumps(old).encode("ascii")

    store.save(Old())
    assert store.load().to_bytes() == state.to_bytes()
    store.close()


def test_a_crash_while_both_slots_are_overwritten_forgets_no_number(tmp_path: Path, monkeypatch: Any) -> None:
    store = KeeperStore(tmp_path / "keeper")
    state = store.load()
    state.seal(KING, bytes(16))
    store.save(state)
    write, left = os.pwrite, [1]

    def torn(file: int, data: bytes, offset: int) -> int:
        if not left:
            raise OSError("the power is gone")
        left.pop()
        return write(file, data, offset)

    monkeypatch.setattr(os, "pwrite", torn)
    with pytest.raises(OSError, match="power"):
        store.wipe_values(state)
    monkeypatch.undo()
    store.close()
    again = KeeperStore(tmp_path / "keeper")
    keeper_state = again.load()
    assert (keeper_state.last_draw, keeper_state.draws) == (1, {})
    again.save(keeper_state)
    assert b'"draws":[[' not in (tmp_path / "keeper").read_bytes()
    again.close()
