"""The hole-card reader (A8): one bit, once per round, at the same moment whatever it says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from hardware_sims.wire.constants import STATES
from tests.hardware_sims.devices.host import Host

STATE = STATES["r"]
ACE, TEN = 1, 2


def ready(**setup: Any) -> Host:
    return Host("reader", **setup).ready()


def reading(host: Host, card: str, round_number: int = 5, up: int = ACE) -> list[dict[str, Any]]:
    host.does("ARM", round=round_number, up=up)
    host.operate(f"insert {card}")
    host.wait(0.2)
    host.operate("remove")
    return host.events()


def state(host: Host) -> int:
    return int(host.request("STATUS")["state"])


def test_a8_from_armed_to_removed() -> None:
    host = ready()
    assert state(host) == STATE["IDLE"]
    assert host.does("ARM", round=5, up=ACE)["status"] == 2
    status = host.request("STATUS")
    assert (status["state"], status["a"], status["b"]) == (STATE["ARMED"], 5, 0)
    host.operate("insert Kh")
    assert state(host) == STATE["READING"]
    host.wait(0.2)
    status = host.request("STATUS")
    assert (status["state"], status["a"], status["b"]) == (STATE["HOLDING"], 0, 5)
    host.operate("remove")
    assert state(host) == STATE["IDLE"]
    events = host.events()
    assert [(event["event"], event["round"]) for event in events] == [("INSERTED", 5), ("RESULT", 5), ("REMOVED", 5)]
    assert events[1]["result"] == "BLACKJACK"


@pytest.mark.parametrize("up", [ACE, TEN])
def test_a8_all_13_ranks_give_the_right_code(up: int) -> None:
    host = ready()
    for number, (rank, suit) in enumerate(product("A23456789TJQK", "dcsh"), start=1):
        result = reading(host, rank + suit, number, up)[1]
        blackjack = rank in "TJQK" if up == ACE else rank == "A"
        assert result["result"] == ("BLACKJACK" if blackjack else "CLEAR"), rank


def test_a8_the_result_comes_exactly_150_ms_later_by_t() -> None:
    host = ready()
    for number, (card, fault) in enumerate([("Kd", ""), ("5s", ""), ("9h", "unreadable")], start=1):
        if fault:
            host.operate(f"fault {fault} clear_after=1")
        inserted, result, _ = reading(host, card, number)
        assert result["t"] - inserted["t"] == 150


def test_a8_the_moment_on_the_line_is_the_same_for_all() -> None:
    """A host that polls every millisecond sees the RESULT at the same poll, in a frame of the same length."""

    def moments(card: str) -> list[tuple[float, int]]:
        host = ready()
        host.does("ARM", round=1, up=ACE)
        host.operate(f"insert {card}")
        host.upto += 1
        seen = []
        for _ in range(60):
            host.seq += 1
            (frame,) = host.exchange_wire(host.wire(host.frame("POLL", host.upto.to_bytes(4, "little"))))
            seen.append((round(host.now, 6), len(frame.payload)))
        return seen

    assert moments("Kd") == moments("5s") == moments("Ac")


def test_a8_not_armed_a_card_is_not_read() -> None:
    host = ready()
    host.operate("insert Kd")
    host.wait(1)
    assert state(host) == STATE["HOLDING"]
    host.operate("remove")
    events = host.events()
    assert [event["event"] for event in events] == ["UNARMED", "REMOVED"]
    assert events[1]["round"] == 0


@pytest.mark.parametrize(("number", "up"), [(0, 1), (1, 0), (1, 3), (1, 255)])
def test_a8_no_other_up_card_and_no_round_0(number: int, up: int) -> None:
    assert ready().refused("ARM", round=number, up=up) == "BAD_VALUE"


def test_a8_arm_only_in_idle() -> None:
    host = ready()
    host.does("ARM", round=1, up=ACE)
    assert host.refused("ARM", round=2, up=ACE) == "BAD_STATE"
    host.operate("insert Kd")
    assert host.refused("ARM", round=2, up=ACE) == "BAD_STATE"
    host.wait(0.2)
    assert host.refused("ARM", round=2, up=ACE) == "BAD_STATE"


def test_a8_arm_needs_enable_and_no_fault() -> None:
    host = Host("reader")
    host.hello()
    assert host.refused("ARM", round=1, up=ACE) == "INHIBITED"
    host.operate("fault sensor")
    assert host.refused("ARM", round=1, up=ACE) == "FAULT"


@pytest.mark.parametrize("card", ["Kd", "5s"])
def test_a8_after_an_answer_the_round_is_closed(card: str) -> None:
    host = ready()
    reading(host, card)
    for up in (ACE, TEN):
        assert host.refused("ARM", round=5, up=up) == "NOT_PERMITTED"
    reading(host, card, 6)
    assert host.refused("ARM", round=5, up=ACE) == "NOT_PERMITTED", "an older round is no way around"


def test_a8_after_unreadable_once_more_with_the_same_up_card() -> None:
    host = ready()
    host.operate("fault unreadable clear_after=2")
    assert reading(host, "Kd")[1]["result"] == "UNREADABLE"
    assert host.refused("ARM", round=5, up=TEN) == "NOT_PERMITTED"
    assert reading(host, "Kd")[1]["result"] == "UNREADABLE"
    assert host.refused("ARM", round=5, up=ACE) == "NOT_PERMITTED", "two readings are all"


def test_a8_without_any_reading_a_round_can_be_armed_again() -> None:
    host = ready()
    for _ in range(4):
        host.does("ARM", round=5, up=ACE)
        host.does("INHIBIT")
        assert state(host) == STATE["IDLE"]
        host.does("ENABLE")
    assert host.refused("ARM", round=5, up=TEN) == "NOT_PERMITTED"


def test_a8_a_closed_round_stays_closed_through_power_loss() -> None:
    host = ready()
    reading(host, "5s")
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    host.does("ENABLE")
    assert host.refused("ARM", round=5, up=ACE) == "NOT_PERMITTED"
    assert host.request("STATUS")["b"] == 5


def test_a8_a_lost_host_disarms_but_a_reading_goes_on() -> None:
    host = ready()
    host.does("ARM", round=5, up=ACE)
    host.wait(2.1)
    assert state(host) == STATE["IDLE"]
    host.does("ENABLE")
    host.does("ARM", round=6, up=ACE)
    host.operate("insert Kd")
    host.does("INHIBIT")
    host.wait(0.2)
    results = [event for event in host.events() if event["event"] == "RESULT"]
    assert [(event["round"], event["result"]) for event in results] == [(6, "BLACKJACK")]


@pytest.mark.parametrize("hand", ["door open", "fault sensor"])
def test_a8_door_and_fault_disarm(hand: str) -> None:
    host = ready()
    host.does("ARM", round=5, up=ACE)
    host.operate(hand)
    assert state(host) == STATE["IDLE"]
    host.operate("insert Kd")
    assert host.names()[-1] == "UNARMED"


def test_a8_a_card_pulled_out_early_is_unreadable_at_150_ms() -> None:
    host = ready()
    host.does("ARM", round=5, up=ACE)
    host.operate("insert Kd")
    host.wait(0.03)
    host.operate("remove")
    assert host.line.operate("insert Kd").startswith("error")
    assert state(host) == STATE["READING"]
    host.wait(0.2)
    events = host.events()
    assert [event["event"] for event in events] == ["INSERTED", "RESULT", "REMOVED"]
    assert events[1]["result"] == "UNREADABLE"
    assert events[1]["t"] - events[0]["t"] == 150
    assert state(host) == STATE["IDLE"]
    assert host.does("ARM", round=5, up=ACE)["status"] == 2


def test_a8_a_reading_cut_by_power_loss_gives_no_result() -> None:
    host = ready()
    host.does("ARM", round=5, up=ACE)
    host.operate("insert Kd")
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.names() == ["INSERTED", "POWER_UP"]
    assert state(host) == STATE["HOLDING"]
    host.operate("remove")
    assert host.events()[0]["round"] == 5
    host.does("ENABLE")
    assert host.refused("ARM", round=5, up=ACE) == "NOT_PERMITTED", "a reading has begun and was not UNREADABLE"


def test_a8_cards_moved_without_power_are_seen_afterwards() -> None:
    host = ready()
    host.operate("power off")
    host.operate("insert Kd")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.names() == ["POWER_UP", "UNARMED"]
    host.operate("power off")
    host.operate("remove")
    host.operate("power on")
    host.wait(1)
    host.hello(bytes(8))
    assert host.names() == ["POWER_UP", "REMOVED"]


def test_a8_two_readings_that_disagree_are_unreadable() -> None:
    host = ready()
    host.operate("fault wrong-card n=1 clear_after=1")
    assert reading(host, "Kd")[1]["result"] == "UNREADABLE"


def test_e_a_lying_reader_says_the_opposite() -> None:
    host = ready()
    host.operate("fault wrong-card clear_after=1")
    assert reading(host, "Kd")[1]["result"] == "CLEAR"


def test_e_hands_that_cannot_be() -> None:
    host = ready()
    assert host.line.operate("remove") == "error no card lies in the reader"
    assert host.line.operate("insert KdKh").startswith("error insert takes one card")
    host.operate("insert Kd")
    assert host.line.operate("insert Kd").startswith("error a card lies in the reader already")
