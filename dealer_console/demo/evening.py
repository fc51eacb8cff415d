"""A whole evening at a Blackjack Switch table, finger by finger: from the closed table to the report of the shift.

The same steps make the pictures of the documents, in virtual time, and drive the real display from outside in the
tests. Which cards come is fixed (`CARDS`), so every decision here is one that this round really asks for.
"""

from __future__ import annotations

from typing import Final, Protocol

from dealer_console.demo.people import DEALER, RELIEF, SUPERVISOR, Trainee

RULES: Final = "massachusetts-switch"
# Burn; five spots with two hands each, up-card, second cards, hole card; then as the decisions below draw them.
CARDS: Final = "2c Th 5s 8c 9d As 9h Ts 7c Jd 6d Ah 5c Td 8d 9s Kd 4c 6s Tc Qh 5h 6h 9c 3h Kc Ts 8h 2d 5d Jc"
BETS: Final = {"2500": (1, 2, 2, 3, 5), "10000": (4,)}
MATCH_AT: Final = (1, 3)
OPENER: Final = ((10000, 3), (2500, 10), (500, 10), (250, 2), (100, 5))  # stacks of twenty
CLOSER: Final = ((10000, 60), (2500, 240), (500, 300), (100, 98))
SIMPLY: Final = ("act:insurance_closed", "act:stand", "act:keep", "act:show", "act:paid", "act:next")


class Finger(Protocol):
    """What a person does: touch something that is on the screen, wait for something to be there, use the devices."""

    def press(self, *touched: str) -> None:
        """One after the other, each as soon as it is there."""

    def until(self, *touched: str) -> str:
        """Wait until one of these is there; which one, the first named first."""

    def has(self, touched: str) -> bool: ...

    def operate(self, kind: str, text: str) -> None: ...

    def lamp(self, kind: str, words: str) -> None:
        """Wait until the light of a device on the top line says this."""

    def shoe(self) -> tuple[int, int]:
        """Cards left and cards out, as the top line says."""

    def picture(self, name: str) -> None: ...


def evening(finger: Finger) -> None:
    open_the_table(finger)
    bring_the_cards(finger)
    put_the_bets_down(finger)
    deal_the_first_round(finger)
    settle_and_go_on(finger)
    rule_an_irregularity(finger)
    lose_a_device(finger)
    change_the_dealer(finger)
    deal_to_the_cutting_card(finger)
    change_the_shoe(finger)
    fill_the_tray(finger)
    close_the_table(finger)


# --- people ----------------------------------------------------------------------------------------------------------


def type_pin(finger: Finger, who: Trainee) -> None:
    finger.press(f"person:{who.name}", *(f"digit:{digit}" for digit in who.pin))


def approve(finger: Finger, who: Trainee = SUPERVISOR) -> None:
    """The page of the request comes when no other one lies over it."""
    while finger.until("withdraw", "close") != "withdraw":
        finger.press("close")
    type_pin(finger, who)
    finger.press("approve")


def type_number(finger: Finger, number: int) -> None:
    finger.press(*(f"digit:{digit}" for digit in str(number)))


def reach(finger: Finger, button: str, *ways: str) -> None:
    """Touch it; where it is not in sight, first whatever leads there."""
    while (name := finger.until(button, *ways)) != button:
        finger.press(name)
    finger.press(button)


# --- before the first round ------------------------------------------------------------------------------------------


def open_the_table(finger: Finger) -> None:
    finger.until("act:open")
    finger.picture("closed")
    finger.press("act:open")
    type_pin(finger, DEALER)
    finger.picture("badge-and-pin")
    finger.press("sign")
    for chip, stacks in OPENER:
        finger.press(f"chip:{chip}")
        type_number(finger, stacks)
    finger.picture("tray")
    finger.press("chips-done")
    finger.until("withdraw")
    finger.picture("second-person")
    approve(finger)


def bring_the_cards(finger: Finger) -> None:
    finger.press("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    approve(finger)
    reach(finger, "shoe:begin:new-cards:device", "menu:shoe", "menu")
    finger.press("shoe:shuffle")
    finger.picture("shuffle")
    finger.press("shoe:release")
    reach(finger, "act:bets", "close")


def put_the_bets_down(finger: Finger) -> None:
    for chip, spots in BETS.items():
        finger.press(f"chip:{chip}", *(f"spot:{spot}" for spot in spots))
    finger.press("target:match", "chip:500", *(f"spot:{spot}" for spot in MATCH_AT))
    finger.picture("bets")
    finger.press("bets-down")


# --- the first round -------------------------------------------------------------------------------------------------


def deal_the_first_round(finger: Finger) -> None:
    finger.until("act:insurance_closed")
    finger.picture("insurance")
    touch_hand(finger, "3b")
    finger.press("act:insurance_closed")
    finger.until("act:switch")
    finger.picture("switch")
    finger.press("act:switch", "act:stand", "act:double")
    finger.until("act:split")
    finger.picture("split")
    finger.press("act:split", "act:double", "act:stand", "act:stand")
    finger.press("act:hit")  # 3b; 3a is a natural
    finger.press("act:surrender")
    finger.picture("surrendered")
    finger.press("act:stand")
    finger.press("act:switch", "act:take_back", "act:stand", "act:double")
    finger.until("act:show")
    finger.picture("show")
    finger.press("act:show")


def touch_hand(finger: Finger, hand: str) -> None:
    """Where the hands of a spot lie too close for fingers, the spot is touched and asks which one."""
    if finger.until(f"hand:{hand}", f"hands:{hand[0]}") == f"hand:{hand}":
        finger.press(f"hand:{hand}")
    else:
        finger.press(f"hands:{hand[0]}", f"which:{hand}")


def settle_and_go_on(finger: Finger) -> None:
    finger.until("act:tick")
    finger.press("act:tick", "act:tick")
    finger.picture("settlement")
    finger.press("act:paid_same")


# --- what goes wrong, and what changes -------------------------------------------------------------------------------


def rule_an_irregularity(finger: Finger) -> None:
    """The second round is voided by a supervisor; its wagers come back."""
    wait_for_a_decision(finger)
    finger.press("irregularity")
    finger.picture("irregularity")
    finger.press("code:dealer-wrong-count")
    finger.until("choice:misdeal")
    finger.picture("ruling")
    finger.press("choice:misdeal")
    approve(finger)


def wait_for_a_decision(finger: Finger) -> None:
    finger.until("act:switch", "act:stand", "act:insurance_closed", "act:show")


def lose_a_device(finger: Finger) -> None:
    end_the_round(finger)
    finger.operate("shoe", "power off")
    finger.lamp("shoe", "away")
    finger.picture("device-away")
    finger.operate("shoe", "power on")
    finger.lamp("shoe", "ready")


def end_the_round(finger: Finger) -> None:
    """Whatever the ruling left open: everything is taken and paid."""
    while (name := finger.until("act:bets", "act:paid", "act:next")) != "act:bets":
        finger.press(name)


def change_the_dealer(finger: Finger) -> None:
    reach(finger, "in:dealer", "menu:people", "menu", "close")
    type_pin(finger, RELIEF)
    finger.press("sign")
    while finger.until("act:bets", "close") != "act:bets":
        finger.press("close")


def deal_to_the_cutting_card(finger: Finger) -> None:
    left, _ = finger.shoe()
    finger.operate("shoe", f"cut {left - 10}")
    finger.press("act:same")
    play_simply(finger)


def play_simply(finger: Finger) -> None:
    """Everybody stands; the dealer draws and pays."""
    while (name := finger.until("act:shoe", *SIMPLY)) != "act:shoe":
        finger.press(name)


def change_the_shoe(finger: Finger) -> None:
    finger.press("act:shoe", "shoe:done")
    left, out = finger.shoe()
    finger.press("shoe:count")
    type_number(finger, left)
    finger.press("other-field")
    type_number(finger, out)
    finger.picture("count-of-the-shoe")
    finger.press("ok")
    finger.press("shoe:begin:cutting-card:device", "shoe:shuffle", "shoe:release")
    while finger.until("act:same", "close") != "act:same":
        finger.press("close")


def fill_the_tray(finger: Finger) -> None:
    reach(finger, "table:fill", "menu:table", "menu", "close")
    finger.press("chip:2500")
    type_number(finger, 40)
    finger.press("chips-done", "slip:F-00001", "confirm")
    type_pin(finger, SUPERVISOR)
    finger.press("sign", "close")


def close_the_table(finger: Finger) -> None:
    reach(finger, "table:close", "menu:table", "menu", "close")
    for chip, count in CLOSER:
        finger.press(f"chip:{chip}")
        type_number(finger, count)
    finger.picture("closing-count")
    finger.press("chips-done")
    approve(finger)
    reach(finger, "table:report", "menu:table", "menu", "close")
    finger.picture("report")
