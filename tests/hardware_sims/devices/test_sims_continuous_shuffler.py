"""The continuous shuffler (A6): running totals, drift, inventory."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sims.wire.constants import STATES, card_text, decks
from tests.hardware_sims.devices.host import Host

STATE = STATES["c"]


def running(cards: int = 104, **options: Any) -> Host:
    host = Host("continuous-shuffler", options={"cycle_seconds": 1, **options}).ready()
    host.operate(f"load {cards}")
    host.events()
    return host


def counted(host: Host, command: str = "RECOUNT", cmd: int = 900) -> list[dict[str, Any]]:
    assert host.does(command, cmd=cmd)["status"] == 1
    host.wait(1)
    return host.events()


def totals(host: Host) -> tuple[int, int, int, int]:
    status = host.request("STATUS")
    return status["state"], status["a"], status["b"], status["c"]


def test_a6_cards_in_carry_at_most_255_and_the_total() -> None:
    host = Host("continuous-shuffler").ready()
    assert totals(host) == (STATE["EMPTY"], 0, 0, 0)
    host.operate("load 312")
    assert [(event["n"], event["total_in"]) for event in host.events()] == [(255, 255), (57, 312)]
    assert totals(host) == (STATE["RUNNING"], 312, 0, 312)


def test_a6_inside_is_in_minus_out_at_every_event_of_2000_cards() -> None:
    host = running(208)
    total_in, total_out = 208, 0
    for _ in range(125):
        for hand in ("draw 8", "return 8"):
            host.operate(hand)
            for event in host.events():
                if event["event"] == "CARD_OUT":
                    total_out += 1
                    assert event["total_out"] == total_out
                else:
                    total_in += event["n"]
                    assert (event["event"], event["total_in"]) == ("CARDS_IN", total_in)
            assert totals(host)[1:] == (total_in, total_out, total_in - total_out)
    assert total_out == 1000
    (inventory,) = counted(host)
    assert (inventory["inside"], inventory["total_in"], inventory["total_out"]) == (208, 1208, 1000)


def test_a6_cards_are_conserved_in_the_hand() -> None:
    host = running(312)
    answer = host.operate("draw 312")
    drawn = answer.split()[-1]
    assert sorted(drawn[at : at + 2] for at in range(0, 624, 2)) == sorted(card_text(card) for card in decks(6))


def test_a6_low_once_below_52_and_empty_with_the_last_card() -> None:
    host = running(54)
    host.operate("draw 2")
    assert host.names() == ["CARD_OUT", "CARD_OUT"]
    host.operate("draw 2")
    events = host.events()
    assert [event["event"] for event in events] == ["CARD_OUT", "LOW", "CARD_OUT"]
    assert events[1]["inside"] == 51
    host.operate("return 2")
    host.operate("draw 2")
    assert host.names() == ["CARDS_IN", "CARD_OUT", "LOW", "CARD_OUT"], "it had risen to 52 again"
    host.operate("draw 50")
    assert host.names() == ["CARD_OUT"] * 50 + ["EMPTY"]
    assert totals(host)[0] == STATE["EMPTY"]


def test_a6_low_is_about_falling_not_about_being_low() -> None:
    host = running(20)
    host.operate("draw 2")
    assert host.names() == ["CARD_OUT", "CARD_OUT"]


def test_a6_inhibited_it_gives_no_card() -> None:
    host = running()
    host.does("INHIBIT")
    host.events()
    assert host.line.operate("draw 1").startswith("error the shuffler gives no card: it is inhibited")
    assert host.names() == []
    host.does("ENABLE")
    host.operate("draw 1")
    assert host.names() == ["ENABLED", "CARD_OUT"]


def test_a6_cards_go_in_while_inhibited() -> None:
    host = running()
    host.does("INHIBIT")
    host.operate("load 10")
    assert host.names() == ["INHIBITED", "CARDS_IN"]


def test_a6_recount_without_drift() -> None:
    host = running()
    assert host.does("RECOUNT", cmd=900)["status"] == 1
    assert totals(host)[0] == STATE["COUNTING"]
    for name in ("RECOUNT", "EJECT"):
        assert host.refused(name) == "BAD_STATE"
    assert host.line.operate("draw 1").startswith("error the shuffler gives no card: it is COUNTING")
    assert host.line.operate("load 1").startswith("error")
    host.wait(1)
    assert host.names() == ["INVENTORY"]
    assert host.request("QUERY", cmd=900)["status"] == 2
    assert totals(host)[0] == STATE["RUNNING"]


def test_a6_a_lost_card_is_found_by_recount() -> None:
    host = running()
    host.operate("fault count-drift")
    assert host.names() == [], "nothing shows before the count"
    inventory, fault, inhibited = counted(host)
    assert (inventory["inside"], inventory["total_in"], inventory["total_out"]) == (103, 104, 0)
    assert (fault["of"], fault["at"], inhibited["cause"]) == (10, STATE["COUNTING"], 3)
    assert host.request("QUERY", cmd=900)["status"] == 2
    assert host.refused("EJECT") == "FAULT"
    host.does("CLEAR", fault=10)
    assert host.refused("ENABLE") == "NOT_PERMITTED"
    again = counted(host, cmd=901)
    assert [event["event"] for event in again] == ["FAULT_CLEARED", "INVENTORY", "FAULT"]
    host.does("CLEAR", fault=10)
    ejected = counted(host, "EJECT", cmd=902)[-1]
    assert (ejected["inside"], ejected["total_in"], ejected["total_out"]) == (0, 104, 104)
    assert totals(host) == (STATE["EMPTY"], 104, 104, 0)
    host.does("ENABLE")


def test_a6_a_found_card_makes_the_count_right_again() -> None:
    host = running()
    host.operate("fault count-drift n=3")
    counted(host)
    host.operate("clear")
    host.does("CLEAR", fault=10)
    assert counted(host, cmd=901)[-1]["inside"] == 104
    host.does("ENABLE")


@pytest.mark.parametrize("fault", ["sensor", "jam"])
def test_a6_after_any_fault_enable_waits_for_an_inventory(fault: str) -> None:
    host = running()
    host.operate(f"fault {fault} clear_after=1")
    host.does("CLEAR", fault=9 if fault == "sensor" else 1)
    assert host.refused("ENABLE") == "NOT_PERMITTED"
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert host.refused("ENABLE") == "NOT_PERMITTED", "the device does not forget"
    counted(host)
    host.does("ENABLE")


def test_a6_eject_is_possible_when_empty_too() -> None:
    host = Host("continuous-shuffler", options={"cycle_seconds": 1}).ready()
    (inventory,) = counted(host, "EJECT")
    assert (inventory["inside"], inventory["total_in"], inventory["total_out"]) == (0, 0, 0)


@pytest.mark.parametrize("command", ["RECOUNT", "EJECT"])
def test_a6_a_count_or_unloading_broken_by_door_fault_or_power(command: str) -> None:
    at = STATE["COUNTING" if command == "RECOUNT" else "UNLOADING"]
    for hand, fault in (("door open", 6), ("fault motor clear_after=1", 3)):
        host = running()
        host.does(command, cmd=900)
        host.operate(hand)
        broken = [event for event in host.events() if event["event"] == "FAULT"]
        assert [(event["of"], event["at"]) for event in broken] == [(fault, at)]
        assert host.request("QUERY", cmd=900)["status"] == 3
        host.wait(3)
        assert "INVENTORY" not in host.names()
        assert totals(host) == (STATE["RUNNING"], 104, 0, 104)
    host = running()
    host.does(command, cmd=900)
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert [(event["event"], event.get("of")) for event in host.events()] == [("POWER_UP", None), ("FAULT", 7)]
    assert host.request("QUERY", cmd=900)["status"] == 3


def test_a6_totals_are_never_reset() -> None:
    host = running(60)
    host.operate("draw 10")
    counted(host, "EJECT")
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert totals(host) == (STATE["EMPTY"], 60, 60, 0)


def test_a6_recount_and_eject_need_a_closed_door() -> None:
    host = running()
    host.operate("door open")
    assert host.refused("RECOUNT") == "BAD_STATE"
    assert host.refused("EJECT") == "BAD_STATE"


def test_e_a_lying_shuffler_counts_a_card_that_never_came() -> None:
    host = running()
    host.operate("fault miscount n=1 clear_after=1")
    host.operate("draw 2")
    assert [event["total_out"] for event in host.events()] == [2, 3]


def test_e_return_takes_only_what_is_out() -> None:
    host = running()
    host.operate("draw 2")
    assert host.line.operate("return 3") == "error only 2 cards are out of the device"
