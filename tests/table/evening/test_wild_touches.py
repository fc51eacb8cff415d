"""Whatever is touched, by whomever, whenever: done, asked for, or refused with nothing changed. Never a stop."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from dealer_console.game.cards import BY_TEXT
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal.entries.people import Role
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import chips
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import CB, MA, StaffedTable
from tests.table.pit_rulings import UNSIGNED

NAMES = sorted(PINS)
WILD = 200


def wild_touch(dice: Random, bench: StaffedTable) -> c.Command:
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
    seqs = [wager.seq for wager in bench.state.settled] + [0, 1, 10**9]
    requests = [str(request_id) for request_id in bench.state.approvals.records] + ["0" * 12 + "-1", "nothing"]
    who = dice.choice([bench.dealer, bench.dealer, bench.dealer, "p9", ""])
    commands: list[c.Command] = [
        c.WagersDown(who=who, bets=(parse_bet(dice.choice(["1 25", "1 0", "9 25", "1 25 coupon.b=99", "2 1000000"])),)),
        c.SameWagers(who=who),
        c.Play(who=who, move=move),
        c.Play(who=who, move=parse_move(f"irregularity {dice.choice(['shoe-fault', 'burn-missed', 'shoe-empty'])}")),
        c.ShowHoleCard(who=who),
        c.ExplainDraw(who=who, seen=True, card=face),
        c.SettlementDone(who=who, settlement=dice.choice(seqs)),
        c.WagersPaid(who=who),
        c.TakeBack(who=who, why=text),
        c.CorrectCard(who=who, hand=dice.choice(["1a", "1b", "dealer", "9z", ""]), index=number, card=face),
        c.CorrectSettlement(who=who, corrects=dice.choice(seqs), cents=number, reason=text),
        c.SeatPlayer(who=who, spots=spots, player=text or None),
        c.PlayerLeft(who=who, player=text),
        c.LetIn(who=who, spot=number),
        c.ClearFault(who=who, device=text),
        c.TrustAgain(who=who, device=text, reason=text),
        c.ResumeDevice(who=who, device=text, cards=number),
        c.AnswerKeeper(who=who, question=number, yes=dice.choice([True, False])),
        c.LookThroughCamera(who=who),
        c.EndCameraView(who=who),
        c.Shuffle(who=who),
        c.Release(who=who),
        c.OpenTable(who=who, tray=held),
        c.CloseTable(who=who, tray=held),
        c.CountTray(who=who, tray=held),
        c.ComeIn(who=who, role=dice.choice([Role.DEALER, Role.SUPERVISOR, Role.AUDITOR])),
        c.GoOut(who=who, role=dice.choice([Role.SUPERVISOR, Role.AUDITOR]), person=dice.choice([None, "p1", "p9"])),
        c.BuyIn(who=who, cents=number, spot=dice.choice([None, 1, number])),
        c.TokeGiven(who=who, cents=number, spot=number),
        c.ColourUp(who=who, held=held),
        c.AskFill(who=who, chips=held),
        c.AskCredit(who=who, chips=held),
        c.ConfirmSlip(who=who, slip=text),
        c.CancelSlip(who=who, slip=text, why=text),
        c.SendSlip(who=who, slip=text, runner=text),
        c.VerifySlip(who=who, slip=text, chips=held),
        c.IssueMarker(who=who, cents=number, spot=number),
        c.RedeemMarker(who=who, marker=text, cents=number),
        c.CallWager(who=who, spot=number, cents=number, bettor=number),
        c.ConfirmCalledWager(who=who, called=number),
        c.ReturnCalledWager(who=who, called=number),
        c.AnnounceNotice(who=who, changes=changes),
        c.AskNotice(who=who, changes=changes),
        c.WithdrawNotice(who=who, notice=number),
        c.ShareSpot(who=who, spot=number, agreed=dice.random() < 0.7, seated=dice.random() < 0.5),
        c.SpreadCards(who=who),
        c.DecksIn(who=who, decks=number, colour=text),
        c.CardsInspected(who=who, remark=text),
        c.BeginShuffle(who=who, reason=dice.choice(["new-cards", "house", "player-asked", text]), way=text or "hand"),
        c.ShuffleAgain(who=who, way=text, why=text),
        c.CardStep(who=who, step=text, riffles=number),
        c.OfferCut(who=who, players=spots, first_player=dice.choice([None, number])),
        c.CutMade(who=who, spot=number, cards_before=dice.choice([None, number])),
        c.CutRefused(who=who, spot=number),
        c.OrderRecut(who=who, by_the_same=dice.random() < 0.5, why=text),
        c.BurnCard(who=who, card=face),
        c.ShowBurnCard(who=who, card=face),
        c.CuttingCardOut(who=who, spot=dice.choice([None, number])),
        c.CountCards(who=who, shoe_rest=number, discards=number, removed=number, why_removed=text),
        c.OrderCardsOut(who=who),
        c.CallSupervisor(who=who, why=text),
        c.AlarmSeen(who=who, alarm=dice.choice([*bench.state.alarms, text])),
        c.WriteNote(who=who, text=text),
        c.WithdrawRequest(who=who, request=dice.choice(requests)),
        c.ApproveFromPit(who="p2", request=dice.choice(requests), subject_hash=text, place="pit", signature=UNSIGNED),
    ]
    touch = dice.choice(commands)
    if dice.random() < 0.4 or isinstance(touch, c.ComeIn):
        touch = bench.signed(dice.choice(NAMES), touch)
    return touch


def lawful_touch(dice: Random, bench: StaffedTable) -> c.Command | None:
    """Something that leads on, so that the wild ones find every moment of a round."""
    r = bench.state.round
    if bench.snapshot.requests and dice.random() < 0.5:
        asked = bench.snapshot.requests[-1]
        verdict = c.Approve if dice.random() < 0.7 else c.Decline
        answer = verdict(who="", request=asked.request, subject_hash=asked.subject_hash, reason="dice")
        return bench.signed(dice.choice(["Sam", "Paula"]), answer)
    if r is None:
        if bench.state.burn_due:
            return c.BurnCard(who=bench.dealer)
        first = c.Play(who=bench.dealer, move=parse_move("Th"))
        return first if bench.state.bets else c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),))
    if r.complete:
        return c.WagersPaid(who=bench.dealer)
    able = legal_moves(r)
    return c.Play(who=bench.dealer, move=dice.choice(able)) if able else None


@pytest.mark.parametrize(("table", "seed"), [(MA, 1), (CB, 3)])
def test_wild_touches(tmp_path: Path, table: str, seed: int) -> None:
    dice = Random(f"wild {table} {seed}")
    bench = StaffedTable(tmp_path, table)
    bench.ready()
    for number in range(WILD):
        touch = lawful_touch(dice, bench) if dice.random() < 0.5 else wild_touch(dice, bench)
        if touch is None:
            continue
        before, entries = bench.state.hash(), bench.journal.seq
        given = bench.answer(touch)  # fails when the table has stopped
        if given.refusal is not None:
            assert bench.state.hash() == before, touch
            kinds = [entry.kind for entry in bench.journal.entries(after=entries)]
            assert kinds[0] == "refusal", touch
        if bench.state.shift.dealer is None:
            bench.come_in()
        if number % 25 == 0:
            bench.same_after_restart()
    assert bench.state.round_number >= 2
