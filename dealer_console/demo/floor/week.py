"""The days of one demonstration table: shifts, dealers in turn, players who come and go, money, mishaps, devices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from dealer_console.demo.floor import shoes
from dealer_console.demo.floor.journaled_round import JournaledTable
from dealer_console.demo.floor.quick_journal import QuickJournal
from dealer_console.demo.floor.tables import CARELESS_DEALER, DEALERS, SUPERVISORS, DemoTable
from dealer_console.game.cards import UNSEEN
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft, Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import read
from dealer_console.journal.entries.cards import CardBurned, ForProcedure
from dealer_console.journal.entries.device_events import DeviceFaulted
from dealer_console.journal.entries.devices import DeviceReady
from dealer_console.journal.entries.notices import AlarmRaised, AlarmSeen
from dealer_console.journal.entries.people import ApprovalRequested, ApprovalUsed, PersonCame, RequestApproved
from dealer_console.journal.entries.rounds import SettlementCorrected
from dealer_console.simulation.player import usual_bet
from dealer_console.table import commands as c
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.shift import Acting, Chips, Shift, apply, chips
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind

SHOE_JAMMED: Final = "the shoe is jammed: open it, take the card out, close it"
MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
TRAY: Final = {50000: 40, 10000: 200, 2500: 400, 500: 400, 100: 400}
USUAL_CHIP: Final = 2500
TURN: Final = 40 * MINUTE  # a dealer deals so long
LOW_TRAY: Final = 1_500_000
CREDIT: Final = (10_000, 40)  # chips that go back to the cage when the tray has grown
CARDS_OF_A_TABLE: Final = 60  # rated players of each table: nobody sits at two tables at once


@dataclass(slots=True, kw_only=True)
class Sitter:
    """Somebody at a spot: a card number where the player is rated, what is left of the chips, until when."""

    name: str
    spot: int
    usual: int
    chips: int
    until_ms: int


class DemoWeek:
    """Writes one journal. The same seed gives the same bytes."""

    def __init__(
        self,
        place: DemoTable,
        path: Path,
        *,
        seed: int,
        number: int,
        begins_ms: int,
        often: tuple[int, int],
        dealers: Sequence[str] = DEALERS,
    ) -> None:
        self.place = place
        self.table = place.table
        self.dice = Random(f"{seed}/{place.name}")
        key = self.dice.randbytes(32)
        self.journal = QuickJournal(
            path, table=place.name, signing_key=key, log=self.dice.randbytes(16), at_ms=begins_ms
        )
        self.number = number
        self.mishaps, self.corrections = often  # in a thousand rounds
        self.now = begins_ms
        self.shift = Shift()
        self.cards = JournaledTable(self.table.game, self.dice, self._append)
        self.rounds = 0
        self.seats = 5  # players at most
        self.sitters: dict[int, Sitter] = {}
        self.supervisor = Acting(person=SUPERVISORS[number % len(SUPERVISORS)], role=Role.SUPERVISOR)
        self._dealers = dealers
        self.dealer = Acting(person=dealers[number % len(dealers)], role=Role.DEALER)
        self.event = 0
        self.turn_ends = 0

    # --- writing -----------------------------------------------------------------------------------------------------

    def do(self, drafts: Sequence[Draft]) -> Shift:
        self._append(drafts)
        return self.shift

    def act(self, command: c.Command, by: Acting, approver: Acting | None = None) -> Shift:
        return self.do(command.entries(self._context(by, approver)))

    def _context(self, by: Acting, approver: Acting | None = None) -> CommandContext:
        state = TableState()
        state.shift = self.shift
        person = Person(id=PersonId(by.person), name=by.person, badge="", roles=(by.role,))
        return CommandContext(state=state, table=self.table, by=by, approver=approver, person=person, now_ms=self.now)

    def _append(self, drafts: Sequence[Draft]) -> int:
        entries = self.journal.append(drafts, at_ms=self.now)
        self._fold(entries)
        self.now += self.dice.randrange(400, 1600)
        return entries[0].seq

    def _fold(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            self.shift = apply(self.shift, entry)

    # --- a day -------------------------------------------------------------------------------------------------------

    def play(self, days: int, opens_at_ms: int, hours: int) -> int:
        """The rounds dealt."""
        for day in range(days):
            self.open_at(opens_at_ms + day * DAY + self.number * MINUTE, off=self.place.opener_off and day == days - 1)
            until = self.now + hours * HOUR
            while self.now < until:
                self.step()
            self._close()
        self.journal.close()
        return self.rounds

    def open_at(self, at_ms: int, *, off: bool = False) -> None:
        """`off`: the opener is one chip short of the last closer."""
        self.now = max(self.now, at_ms)
        self._open(off=off)
        self.turn_ends = self.now + TURN

    def step(self) -> None:
        """What happens between two rounds, and the round."""
        if self.now >= self.turn_ends:
            self._next_dealer()
            self.turn_ends = self.now + TURN
        self._between_rounds()
        self._round()
        self._after_round()

    def _opener(self, *, off: bool) -> Chips:
        """The last closer; before the first one, what the cage brought."""
        closer = self.shift.till.closer_chips.counts
        if not closer:
            return chips({worth: TRAY.get(worth, 100) for worth in self.table.denominations})
        missing = max(worth for worth, count in closer.items() if count)
        return chips({worth: count - (off and worth == missing) for worth, count in closer.items()})

    def _open(self, *, off: bool) -> None:
        links = [self._link(device.kind, device.serial) for device in self.table.devices]
        if links:
            self.do(links)
        tray = self._opener(off=off)
        self.act(c.OpenTable(who=self.dealer.person, tray=tray), self.dealer, self.supervisor)
        present = PersonCame(person=self.supervisor.person, role=Role.SUPERVISOR)
        self.do([Draft.of(present, who=self.supervisor.person)])
        if self.shift.dealer is None:
            self.act(c.ComeIn(who=self.dealer.person), self.dealer)
        shoes.bring_cards(self.table, self.shift, self.act, self.dealer, self.supervisor)
        self._shuffle("new-cards")

    def _link(self, kind: str, serial: str) -> Draft:
        link = DeviceReady(
            device=DeviceKind(kind),
            serial=f"{serial}-{self.number:02d}",
            model=f"{kind} M2",
            firmware="2.4.1",
            locks=True,
            last_batch=None,
            inside=None,
            epoch=None,
        )
        return Draft.of(link)

    def _shuffle(self, reason: str) -> None:
        seated = sorted(self.sitters)
        people = (self.dealer, self.supervisor)
        shoes.shuffle_by_hand(self.table, self.shift, self.act, *people, reason=reason, players=seated)
        self.now += 4 * MINUTE
        self.cards.shuffle()
        self._burn()

    def _burn(self) -> None:
        burn_for = self.shift.cards.burn_for
        if burn_for is not None:  # no command: where a shoe is, nobody enters its cards
            burned = CardBurned(card=UNSEEN, why=ForProcedure(procedure=burn_for))
            self.do([Draft.of(burned, who=self.dealer.person)])
            self.cards.burn()

    def _next_dealer(self) -> None:
        others = [name for name in self._dealers if name != self.dealer.person]
        self.dealer = Acting(person=self.dice.choice(others), role=Role.DEALER)
        self.act(c.ComeIn(who=self.dealer.person), self.dealer)
        self._burn()

    def _close(self) -> None:
        for sitter in list(self.sitters.values()):
            self._leaves(sitter)
        shoes.cards_out(self.table, self.shift, self.act, self.dealer, self.supervisor)
        counted = self._counted(self.shift.till.tray)
        self.act(c.CloseTable(who=self.dealer.person, tray=counted), self.dealer, self.supervisor)
        self.journal.checkpoint(self.now)

    def _counted(self, expected: int) -> Chips:
        """What the count finds: mostly what the books expect, now and then one chip less.

        Big chips go out and seldom come back; what players lose lies there in small ones.
        """
        smallest = min(self.table.denominations)
        short = smallest if self.dice.random() < 0.1 else 0
        held = self._came()
        rest = expected - short - sum(worth * count for worth, count in held.items())
        for worth in sorted(self.table.denominations, reverse=True):
            if rest >= 0 and worth <= USUAL_CHIP:
                held[worth], rest = held.get(worth, 0) + rest // worth, rest % worth
            elif rest < 0:
                out = min(held.get(worth, 0), -rest // worth)
                held[worth], rest = held.get(worth, 0) - out, rest + out * worth
        return chips(held)

    def _came(self) -> dict[int, int]:
        """Opener and fills, less credits, by denomination."""
        held = {int(worth): count for worth, count in self.shift.till.opener_chips.rows}
        for slip in self.shift.slips:
            if slip.step == "confirmed":
                way = 1 if slip.what == "fill" else -1
                for worth, count in slip.chips.rows:
                    held[worth] = held.get(worth, 0) + way * count
        return held

    # --- players -----------------------------------------------------------------------------------------------------

    def _between_rounds(self) -> None:
        for sitter in [sitter for sitter in self.sitters.values() if self.now >= sitter.until_ms]:
            self._leaves(sitter)
        most = min(self.seats, self.table.rules.spots)
        while len(self.sitters) < 2 or (len(self.sitters) < most and self.dice.random() < 0.15):
            self._comes(next(spot for spot in range(1, most + 1) if spot not in self.sitters))
        for sitter in self.sitters.values():
            if sitter.chips < 4 * sitter.usual:
                self._buys(sitter)
        if self.shift.till.tray < LOW_TRAY:
            self._fill()
        elif self.shift.till.tray > self.shift.till.opener * 5 // 4 and not self.shift.slips:
            self._credit()
        if self.cards.low:
            shoes.end_of_shoe(self.table, self.act, self.dealer, rest=len(self.cards.cards))
            self._shuffle("cutting-card")

    def _comes(self, spot: int) -> None:
        usual = self.place.average * 100 * self.dice.choice((1, 1, 2, 3)) // 2
        low = self.table.game.minimum or 500
        usual = max(low, usual // 500 * 500)
        rated = self.dice.random() < 0.5
        playing = {sitter.name for sitter in self.sitters.values()}
        first, cards = self.dice.randrange(CARDS_OF_A_TABLE), 104000 + CARDS_OF_A_TABLE * self.number
        in_turn = (f"C-{cards + (first + at) % CARDS_OF_A_TABLE}" for at in range(CARDS_OF_A_TABLE))
        free = next(card for card in in_turn if card not in playing)
        name = free if rated else f"anonymous {self.number}-{self.event}"
        self.event += 1
        stays = self.dice.randrange(25, 180) * MINUTE
        sitter = Sitter(name=name, spot=spot, usual=usual, chips=0, until_ms=self.now + stays)
        self.sitters[spot] = sitter
        self.act(c.SeatPlayer(who=self.dealer.person, player=name, spots=(spot,)), self.dealer)
        self._buys(sitter)

    def _leaves(self, sitter: Sitter) -> None:
        del self.sitters[sitter.spot]
        quarters = min(40, sitter.chips // USUAL_CHIP)
        up = c.ColourUp(who=self.dealer.person, held=chips({USUAL_CHIP: quarters})) if quarters >= 4 else None
        if up is not None and up.why_not(self._context(self.dealer)) is None:
            self.act(up, self.dealer)
        self.act(c.PlayerLeft(who=self.dealer.person, player=sitter.name), self.dealer)

    def _buys(self, sitter: Sitter) -> None:
        cents = max(10_000, sitter.usual * 20 // 10_000 * 10_000)
        buys = c.BuyIn(who=self.dealer.person, cents=cents, spot=sitter.spot)
        if buys.why_not(self._context(self.dealer)) is not None:
            self._fill()
        self.act(buys, self.dealer)
        sitter.chips += cents

    def _fill(self) -> None:
        held = chips({worth: 20_000_00 // worth for worth in self.table.denominations if worth in (10000, 2500)})
        self.act(c.AskFill(who=self.dealer.person, chips=held), self.dealer)
        self._confirm()

    def _credit(self) -> None:
        credit = self._credit_of_surplus()
        if credit.chips.cents and credit.why_not(self._context(self.dealer)) is None:
            self.act(credit, self.dealer)
            self._confirm()

    def _credit_of_surplus(self) -> c.AskCredit:
        """No more than came: a closer must not hold chips that the table never had."""
        worth, count = CREDIT
        return c.AskCredit(who=self.dealer.person, chips=chips({worth: min(count, self._came().get(worth, 0))}))

    def _confirm(self) -> None:
        self.now += 6 * MINUTE
        slip = self.shift.open_slips[-1].number
        self.act(c.ConfirmSlip(who=self.supervisor.person, slip=slip), self.supervisor)

    def _toke(self) -> None:
        spot = min(self.sitters, default=None)
        toke = c.TokeGiven(who=self.dealer.person, cents=500, spot=spot)
        if toke.why_not(self._context(self.dealer)) is None:
            self.act(toke, self.dealer)

    # --- rounds ------------------------------------------------------------------------------------------------------

    def _round(self) -> None:
        begins = self.now
        bets: list[Bet] = [
            usual_bet(self.dice, self.table, sitter.spot, sitter.usual) for _, sitter in sorted(self.sitters.items())
        ]
        self.rounds += 1
        careless = self.dealer.person == CARELESS_DEALER
        played = self.cards.deal(
            self.rounds,
            bets,
            dealer=self.dealer.person,
            supervisor=self.supervisor.person,
            mishap=self.dice.randrange(1000) < self.mishaps * (10 if careless else 1),
        )
        self.journal.checkpoint(self.now)
        self._pay_out(played)
        often = self.corrections * (20 if self.place.corrections_often else 1)
        if self.cards.settled and self.dice.randrange(1000) < often:
            self._correct(self.cards.settled[-1])
        low, high = self.place.seconds
        self.now = max(self.now, begins + self.dice.randrange(low, high) * 1000)

    def _pay_out(self, played: Round) -> None:
        for settlement in played.settlements:
            self.sitters[settlement.spot].chips += settlement.pays - settlement.takes

    def _correct(self, entry: int) -> None:
        request = self._correction(entry, self.table.game.minimum or 500, "paid one chip too little", 5 * MINUTE)
        self.do([Draft.of(request, who=request.requester)])
        self.now += MINUTE
        approver = self.supervisor.person
        approved = RequestApproved(
            request=request.request, subject_hash=request.subject_hash, approver=approver, approved_at_ms=self.now
        )
        self.do([Draft.of(approved, who=approver)])
        self.do(corrected(request, approver))

    def _correction(self, entry: int, cents: int, reason: str, open_for: int) -> ApprovalRequested:
        """The dealer asks for it; another person has to approve it."""
        subject: dict[str, Json] = {"corrects": entry, "cents": cents, "reason": reason}
        return ApprovalRequested(
            request=f"R-{self.number:02d}-{self.journal.seq}",
            action=str(Action.CORRECT_SETTLEMENT),
            subject=subject,
            subject_hash=subject_hash(Action.CORRECT_SETTLEMENT, subject),
            requester=self.dealer.person,
            reason=reason,
            asked_at_ms=self.now,
            expires_at_ms=self.now + open_for,
        )

    def _after_round(self) -> None:
        """Dealers are tipped now and then; devices fail now and then, at one table often."""
        if self.dice.random() < 0.02:
            self._toke()
        shoe = next((device for device in self.table.devices if device.kind == "shoe"), None)
        if shoe is not None and self.dice.random() < (0.02 if self.place.shoe_faults else 0.0005):
            serial = f"{shoe.serial}-{self.number:02d}"
            self.event += 1
            fault = DeviceFaulted(device=DeviceKind.SHOE, device_ms=None, fault="JAM", while_in="READY", cards=None)
            self.do([Draft.of(fault, device=(serial, self.event))])
            self.do([Draft.of(AlarmRaised(alarm=SHOE_JAMMED, device="shoe"))])
            self.now += 2 * MINUTE
            if self.dice.random() < 0.9:
                self.do([Draft.of(AlarmSeen(alarm=SHOE_JAMMED), who=self.dealer.person)])


def corrected(request: ApprovalRequested, approver: str) -> list[Draft]:
    """The approval is used up with what it allowed."""
    people: dict[str, Json] = {"requested_by": request.requester, "approved_by": approver, "spot": 1, "bettor": 1}
    correction = read(SettlementCorrected, {**request.subject, **people})
    used = ApprovalUsed(request=request.request, subject_hash=request.subject_hash)
    return [Draft.of(used), Draft.of(correction, who=request.requester)]
