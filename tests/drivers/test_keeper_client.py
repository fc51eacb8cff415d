"""A shoe behind a keeper, built from the registry, with the dealer's line beside it; the keeper is a real process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from drivers.angel_eye import codec
from drivers.angel_eye.tablelink_server import FIRMWARE, FIRMWARE_SHA256
from drivers.errors import ImpossibleRequestError
from drivers.events import CardDrawn, CardsLoaded, DealerAsked, DeviceDistrusted, Event, KeeperHeard, LineNoticed
from drivers.factory import DeviceRunner, build_device
from drivers.interfaces import KeeperWord, ShoeWord
from drivers.keeper.client import KeeperBackedShoe, KeeperControl
from drivers.registration.registry import Approval, KnownDevice, Registry
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from tests.drivers.bench_table import KEY, SHOE, Journal, commit_all, nonces, setup_for
from tests.drivers.test_keeper_process import KeeperProcess


def word(
    entry: int, what: ShoeWord, last_draw: int = 0, sealed: tuple[int, ...] = (), last_question: int = 0
) -> KeeperWord:
    return KeeperWord(
        word=what, journal="J", entry=entry, last_draw=last_draw, sealed=sealed, last_question=last_question
    )


def known(folder: Path) -> KnownDevice:
    port = f"unix:{folder / 'shoe.sock'}"
    return KnownDevice(
        name="shoe", family="shoe", port=port, address=SHOE, serial="AE-1", model="KEEPER", key=KEY.hex()
    )


def registry(folder: Path, sha: str = FIRMWARE_SHA256.hex()) -> Registry:
    approval = Approval(
        serial="AE-1", firmware=FIRMWARE, firmware_sha256=sha, technician="Tea", supervisor="Sam", when="now"
    )
    return Registry(path=folder / "devices.json", devices=(known(folder),), approved=(approval,))


class Watch:
    def __init__(self, built: DeviceRunner[TablelinkDevice], journal: Journal) -> None:
        self.built = built
        self.journal = journal
        self.seen: list[Event] = []

    def wait(self, condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not condition():
            assert time.monotonic() < end, self.seen
            self.seen += commit_all(self.built.device, self.journal)
            time.sleep(0.005)

    def all_of(self, kind: type) -> list[Event]:
        return [event for event in self.seen if isinstance(event, kind)]


def test_questions_reach_the_dealer_and_answers_the_keeper(tmp_path: Path) -> None:
    keeper = KeeperProcess(tmp_path)
    journal = Journal()
    built = build_device(known(tmp_path), registry(tmp_path).why_not, journal, control=str(tmp_path / "control.sock"))
    control = built.control
    assert control is not None
    control.send(word(1, ShoeWord.NEW_SHOE))
    built.start()
    watch = Watch(built, journal)
    watch.wait(lambda: bool(watch.all_of(CardsLoaded)) and bool(watch.all_of(KeeperHeard)))
    os.write(keeper.master, codec.encode_report(seq="1", code="R", data=b"\x81\x96") * 3 + b"\x44")
    watch.wait(lambda: bool(watch.all_of(DealerAsked)) and bool(watch.all_of(LineNoticed)))
    (asked,) = watch.all_of(DealerAsked)
    assert isinstance(asked, DealerAsked)
    assert asked.kind == "retransmission"
    control.answer(asked.question, True)
    watch.wait(lambda: bool(watch.all_of(CardDrawn)))
    with pytest.raises(ImpossibleRequestError, match="not open"):
        control.answer(asked.question, True)
    built.stop()
    keeper.close()


def test_unapproved_firmware_is_left_alone(tmp_path: Path) -> None:
    keeper = KeeperProcess(tmp_path)
    journal = Journal()
    built = build_device(known(tmp_path), registry(tmp_path, sha="00" * 32).why_not, journal)
    built.start()
    watch = Watch(built, journal)
    watch.wait(lambda: bool(watch.all_of(DeviceDistrusted)))
    (trouble,) = watch.all_of(DeviceDistrusted)
    assert isinstance(trouble, DeviceDistrusted)
    assert trouble.kind == "unapproved-identity"
    assert "technician and supervisor" in trouble.text
    built.stop()
    keeper.close()


def test_control_lines_that_are_none_are_ignored() -> None:
    shoe = KeeperBackedShoe(HostLink(setup=setup_for(SHOE), journal=Journal(), nonce=nonces()))
    control = KeeperControl(shoe)
    control.line_opened(0.0)
    control.receive(b'nonsense\n[1]\n{"question": 1, "kind": "card-out"}\n{"question": 1}\n{"error": "no"}\n{"ok"', 0.0)
    assert [type(event) for event in shoe.events()] == [DealerAsked, LineNoticed]
    control.receive(b': "x"}\n', 0.1)
    assert shoe.events() == []
    assert control.due() == 0.0
    control.step(0.0)
    assert control.bytes_to_send() == b'{"do": "questions"}\n'
    control.line_lost("gone")
    with pytest.raises(ImpossibleRequestError, match="not connected"):
        control.answer(1, True)


def test_a_word_is_said_on_every_line_until_it_is_confirmed() -> None:
    shoe = KeeperBackedShoe(HostLink(setup=setup_for(SHOE), journal=Journal(), nonce=nonces()))
    control = KeeperControl(shoe)
    rung: list[str] = []
    control.on_command = lambda: rung.append("ding")
    control.send(word(57, ShoeWord.NEW_SHOE, last_draw=9, sealed=(8,), last_question=2))
    said = b'{"do": "new-shoe", "journal": "J", "entry": 57, "last_draw": 9, "sealed": [8], "last_question": 2}\n'
    for _ in range(2):
        control.line_opened(0.0)
        assert control.due() == 0.0
        assert control.bytes_to_send() == said
        assert control.bytes_to_send() == b""
        control.line_lost("gone")
    control.line_opened(1.0)
    control.receive(b'{"ok": "new-shoe"}\n{"ok": "new-shoe", "entry": 56}\n{"ok": "round-over", "entry": 57}\n', 1.0)
    assert shoe.events() == []
    control.receive(b'{"ok": "new-shoe", "entry": 57}\n', 1.0)
    assert shoe.events() == [KeeperHeard(serial="", entry=57, word="new-shoe")]
    assert control.bytes_to_send() == b""
    assert rung == ["ding"]


def test_another_word_takes_the_place_of_one_that_was_never_said() -> None:
    shoe = KeeperBackedShoe(HostLink(setup=setup_for(SHOE), journal=Journal(), nonce=nonces()))
    control = KeeperControl(shoe)
    control.line_opened(0.0)
    control.send(word(57, ShoeWord.CLOSE_SHOE))
    control.send(word(60, ShoeWord.ROUND_OVER))
    control.send(word(60, ShoeWord.ROUND_OVER))
    assert control.bytes_to_send() == b'{"do": "round-over", "journal": "J", "entry": 60}\n'
