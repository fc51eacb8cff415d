"""What happens beside the game, now and then: money in and out, people who come and go, notices, corrections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from dealer_console.game import moves
from dealer_console.game.cards import FACES
from dealer_console.journal.entries.people import Role
from dealer_console.simulation.staffed_table import DEALERS, MANAGER, SUPERVISORS
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import chips
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.shift.till import Slip

if TYPE_CHECKING:
    from dealer_console.simulation.staff import TableStaff

BETWEEN_ROUNDS: Final = 0.2  # how often a step is spent on one of these
IN_A_ROUND: Final = 0.02
_NEW_LIMITS: Final = ("200", "300", "400")
_CASH: Final = (2500, 10_000, 50_000, 200_025)


def at_a_closed_table(who: str) -> list[c.Command]:
    """Nobody deals or sells chips there, the dealer who has come in least of all."""
    return [
        c.Play(who=who, move=moves.DRAWN[FACES[1]]),
        c.WagersDown(who=who, bets=()),
        c.SameWagers(who=who),
        c.BurnCard(who=who),
        c.BuyIn(who=who, cents=2500),
        c.TokeGiven(who=who, cents=500),
        c.DecksIn(who=who, decks=6),
        c.BeginShuffle(who=who, reason="house", way="hand"),
        c.WagersPaid(who=who),
    ]


class TableDuties:
    """`now_and_then` does one of them, or nothing."""

    def __init__(self, people: TableStaff) -> None:
        self.people = people
        self.dice = people.dice

    def now_and_then(self) -> str | None:
        people = self.people
        if people.state.shift.dealer is None or not people.state.is_open or people.state.irregularity is not None:
            return None
        in_round = people.state.in_round
        if self.dice.random() > (IN_A_ROUND if in_round else BETWEEN_ROUNDS):
            return None
        errand = self.dice.choice(_IN_A_ROUND if in_round else _BETWEEN_ROUNDS)
        errand(self)
        return errand.__name__

    def _submit(self, command: c.Command) -> None:
        self.people.submit(command)

    # --- money -----------------------------------------------------------------------------------------------------

    def buy_in(self) -> None:
        self._submit(c.BuyIn(who=self.people.dealer, cents=self.dice.choice(_CASH), spot=self.dice.choice((None, 2))))

    def toke(self) -> None:
        self._submit(c.TokeGiven(who=self.people.dealer, cents=500, spot=1))

    def colour_up(self) -> None:
        held = chips({500: self.dice.randint(3, 30), 100: self.dice.randint(0, 9)})
        self._submit(c.ColourUp(who=self.people.dealer, held=held))

    def ask_slip(self) -> None:
        """By the dealer, or by a supervisor; sometimes more than the tray holds."""
        who, held = self.people.dealer, chips({2500: self.dice.choice((20, 40, 1_000_00)), 500: 10})
        command = c.AskFill(who=who, chips=held) if self.dice.random() < 0.5 else c.AskCredit(who=who, chips=held)
        if self.dice.random() < 0.7:
            self._submit(command)
        else:
            self.people.sign(self.people.supervisor(), command)

    def slip(self) -> None:
        waiting = self.people.state.shift.open_slips
        if waiting:
            self.settle_slip(self.dice.choice(waiting))
        else:
            self.ask_slip()

    def settle_slip(self, slip: Slip) -> None:
        """Confirmed by another person, or cancelled; who asked tries it too, and a dealer who may not."""
        people = self.people
        confirm = c.ConfirmSlip(who=people.dealer, slip=slip.number)
        requester = next((member for member in (*DEALERS, *SUPERVISORS) if member.id == slip.requested_by), DEALERS[0])
        if self.dice.random() < 0.2:
            people.answering.forbidden(confirm)
        if self.dice.random() < 0.2:
            people.answering.forbidden(people.answering.signed(requester, confirm))
        if self.dice.random() < 0.15:
            self._submit(c.CancelSlip(who=people.dealer, slip=slip.number, why="the chips did not come"))
            return
        others = [member for member in (*SUPERVISORS, MANAGER) if member.id not in (slip.requested_by, people.dealer)]
        if people.sign(self.dice.choice(others), confirm) is not None:
            people.wait_minutes(1)

    def count_tray(self) -> None:
        self._submit(c.CountTray(who=self.people.dealer, tray=chips({2500: self.dice.randint(1, 300)})))

    def called_wager(self) -> None:
        """Cash called as a wager (MA 5(d)): confirmed by two, or given back, or left until the round opens."""
        waiting = [wager.number for wager in self.people.state.shift.called if wager.step == "called"]
        who = self.people.dealer
        if not waiting:
            self._submit(c.CallWager(who=who, spot=3, cents=5000))
        elif self.dice.random() < 0.7:
            self._submit(c.ConfirmCalledWager(who=who, called=waiting[0]))
        else:
            self._submit(c.ReturnCalledWager(who=who, called=waiting[0]))

    def correction(self) -> None:
        settled = self.people.state.settled
        if settled and not self.people.state.in_round:
            paid, cents = self.dice.choice(settled), self.dice.choice((500, -500, 2500))
            why = self.dice.choice(("a chip too few", "a chip too many"))
            self._submit(c.CorrectSettlement(who=self.people.dealer, corrects=paid.seq, cents=cents, reason=why))

    def close_at_once(self) -> None:
        """Somebody wants to close, whatever lies there."""
        self._submit(c.CloseTable(who=self.people.dealer, tray=self.people.counted()))

    # --- people ----------------------------------------------------------------------------------------------------

    def new_dealer(self) -> None:
        self.people.sign(self.dice.choice(DEALERS), c.ComeIn(who="", role=Role.DEALER))

    def dealer_goes(self) -> None:
        self._submit(c.GoOut(who=self.people.dealer, role=Role.DEALER))

    def supervisor_comes_or_goes(self) -> None:
        who = self.people.supervisor()
        here = any(
            member.person == who.id and member.role == Role.SUPERVISOR for member in self.people.state.shift.present
        )
        self.people.sign(who, (c.GoOut if here else c.ComeIn)(who="", role=Role.SUPERVISOR))

    def call(self) -> None:
        self._submit(c.CallSupervisor(who=self.people.dealer, why=self.dice.choice(("a dispute", "a fill"))))

    def note(self) -> None:
        self._submit(c.WriteNote(who=self.people.dealer, text="a player asked about the limits"))

    def player(self) -> None:
        players = self.people.state.shift.spots.players
        who = self.people.dealer
        if players and self.dice.random() < 0.5:
            self._submit(c.PlayerLeft(who=who, player=self.dice.choice(players).name))
        else:
            spots = tuple(self.dice.sample(range(1, 6), self.dice.choice((1, 1, 3))))
            self._submit(c.SeatPlayer(who=who, spots=spots, player=self.dice.choice(("Ana", "Bo", None))))

    # --- limits and cards ------------------------------------------------------------------------------------------

    def notice(self) -> None:
        """Announced by a supervisor; sometimes withdrawn, sometimes waited for."""
        waiting = [notice.number for notice in self.people.state.shift.notices if notice.step == "waiting"]
        who = self.people.supervisor()
        if not waiting:
            self.people.sign(who, c.AnnounceNotice(who="", changes={"maximum": self.dice.choice(_NEW_LIMITS)}))
        elif self.dice.random() < 0.3:
            self.people.sign(who, c.WithdrawNotice(who="", notice=waiting[0]))
        else:
            self.people.wait_minutes(10)

    def order_about_cards(self) -> None:
        """A recut, a shuffle because the house wants it, one that begins again: a supervisor's orders."""
        people, cards = self.people, self.people.state.shift.cards
        if cards.are in (CardsAre.SHUFFLING, CardsAre.CUTTING):
            people.sign(people.supervisor(), c.ShuffleAgain(who="", way="hand", why="cards fell"))
        elif self.dice.random() < 0.5:
            people.sign(people.supervisor(), c.OrderRecut(who="", by_the_same=False, why="seen from behind"))
        elif not people.state.bets:
            reason = self.dice.choice(("house", "player-asked", "spread"))
            begin = c.BeginShuffle(who=people.dealer, reason=reason, way="hand")
            self._submit(c.SpreadCards(who=people.dealer) if reason == "spread" else begin)

    # --- in a round ------------------------------------------------------------------------------------------------

    def void(self) -> None:
        self._submit(c.Play(who=self.people.dealer, move=moves.RoundVoided(by="")))

    def one_is_paid(self) -> None:
        """And then the last move is taken back, whose money has moved: that takes two."""
        settled = self.people.state.settled
        if settled:
            self._submit(c.SettlementDone(who=self.people.dealer, settlement=settled[0].seq))
            if self.dice.random() < 0.5:
                self.people.take_back()


_BETWEEN_ROUNDS: Final[tuple[Callable[[TableDuties], None], ...]] = (
    TableDuties.buy_in,
    TableDuties.toke,
    TableDuties.colour_up,
    TableDuties.slip,
    TableDuties.slip,
    TableDuties.slip,
    TableDuties.count_tray,
    TableDuties.called_wager,
    TableDuties.called_wager,
    TableDuties.correction,
    TableDuties.correction,
    TableDuties.new_dealer,
    TableDuties.new_dealer,
    TableDuties.dealer_goes,
    TableDuties.supervisor_comes_or_goes,
    TableDuties.call,
    TableDuties.note,
    TableDuties.player,
    TableDuties.notice,
    TableDuties.notice,
    TableDuties.order_about_cards,
    TableDuties.close_at_once,
)
_IN_A_ROUND: Final[tuple[Callable[[TableDuties], None], ...]] = (
    TableDuties.buy_in,
    TableDuties.toke,
    TableDuties.slip,
    TableDuties.call,
    TableDuties.note,
    TableDuties.void,
    TableDuties.one_is_paid,
)
