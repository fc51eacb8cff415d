"""Two late calls about one round, with the discards shuffled in its middle, a move taken back, a restart in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal.verification.verify import verify
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from dealer_console.table.state.late_call import why_not_late
from tests.rigs.known_people import submitted
from tests.rigs.open_table import CB, MA
from tests.table.late.evening import CARDS, Evening, LateTable, Opened, by_hand, sealed_shoe, written

WA = "washington-switch-v1"


def test_cards_burned_after_the_discards_were_shuffled_stay_counted_when_the_round_is_opened_again(
    tmp_path: Path,
) -> None:
    """The shoe was empty twice; the round was ended, its loose cards burned; then the burn card had lain face up."""
    faces = ["7h", "Tc", "6d", "Js", "Ah", "Jc", "2d"]
    shoe = sealed_shoe(faces, WA, ("1 25",), {"hole_card": "peek"})
    evening = Evening(shoe)
    evening.tell(["7h Tc 6d Js", "call Js shoe-empty / reshuffle", "Ah Jc (2d)", "call Ah shoe-empty / misdeal"])
    assert evening.loose == ("Ah", "Jc", "??")
    evening.finish()
    evening.tell(["call Js card-face-up-in-shoe Js / discard"])
    state = evening.state
    assert state.shoe is not None
    assert state.in_round
    shoe.restart()
    shoe.run(0.12)
    assert evening.state.shoe is not None
    assert evening.state.shoe.out + len(evening.state.uncounted) == len(faces)
    evening.finish()
    assert evening.state.shoe is not None
    assert evening.state.shoe.out == len(evening.faces)
    assert restore(shoe.journal).hash() == evening.state.hash()
    assert verify(written(shoe.journal, tmp_path)).problem is None


class WithChips(Evening):
    """The chips go where the touches and the screen say, apart from the table's own sums."""

    def __init__(self, shoe: LateTable, bet: str) -> None:
        super().__init__(shoe)
        self.said: list[str] = []
        self.chips = PhysicalChips(lambda kind, text: self.said.append(f"{kind}: {text}"))
        self.chips._lay((parse_bet(bet),), 2)

    def do(self, command: c.Command) -> None:
        before = self.rig.snapshot
        super().do(command)
        self.chips.follow(command, before, self.rig.snapshot)


def test_a_bust_that_was_taken_and_taken_back_between_two_calls_is_given_back_once() -> None:
    """1a broke and was taken; a first call counted that as done. Then the card had been a slip of the finger."""
    evening = WithChips(by_hand((), MA, ("1 25",), {"hole_card": "face-down"}), "1 25")
    evening.tell(["Th 9c 6h 8d 8s (Kd)", "1 keep", "1a hit", "5c", "call 8d shuffler-fault / reshuffle"])
    assert [wager.done for wager in evening.state.settled] == [True]
    evening.do(c.TakeBack(who="Dee", why="it was a two"))
    evening.tell(["2c", "1a stand", "1b stand", "call 8s shuffler-fault / reshuffle"])
    evening.finish()
    closed = evening.state.dealt.closed if evening.state.dealt is not None else None
    assert closed is not None
    assert (evening.chips.tray, evening.said) == (closed.house_net, [])


# --- strange orders ---------------------------------------------------------------------------------------------------

SPLIT = ("8h 9c 6h 8d 7s (Kd)", "1 keep", "1a split", "3c", "1a1 hit", "5c", "1a1 stand", "Ts", "1a2 stand")
BUSTS = ("Th 9c 6h 6d 8s (Kd)", "1 keep", "1a hit", "9s", "1b hit", "7c")
ORDERS = {
    "a card that an earlier call had moved": (
        (
            "Th 9c 6h 8d 8s 7c 2c 3c 4c (5c)",
            "call 9c hand-not-dealt 1b / dead-hand",
            "call 8s card-face-up-in-shoe 8s / discard",
        ),
        ("1 25", "2 25"),
    ),
    "the missed hit of a split hand, then a card before the split": (
        (*SPLIT, "call 5c hit-missed 1a1 / deal-last", "call 8d card-face-up-in-shoe 8d / discard"),
        ("1 25",),
    ),
    "the same after the round was paid": (
        (
            *SPLIT,
            "1b stand",
            "show",
            "2h",
            "paid",
            "call 3c hit-missed 1a1 / dead-hand",
            "call 7s card-face-up-in-shoe 7s / discard",
        ),
        ("1 25",),
    ),
    "a first bust was ticked, a second was not": (
        (*BUSTS, "tick", "call 9s hit-missed 1a / dead-hand", "call 9s hit-missed 1b / dead-hand"),
        ("1 25",),
    ),
    "the second call about the very card of the first": (
        (
            "Th 9c 6h 8d 8s (Kd)",
            "1 keep",
            "1a hit",
            "2c",
            "call 2c card-face-up-in-shoe 2c / discard",
            "4c",
            "call 2c card-misdelivered 2c / burn",
        ),
        ("1 25",),
    ),
}


@pytest.mark.parametrize("kind", [sealed_shoe, by_hand])
@pytest.mark.parametrize("name", ORDERS)
def test_in_any_order_with_a_restart_after_each_call(name: str, kind: Opened, tmp_path: Path) -> None:
    told, bets = ORDERS[name]
    faces = [word.strip("()") for text in told if CARDS.fullmatch(text) for word in text.split()]
    shoe = kind(faces, MA, bets, {"hole_card": "face-down"})
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    for text in told:
        if text == "tick":
            evening.account_for_what_moved(parse_move("irregularity shoe-fault"))
            evening.do(c.SettlementDone(who="Dee", settlement=evening.state.settled[0].seq))
        else:
            evening.tell([text])
        if text.startswith("call"):
            die_and_come_back(shoe)
            while why_not_late(evening.state) is not None:
                evening._next(evening.round)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)
    assert sum(entry.kind == "late-call" for entry in shoe.journal.entries()) == 2


def die_and_come_back(shoe: LateTable) -> None:
    before = shoe.state.hash()
    shoe.restart()
    assert shoe.state.hash() == before
    shoe.run(2.0)


def test_a_call_about_a_later_card_waits_until_the_cards_without_a_place_have_theirs(
    tmp_path: Path,
) -> None:
    """CB 10: the missed card waits for its ruling, and so does a loose card; one found face up then is another one."""
    shoe = by_hand((), CB, ("1 25", "2 50"), {})
    evening = Evening(shoe)
    assert evening.state.shoe is not None
    out_before = evening.state.shoe.out
    evening.tell(["Th 5c 6d 4h 8c", "call 6d dealer-card-missed"])
    assert evening.loose == ("8c",)
    call = c.Play(who=shoe.dealer, move=parse_move("irregularity card-face-up-in-shoe 2s"))
    refusal = submitted(shoe.session, call).refusal
    assert refusal is not None
    assert refusal.code == "loose-card-first"
    assert evening.loose == ("8c",)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out_before)
