"""A table with a house and a continuous shuffler, from the first deck to the last, and what breaks on the way."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Journal
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import chips
from dealer_console.table.shift.continuous_shuffler import INTO, OUT_OF
from tests.rigs.continuous_table import CSM, TABLE, ContinuousTable
from tests.rigs.staffed_table import TRAY


@pytest.fixture
def bench(tmp_path: Path) -> ContinuousTable:
    return ContinuousTable(tmp_path)


def inspected(bench: ContinuousTable) -> None:
    bench.open()
    bench.bring_cards()


# --- the whole way -------------------------------------------------------------------------------------------------


def test_an_evening_from_the_first_deck_to_the_last(tmp_path: Path) -> None:
    """After every touch the program could die: the journal gives the same state again."""
    path = tmp_path / "evening.journal"
    with Journal.create(path, table=TABLE, signing_key=bytes(32), at_ms=0, log=bytes(16)) as journal:
        bench = ContinuousTable(tmp_path, journal=journal)
        bench.checked = True
        bench.ready()
        bench.a_round()
        assert bench.counts == (312, 312)
        _faulted_in_a_round(bench)
        bench.come_in("Drew")
        bench.burn_one()
        bench.done(c.TakeInventory(who=bench.dealer))
        bench.run(3.0)
        bench.out_and_counted()
        _by_hand_without_the_device(bench)
        _new_decks(bench)
        bench.a_round()
        bench.out_and_counted()
        bench.done(c.CardStep(who=bench.dealer, step="put-away"))
        _closed(bench)
        last = bench.state.hash()
    with Journal.open(path, bytes(32)) as journal:
        bench.journal = journal
        bench.restart()
        assert bench.state.hash() == last
    assert verify(path).problem is None
    assert (
        len([recorded_round for recorded_round in recorded_rounds(path) if recorded_round.closed_at_ms is not None])
        == 4
    )


def _faulted_in_a_round(bench: ContinuousTable) -> None:
    """MA 15(j): the round goes on when the fault is cleared and the cards were counted."""
    bench.done(c.SameWagers(who=bench.dealer))
    bench.card_out()
    bench.shuffler("fault jam:clear_after=1")
    assert bench.state.irregularity == "shuffler-fault"
    bench.play("resolve reshuffle")
    bench.virtual.operate(CSM, "clear")
    bench.by_two(c.ClearFault(who=bench.dealer, device=CSM))
    bench.run(5.0)
    for _ in range(4):
        bench.card_out()
    bench.card_out("??")
    bench.void()
    bench.put_back()


def _by_hand_without_the_device(bench: ContinuousTable) -> None:
    """MA 15(k): it leaves the table, then the cards are shuffled and cut by hand, with a cutting card."""
    assert "take it away first" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house", way="hand"))
    bench.virtual.operate(CSM, "power off")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "away")
    bench.shuffle("house")
    bench.cut()
    bench.done(c.BurnCard(who=bench.dealer))
    bench.done(c.SameWagers(who=bench.dealer))
    bench.play("Th 9d 7c Tc 8s ??")
    bench.done(c.CuttingCardOut(who=bench.dealer, spot=1))
    bench.void()
    bench.done(c.CardStep(who=bench.dealer, step="collect"))
    bench.count()


def _new_decks(bench: ContinuousTable) -> None:
    bench.shuffler("power on")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "ready")
    bench.bring_cards()
    bench.into_play()


def _closed(bench: ContinuousTable) -> None:
    cents = bench.state.shift.till.tray
    held = {10000: cents // 10000, 500: cents % 10000 // 500}
    bench.by_two(c.CloseTable(who=bench.dealer, tray=chips(held)))
    assert bench.state.shift.cards.are == "away"


# --- into the device ----------------------------------------------------------------------------------------------


def test_cards_are_in_play_when_the_device_has_told_all_of_them(bench: ContinuousTable) -> None:
    """MA 4(a), 7(c): no cut, no cutting card, one card burned."""
    inspected(bench)
    assert bench.guide.ways == ("device",)
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device"))
    assert (bench.guide.procedure, bench.guide.step) == (INTO, "load")
    bench.insert(4)
    assert bench.guide.waits is not None
    assert "holds 208 of 312 cards" in recorded(bench.guide.waits.message)
    assert "put the rest in" in bench.refused(c.CardStep(who=bench.dealer, step="load"))
    bench.insert(2)
    assert bench.guide.waits is None
    bench.done(c.CardStep(who=bench.dealer, step="load"))
    assert bench.state.shift.cards.in_shuffler
    assert (bench.guide.step, bench.guide.command, bench.guide.clause) == ("burn", c.BurnCard, "MA 7(c)")
    bench.burn_one()
    assert bench.snapshot.guide is None
    assert bench.counts == (311, 311)
    assert "no cut card" in bench.refused(c.CuttingCardOut(who=bench.dealer))
    assert bench.refused(c.OrderRecut(who=bench.dealer, by_the_same=True, why="")) != ""


def test_too_many_cards_come_out_again(bench: ContinuousTable) -> None:
    inspected(bench)
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device"))
    bench.insert(7)
    assert bench.guide.waits is not None
    assert "52 too many" in recorded(bench.guide.waits.message)
    assert set(bench.guide.also) == {"TakeInventory", "TakeCardsOut"}
    bench.out_and_counted()
    assert bench.guide.ways == ("device",)


def test_cards_put_in_before_anybody_said_so(bench: ContinuousTable) -> None:
    inspected(bench)
    bench.insert(3)
    assert bench.guide.ways == ()
    assert bench.guide.also == ("TakeCardsOut",)
    assert "holds 156 cards already" in bench.refused(
        c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device")
    )
    bench.insert(3)
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device"))
    bench.done(c.CardStep(who=bench.dealer, step="load"))


def test_a_device_that_is_faulted_when_the_decks_come(bench: ContinuousTable) -> None:
    """Cleared by two and counted, or taken off the table: then by hand."""
    inspected(bench)
    bench.shuffler("fault jam:clear_after=1")
    assert (bench.guide.ways, bench.guide.also) == ((), ("Devices",))
    assert bench.guide.waits is not None
    assert "has a fault" in recorded(bench.guide.waits.message)
    for way in ("device", "hand", "pre-shuffled"):
        bench.refused(c.BeginShuffle(who=bench.dealer, reason="new-cards", way=way))
    bench.virtual.operate(CSM, "clear")
    bench.by_two(c.ClearFault(who=bench.dealer, device=CSM))
    bench.run(5.0)
    assert bench.guide.ways == ("device",)
    bench.into_play()


def test_a_device_that_is_away_when_the_decks_come(bench: ContinuousTable) -> None:
    inspected(bench)
    bench.virtual.operate(CSM, "power off")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "away")
    assert bench.guide.ways == ("hand", "pre-shuffled")
    bench.shuffle()
    bench.cut()
    bench.done(c.BurnCard(who=bench.dealer))
    assert not bench.state.shift.cards.in_shuffler
    assert "no wager" in bench.refused(bench.card("Th"))


def test_a_device_that_dies_while_the_cards_go_in(bench: ContinuousTable) -> None:
    inspected(bench)
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device"))
    bench.insert(3)
    bench.virtual.operate(CSM, "power off")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "away")
    assert bench.guide.waits is not None
    assert "TakeCardsOut" in bench.guide.also
    again = c.ShuffleAgain(who="", way="hand", why="dead")
    bench.answer(bench.signed("Sam", again))
    assert bench.guide.procedure == INTO, "not before all cards are out of it"
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    assert (bench.guide.step, bench.guide.command) == ("take-out", c.CardStep)
    bench.done(c.CardStep(who=bench.dealer, step="take-out"))
    bench.count()
    assert bench.guide.ways == ("hand",)
    bench.shuffle("house")


# --- out of the device --------------------------------------------------------------------------------------------


def test_cards_come_out_by_order_and_are_counted_before_anything_else(bench: ContinuousTable) -> None:
    bench.ready()
    for way in ("device", "hand"):
        words = bench.refused(c.BeginShuffle(who=bench.dealer, reason="house", way=way))
        assert "take all of them out first" in words
    assert "take all of them out first" in bench.refused(c.DecksIn(who=bench.dealer, decks=6))
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    assert "order that" in bench.refused(c.CardStep(who=bench.dealer, step="take-out"))
    bench.virtual.run(30, lambda: bench.guide.step == "count")
    bench.run(1.0)
    assert "counted first" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house", way="device"))
    bench.done(c.CountCards(who=bench.dealer, shoe_rest=300, discards=11))
    assert bench.guide.also == ("DecksIn",)
    assert "1 card is missing" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house", way="device"))
    bench.count()
    assert set(bench.guide.also) == {"PutAway", "DecksIn"}
    bench.into_play("house")
    assert bench.state.shift.cards.shoes == 2


def test_a_count_that_does_not_come_out_leads_to_new_decks(bench: ContinuousTable) -> None:
    bench.ready()
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    bench.virtual.run(30, lambda: bench.guide.step == "count")
    bench.done(c.CountCards(who=bench.dealer, shoe_rest=300, discards=11))
    bench.bring_cards()
    bench.into_play()
    assert bench.state.shift.cards.counts_off == 1


def test_a_device_that_is_down_is_seen_to_or_emptied_by_hand(bench: ContinuousTable) -> None:
    """MA 15(j), 15(k): no card beside it, and afterwards its own figures are not believed until it is empty."""
    bench.ready()
    bench.bet("1 25")
    bench.virtual.operate(CSM, "power off")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "away")
    assert bench.guide.step == "see-to-shuffler"
    assert "disconnected" in bench.refused(c.Play(who=bench.dealer, move=parse_move("Th")))
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    bench.done(c.CardStep(who=bench.dealer, step="take-out"))
    bench.count()
    bench.shuffler("power on")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "ready")
    assert bench.guide.ways == ()
    assert bench.guide.waits is not None
    assert "let it empty itself" in recorded(bench.guide.waits.message)
    bench.same_after_restart()
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    bench.virtual.run(30, lambda: bench.guide.ways == ("device",))
    bench.into_play("house")
    bench.a_round()


def test_no_card_is_burned_beside_a_device_that_is_down(bench: ContinuousTable) -> None:
    bench.ready()
    bench.come_in("Drew")
    bench.virtual.operate(CSM, "power off")
    bench.virtual.run(20, lambda: bench.state.links[CSM] == "away")
    assert bench.state.burn_due
    assert "disconnected" in bench.refused(c.BurnCard(who=bench.dealer))
    assert "disconnected" in bench.refused(c.Play(who=bench.dealer, move=parse_move("??")))
    bench.shuffler("power on")
    bench.virtual.run(60, lambda: bench.why_no_round() is not None and bench.virtual.devices[CSM].enabled)
    bench.burn_one()
    assert not bench.state.burn_due


def test_a_count_that_drifts_again_and_again_ends_with_an_empty_device(bench: ContinuousTable) -> None:
    bench.ready()
    bench.shuffler("fault count-drift")
    bench.done(c.TakeInventory(who=bench.dealer))
    bench.run(3.0)
    assert bench.state.faults == {CSM: "COUNT_DRIFT"}
    bench.done(c.TakeCardsOut(who=bench.dealer, device=CSM))
    assert (bench.guide.procedure, bench.guide.also) == (OUT_OF, ("Devices",))
    bench.virtual.operate(CSM, "clear")
    bench.by_two(c.ClearFault(who=bench.dealer, device=CSM))
    bench.run(5.0)
    assert bench.state.faults == {}, "it is not counted once more"
    assert bench.guide.command is c.TakeCardsOut
    bench.out_and_counted()
    bench.into_play("house")


def test_after_a_fault_no_card_before_the_device_was_counted(bench: ContinuousTable) -> None:
    bench.ready()
    bench.bet("1 25")
    bench.shuffler("fault sensor:clear_after=1")
    bench.virtual.operate(CSM, "clear")
    assert bench.guide.step == "see-to-shuffler"
    bench.by_two(c.ClearFault(who=bench.dealer, device=CSM))
    bench.virtual.run(30, lambda: bench.snapshot.guide is None)
    assert bench.snapshot.guide is None
    bench.virtual.run(30, lambda: bench.virtual.devices[CSM].enabled)
    bench.card_out()
    assert bench.state.in_round


# --- the house -----------------------------------------------------------------------------------------------------


def test_nobody_waits_for_a_shuffle_that_never_comes(bench: ContinuousTable) -> None:
    """MA 5(h) with `sat_out = "wait-for-shuffle"`: the cards are shuffled all the time."""
    bench.ready()
    bench.a_round()
    bench.bet("4 25")


def test_the_table_does_not_close_over_cards_in_the_device(bench: ContinuousTable) -> None:
    bench.ready()
    assert "put them away first" in bench.refused(c.CloseTable(who=bench.dealer, tray=TRAY))
    bench.out_and_counted()
    bench.done(c.CardStep(who=bench.dealer, step="put-away"))
    assert bench.guide.command is c.DecksIn
    bench.by_two(c.CloseTable(who=bench.dealer, tray=TRAY))


# --- whatever is touched -------------------------------------------------------------------------------------------


def _wild(dice: Random, who: str) -> c.Command:
    way = dice.choice(("device", "hand", "pre-shuffled"))
    commands: list[c.Command] = [
        c.BeginShuffle(who=who, reason=dice.choice(("new-cards", "house", "cards-spread", "cutting-card")), way=way),
        c.CardStep(who=who, step=dice.choice(("load", "take-out", "put-away", "wait", "plug", "riffle", "collect"))),
        c.TakeCardsOut(who=who, device=dice.choice((CSM, CSM, "batch-shuffler"))),
        c.TakeInventory(who=who),
        c.DecksIn(who=who, decks=6),
        c.CardsInspected(who=who),
        c.CountCards(who=who, shoe_rest=dice.choice((312, 311)), discards=0),
        c.BurnCard(who=who),
        c.WagersDown(who=who, bets=(parse_bet("1 25"),)),
        c.Play(who=who, move=parse_move(dice.choice(("Th", "9c", "??")))),
        c.CuttingCardOut(who=who),
        c.Shuffle(who=who),
        c.Release(who=who),
        c.ClearFault(who=who, device=CSM),
    ]
    return dice.choice(commands)


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_touched_the_table_stands_and_comes_back(bench: ContinuousTable, seed: int) -> None:
    dice = Random(f"continuous {seed}")
    bench.ready()
    hands = ("draw 1", "return 1", "load 9h", "take", "clear", "power off", "power on", "fault jam:clear_after=1")
    for number in range(120):
        bench.answer(_wild(dice, bench.dealer))  # fails when the table has stopped
        if bench.snapshot.requests:
            asked = bench.snapshot.requests[-1]
            approve = c.Approve(who="", request=asked.request, subject_hash=asked.subject_hash, reason="dice")
            bench.answer(bench.signed("Sam", approve))
        if dice.random() < 0.3:
            bench.virtual.operate(CSM, dice.choice(hands))
            bench.run(dice.choice((0.2, 3.0)))
        if number % 20 == 0:
            bench.same_after_restart()
