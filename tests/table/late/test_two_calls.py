"""Two late calls about one round, with the discards shuffled in its middle, a move taken back, a restart in between."""

from __future__ import annotations

from pathlib import Path

from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal.verification.verify import verify
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from tests.table.bench import MA
from tests.table.late.late_table import ByHand, Evening, SealedShoe, written

WA = "washington-switch-v1"


def test_cards_burned_after_the_discards_were_shuffled_stay_counted_when_the_round_is_opened_again(
    tmp_path: Path,
) -> None:
    """The shoe was empty twice; the round was ended, its loose cards burned; then the burn card had lain face up."""
    faces = ["7h", "Tc", "6d", "Js", "Ah", "Jc", "2d"]
    shoe = SealedShoe(faces, WA, ("1 25",), {"hole_card": "peek"})
    evening = Evening(shoe)
    evening.tell(["7h Tc 6d Js", "call Js shoe-empty / reshuffle", "Ah Jc (2d)", "call Ah shoe-empty / misdeal"])
    assert evening.loose == ("Ah", "Jc", "??")
    evening.finish()
    evening.tell(["call Js card-face-up-in-shoe Js / discard"])
    state = evening.state
    assert state.shoe is not None
    assert state.in_round
    shoe.bench.virtual.restart()
    shoe.session = shoe.bench.virtual.session
    shoe.wait()
    assert evening.state.shoe is not None
    assert evening.state.shoe.out + len(evening.state.uncounted) == len(faces)
    evening.finish()
    assert evening.state.shoe is not None
    assert evening.state.shoe.out == len(evening.faces)
    assert restore(shoe.session.journal).hash() == evening.state.hash()
    assert verify(written(shoe.session.journal, tmp_path)).problem is None


class WithChips(Evening):
    """The chips go where the touches and the screen say, apart from the table's own sums."""

    def __init__(self, shoe: ByHand, bet: str) -> None:
        super().__init__(shoe)
        self.said: list[str] = []
        self.chips = PhysicalChips(lambda kind, text: self.said.append(f"{kind}: {text}"))
        self.chips._lay((parse_bet(bet),), 2)

    def do(self, command: c.Command) -> None:
        before = self.shoe.session.snapshot
        super().do(command)
        self.chips.follow(command, before, self.shoe.session.snapshot)


def test_a_bust_that_was_taken_and_taken_back_between_two_calls_is_given_back_once() -> None:
    """1a broke and was taken; a first call counted that as done. Then the card had been a slip of the finger."""
    evening = WithChips(ByHand((), MA, ("1 25",), {"hole_card": "face-down"}), "1 25")
    evening.tell(["Th 9c 6h 8d 8s (Kd)", "1 keep", "1a hit", "5c", "call 8d shuffler-fault / reshuffle"])
    assert [wager.done for wager in evening.state.settled] == [True]
    evening.do(c.TakeBack(who="Dee", why="it was a two"))
    evening.tell(["2c", "1a stand", "1b stand", "call 8s shuffler-fault / reshuffle"])
    evening.finish()
    closed = evening.state.dealt.closed if evening.state.dealt is not None else None
    assert closed is not None
    assert (evening.chips.tray, evening.said) == (closed.house_net, [])
