"""Whatever is touched, by whomever, whenever: done, asked for, or refused with nothing changed. Never a stop."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealer_console.game.cards import BY_TEXT
from dealer_console.game.legal_moves import legal_moves
from dealer_console.game.notation import parse_move
from dealer_console.game.round_file import parse_bet
from dealer_console.table import touches as t
from dealer_console.table.shift.chips import chips
from tests.table.evening.house_bench import CB, MA, PINS, HouseBench

NAMES = sorted(PINS)
WILD = 200


def wild_touch(dice: Random, bench: HouseBench) -> t.Touch:
    number = dice.choice([-1, 0, 1, 2, 3, 7, 99, 10**12])
    text = dice.choice(["", " ", "x", "1a", "dealer", "hand", "device", "new-cards", "F-00001", "riffle", "load"])
    face = dice.choice(list(BY_TEXT.values()))
    held = chips({dice.choice([1, 500, 2500, 10000, -5]): dice.choice([-1, 1, 40, 10**9])})
    spots = tuple(dice.choices(range(-1, 9), k=dice.randint(0, 3)))
    changes: dict[str, Any] = {
        dice.choice(["minimum", "maximum", "surrender", "resplit_aces", "decks", "nonsense"]): dice.choice(
            ["5", "x", True, 3, "-1", None]
        )
    }
    move = parse_move(dice.choice(["Th", "??", "1a stand", "1 keep", "1a hit", "reveal Ah", "void by x", "1a split"]))
    seqs = [each.seq for each in bench.state.settled] + [0, 1, 10**9]
    requests = [str(each) for each in bench.state.approvals.asked] + ["0" * 12 + "-1", "nothing"]
    who = dice.choice([bench.dealer, bench.dealer, bench.dealer, "p9", ""])
    made: list[t.Touch] = [
        t.WagersDown(who=who, bets=(parse_bet(dice.choice(["1 25", "1 0", "9 25", "1 25 coupon.b=99", "2 1000000"])),)),
        t.SameWagers(who=who),
        t.Play(who=who, move=move),
        t.Play(who=who, move=parse_move(f"irregularity {dice.choice(['shoe-fault', 'burn-missed', 'shoe-empty'])}")),
        t.ShowHoleCard(who=who),
        t.ExplainDraw(who=who, seen=True, card=face),
        t.SettlementDone(who=who, settlement=dice.choice(seqs)),
        t.WagersPaid(who=who),
        t.TakeBack(who=who, why=text),
        t.CorrectCard(who=who, hand=dice.choice(["1a", "1b", "dealer", "9z", ""]), index=number, card=face),
        t.CorrectSettlement(who=who, corrects=dice.choice(seqs), cents=number, reason=text),
        t.SeatPlayer(who=who, spots=spots, player=text or None),
        t.PlayerLeft(who=who, player=text),
        t.LetIn(who=who, spot=number),
        t.ClearFault(who=who, device=text),
        t.TrustAgain(who=who, device=text, reason=text),
        t.AnswerKeeper(who=who, question=number, yes=dice.choice([True, False])),
        t.LookThroughCamera(who=who),
        t.EndCameraView(who=who),
        t.Shuffle(who=who),
        t.Release(who=who),
        t.OpenTable(who=who, tray=held),
        t.CloseTable(who=who, tray=held),
        t.CountTray(who=who, tray=held),
        t.ComeIn(who=who, role=dice.choice(["dealer", "supervisor", "king"])),
        t.GoOut(who=who, role=dice.choice(["supervisor", "king"]), person=dice.choice([None, "p1", "p9"])),
        t.BuyIn(who=who, cents=number, spot=dice.choice([None, 1, number])),
        t.TokeGiven(who=who, cents=number, spot=number),
        t.ColourUp(who=who, held=held),
        t.AskFill(who=who, chips=held),
        t.AskCredit(who=who, chips=held),
        t.ConfirmSlip(who=who, slip=text),
        t.CancelSlip(who=who, slip=text, why=text),
        t.CallWager(who=who, spot=number, cents=number, bettor=number),
        t.ConfirmCalledWager(who=who, called=number),
        t.ReturnCalledWager(who=who, called=number),
        t.AnnounceNotice(who=who, changes=changes),
        t.WithdrawNotice(who=who, notice=number),
        t.DecksIn(who=who, decks=number, colour=text),
        t.CardsInspected(who=who, remark=text),
        t.BeginShuffle(who=who, reason=dice.choice(["new-cards", "house", "player-asked", text]), way=text or "hand"),
        t.ShuffleAgain(who=who, way=text, why=text),
        t.CardStep(who=who, step=text, riffles=number),
        t.OfferCut(who=who, players=spots, first_player=dice.choice([None, number])),
        t.CutMade(who=who, spot=number, cards_before=dice.choice([None, number])),
        t.CutRefused(who=who, spot=number),
        t.OrderRecut(who=who, by_the_same=dice.random() < 0.5, why=text),
        t.BurnCard(who=who, card=face),
        t.ShowBurnCard(who=who, card=face),
        t.CuttingCardOut(who=who, spot=dice.choice([None, number])),
        t.CountCards(who=who, shoe_rest=number, discards=number, removed=number, why_removed=text),
        t.OrderCardsOut(who=who),
        t.CallSupervisor(who=who, why=text),
        t.AlarmSeen(who=who, alarm=dice.choice([*bench.state.alarms, text])),
        t.WriteNote(who=who, text=text),
        t.WithdrawRequest(who=who, request=dice.choice(requests)),
        t.ApproveFromPit(who="p2", request=dice.choice(requests), subject_hash=text, place="pit"),
        t.Configure(who=who, rules=text),
        t.CardsIn(who=who),
    ]
    touch = dice.choice(made)
    if dice.random() < 0.4 or isinstance(touch, t.ComeIn):
        touch = bench.signed(dice.choice(NAMES), touch)
    return touch


def lawful_touch(dice: Random, bench: HouseBench) -> t.Touch | None:
    """Something that leads on, so that the wild ones find every moment of a round."""
    r = bench.state.round
    if bench.view.requests and dice.random() < 0.5:
        asked = bench.view.requests[-1]
        verdict = t.Approve if dice.random() < 0.7 else t.Decline
        answer = verdict(who="", request=asked.request, subject_hash=asked.subject_hash, reason="dice")
        return bench.signed(dice.choice(["Sam", "Paula"]), answer)
    if r is None:
        if bench.state.burn_due:
            return t.BurnCard(who=bench.dealer)
        first = t.Play(who=bench.dealer, move=parse_move("Th"))
        return first if bench.state.bets else t.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),))
    if r.complete:
        return t.WagersPaid(who=bench.dealer)
    able = legal_moves(r)
    return t.Play(who=bench.dealer, move=dice.choice(able)) if able else None


@pytest.mark.parametrize(("table", "seed"), [(MA, 1), (CB, 3)])
def test_wild_touches(tmp_path: Path, table: str, seed: int) -> None:
    dice = Random(f"wild {table} {seed}")
    bench = HouseBench(tmp_path, table)
    bench.ready()
    for number in range(WILD):
        touch = lawful_touch(dice, bench) if dice.random() < 0.5 else wild_touch(dice, bench)
        if touch is None:
            continue
        before, entries = bench.state.hash(), bench.journal.seq
        given = bench.answer(touch)  # fails when the table has stopped
        if given.refusal is not None:
            assert bench.state.hash() == before, touch
            kinds = [each.kind for each in bench.journal.entries(after=entries)]
            assert kinds[0] == "refusal", touch
        if bench.state.shift.dealer is None:
            bench.come_in()
        if number % 25 == 0:
            bench.same_after_restart()
    assert bench.state.round_number >= 2
