"""The batch shuffler (A6): checks, verdicts, what kills a batch, and that the order stays inside."""

from __future__ import annotations

from typing import Any

import pytest

from hardware_sims.wire.constants import FAULTS, STATES, card_text, decks
from tests.hardware_sims.devices.host import Host

STATE = STATES["b"]
ONE_DECK = "".join(card_text(card) for card in decks(1))


def loaded(cards: str = ONE_DECK, **options: Any) -> Host:
    host = Host("batch-shuffler", options={"cycle_seconds": 1, "decks": 1, **options}).ready()
    host.operate(f"load {cards}")
    assert host.names() == ["LOADED"]
    return host


def shuffle(host: Host, batch: int = 7, decks_asked: int = 1, expected: int = 52) -> dict[str, Any]:
    assert host.does("SHUFFLE", batch=batch, decks=decks_asked, expected=expected)["status"] == 1
    host.wait(1)
    events = host.events()
    assert [event["event"] for event in events[:2]] == ["SHUFFLE_STARTED", "SHUFFLE_DONE"]
    return events[1]


def state(host: Host) -> int:
    return int(host.request("STATUS")["state"])


def test_a6_a_good_cycle() -> None:
    host = loaded()
    assert host.request("STATUS")["state"] == STATE["LOADED"]
    done = shuffle(host)
    assert (done["batch"], done["count"], done["verdict"], done["differences"]) == (7, 52, 0, ())
    status = host.request("STATUS")
    assert (status["state"], status["a"], status["b"], status["c"]) == (STATE["READY"], 7, 52, 0)
    assert host.does("RELEASE", cmd=90, batch=7)["status"] == 1
    assert state(host) == STATE["UNLOADING"]
    assert host.request("QUERY", cmd=90)["status"] == 1
    host.wait(1)
    assert state(host) == STATE["UNLOADING"], "the cards wait for a hand"
    host.operate("take")
    (out,) = host.events()
    assert (out["event"], out["batch"], out["good"]) == ("BATCH_OUT", 7, 1)
    assert host.request("QUERY", cmd=90)["status"] == 2
    assert state(host) == STATE["EMPTY"]


def test_a6_a_hand_that_comes_early_takes_the_cards_as_they_come() -> None:
    host = loaded()
    shuffle(host)
    host.does("RELEASE", batch=7)
    assert "waiting" in host.operate("take")
    assert host.names() == []
    host.wait(1)
    assert host.names() == ["BATCH_OUT"]


@pytest.mark.parametrize(
    ("cards", "asked", "verdict", "differences"),
    [
        (ONE_DECK[:-2], 1, 1, ((0x4D, -1),)),
        (ONE_DECK + "Ad", 1, 1, ((0x11, 1),)),
        (ONE_DECK[:-2] + "Ad", 1, 2, ((0x11, 1), (0x4D, -1))),
        (ONE_DECK[:-2] + "Ad", 0, 0, ()),
        (ONE_DECK[:-2], 0, 1, ()),
    ],
)
def test_a6_a_wrong_batch_is_dead(cards: str, asked: int, verdict: int, differences: tuple[Any, ...]) -> None:
    host = loaded(cards)
    host.does("SHUFFLE", cmd=80, batch=3, decks=asked, expected=52)
    host.wait(1)
    events = host.events()
    done = events[1]
    assert (done["count"], done["verdict"], done["differences"]) == (len(cards) // 2, verdict, differences)
    assert host.request("QUERY", cmd=80)["status"] == 2, "DONE whatever the verdict"
    if not verdict:
        assert state(host) == STATE["READY"]
        return
    assert [(event["event"], event.get("of")) for event in events[2:]] == [("BATCH_DEAD", 0)]
    assert state(host) == STATE["DEAD"]
    assert host.refused("RELEASE", batch=3) == "NOT_PERMITTED"
    host.does("EJECT")
    host.wait(1)
    host.operate("take")
    (out,) = host.events()
    assert (out["event"], out["batch"], out["good"]) == ("BATCH_OUT", 3, 0)


def test_a6_at_most_8_differences_the_lowest_cards() -> None:
    host = loaded("Kh" * 52)
    done = shuffle(host)
    assert done["verdict"] == 2
    assert done["differences"] == tuple((card, -1) for card in range(0x11, 0x19))
    host = loaded("Ad" * 200)
    assert shuffle(host, expected=200)["differences"][0] == (0x11, 127), "a difference has seven bits and a sign"


@pytest.mark.parametrize(("decks_asked", "expected"), [(9, 52), (255, 52), (1, 0), (1, 433)])
def test_a6_values_out_of_range(decks_asked: int, expected: int) -> None:
    host = loaded()
    assert host.refused("SHUFFLE", batch=7, decks=decks_asked, expected=expected) == "BAD_VALUE"


def test_a6_a_shuffler_that_knows_no_identities_only_counts() -> None:
    host = loaded(identities=False)
    assert host.hello()["caps"] == 1
    assert host.refused("SHUFFLE", batch=7, decks=1, expected=52) == "BAD_VALUE"
    assert shuffle(host, decks_asked=0)["verdict"] == 0
    assert Host("batch-shuffler").hello()["caps"] == 3


def test_a6_a_batch_id_must_be_higher_than_any_before_through_power_loss() -> None:
    host = loaded()
    shuffle(host, batch=7)
    host.does("EJECT")
    host.operate("take")
    host.wait(1)
    host.operate("load 52")
    for batch in (0, 6, 7):
        assert host.refused("SHUFFLE", batch=batch, decks=1, expected=52) == "NOT_PERMITTED"
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    host.does("ENABLE")
    assert host.request("STATUS")["a"] == 7
    assert host.refused("SHUFFLE", batch=7, decks=1, expected=52) == "NOT_PERMITTED"
    host.does("SHUFFLE", batch=8, decks=1, expected=52)


def test_a6_states_that_do_not_fit() -> None:
    host = Host("batch-shuffler", options={"cycle_seconds": 1, "decks": 1}).ready()
    asked = {"batch": 1, "decks": 1, "expected": 52}
    assert host.refused("SHUFFLE", **asked) == "BAD_STATE"
    assert host.refused("RELEASE", batch=1) == "BAD_STATE"
    assert host.refused("EJECT") == "BAD_STATE"
    host.operate("load 52")
    assert host.refused("RELEASE", batch=1) == "BAD_STATE"
    host.does("SHUFFLE", **asked)
    for name, fields in (("SHUFFLE", {**asked, "batch": 2}), ("RELEASE", {"batch": 1}), ("EJECT", {})):
        assert host.refused(name, **fields) == "BAD_STATE"
    host.wait(1)
    assert host.refused("RELEASE", batch=2) == "NOT_PERMITTED", "another batch id"
    assert host.refused("SHUFFLE", **{**asked, "batch": 2}) == "BAD_STATE"


def test_a6_eject_of_a_ready_batch_kills_it_first() -> None:
    host = loaded()
    shuffle(host)
    host.does("EJECT")
    host.operate("take")
    host.wait(1)
    events = [(event["event"], event["batch"], event.get("good")) for event in host.events()]
    assert events == [("BATCH_DEAD", 7, None), ("BATCH_OUT", 7, 0)]


def test_a6_eject_of_cards_never_shuffled_names_batch_0() -> None:
    host = loaded()
    host.does("INHIBIT")
    host.does("EJECT")
    host.operate("take")
    host.wait(1)
    out = host.events()[-1]
    assert (out["event"], out["batch"], out["good"]) == ("BATCH_OUT", 0, 0)


@pytest.mark.parametrize("where", ["SHUFFLING", "READY", "UNLOADING"])
@pytest.mark.parametrize(
    "kind", ["jam", "double-feed", "motor", "unreadable", "foreign-card", "rng", "sensor", "memory"]
)
def test_a6_any_fault_between_start_and_out_kills_the_batch(kind: str, where: str) -> None:
    host = loaded()
    host.does("SHUFFLE", cmd=80, batch=7, decks=1, expected=52)
    if where != "SHUFFLING":
        host.wait(1)
    if where == "UNLOADING":
        host.does("RELEASE", cmd=81, batch=7)
    host.events()
    host.operate(f"fault {kind} clear_after=1")
    fault = FAULTS[kind.upper().replace("-", "_")]
    events = host.events()
    assert [event["event"] for event in events] == ["FAULT", "BATCH_DEAD", "INHIBITED"]
    assert (events[0]["of"], events[0]["at"]) == (fault, STATE[where])
    assert (events[1]["batch"], events[1]["of"]) == (7, fault)
    assert events[2]["cause"] == 3
    assert state(host) == STATE["DEAD"]
    if where != "READY":
        assert host.request("QUERY", cmd=80 if where == "SHUFFLING" else 81)["status"] == 3
    host.wait(5)
    assert state(host) == STATE["DEAD"], "nothing goes on"
    host.does("CLEAR", fault=fault)
    host.does("ENABLE")
    assert host.refused("RELEASE", batch=7) == "NOT_PERMITTED"


def test_a6_a_fault_in_an_eject_kills_nothing_twice() -> None:
    host = loaded(ONE_DECK[:-2])
    shuffle(host)
    host.does("EJECT")
    host.operate("fault jam clear_after=1")
    assert host.names() == ["FAULT", "INHIBITED"]
    assert state(host) == STATE["DEAD"]


def test_a6_the_door_in_a_cycle_is_a_fault_and_in_ready_it_kills() -> None:
    host = loaded()
    host.does("SHUFFLE", batch=7, decks=1, expected=52)
    host.events()
    host.operate("door open")
    events = host.events()
    assert [(e["event"], e.get("of")) for e in events] == [
        ("DOOR", None),
        ("FAULT", 6),
        ("BATCH_DEAD", 6),
        ("INHIBITED", None),
    ]
    assert events[-1]["cause"] == 3
    host = loaded()
    shuffle(host)
    host.operate("door open")
    events = host.events()
    assert [event["event"] for event in events] == ["DOOR", "BATCH_DEAD", "INHIBITED"]
    assert (events[1]["of"], events[2]["cause"]) == (0, 4)
    assert host.request("STATUS")["fault"] == 0


def test_a6_cards_taken_through_the_door_leave_it_empty() -> None:
    host = loaded()
    host.does("SHUFFLE", batch=7, decks=1, expected=52)
    host.operate("fault jam")
    host.operate("door open")
    host.operate("take")
    assert state(host) == STATE["EMPTY"]
    host.operate("door close")
    host.does("CLEAR", fault=1)
    assert "BATCH_OUT" not in host.names()


@pytest.mark.parametrize("where", ["SHUFFLING", "UNLOADING"])
def test_a6_a_cycle_cut_by_power_loss(where: str) -> None:
    host = loaded()
    host.does("SHUFFLE", cmd=80, batch=7, decks=1, expected=52)
    if where == "UNLOADING":
        host.wait(1)
        host.does("RELEASE", cmd=81, batch=7)
    host.events()
    host.operate("power off")
    host.operate("power on")
    host.wait(1)
    host.hello()
    events = host.events()
    assert [event["event"] for event in events] == ["POWER_UP", "FAULT", "BATCH_DEAD"]
    assert (events[1]["of"], events[1]["at"]) == (7, STATE[where])
    assert host.request("QUERY", cmd=80 if where == "SHUFFLING" else 81)["status"] == 3
    host.does("CLEAR", fault=7)


@pytest.mark.parametrize("door", ["left", "opened", "moved"])
def test_a6_a_ready_batch_survives_power_loss_behind_a_closed_door(door: str) -> None:
    host = loaded()
    shuffle(host)
    host.operate("power off")
    if door != "left":
        host.operate("door open")
    if door == "moved":
        host.operate("door close")
    host.operate("power on")
    host.wait(1)
    host.hello()
    names = host.names()
    if door == "left":
        assert names == ["POWER_UP"]
        host.does("ENABLE")
        host.does("RELEASE", batch=7)
    else:
        assert names == {"opened": ["POWER_UP", "DOOR", "BATCH_DEAD"], "moved": ["POWER_UP", "BATCH_DEAD"]}[door]
        assert state(host) == STATE["DEAD"]


def test_a6_a_running_shuffle_is_stopped_neither_by_inhibit_nor_by_a_lost_host() -> None:
    host = loaded(cycle_seconds=4)
    host.does("SHUFFLE", batch=7, decks=1, expected=52)
    host.does("INHIBIT")
    host.wait(4)
    assert host.names()[-1] == "SHUFFLE_DONE"
    assert host.refused("RELEASE", batch=7) == "INHIBITED"
    host.does("ENABLE")
    host.does("RELEASE", batch=7)
    host = loaded(cycle_seconds=4)
    host.does("SHUFFLE", batch=7, decks=1, expected=52)
    host.wait(4.1)
    assert host.names() == ["SHUFFLE_STARTED", "INHIBITED", "SHUFFLE_DONE"]


def test_a6_eject_and_enable_need_a_closed_door() -> None:
    host = loaded()
    host.operate("door open")
    assert host.refused("EJECT") == "BAD_STATE"


def test_a6_no_byte_depends_on_the_order_of_the_cards() -> None:
    """The same cards in another order, same seed: every byte on the line is the same, times included."""
    captures = []
    for order in (ONE_DECK, "".join(card_text(card) for card in reversed(decks(1)))):
        heard: list[tuple[int, str, bytes]] = []
        host = Host("batch-shuffler", options={"decks": 1})
        host.simulator.tap = lambda *line, heard=heard: heard.append(line)
        host.ready()
        host.operate(f"load {order}")
        host.does("SHUFFLE", batch=1, decks=1, expected=52)
        host.wait_polling(4)
        host.events()
        host.does("RELEASE", batch=1)
        host.operate("take")
        host.wait_polling(3)
        host.events()
        captures.append(heard)
    assert captures[0] == captures[1]


def test_e_a_lying_shuffler_miscounts_and_misreads() -> None:
    host = loaded()
    host.operate("fault miscount n=-2 clear_after=1")
    assert shuffle(host)["count"] == 50
    host = loaded()
    host.operate("fault wrong-card clear_after=1")
    done = shuffle(host)
    assert done["verdict"] == 2
    assert len(done["differences"]) == 2


def test_e_hands_that_cannot_be() -> None:
    host = Host("batch-shuffler", options={"decks": 1})
    for hand, reason in (
        ("take", "no cards lie in the outlet while the shuffler is EMPTY"),
        ("load 0", "load takes 1 to 1000 cards"),
        ("load Kx", "'Kx' is no card"),
        ("load 9?", "has a suit"),
        ("draw 1", "unknown hand 'draw'"),
        ("door", "door takes one of open, close"),
        ("door close", "closed already"),
        ("power on", "power is on already"),
    ):
        answer = host.line.operate(hand)
        assert answer.startswith("error"), hand
        assert reason in answer, (hand, answer)
