"""The sealed shoe (A7): commitments, REVEAL, gate, cutting card, and that no value leaves before its time."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sims.wire.constants import STATES, card_text, decks
from hardware_sims.wire.tablelink import commit
from tests.hardware_sims.devices.host import Host

STATE = STATES["s"]
TEN = "2d3d4d5d6d7d8d9dTdJd"


def loaded(cards: str = TEN, **options: Any) -> Host:
    host = Host("shoe", options={"serial": "S1-7", **options})
    host.hello()
    host.operate(f"load {cards}")
    host.does("ENABLE")
    host.events()
    return host


def draw(host: Host, hand: str = "draw 1") -> list[dict[str, Any]]:
    host.operate(hand)
    return host.events()


def fits(drawn: dict[str, Any], opened: dict[str, Any]) -> bool:
    return bool(commit("S1-7", drawn["draw"], opened["nonce"], opened["card"]) == drawn["commit"])


def test_a7_loading_is_lid_open_new_cards_lid_closed() -> None:
    host = Host("shoe").ready()
    host.operate("load 312")
    assert host.names() == ["DOOR", "INHIBITED", "DOOR", "LOADED"]
    assert host.request("STATUS")["state"] == STATE["LOADED"]
    host.operate("door open")
    host.operate("load 5")
    assert host.names() == ["DOOR"]
    host.operate("door close")
    assert host.names() == ["DOOR", "LOADED"]


def test_a7_every_commitment_opens_to_the_card_drawn() -> None:
    host = loaded()
    nonces = set()
    for number in range(1, 11):
        drawn = draw(host)[0]
        assert (drawn["draw"], drawn["card_flags"]) == (number, 0)
        opened = host.does("REVEAL", draw=number, why=1)
        assert opened["status"] == 2
        assert card_text(opened["card"]) == TEN[2 * number - 2 : 2 * number]
        assert fits(drawn, opened)
        nonces.add(opened["nonce"])
        event = host.events()[0]
        assert (event["event"], event["draw"], event["why"]) == ("REVEALED", number, 1)
    assert len(nonces) == 10


def test_a7_before_reveal_nothing_but_the_commitment_depends_on_the_card() -> None:
    """Same seed, another hole card: all bytes on the line are the same, except the 32 of the commitment and what
    covers them (MAC, checksum and the stuffing of zeros)."""

    def payloads(hole: str) -> list[dict[str, Any]]:
        host = Host("shoe")
        host.hello()
        host.operate(f"load 9c{hole}4d5h")
        host.does("ENABLE")
        host.operate("draw 3")
        seen = [{**event, "commit": b""} for event in host.events()]
        seen += [host.does("REVEAL", draw=1, why=1), host.does("REVEAL", draw=3, why=1), host.request("STATUS")]
        return seen

    assert payloads("Kh") == payloads("2s") == payloads("Ad")


@pytest.mark.parametrize("why", [1, 2, 3, 4])
def test_a7_reveal_by_every_reason(why: int) -> None:
    host = loaded()
    draw(host)
    host.does("REVEAL", draw=1, why=why)
    assert host.events()[0]["why"] == why


@pytest.mark.parametrize(("number", "why"), [(0, 1), (2, 1), (2**32 - 1, 1), (1, 0), (1, 5)])
def test_a7_reveal_of_what_is_not_there_is_bad_value(number: int, why: int) -> None:
    host = loaded()
    draw(host)
    assert host.refused("REVEAL", draw=number, why=why) == "BAD_VALUE"


def test_a7_reveal_works_inhibited_and_with_a_fault_latched() -> None:
    host = loaded()
    draw(host)
    host.does("INHIBIT")
    host.operate("fault sensor")
    assert "card" in host.does("REVEAL", draw=1, why=2)


def test_a7_reveal_by_the_same_id_is_one_event_by_another_id_another() -> None:
    host = loaded()
    draw(host)
    first = host.does("REVEAL", cmd=50, draw=1, why=1)
    assert host.does("REVEAL", cmd=50, draw=1, why=1) == first
    assert host.names() == ["REVEALED"]
    host.does("REVEAL", cmd=51, draw=1, why=1)
    assert host.names() == ["REVEALED"]


def test_a7_the_last_512_draws_are_kept() -> None:
    host = loaded("1000", cut=0)
    for _ in range(26):
        draw(host, "draw 20")
    assert host.request("STATUS")["a"] == 520
    assert host.refused("REVEAL", draw=8, why=1) == "BAD_VALUE"
    assert "card" in host.does("REVEAL", draw=9, why=1)


def test_a7_draw_numbers_and_unrevealed_cards_survive_power_loss_and_new_cards() -> None:
    host = loaded()
    drawn = draw(host, "draw 3")
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    assert fits(drawn[1], host.does("REVEAL", draw=2, why=2))
    status = host.request("STATUS")
    assert (status["state"], status["a"], status["b"]) == (STATE["LOADED"], 3, 3)
    host.operate(f"load {TEN}")
    status = host.request("STATUS")
    assert (status["a"], status["b"]) == (3, 0)
    host.does("ENABLE")
    host.events()
    assert draw(host)[0]["draw"] == 4
    assert fits(drawn[2], host.does("REVEAL", draw=3, why=4))


def test_a7_unreadable_is_flagged_and_committed_to_7f() -> None:
    host = loaded()
    host.operate("fault unreadable clear_after=1")
    drawn = draw(host)[0]
    assert drawn["card_flags"] == 1
    opened = host.does("REVEAL", draw=1, why=1)
    assert opened["card"] == 0x7F
    assert fits(drawn, opened)
    host.events()
    assert draw(host)[0]["card_flags"] == 0


def test_a7_face_up_is_flagged_for_one_card() -> None:
    host = loaded()
    host.operate("face-up")
    assert draw(host)[0]["card_flags"] == 2
    assert draw(host)[0]["card_flags"] == 0


def test_a7_a_forced_draw_past_a_locked_gate_is_a_gate_fault() -> None:
    host = loaded()
    host.does("INHIBIT")
    host.events()
    drawn, fault = draw(host)
    assert drawn["card_flags"] == 4
    assert (fault["event"], fault["of"]) == ("FAULT", 12)
    host.does("CLEAR", fault=12)
    host.does("ENABLE")
    assert host.hello()["caps"] == 4 | 8 | 16


def test_a7_without_a_gate_inhibited_draws_are_only_flagged() -> None:
    host = loaded(gate=False)
    assert host.hello()["caps"] == 8 | 16
    host.does("INHIBIT")
    host.events()
    assert [(event["event"], event["card_flags"]) for event in draw(host, "draw 2")] == [("CARD_DRAWN", 4)] * 2


def test_a7_two_cards_at_once_are_two_draws_and_a_fault() -> None:
    host = loaded()
    host.operate("fault double-feed clear_after=1")
    events = draw(host)
    assert [event["event"] for event in events] == ["CARD_DRAWN", "CARD_DRAWN", "FAULT", "INHIBITED"]
    assert [event["draw"] for event in events[:2]] == [1, 2]
    assert (events[2]["of"], events[2]["cards"], events[3]["cause"]) == (2, 2, 3)
    assert host.refused("ENABLE") == "FAULT"
    host.does("CLEAR", fault=2)


def test_a7_a_gate_that_locks_on_the_way_ends_the_drawing() -> None:
    host = loaded()
    host.operate("fault double-feed clear_after=1")
    assert host.operate("draw 5").startswith("ok drew 2")
    host = loaded("600", ring=40)
    assert host.names() == []
    answer = host.operate("draw 100")
    assert answer.startswith("ok drew 25 "), "the event memory inhibits at 15 free places"
    assert [event["event"] for event in host.events()][-1] == "INHIBITED"


def test_a7_cutting_card_and_the_last_card() -> None:
    host = loaded()
    host.operate("cut 2")
    events = draw(host, "draw 8")
    assert [event["event"] for event in events] == ["CARD_DRAWN"] * 8 + ["CUT_CARD"]
    assert events[-1]["draw"] == 8
    assert host.request("STATUS")["state"] == STATE["CUT"]
    assert [event["event"] for event in draw(host, "draw 2")] == ["CARD_DRAWN", "CARD_DRAWN", "EMPTY"]
    assert host.request("STATUS")["state"] == STATE["EMPTY"]
    assert host.line.operate("draw 1") == "error the shoe is empty"
    host.operate(f"load {TEN}")
    assert host.request("STATUS")["state"] == STATE["LOADED"], "new cards end EMPTY and CUT"


def test_a7_a_card_pushed_back_is_reversed_and_a_jam_keeps_cards_in() -> None:
    host = loaded()
    draw(host)
    host.operate("return 1")
    assert host.events()[0]["of"] == 11
    host.operate("clear")
    host.does("CLEAR", fault=11)
    host.operate("fault jam")
    assert "no card comes out" in host.line.operate("draw 1")


def test_a7_cards_can_be_taken_out_under_the_open_lid() -> None:
    host = loaded()
    assert host.line.operate("take").startswith("error the lid is closed")
    host.operate("door open")
    assert host.operate("take") == f"ok took 10 cards {TEN}"
    host.operate("door close")
    assert host.names() == ["DOOR", "INHIBITED", "DOOR", "EMPTY"]


def test_e_a_loaded_shoe_holds_exactly_its_decks() -> None:
    host = loaded("312", cut=0)
    drawn = host.operate("draw 300").split()[-1]
    host.events()
    drawn += host.operate("draw 12").split()[-1]
    assert sorted(drawn[at : at + 2] for at in range(0, 624, 2)) == sorted(card_text(card) for card in decks(6))


def test_e_lying_shoes() -> None:
    host = loaded()
    host.operate("fault wrong-commit clear_after=1")
    drawn = draw(host)[0]
    assert not fits(drawn, host.does("REVEAL", draw=1, why=1))
    host.operate("fault wrong-card clear_after=1")
    host.events()
    drawn = draw(host)[0]
    opened = host.does("REVEAL", draw=2, why=1)
    assert fits(drawn, opened)
    assert card_text(opened["card"]) != "3d"
    host.operate("fault wrong-identity serial=S9-OTHER clear_after=1")
    assert host.hello(bytes(8))["serial"] == "S9-OTHER"
    assert host.hello(bytes(range(8)))["serial"] == "S1-7"


def test_e_event_gap_and_skew() -> None:
    host = loaded()
    host.operate("fault event-gap n=3 clear_after=1")
    before = host.upto
    host.operate("draw 1")
    assert host.poll()["no"] == before + 4
    host = loaded()
    host.operate("fault skew n=5000 clear_after=1")
    drawn_at = host.now
    host.operate("draw 1")
    assert host.poll()["t"] == round(drawn_at * 1000) + 5000
