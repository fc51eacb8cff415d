"""A table asks, the pit answers: on both screens and on record."""

from __future__ import annotations

from dealer_console.demo.people import DEALER, MANAGER, SUPERVISOR
from dealer_console.game.round_files.notation import parse_move
from tests.rigs.whole_floor import STANDS, TABLE, ConsoleFinger, PitFinger, Timing, WholeFloor


def test_a_call_of_the_dealer_stands_on_the_board(house: WholeFloor, console: ConsoleFinger, pit: PitFinger) -> None:
    console.press("call-floor")
    called = f"Supervisor called\t{TABLE}"
    pit.until(called, "called from the table's screen")
    pit.acknowledge("call", SUPERVISOR)
    house.until(lambda: called not in pit.words(), "the call is acknowledged")


def test_an_irregularity_is_ruled_from_the_pit(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger, timing: Timing
) -> None:
    console.deal_a_round()
    console.press("irregularity", "code:dealer-wrong-count", "choice:misdeal")
    console.until("Supervisor needed: Rule on an irregularity", "Dana asks: ruled: Misdeal")
    with timing("request → pit"):
        pit.until("Rulings (1)")
    pit.open_the_request()
    pit.until(f"{TABLE}: Rule on an irregularity", "Ruled: Misdeal", "Requested by Dana", "misdeal by a supervisor")
    felt = pit.felt()
    assert felt.watermark == "AS IT STOOD"
    assert [hand.total for hand in felt.spots[0].hands] == ["20", "17"]
    assert felt.dealer is not None
    assert felt.dealer.spoken == "Dealer, seven of clubs, a card face down"
    pit.rule(SUPERVISOR)
    with timing("ruling → console"):
        console.until("Misdeal: return the wagers")
    console.until("Pit: Sam approved: Rule on an irregularity. seen on camera")
    assert "Supervisor needed" not in console.words()
    pit.until("Approved by Sam at stand-1", "seen on camera. Confirmed by table.")
    house.must_be_bound(approver=SUPERVISOR, requester=DEALER, stand=STANDS[0], reason="seen on camera")
    (move,) = [written for written in house.written("move") if written.seq > house.written("approval-used")[-1].seq]
    ruled = parse_move(str(move.data["move"]))
    assert getattr(ruled, "by", None) == house.id_of(SUPERVISOR)
    console.put_the_answer_away()
    assert "Pit: Sam approved" not in console.words()
    console.finish_the_round()


def test_a_correction_behind_the_settlement_is_asked_twice(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    """Declined the first time, with the reason on the dealer's screen; the second time the money moves."""
    console.play_a_round()
    console.ask_for_a_correction("5")
    pit.until("Rulings (1)")
    pit.open_the_request()
    pit.until("Correct a settlement that was paid", "1b, push: the house pays $5.00 more; reason: paid too little")
    felt = pit.felt()  # of the round that was paid
    assert [card.rank for card in felt.dealer.cards] == ["7", "K"]
    pit.rule(MANAGER, approves=False)
    console.until("Pit: Pat declined: Correct a settlement that was paid. seen on camera")
    assert house.corrected(500) == 0
    declined = house.written("declined")[-1]
    assert (declined.data["by"], declined.data["place"]) == (house.id_of(MANAGER), STANDS[0])
    pit.until("Declined by Pat at stand-1", "Confirmed by table.")

    console.ask_for_a_correction("5")
    pit.open_the_request()
    pit.rule(MANAGER)
    console.until("Pit: Pat approved")
    assert house.corrected(500) == 1
    house.must_be_bound(approver=MANAGER, requester=DEALER, stand=STANDS[0], reason="seen on camera")
    house.until(house.in_step, "the copy holds everything")


def test_of_two_windows_the_second_is_told_who_was_first(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    console.ask_for_a_correction("1")
    with house.reviewing(STANDS[1]) as other:
        for pit_finger in (pit, other):
            pit_finger.open_the_request()
            pit_finger.answer(approves=pit_finger is pit)
        pit.sign(SUPERVISOR)
        pit.until("Approved, sent to the table")
        other.sign(MANAGER)
        other.until("Sam was first and approved this at")
        other.until("Approved by Sam at stand-1", "Confirmed by table.")
    assert house.written("approval")[-1].data["place"] == STANDS[0]
    assert house.corrected(100) == 1


def test_what_was_answered_at_the_table_first_is_told_in_the_pit(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    console.ask_for_a_correction("2")
    pit.open_the_request()
    pit.answer()
    console.approve_here(SUPERVISOR)
    house.until(house.in_step, "the copy holds the answer")
    pit.sign(MANAGER)
    pit.until("Sam was first and approved this at")
    pit.until("Approved by Sam at the table")
    assert "place" not in house.written("approval")[-1].data
    assert house.corrected(200) == 1


def test_nobody_without_the_right_is_offered_and_a_wrong_pin_rules_nothing(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    console.ask_for_a_correction("3")
    pit.open_the_request()
    pit.answer()
    assert "Sam" in pit.offered()
    assert not {"Dana", "Eli"} & pit.offered()
    pit.sign(SUPERVISOR, "11")
    pit.until("wrong name, badge or PIN")
    assert "Rulings (1)" in pit.words()
    console.withdraw()
    pit.until("Withdrawn by Dana at")
    assert house.corrected(300) == 0


def test_a_fill_is_no_ruling_it_is_confirmed_where_the_chips_are(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    """Whoever confirms has counted what was brought, so nobody can do it from the pit."""
    console.ask_for_a_fill()
    house.until(house.in_step, "the copy holds the slip")
    assert "Rulings (" not in pit.words()
    console.confirm_the_fill(SUPERVISOR)
    steps = [
        (written.who, written.data["step"]) for written in house.written("money") if written.data["what"] == "fill"
    ]
    assert steps == [(house.id_of(DEALER), "requested"), (house.id_of(SUPERVISOR), "confirmed")]


def test_ma_9c_the_pit_announces_an_option_on_its_own(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    """No table has asked: the board, a table, what changes, name and PIN; it stands in the table's journal."""
    before = len(house.written("shift"))
    pit.announce("End surrender", SUPERVISOR)
    house.until(lambda: len(house.written("shift")) > before, "the table has announced it")
    notice = house.written("shift")[-1]
    assert (notice.who, notice.data["changes"]) == (house.id_of(SUPERVISOR), {"surrender": False})
    assert (notice.data["place"], notice.data["rule"]) == (STANDS[0], "MA 9(c)")
