"""D4: values of unrevealed cards are in no byte that leaves the keeper; its store is private, durable, and wiped."""

from __future__ import annotations

import json
import os
import stat
from itertools import count
from pathlib import Path

import pytest

from drivers.angel_eye.core import KeeperCore, KeeperSettings
from drivers.angel_eye.state import KeeperState, Question, Sealed
from drivers.angel_eye.store import KeeperStore
from drivers.errors import ImpossibleRequestError, PortError
from drivers.events import CardRevealed, RevealReason
from drivers.tablelink.constants import card_name
from drivers.tablelink.event_rows import EventCode, FaultCode
from drivers.tablelink.payloads import commitment
from tests.drivers.bench_table import KEY, Journal, KeeperPeer, commit_all, shoe_device
from tests.drivers.loopback import LoopbackLine, VirtualClock

NONCE = bytes(range(16))
FIFTY_TWO = [suit << 4 | rank for suit in range(1, 5) for rank in range(1, 14)]


def everything_that_leaves(folder: Path, hole: int) -> tuple[bytes, list[bytes]]:
    """A round with one hole card, always with the same nonces: all bytes that left, and the commitments in them."""
    folder.mkdir()
    numbers = count(1)
    peer = KeeperPeer(folder)
    peer.store.close()
    (folder / "keeper").unlink()
    peer.store = KeeperStore(folder / "keeper")
    nonces = [next(numbers).to_bytes(16, "big") for _ in range(8)]
    queue = list(nonces)
    peer.core = KeeperCore(settings=peer.settings, store=peer.store, now=0.0, nonce=lambda: queue.pop(0))
    clock, journal = VirtualClock(), Journal()
    shoe = shoe_device(journal)
    line = LoopbackLine(user=shoe, peer=peer, clock=clock)
    line.open()

    def commit() -> bool:
        commit_all(shoe, journal)
        return False

    line.run(seconds=0.5, until=commit)
    shoe.ensure_enabled()
    line.run(seconds=0.5, until=commit)
    cards = [0x11, hole, 0x2A]
    for card in cards:
        peer.draw(card, clock.now())
        line.run(seconds=0.2, until=commit)
    peer.report("R", bytes([0x82, 0x80 | hole]), now=clock.now())
    peer.report("E", b"\xc1", now=clock.now())
    peer.control(clock.now(), do="questions")
    shoe.reveal(1, RevealReason.DEALT_FACE_UP)
    line.run(seconds=0.3, until=commit)
    peer.control(clock.now(), answer=99, yes=True)
    commits = [
        commitment(serial="AE-1", draw=draw, nonce=nonces[draw - 1], card=card) for draw, card in enumerate(cards, 1)
    ]
    left = peer.sent + peer.shoe_sent + json.dumps(peer.said).encode()
    peer.store.close()
    return left, commits


def test_no_byte_but_the_commitment_depends_on_the_hole_card(tmp_path: Path) -> None:
    """The MAC and CRC of the frame with the commitment follow from it; they are masked together with it."""
    seen = set()
    for hole in FIFTY_TWO:
        left, commits = everything_that_leaves(tmp_path / str(hole), hole)
        masked = b"|".join(b"COMMITMENT" if _carries(piece, commits[1]) else piece for piece in left.split(b"\0"))
        assert masked != b"|".join(left.split(b"\0"))
        seen.add(masked)
    assert len(seen) == 1


def _carries(piece: bytes, commit: bytes) -> bool:
    """COBS changes only zero bytes, so most of a commitment stands in the frame as it is."""
    return commit[:8].replace(b"\0", b"") in piece or commit[-8:].replace(b"\0", b"") in piece


def test_after_reveal_the_value_leaves_and_fits(tmp_path: Path) -> None:
    peer, clock, journal = KeeperPeer(tmp_path), VirtualClock(), Journal()
    shoe = shoe_device(journal)
    line = LoopbackLine(user=shoe, peer=peer, clock=clock)
    line.open()
    for number, card in enumerate([*FIFTY_TWO, 0x07, 0x7F], 1):
        peer.report("D", bytes([0x81, 0x80 | card if card != 0x7F else 0x80]), now=clock.now())
        line.run(seconds=0.5, until=lambda: bool(commit_all(shoe, journal)) and False)
        shoe.reveal(number, RevealReason.IRREGULARITY)
        line.run(seconds=0.5, until=lambda: bool(commit_all(shoe, journal)) and False)
    shown = [event.card for event in journal.events if isinstance(event, CardRevealed)]
    assert shown == [card_name(card) for card in FIFTY_TWO] + ["7?", None]


class TestStore:
    def test_only_its_user_can_read_it(self, tmp_path: Path) -> None:
        store = KeeperStore(tmp_path / "store")
        assert stat.S_IMODE((tmp_path / "store").stat().st_mode) == 0o600
        store.close()
        (tmp_path / "store").chmod(0o640)
        with pytest.raises(PortError, match="mode 600"):
            KeeperStore(tmp_path / "store")

    def test_one_keeper_at_a_time(self, tmp_path: Path) -> None:
        store = KeeperStore(tmp_path / "store")
        with pytest.raises(PortError, match="another keeper"):
            KeeperStore(tmp_path / "store")
        store.close()

    def test_no_link_is_followed(self, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").write_bytes(b"")
        (tmp_path / "store").symlink_to(tmp_path / "elsewhere")
        with pytest.raises(PortError, match="cannot be opened"):
            KeeperStore(tmp_path / "store")

    def test_comes_back_whole_after_any_torn_write(self, tmp_path: Path) -> None:
        path = tmp_path / "store"
        store = KeeperStore(path)
        states: list[bytes] = []
        for card in (0x11, 0x22, 0x33):
            state = KeeperState() if not states else store.load()
            state.seal(card, NONCE)
            store.save(state)
            states.append(state.to_bytes())
        store.close()
        good = path.read_bytes()
        torn = bytearray(good)
        torn[512 * 1024 + 60 : 512 * 1024 + 70] = bytes(10)
        path.write_bytes(torn)
        again = KeeperStore(path)
        assert again.load().to_bytes() == states[1]
        again.close()

    def test_wipe_leaves_no_value_anywhere_in_the_file(self, tmp_path: Path) -> None:
        store = KeeperStore(tmp_path / "store")
        state = store.load()
        for card in FIFTY_TWO:
            state.seal(card, os.urandom(16))
            store.save(state)
        nonces = [sealed.nonce.hex().encode() for sealed in state.draws.values()]
        assert nonces[-1] in (tmp_path / "store").read_bytes()
        store.wipe_values(state)
        after = (tmp_path / "store").read_bytes()
        assert not [nonce for nonce in nonces if nonce in after]
        assert store.load().last_draw == 52
        assert store.load().draws == {}
        store.close()


def test_no_value_in_any_repr() -> None:
    secrets = [Sealed(card=0x4D, nonce=NONCE), Question(number=1, kind="retransmission", card=0x4D), KeeperState()]
    state = KeeperState()
    state.seal(0x4D, NONCE)
    for secret in [*secrets, state]:
        assert repr(secret) == object.__repr__(secret)
    assert "42" not in repr(KeeperSettings(serial="AE-1", key=KEY))


class TestPeople:
    """B3: questions, options, closing."""

    def test_retransmission_is_asked_and_counts_only_on_yes(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        for yes, draws in [(False, 0), (True, 1)]:
            peer.report("R", b"\x81\x96", now=1.0)
            peer.step(1.0)
            question = peer.said[-1]
            assert question["kind"] == "retransmission"
            assert peer.control(1.0, answer=question["question"], yes=yes) == {"ok": "answer"}
            assert peer.core._shoe.kept.last_draw == draws
            assert "error" in peer.control(1.0, answer=question["question"], yes=True)

    @pytest.mark.parametrize(("option", "draws"), [("draw", 1), ("ignore", 0)])
    def test_retransmission_by_option(self, tmp_path: Path, option: str, draws: int) -> None:
        peer = KeeperPeer(tmp_path, settings=KeeperSettings(serial="AE-1", key=KEY, retransmission=option))
        peer.report("R", b"\x81\x96", now=1.0)
        assert peer.core._shoe.kept.last_draw == draws

    def test_error_1_and_6_ask_whether_a_card_came_out(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        for draws, data in enumerate([b"\xc1", b"\xc6"], 1):
            peer.report("E", data, now=1.0)
            peer.step(1.0)
            assert peer.said[-1]["kind"] == "card-out"
            peer.control(1.0, answer=peer.said[-1]["question"], yes=True)
            assert peer.core._shoe.kept.draws[draws].card == 0x7F

    def test_other_reports_are_notices_only(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        events = peer.core._shoe.kept.next
        for code, data in [
            ("E", b"\xc2"),
            ("E", b"\x83"),
            ("E", b"\xc7"),
            ("G", b"\x91"),
            ("P", b""),
            ("M", b"120003"),
        ]:
            peer.report(code, data, now=1.0)
        assert peer.core._shoe.kept.next == events
        peer.step(1.0)
        assert [str(said["notice"]) for said in peer.said] == [
            "shoe-error-2",
            "shoe-error-3",
            "shoe-error-7",
            "report-G",
            "report-P",
            "report-M",
        ]

    def test_read_only_sends_nothing_ever(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        for order in ("lock", "unlock", "cancel-error"):
            peer.core._order(order)
        peer.step(1.0)
        assert peer.shoe_sent == b""

    def test_commands_allowed_by_a_technician(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path, settings=KeeperSettings(serial="AE-1", key=KEY, read_only=False))
        peer.core._order("unlock")
        peer.step(1.0)
        assert peer.shoe_sent.hex() == "024f504c4b3031033138"
        peer.core.shoe_bytes(b"\x06", 1.1)
        peer.core._order("lock")
        peer.step(1.2)
        assert peer.shoe_sent.hex().endswith("024f504c4b3032033142")
        for now in (2.3, 3.4, 4.5):
            peer.step(now)
        assert "no answer" in str(peer.said[-1]["notice"])

    def test_drawn_past_the_lock_is_a_gate_fault_only_with_a_gate(self, tmp_path: Path) -> None:
        for read_only, fault in [(True, 0), (False, 12)]:
            folder = tmp_path / str(read_only)
            folder.mkdir()
            peer = KeeperPeer(folder, settings=KeeperSettings(serial="AE-1", key=KEY, read_only=read_only))
            peer.report("d", b"\x80\xc2", now=1.0)
            assert peer.core._shoe.kept.fault == fault
            assert peer.core._shoe.kept.last_draw == 1

    def test_closing_the_shoe_wipes(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        peer.draw(0x4D, 1.0)
        nonce = peer.core._shoe.kept.draws[1].nonce.hex().encode()
        assert nonce in peer.path.read_bytes()
        peer.control(2.0, do="close-shoe")
        assert nonce not in peer.path.read_bytes()
        assert b"44" + b"81cd" not in peer.path.read_bytes()
        assert "error" in peer.control(2.0, do="dance")

    def test_a_lost_port_is_a_fault_that_can_be_cleared_when_it_is_back(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        peer.draw(0x4D, 1.0)
        for _ in range(3):
            peer.core.shoe_lost()
        kept = peer.core._shoe.kept
        assert [event.code for event in kept.events].count(EventCode.FAULT) == 1
        assert (kept.fault, kept.cause_left) == (FaultCode.SENSOR, True)
        assert [said["notice"] for said in peer.core.to_control()] == ["shoe-line-lost", "event-gap"]
        peer.core.shoe_found()
        assert (kept.fault, kept.cause_left) == (FaultCode.SENSOR, False)

    def test_restart_between_two_copies_counts_once(self, tmp_path: Path) -> None:
        peer = KeeperPeer(tmp_path)
        wire = peer.report("D", b"\x81\xb8", now=1.0, copies=1)
        peer.crash(2.0)
        peer.core.shoe_bytes(wire * 2, 2.0)
        assert peer.core._shoe.kept.last_draw == 1

    def test_settings_are_checked(self) -> None:
        with pytest.raises(ImpossibleRequestError, match="'ask', 'draw' or 'ignore'"):
            KeeperSettings(serial="AE-1", key=KEY, retransmission="perhaps")
        with pytest.raises(ImpossibleRequestError, match="32 bytes"):
            KeeperSettings(serial="", key=b"short")
