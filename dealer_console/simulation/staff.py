"""The people of a simulated table with a house: they open it, deal by its guide, send each other away, close it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.money import Cents
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.rounds import LateCallMade
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.simulation.late_mistakes import LateMistakes
from dealer_console.simulation.people import People, Submits
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.simulation.request_answers import RequestAnswers
from dealer_console.simulation.staffed_table import (
    CONSOLE,
    DEALERS,
    SUPERVISORS,
    TECHNICIAN,
    Member,
    StaffedTable,
    signed,
)
from dealer_console.simulation.table_duties import TableDuties, at_a_closed_table
from dealer_console.table import commands as c
from dealer_console.table.approvals.request import RequestId
from dealer_console.table.commands.codec import command_of
from dealer_console.table.devices.cards_by_hand import why_not_by_hand
from dealer_console.table.shift.chips import Chips, chips, fewest
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, PUT_AWAY, TAKE_OUT, has_continuous
from dealer_console.table.shift.spots import first_seated, why_not_wager
from dealer_console.table.shift.state import Cards, CardsAre
from dealer_console.table.snapshot import CardGuide, TableSnapshot

OF_EACH_CHIP: Final = 200
RIFFLES: Final = 6
CUT_AT: Final = 100
FEW_CARDS: Final = 45  # the cutting card must have come by now: the shoe did not tell it, or cards left it by hand
FEWEST_ROUNDS: Final = 6  # of a shift
TOO_EARLY: Final = 0.5  # how often the dealer tries something before the table is open
MINUTE_MS: Final = 60_000


class TableStaff(People):
    """`did` is told of every command that was done, and moves the chips."""

    virtual: StaffedTable

    def __init__(
        self,
        virtual: StaffedTable,
        rules: str,
        dice: Random,
        cards: PhysicalCards,
        command: Submits,
        broken: Callable[[str, str], None],
    ) -> None:
        super().__init__(virtual, rules, dice, cards, command)
        self.broken = broken
        self.chips = PhysicalChips(broken)
        self.answering = RequestAnswers(self)
        self.errands = TableDuties(self)
        self.late = LateMistakes(self)
        self.closing = False

    # --- who -------------------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        return self.state.shift.dealer or CONSOLE

    @property
    def now_ms(self) -> int:
        return self.virtual.clock_ms()

    def wait_minutes(self, minutes: int) -> None:
        """Nobody does anything for so long."""
        self.virtual.idle_ms += minutes * MINUTE_MS

    def sign(self, who: Member, command: c.Command) -> Refusal | None:
        return self.submit(signed(who, command, dealer=self.state.shift.dealer))

    def supervisor(self) -> Member:
        return self.dice.choice(SUPERVISORS)

    def by_two(self, command: c.ClearFault | c.TrustAgain | c.TakeOffTable | c.PutOnTable) -> None:
        """The dealer asks, or the technician who looked at it; at a closed table there is no dealer to ask."""
        at_the_table = self.state.is_open and self.state.shift.dealer is not None
        if at_the_table and self.dice.random() < 0.8:
            self.submit(command)
        else:
            self.sign(TECHNICIAN, command)

    def did(self, command: c.Command, before: TableSnapshot) -> None:
        if isinstance(command, c.Signed):
            command = command.command
        if isinstance(command, c.Approve | c.ApproveFromPit):
            request = self.state.approvals.records[RequestId(command.request)].request
            command = command_of(request.subject, who=request.requester)
        if isinstance(command, c.CallLate):
            entries = [entry.typed for entry in self.virtual.journal.entries(after=before.seq)]
            self.called_late(next(entry for entry in entries if isinstance(entry, LateCallMade)))
        self.chips.follow(command, before, self.virtual.session.snapshot)

    # --- what is next ----------------------------------------------------------------------------------------------

    def act(self) -> str | None:
        return self.answering.act() or self.late.act() or self.errands.now_and_then() or super().act()

    def alarm_seen(self, alarm: str) -> None:
        """A call for a supervisor is seen by one; anything else by whoever is there."""
        command = c.AlarmSeen(who=self.dealer, alarm=alarm)
        alone = self.state.shift.dealer is not None and alarm not in self.state.calls
        self.submit(command) if alone else self.sign(self.supervisor(), command)

    def _answer_questions(self) -> str | None:
        if not self.state.is_open or self.state.shift.dealer is None:
            return None  # a card that lies there waits for the dealer of an open table
        return super()._answer_questions()

    def _between_rounds(self) -> str | None:
        shift = self.state.shift
        if shift.dealer is None:
            return self._come_in()
        if not self.state.is_open:
            self.closing = False
            if self.dice.random() < TOO_EARLY:
                self.answering.forbidden(self.dice.choice(at_a_closed_table(self.dealer)))
            return self._open()
        back = self.cards.put_back() if shift.cards.are is CardsAre.IN_PLAY and not self.state.burn_due else None
        if back is not None:
            return back
        if self._wants_to_close():
            return self._close()
        guide = self.virtual.session.snapshot.guide
        if guide is not None:
            return self._guided(guide)
        if shift.cards.are is CardsAre.IN_PLAY and self.cards.left < FEW_CARDS and not self._continuous:
            self.submit(c.CuttingCardOut(who=self.dealer))
            return "cutting card"
        if not self.state.bets:
            return self._wager()
        return self._next_card()

    # --- opening ---------------------------------------------------------------------------------------------------

    def _come_in(self) -> str:
        """Somebody whose name is locked after wrong PINs waits; then another one comes."""
        who = self.dice.choice(DEALERS)
        if self.sign(who, c.ComeIn(who="", role=Role.DEALER)) is not None:
            self.wait_minutes(1)
        return "dealer in"

    def _open(self) -> str:
        denominations = self._denominations
        first = chips(dict.fromkeys(denominations, OF_EACH_CHIP))
        tray = first if self.state.shift.number == 0 else fewest(denominations, Cents(self.chips.tray))
        self.submit(c.OpenTable(who=self.dealer, tray=tray))
        return "open"

    @property
    def _denominations(self) -> tuple[int, ...]:
        return tuple(self.virtual.setup.file.denominations)

    # --- the cards -------------------------------------------------------------------------------------------------

    def _guided(self, guide: CardGuide) -> str | None:
        """What the guide asks for, and now and then the order of a supervisor in between."""
        if guide.command is c.BurnCard:
            return self._burn()
        if guide.step == "load":
            return self._load(guide)
        if guide.step == TAKE_OUT:
            return self._take_out(guide)
        command = self._command_of(guide)
        if guide.who == "supervisor":
            self.sign(self.supervisor(), command)
        else:
            self.submit(command)
        return guide.step

    def _in_round(self, r: Round) -> str | None:
        """An empty shoe: its discards are shuffled and cut by the guide, inside the round (MA 15(g))."""
        guide = self.virtual.session.snapshot.guide
        return self._guided(guide) if guide is not None and r.irregularity is None else super()._in_round(r)

    def _burn(self) -> str | None:
        by_hand = self.state.cards_by_hand and why_not_by_hand(self.state, self.virtual.setup.file) is None
        if by_hand and not self.cards.again and self.dice.random() < 0.5:
            face = self.cards.take_by_hand(self.state)
            if face is None and self._continuous:
                return None  # the device gives no card now
            if face is None or self.submit(c.BurnCard(who=self.dealer)) is not None:
                self.broken("burn", "a burn that is due was refused")
            return "burn"
        return self._next_card()

    @property
    def _continuous(self) -> bool:
        return has_continuous(self.virtual.setup.file)

    def _take_out(self, guide: CardGuide) -> str:
        """By the device; when it does not, the dealer opens it."""
        if guide.command is c.TakeCardsOut:
            self.submit(c.TakeCardsOut(who=self.dealer, device=CONTINUOUS))
            self.virtual.run(30.0, lambda: self.state.stock is not None and self.state.stock.inside == 0)
        else:
            self.submit(c.CardStep(who=self.dealer, step=guide.step))
        return "cards out"

    def _load(self, guide: CardGuide) -> str | None:
        decks = self.state.shift.cards.decks
        loaded = self._continuous and self.cards.left > 0  # a device that was interrupted has its cards already
        if loaded and guide.waits is not None:
            return None
        if not self.state.in_round and (self.cards.untold or not (loaded or self.cards.load(decks))):
            return None
        self.submit(c.CardStep(who=self.dealer, step=guide.step))
        return "load"

    def _command_of(self, guide: CardGuide) -> c.Command:
        who, cards = self.dealer, self.state.shift.cards
        if guide.command is c.DecksIn:
            return c.DecksIn(who=who, decks=self._decks, colour=self.dice.choice(("blue", "red")))
        if guide.command is c.CardsInspected:
            return c.CardsInspected(who=who)
        if guide.command is c.BeginShuffle:
            return self._begin_shuffle(new=cards.are is CardsAre.INSPECTED)
        if guide.command is c.OfferCut:
            players = tuple(sorted(self.dice.sample(range(1, 6), 3)))
            seated = first_seated(self.state.shift)
            return c.OfferCut(who=who, players=players, first_player=players[0] if seated is None else None)
        if guide.command is c.CutMade:
            return self._cut(guide.offered_to or 0)
        if guide.command is c.CountCards:
            return self._count()
        return c.CardStep(who=who, step=guide.step, riffles=RIFFLES if guide.step == "riffle" else 1)

    @property
    def _decks(self) -> int:
        return self.virtual.setup.file.game.decks

    def _begin_shuffle(self, *, new: bool) -> c.BeginShuffle:
        if self._continuous:
            return c.BeginShuffle(who=self.dealer, reason="new-cards" if new else "house", way="device")
        way = self.dice.choice(("hand", "pre-shuffled")) if new else "hand"
        due = self.state.shift.cards.due
        reason = due.reason if due is not None else "shoe-empty" if self.state.in_round else "cutting-card"
        return c.BeginShuffle(who=self.dealer, reason="new-cards" if new else reason, way=way)

    def _cut(self, offered_to: int) -> c.Command:
        if offered_to and self.dice.random() < 0.4:
            return c.CutRefused(who=self.dealer, spot=offered_to)
        return c.CutMade(who=self.dealer, spot=offered_to, cards_before=self.dice.choice((CUT_AT, 150, None, 20)))

    def _count(self) -> c.CountCards:
        """The shoe's rest and everything else; somebody miscounts now and then, and counts again."""
        self.cards.take_out()
        rest, decks = self.cards.left if not self._continuous else 0, self.state.shift.cards.decks
        off = self.dice.choice((0, 0, 0, 1))
        return c.CountCards(who=self.dealer, shoe_rest=rest, discards=decks * 52 - rest - off)

    # --- wagers ----------------------------------------------------------------------------------------------------

    def _wager(self) -> str:
        if self.state.last_bets and self.dice.random() < 0.3:
            self.submit(c.SameWagers(who=self.dealer))
        else:
            self.submit(c.WagersDown(who=self.dealer, bets=self._bets()))
        return "wagers"

    def _bets(self) -> tuple[Bet, ...]:
        """Some with a side bet or a toke; who sat out is let in by a supervisor, or stays out."""
        return tuple(self._more(bet) for bet in super()._bets() if self._may_wager(int(bet.spot)))

    def _may_wager(self, spot: int) -> bool:
        file = self.virtual.setup.file
        if why_not_wager(file, self.state.shift, spot) is None:
            return True
        if self.dice.random() < 0.5:
            self.sign(self.supervisor(), c.LetIn(who="", spot=spot))
        return why_not_wager(file, self.state.shift, spot) is None

    def _more(self, bet: Bet) -> Bet:
        rules = self.state.table.rules if self.state.table is not None else None
        if rules is None or self.dice.random() < 0.7:
            return bet
        known = [name for name in ("match", "trilux", "bounty") if name in rules.side_bets]
        if rules.tokes and self.dice.random() < 0.4:
            return replace(bet, tokes={"a": Cents(500)})
        return replace(bet, side_bets={self.dice.choice(known): Cents(500)}) if known else bet

    # --- closing ---------------------------------------------------------------------------------------------------

    def _wants_to_close(self) -> bool:
        if not self.closing and not self.state.bets and self.state.shift.rounds.closed >= FEWEST_ROUNDS:
            self.closing = self.dice.random() < 0.06
        return self.closing

    def _close(self) -> str | None:
        """Wagers back, slips and called wagers settled, the cards out where the rules say how, the tray counted."""
        shift = self.state.shift
        if self.state.bets:
            self.submit(c.WagersDown(who=self.dealer, bets=()))
            return "wagers back"
        waiting = [wager.number for wager in shift.called if wager.step == "called"]
        if waiting:
            self.submit(c.ReturnCalledWager(who=self.dealer, called=waiting[0]))
            return "cash back"
        if shift.open_slips:
            self.errands.settle_slip(shift.open_slips[0])
            return "slip"
        return self._cards_out() or self._count_out()

    def _cards_out(self) -> str | None:
        rules, cards = self.virtual.setup.file.rules, self.state.shift.cards
        if self._continuous:
            return self._out_of_shuffler(cards)
        if "closing" not in rules.procedures or cards.are is CardsAre.AWAY:
            return None
        guide = self.virtual.session.snapshot.guide
        if cards.procedure in (None, "end-of-shoe"):
            self.sign(self.supervisor(), c.OrderCardsOut(who=""))
        elif guide is not None:
            self._guided(guide)
        return "cards out"

    def _out_of_shuffler(self, cards: Cards) -> str | None:
        """Over night no card stays in the device."""
        guide = self.virtual.session.snapshot.guide
        if cards.are is CardsAre.AWAY:
            return None
        if guide is not None and guide.step == "shuffle":
            self.submit(c.CardStep(who=self.dealer, step=PUT_AWAY))
        elif guide is not None:
            self._guided(guide)
        else:
            self.submit(c.TakeCardsOut(who=self.dealer, device=CONTINUOUS))
        return "cards out"

    def _count_out(self) -> str:
        self.submit(c.CloseTable(who=self.dealer, tray=self.counted()))
        return "close"

    def counted(self) -> Chips:
        """Right, or off by something."""
        off = self.dice.choice((0, 0, 0, -2500, 500, 20000))
        return fewest(self._denominations, Cents(max(0, self.chips.tray + off)))
