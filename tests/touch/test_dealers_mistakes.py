"""The trainer's dealer makes a mistake on the table, and the trainee finds it, calls it and settles the round.

Every touch is a click on the window. The cards are given, so each result is reckoned by hand: three spots of 25 at
Catfish Bend, two spots of two hands of 25 at Massachusetts. Nobody takes a card that is not spoken of.
"""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.touch.trainee import Trainee

CB, MA = "catfish-bend-blackjack", "massachusetts-switch"
CB_CARDS = "Th 9c 8h 6d 7s 8d 9h Tc 5h 4d 3c 2h Kd"
WITH_TWO = "Th 9c 8h 6d 7s 8d 9h Tc 2h 4d 3c 5h"  # the card of a hit is a two
MA_CARDS = "Th 9c 8h 7d 6s 5h 4d 3c 2h Tc 9d 8s 7c 6h 5s"
LOST, PUSH, WON, BACK = ("lose", -2500), ("push", 0), ("win", 2500), ("returned", 0)


def at_catfish_bend(qtbot: QtBot, code: str, cards: str = CB_CARDS) -> Trainee:
    trainee = Trainee(qtbot, CB, cards, ("1 25", "2 25", "3 25"))
    trainee.ask_for(code)
    return trainee


def at_massachusetts(qtbot: QtBot, code: str, cards: str = MA_CARDS) -> Trainee:
    trainee = Trainee(qtbot, MA, cards, ("1 25", "2 25"))
    trainee.ask_for(code)
    return trainee


# --- Catfish Bend -----------------------------------------------------------------------------------------------------


def test_cb_8_a_hand_without_a_card_is_dead(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "hand-not-dealt")
    assert trainee.on_screen() == {"1a": "Th 7s", "2a": "9c 8d", "3a": "8h"}, "what the console believes"
    assert trainee.look() == {"1a": "Th 6d", "2a": "9c 7s", "3a": "", "dealer": "8h ##"}, "what lies there"
    assert trainee.table.screen.prompt.big == "Card to 3a", "and no card comes: on the table all are dealt"
    what = "A hand received no card at all (3a, 8♥) [CB irregularities 8]."
    assert trainee.trainer_says() == f"Done, not called yet: {what} 3 moves since."
    trainee.call_late("hand-not-dealt", "8♥ · 3a", "dead-hand", hand="3a")
    assert trainee.trainer_says() == f"✓ Called: {what} 3 moves after it happened."
    assert trainee.stand_all() == {"1a": WON, "2a": WON, "3a": BACK}, "the dealer has 8 8 and busts with the 9"


def test_cb_7_a_hand_with_one_card_gets_its_second_one_last(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "hand-one-card")
    assert trainee.look() == {"1a": "Th", "2a": "9c 7s", "3a": "8h 8d", "dealer": "6d ##"}
    trainee.call_late("hand-one-card", "7♠ · 1a", "keep", hand="1a")
    assert trainee.report.stage == "right"
    assert trainee.on_screen()["1a"] == "Th 9h", "the card that lay as the hole card"
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}, "6 10 5 against 19, 16, 16"


def test_cb_7_a_hand_with_too_many_cards_is_dead(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "hand-too-many-cards")
    assert trainee.look() == {"1a": "Th 7s 8d", "2a": "9c 9h", "3a": "8h Tc", "dealer": "6d"}, "the console has 6d ##"
    trainee.call_late("hand-too-many-cards", "8♦ · 2a", "dead-hand", hand="1a")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": BACK, "2a": PUSH, "3a": PUSH}, "6 5 4 3 against 18, 18"


def test_cb_6_a_card_at_the_wrong_hand_goes_forward(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "card-misdelivered")
    assert trainee.look() == {"1a": "Th 7s", "2a": "9c 8h 8d", "3a": "9h", "dealer": "6d ##"}
    trainee.call_late("card-misdelivered", "8♥ · 3a", "forward")
    assert trainee.report.stage == "right"
    assert trainee.look()["3a"] == "8h 9h", "it was laid where it belongs"
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}, "6 10 5 against 17, 17, 17"


def test_cb_10_the_dealers_forgotten_hand_is_dealt_when_a_supervisor_says_so(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "dealer-card-missed")
    assert trainee.look() == {"1a": "Th 6d", "2a": "9c 7s", "3a": "8h 8d", "dealer": ""}
    trainee.call_late("dealer-card-missed", "6♦ · dealer")
    assert trainee.report.stage == "right"
    trainee.touch("act:stand", "act:stand", "act:stand")
    assert trainee.page == "", "no hole card is asked for that nobody dealt"
    trainee.touch("irregularity", "missed")
    trainee.approve()
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}, "9 10 against 16, 16, 16"


def test_cb_9_a_dealer_with_a_card_too_many_goes_on_without_it(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "dealer-wrong-count")
    assert trainee.look() == {"1a": "Th 8d", "2a": "9c 9h", "3a": "8h Tc", "dealer": "6d 7s"}
    trainee.call_late("dealer-wrong-count", "7♠ · 1a", "continue")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": PUSH, "2a": PUSH, "3a": PUSH}, "6 5 4 3 against 18, 18, 18"


def test_cb_3_an_exposed_hole_card_is_named_and_play_goes_on(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "hole-card-exposed")
    assert trainee.look()["dealer"] == "6d Tc"
    trainee.call_late("hole-card-exposed", "A card face down · dealer", "continue", face="Tc")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}


def test_cb_5_a_missed_hit_comes_last(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "hit-missed", WITH_TWO)
    trainee.touch("act:hit")
    assert trainee.on_screen() == {"1a": "Th 7s 2h", "2a": "9c 8d", "3a": "8h 9h"}
    assert trainee.look() == {"1a": "Th 7s", "2a": "9c 8d 2h", "3a": "8h 9h", "dealer": "6d ##"}
    trainee.call_late("hit-missed", "2♥ · 1a", "deal-last", hand="1a")
    trainee.touch("loose:asked")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": WON, "2a": PUSH, "3a": LOST}, "21, 19 and 17 against 6 10 3"


def test_cb_1_an_exposed_card_that_nobody_takes_is_burned(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "card-exposed", WITH_TWO)
    assert trainee.on_screen()["1a"] == "Th 7s 2h", "the console takes it for a hit"
    assert trainee.look()["1a"] == "Th 7s"
    trainee.call_late("card-exposed:unasked", "2♥ · 1a", "hand-refuse", "hand-refuse", "burn")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}, "6 10 4 against 17, 17, 17"


def test_cb_2_a_card_after_the_dealers_last_one_is_burned(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "dealer-drew-too-many")
    trainee.touch("act:stand", "act:stand", "act:stand", "act:show")
    assert trainee.page == "loose-card"
    assert "Beside the shoe: 4♦" in trainee.texts
    trainee.touch("seen", "choice:burn")
    trainee.approve()
    assert trainee.trainer_says().startswith("✓ Called: The dealer drew to a hand that had to stand (4♦)")
    assert trainee.stand_all() == {"1a": LOST, "2a": LOST, "3a": LOST}, "6 10 5, and the 4 does not count"


def test_cb_dealing_16_an_overlooked_blackjack_is_paid_at_the_end(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "natural-overlooked", "Ah 9c 8h 6d Kh 8d 9h Tc 5h 4d 3c 2h Kd")
    trainee.touch("menu", "menu:look")
    lies = {hand.id: hand for spot in trainee.table.screen.felt.spots for hand in spot.hands}["1a"]
    assert [wager.way for wager in lies.wagers] == ["none"], "nothing was paid"
    trainee.touch("close")
    trainee.call_late("natural-overlooked", "K♥ · 1a", "continue", hand="1a")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": ("win", 3750), "2a": LOST, "3a": LOST}


# --- Massachusetts ----------------------------------------------------------------------------------------------------


def test_ma_15_h_a_hand_without_a_card_is_dead(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "hand-not-dealt")
    assert trainee.look() == {"1a": "Th 6s", "1b": "9c 5h", "2a": "", "2b": "8h 4d", "dealer": "7d ##"}
    trainee.call_late("hand-not-dealt", "8♥ · 2a", "dead-hand", hand="2a")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": PUSH, "1b": PUSH, "2a": BACK, "2b": PUSH}, "7 3 2 10: a dealer's 22 pushes"


def test_ma_15_h_a_hand_with_one_card_gets_its_second_one_last(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "hand-one-card")
    assert trainee.look() == {"1a": "Th 5h", "1b": "9c", "2a": "8h 4d", "2b": "7d 3c", "dealer": "6s ##"}
    trainee.call_late("hand-one-card", "4♦ · 1b", "deal-last", hand="1b")
    assert trainee.report.stage == "right"
    assert trainee.on_screen() == {"1a": "Th 5h", "1b": "9c 2h", "2a": "8h 4d", "2b": "7d 3c"}
    assert trainee.stand_all() == {"1a": WON, "1b": WON, "2a": WON, "2b": WON}, "6 10 9: the dealer busts with 25"


def test_ma_15_a_a_card_at_the_wrong_hand_goes_forward(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "card-misdelivered")
    assert trainee.look() == {"1a": "Th 5h", "1b": "9c 4d", "2a": "8h 7d 3c", "2b": "2h", "dealer": "6s ##"}
    trainee.call_late("card-misdelivered", "7♦ · 2b", "forward")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": WON, "1b": WON, "2a": WON, "2b": WON}


def test_ma_15_f_the_dealers_missed_card_comes_after_the_players(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "dealer-card-missed")
    assert trainee.look() == {"1a": "Th 6s", "1b": "9c 5h", "2a": "8h 4d", "2b": "7d 3c", "dealer": "##"}
    trainee.call_late("dealer-card-missed", "6♠ · dealer", "continue")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": LOST, "1b": LOST, "2a": LOST, "2b": LOST}, "2 10 9: the dealer has 21"


def test_ma_15_c_a_card_drawn_unseen_is_the_next_card(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "card-drawn-unexposed", "Th 9c 8h 7d As 5h 4d 3c 2h 6c 9d 8s 7c 6h 5s")
    assert "Beside the shoe: a card face down" in trainee.texts
    trainee.touch("unseen", "choice:next-card")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": WON, "1b": WON, "2a": WON, "2b": WON}, "soft 17, the 9, the 8: 24"


def test_ma_15_i_a_missed_hit_comes_last(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "hit-missed")
    trainee.touch("act:keep", "act:hit")
    assert trainee.look() == {"1a": "Th 5h", "1b": "9c 4d 9d", "2a": "8h 3c", "2b": "7d 2h", "dealer": "6s ##"}
    trainee.call_late("hit-missed", "9♦ · 1a", "deal-last", hand="1a")
    trainee.touch("loose:asked")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": LOST, "1b": LOST, "2a": WON, "2b": WON}, "10 5 8 and 9 4 9 bust, 6 10 7 too"


def test_ma_15_d_an_exposed_card_is_the_next_card(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "card-exposed")
    assert trainee.on_screen()["1a"] == "Th 5h 9d"
    trainee.touch("not-asked")  # one touch, where the rules know one answer
    trainee.approve()
    while trainee.page == "late-steps":
        trainee.touch(next(name for name in sorted(trainee.can) if name.startswith("late-")))
    assert trainee.report.stage == "right"
    assert trainee.on_screen()["1a"] == "Th 5h"
    assert trainee.stand_all() == {"1a": WON, "1b": WON, "2a": WON, "2b": WON}, "the 9 is the dealer's: 25"


def test_ma_15_e_a_card_after_the_dealers_last_one_is_burned(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "dealer-drew-too-many")
    while trainee.page != "loose-card":
        trainee.touch(next(name for name in ("act:keep", "act:stand", "act:show") if name in trainee.can))
    trainee.touch("seen", "choice:burn")
    assert trainee.report.stage == "right"
    assert trainee.stand_all() == {"1a": WON, "1b": WON, "2a": WON, "2b": WON}


# --- where the document says nothing, a supervisor rules --------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "card", "hand", "choice"),
    [
        ("hand-too-many-cards", "3♣ · 2a", "1b", "keep"),
        ("hole-card-exposed", "A card face down · dealer", "", "continue"),
        ("dealer-wrong-count", "5♥ · 1a", "", "misdeal"),
    ],
)
def test_a_mistake_of_which_the_document_says_nothing_is_ruled_on(
    qtbot: QtBot, code: str, card: str, hand: str, choice: str
) -> None:
    trainee = at_massachusetts(qtbot, code)
    trainee.call_late(code, card, choice, hand=hand, face="Tc" if code == "hole-card-exposed" else "")
    assert "[house policy]" in trainee.trainer_says()
    assert trainee.report.stage == "right"
    expected = {
        "hand-too-many-cards": dict.fromkeys(("1a", "1b", "2a", "2b"), WON),  # 6 9 8: the dealer busts
        "hole-card-exposed": dict.fromkeys(("1a", "1b", "2a", "2b"), WON),
        "dealer-wrong-count": dict.fromkeys(("1a", "1b", "2a", "2b"), BACK),
    }
    assert trainee.stand_all() == expected[code]


# --- money ------------------------------------------------------------------------------------------------------------


def correct(trainee: Trainee, hand: str, reason: str, amount: str) -> None:
    past = trainee.table.snapshot.past[0]
    wager = next(wager for wager in past.settled if wager.hand == hand)
    trainee.touch("menu", "menu:history", f"round:{past.number}", "payments", f"wager:{wager.seq}")
    trainee.touch(f"reason:{reason}", *(f"digit:{digit}" for digit in amount), "ok")
    trainee.approve()


@pytest.mark.parametrize(
    ("code", "shown", "reason", "amount", "corrected"),
    [("overpaid", "pay 50", "overpaid", "25", -2500), ("taken", "take 25", "underpaid", "50", 5000)],
)
def test_a_wrong_payment_is_seen_on_the_table_and_corrected(
    qtbot: QtBot, code: str, shown: str, reason: str, amount: str, corrected: int
) -> None:
    trainee = at_massachusetts(qtbot, code)
    trainee.stand_all()  # the dealer busts, everybody wins 25
    hand = trainee.report.hand
    trainee.touch("menu", "menu:look")
    paid = next(text for text in trainee.texts if "1a" in text and "2b" in text).splitlines()
    assert [line for line in paid if line != f"{line.split()[0]} · pay 25"] == [f"{hand} · {shown}"]
    trainee.touch("close")
    correct(trainee, hand, reason, amount)
    assert trainee.trainer_says().startswith("✓ Called")
    assert [cents for _, cents in trainee.table.snapshot.past[0].corrections] == [corrected]


def test_another_amount_is_not_what_was_owed(qtbot: QtBot) -> None:
    trainee = at_massachusetts(qtbot, "overpaid")
    trainee.stand_all()
    correct(trainee, trainee.report.hand, "overpaid", "5")
    assert trainee.trainer_says().startswith("Called: another amount, or another wager. Done: A hand was paid twice")


# --- what the trainer reads -------------------------------------------------------------------------------------------


def test_another_call_than_what_was_done_is_named_beside_it(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "card-misdelivered")
    trainee.call_late("hole-card-exposed", "A card face down · dealer", "continue", face="Tc")
    said = trainee.trainer_says()
    assert said.startswith("Called: The hole card was seen. Done: A card went to the wrong place (8♥)")
    assert said.endswith("[CB irregularities 6]. 5 moves after it happened.")


def test_a_mistake_that_nobody_calls_is_missed_with_the_next_wagers(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "card-misdelivered")
    trainee.stand_all()
    assert trainee.trainer_says().startswith("Done, not called yet")
    trainee.touch("act:same")
    assert trainee.report.stage == "missed"
    assert trainee.trainer_says().startswith("Not called: A card went to the wrong place (8♥) [CB irregularities 6]")


def test_a_call_after_the_round_was_paid_is_still_a_call(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "card-misdelivered")
    trainee.stand_all()
    trainee.call_late("card-misdelivered", "8♥ · 3a", "forward")
    assert trainee.report.stage == "right"
    assert trainee.report.moves > 5


def test_a_mistake_that_waits_is_given_up_by_a_second_touch(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "natural-overlooked")  # no blackjack comes
    trainee.touch("menu", "menu:trainer", "trainer:dealer")
    trainee.leaf_to("mistake:natural-overlooked")
    assert trainee.dealer.report is None
    assert trainee.table.screen.overlay is not None
    assert trainee.table.screen.overlay.note.startswith("Dealer makes no mistake")


def test_without_a_mistake_the_table_is_what_the_console_shows(qtbot: QtBot) -> None:
    trainee = at_catfish_bend(qtbot, "natural-overlooked")  # no blackjack comes
    assert trainee.report.stage == "waits"
    dealt = trainee.look()
    assert {name: cards for name, cards in dealt.items() if name != "dealer"} == trainee.on_screen()
    assert dealt["dealer"] == "6d ##", "a hole card is nobody's to see"
