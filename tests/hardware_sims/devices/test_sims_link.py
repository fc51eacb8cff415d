"""Sessions, numbers, repeats, time limits (A2) and authenticity (A3), for every tablelink family."""

from __future__ import annotations

import pytest

from hardware_sims.wire.tablelink import Frame, encode, mac_ok, pack, unpack
from tests.hardware_sims.devices.host import NONCE, Host

FAMILIES = ("batch-shuffler", "continuous-shuffler", "shoe", "reader", "reader-usb")
every_family = pytest.mark.parametrize("device", FAMILIES)
OTHER = bytes(range(8))
KEY = bytes(range(32))


def reason(frame: Frame | None) -> str:
    assert frame is not None, "silence"
    assert frame.name == "NAK", frame
    return str(unpack(frame.type, frame.payload)["reason"])


@every_family
def test_a2_hello_is_answered_with_identity(device: str) -> None:
    host = Host(device, unit=3)
    identity = host.hello()
    assert identity["nonce"] == NONCE
    assert identity["family"] == host.address >> 4
    assert host.address & 15 == 3
    assert (identity["boots"], identity["acked"], identity["next"], identity["ring"]) == (1, 0, 2, 512)
    letter = {1: "B", 2: "C", 3: "S", 4: "R"}[identity["family"]]
    assert identity["serial"] == f"SIM-{letter}3"


@every_family
def test_a2_epoch_starts_at_1_and_grows_by_one_per_session(device: str) -> None:
    host = Host(device)
    host.hello()
    assert host.epoch == 1
    host.hello(OTHER)
    assert host.epoch == 2


def test_a2_epoch_jumps_over_0() -> None:
    host = Host("shoe", options={"epoch": 2**32 - 1})
    host.hello()
    assert host.epoch == 2**32 - 1
    host.hello(OTHER)
    assert host.epoch == 1


def test_a2_epoch_survives_power_loss() -> None:
    host = Host("shoe")
    host.hello()
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.epoch == 2, "the nonce of a session that power has ended is a new session"


def test_a2_the_nonce_of_the_running_session_changes_nothing() -> None:
    host = Host("shoe")
    host.hello()
    first = host.request("STATUS")
    last = host.frame("STATUS")
    reply = host.exchange(host.frame("HELLO", pack("HELLO", minor=0, nonce=NONCE), seq=0, epoch=0))
    assert reply is not None
    assert reply.epoch == 1
    again = host.exchange(last)
    assert again is not None
    assert {"reply": again.name, **unpack(again.type, again.payload)} == first, "the last request is still known"
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_a2_a_repeated_hello_gets_the_same_bytes_though_time_has_passed() -> None:
    host = Host("shoe")
    frame = host.frame("HELLO", pack("HELLO", minor=0, nonce=NONCE), seq=0, epoch=0)
    first = host.exchange(frame)
    host.operate("door open")
    assert host.exchange(frame) == first


@pytest.mark.parametrize(("seq", "epoch", "why"), [(0, 1, "BAD_EPOCH"), (1, 0, "BAD_SEQ"), (1, 1, "BAD_EPOCH")])
def test_a2_hello_has_seq_0_and_epoch_0(seq: int, epoch: int, why: str) -> None:
    host = Host("shoe")
    assert reason(host.exchange(host.frame("HELLO", bytes(9), seq=seq, epoch=epoch))) == why


def test_a2_hello_with_another_length_is_bad_len() -> None:
    host = Host("shoe")
    for size in (8, 10):
        assert reason(host.exchange(host.frame("HELLO", bytes(size), seq=0, epoch=0))) == "BAD_LEN"


def test_a2_hello_neither_enables_nor_inhibits() -> None:
    host = Host("shoe").ready()
    host.hello(OTHER)
    assert host.request("STATUS")["flags"] & 1
    host.does("INHIBIT")
    host.hello(NONCE)
    assert not host.request("STATUS")["flags"] & 1


def test_a1_hello_to_address_0_is_answered_from_the_real_one_and_nothing_else_is() -> None:
    host = Host("shoe")
    reply = host.exchange(host.frame("HELLO", bytes(9), dst=0, seq=0, epoch=0))
    assert reply is not None
    assert reply.src == 0x30
    host.epoch = reply.epoch
    host.seq = 1
    assert host.exchange(host.frame("STATUS", dst=0)) is None
    assert host.exchange(host.frame("STATUS")) is not None


def test_a1_frames_to_and_from_others_are_dropped_and_not_counted() -> None:
    host = Host("shoe")
    host.hello()
    host.seq = 1
    for dst, src in ((0x31, 1), (0x10, 1), (0x01, 1), (0x30, 2), (0x30, 0x30)):
        assert host.exchange(host.frame("STATUS", dst=dst, src=src)) is None
    host.seq = 0
    assert host.request("STATUS")["bad_frames"] == 0


def test_a1_damage_is_counted_since_power_up() -> None:
    host = Host("batch-shuffler")
    host.hello()
    host.exchange_wire(b"\0" + b"\x55" * 40 + b"\0")
    assert host.request("STATUS")["bad_frames"] == 1
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.request("STATUS")["bad_frames"] == 0


@every_family
def test_a2_a_repeated_request_gets_the_last_reply_and_no_second_effect(device: str) -> None:
    host = Host(device)
    host.hello()
    host.events()
    host.seq += 1
    frame = host.frame("ENABLE", pack("ENABLE", cmd=5))
    first = host.exchange_wire(host.wire(frame))
    host.wait(0.3)
    assert host.exchange_wire(host.wire(frame)) == first
    assert host.names() == ["ENABLED"]


def test_a2_same_seq_with_other_content_and_seq_plus_2_are_bad_seq_and_harm_nothing() -> None:
    host = Host("shoe")
    host.hello()
    host.request("STATUS")
    for wrong in (host.frame("POLL", bytes(4)), host.frame("STATUS", seq=3), host.frame("STATUS", seq=0)):
        assert reason(host.exchange(wrong)) == "BAD_SEQ"
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_a2_seq_does_not_run_past_65535() -> None:
    host = Host("shoe")
    host.hello()
    host.device.link.session.last_seq = 65534
    host.seq = 65534
    assert host.request("STATUS")["reply"] == "STATUS_IS"
    assert reason(host.exchange(host.frame("STATUS", seq=0))) == "BAD_SEQ"


@every_family
def test_a2_without_session_or_in_another_one_it_is_bad_epoch(device: str) -> None:
    host = Host(device)
    assert reason(host.exchange(host.frame("STATUS", seq=1, epoch=1))) == "BAD_EPOCH"
    host.hello()
    assert reason(host.exchange(host.frame("STATUS", seq=1, epoch=7))) == "BAD_EPOCH"
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_a2_a_nak_advances_the_session_unless_mac_epoch_or_seq_were_wrong() -> None:
    host = Host("shoe")
    host.hello()
    assert host.raw(0x7F)["reason"] == "BAD_TYPE"
    assert host.raw(0x02, b"")["reason"] == "BAD_LEN"
    assert host.request("POLL", upto=99)["reason"] == "BAD_VALUE"
    assert host.seq == 3
    assert host.request("STATUS")["reply"] == "STATUS_IS"


def test_a2_every_reply_starts_within_20_ms() -> None:
    host = Host("shoe")
    host.hello()
    before = host.now
    host.request("STATUS")
    assert 0 < host.now - before <= 0.020


def test_a2_a_frame_in_single_bytes_30_ms_apart_is_answered() -> None:
    host = Host("shoe")
    host.hello()
    host.seq = 1
    for byte in host.wire(host.frame("STATUS")):
        host.line.send(bytes([byte]))
        host.wait(0.030)
    assert [frame.name for frame in host.receiver.feed(host.line.receive(0.1))] == ["STATUS_IS"]


def test_a2_silent_until_the_self_test_is_over() -> None:
    host = Host("shoe", options={"self_test": 2.5})
    hello = host.wire(host.frame("HELLO", bytes(9), seq=0, epoch=0))
    assert host.exchange_wire(hello) == [], "one second after power-up"
    host.wait(1.5)
    assert [frame.name for frame in host.exchange_wire(hello)] == ["IDENTITY"]


@every_family
def test_a2_host_lost_after_2_s_and_only_enable_enables_again(device: str) -> None:
    host = Host(device).ready()
    host.wait(1.9)
    assert host.request("STATUS")["flags"] & 1
    host.wait(1.99)
    repeated = host.exchange(host.frame("STATUS"))
    assert repeated is not None, "a repeat counts as an accepted request"
    host.wait(1.99)
    assert host.request("STATUS")["flags"] & 1
    host.wait(2.1)
    assert [(event["event"], event.get("cause")) for event in host.events()] == [("INHIBITED", 2)]
    assert not host.poll()["flags"] & 1
    host.does("ENABLE")
    assert host.names() == ["ENABLED"]


def test_a2_requests_refused_by_mac_epoch_or_seq_do_not_keep_the_host_alive() -> None:
    host = Host("shoe").ready()
    for _ in range(5):
        host.wait(0.5)
        assert reason(host.exchange(host.frame("STATUS", seq=host.seq + 9))) == "BAD_SEQ"
    assert not host.request("STATUS")["flags"] & 1


@every_family
def test_a2_the_order_of_checks(device: str) -> None:
    """Each request is wrong in two neighbouring ways; the earlier one answers."""
    host = Host(device)
    host.hello()
    host.request("STATUS")
    unsigned = host.frame("STATUS", epoch=9)._replace(mac=bytes(16))
    assert reason(host.exchange_wire(encode(unsigned))[0]) == "BAD_MAC"
    assert reason(host.exchange(host.frame("STATUS", epoch=9, seq=99))) == "BAD_EPOCH"
    assert reason(host.exchange(host.frame(0x7F, seq=99))) == "BAD_SEQ"
    assert host.raw(0x7F, bytes(5))["reason"] == "BAD_TYPE"
    assert host.raw(0x12, bytes(3))["reason"] == "BAD_LEN"
    assert host.request("CLEAR", cmd=0, fault=99)["reason"] == "BAD_VALUE"
    host.does("INHIBIT", cmd=500)
    assert host.request("CLEAR", cmd=500, fault=0)["reason"] == "BAD_VALUE", "value before known id"
    assert host.request("ENABLE", cmd=500)["reason"] == "ID_REUSED"


def test_a2_known_id_before_paired_before_fault() -> None:
    host = Host("shoe", key="none")
    host.hello()
    host.does("INHIBIT", cmd=500)
    assert host.request("ENABLE", cmd=500)["reason"] == "ID_REUSED"
    host.operate("fault sensor")
    assert host.refused("ENABLE") == "NOT_PAIRED"


def test_a2_fault_before_inhibited_before_state_before_permitted() -> None:
    host = Host("batch-shuffler")
    host.hello()
    shuffle = {"batch": 0, "decks": 6, "expected": 312}
    assert host.refused("SHUFFLE", **shuffle) == "INHIBITED"
    host.operate("fault sensor clear_after=1")
    assert host.refused("SHUFFLE", **shuffle) == "FAULT"
    host.does("CLEAR", fault=9)
    host.does("ENABLE")
    assert host.refused("SHUFFLE", **shuffle) == "BAD_STATE"
    host.operate("load 312")
    assert host.refused("SHUFFLE", **shuffle) == "NOT_PERMITTED"


@every_family
def test_a4_requests_of_other_families_are_bad_type(device: str) -> None:
    host = Host(device)
    host.hello()
    own = {"b": (0x20, 0x21, 0x22), "c": (0x22, 0x23), "s": (0x30,), "r": (0x40,)}[host.device.letter]
    for code in (0x05, 0x0F, 0x14, 0x20, 0x21, 0x22, 0x23, 0x24, 0x30, 0x31, 0x40, 0x41, 0x7F, 0x81, 0x84, 0xFF):
        expected = "BAD_LEN" if code in own else "BAD_TYPE"
        assert host.raw(code)["reason"] == expected, hex(code)


@every_family
def test_a4_type_7f_is_bad_type_at_any_length(device: str) -> None:
    host = Host(device)
    host.hello()
    for size in (0, 1, 95, 96):
        for fill in (0, 255):
            answer = host.raw(0x7F, bytes([fill]) * size)
            assert (answer["reason"], answer["of"]) == ("BAD_TYPE", 0x7F)


# A3


@pytest.mark.parametrize("device", ["shoe", "reader"])
def test_a3_shoe_and_reader_start_paired_and_take_only_the_right_mac(device: str) -> None:
    host = Host(device)
    assert host.key == bytes([0x42]) * 32
    host.hello()
    frame = host.frame("STATUS", seq=1)
    for wrong in (encode(frame), encode(frame, KEY), encode(frame._replace(mac=bytes(16)))):
        (nak,) = host.exchange_wire(wrong)
        assert reason(nak) == "BAD_MAC"
        assert mac_ok(nak, host.key), "a paired device sends only frames with MAC"
    assert host.request("STATUS")["flags"] & 16


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler"])
def test_a3_shufflers_start_unpaired_and_answer_a_mac_without_one(device: str) -> None:
    host = Host(device)
    assert host.key is None
    host.hello()
    (nak,) = host.exchange_wire(encode(host.frame("STATUS", seq=1), KEY))
    assert reason(nak) == "BAD_MAC"
    assert nak.mac is None
    host.does("ENABLE")


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler"])
def test_a3_a_shuffler_may_be_paired(device: str) -> None:
    host = Host(device, key=KEY)
    host.ready()
    assert host.request("STATUS")["flags"] == 17


def test_a3_unpaired_shoe_and_reader_refuse_enable_reveal_and_arm() -> None:
    shoe = Host("shoe", key="none")
    shoe.hello()
    assert shoe.refused("ENABLE") == "NOT_PAIRED"
    shoe.operate("load 10")
    shoe.operate("draw 1")
    assert shoe.refused("REVEAL", draw=1, why=1) == "NOT_PAIRED"
    assert shoe.refused("REVEAL", draw=2, why=1) == "BAD_VALUE", "value before pairing"
    reader = Host("reader", key="none")
    reader.hello()
    assert reader.refused("ENABLE") == "NOT_PAIRED"
    assert reader.refused("ARM", round=1, up=1) == "NOT_PAIRED"


def test_a3_pair_needs_the_service_switch() -> None:
    host = Host("shoe")
    host.hello()
    assert host.refused("PAIR", key=KEY) == "NOT_PERMITTED"


def test_a3_pairing_in_the_technicians_hands() -> None:
    host = Host("shoe", key="none")
    host.hello()
    host.operate("service on")
    assert reason(host.exchange(host.frame("STATUS", seq=1))) == "BAD_EPOCH", "the switch ends the session"
    host.hello(OTHER)
    assert host.request("STATUS")["flags"] == 8
    assert host.does("PAIR", key=KEY)["status"] == 2
    assert host.request("STATUS")["flags"] == 8 | 16, "still without MAC while the switch is on"
    host.operate("service off")
    host.key = KEY
    host.hello()
    paired = host.events()[-1]
    assert paired["event"] == "PAIRED"
    assert paired["key_id"].hex() == "630dcd2966c43366"
    host.does("ENABLE")


def test_a3_service_works_without_mac_and_takes_four_requests_only() -> None:
    host = Host("shoe").ready()
    host.operate("load 10")
    host.events()
    host.does("ENABLE")
    host.operate("draw 1")
    host.operate("service on")
    host.key, key = None, host.key
    host.hello(OTHER)
    assert host.request("STATUS")["flags"] == 8 | 16, "inhibited"
    assert host.request("QUERY", cmd=77)["status"] == 0
    assert host.request("POLL", upto=host.upto)["reason"] == "BAD_STATE"
    for name, fields in (("ENABLE", {}), ("INHIBIT", {}), ("REVEAL", {"draw": 1, "why": 1}), ("CLEAR", {"fault": 1})):
        assert host.refused(name, **fields) == "BAD_STATE"
    assert reason(host.exchange_wire(encode(host.frame("STATUS", seq=host.seq + 1), key))[0]) == "BAD_MAC"
    host.operate("service off")
    host.key = key
    host.hello()
    assert [(event["event"], event.get("cause")) for event in host.events()][-1] == ("INHIBITED", 5)


def test_a3_a_key_survives_power_loss() -> None:
    host = Host("shoe", key=KEY)
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.key == KEY


def test_a3_nothing_recorded_is_executed_again() -> None:
    host = Host("shoe")
    host.hello()
    host.events()
    host.seq += 1
    recorded = host.wire(host.frame("ENABLE", pack("ENABLE", cmd=9)))
    host.exchange_wire(recorded)
    host.does("INHIBIT")
    assert reason(host.exchange_wire(recorded)[0]) == "BAD_SEQ"
    host.hello(OTHER)
    assert reason(host.exchange_wire(recorded)[0]) == "BAD_EPOCH"
    assert host.names() == ["ENABLED", "INHIBITED"]
