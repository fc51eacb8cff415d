"""A table of the demonstration that deals on by the clock: calls, faults and requests that the pit can answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Event
from typing import Final

from dealer_console.demo.floor.tables import DemoTable, dealers_of
from dealer_console.demo.floor.week import DAY, HOUR, MINUTE, SHOE_JAMMED, DemoWeek, corrected
from dealer_console.floor.rulings import OrderCarried, RulingFromPit
from dealer_console.game.errors import Refused
from dealer_console.journal import Draft
from dealer_console.journal.entries.notices import AlarmRaised
from dealer_console.journal.entries.people import (
    ApprovalRequested,
    DeskOrdered,
    RequestApproved,
    RequestDeclined,
    Role,
)
from dealer_console.table import commands as c
from dealer_console.table.commands.codec import command_of
from dealer_console.table.shift import Acting, chips

EVENT_EVERY: Final = 4 * MINUTE  # at each table, evenly spread: with eight tables two in a minute
SPREAD: Final = 8
LONGEST_PAUSE: Final = 25_000
OPEN_FOR: Final = 4 * MINUTE
CAGE_TAKES: Final = 2 * MINUTE  # then a cashier of the demonstration sends what nobody has sent
CAGE: Final = Acting(person="cage", role=Role.CASHIER)
FILLS: Final = ({10_000: 20, 2_500: 40}, {2_500: 40, 500: 100}, {10_000: 10})
RICH: Final = 80_000_00  # a tray from which chips go back to the cage
TONIGHT: Final = 90 * MINUTE  # since when the table is open
CALLS: Final = (
    "Supervisor called: a guest wants to talk",
    "Supervisor called: a chip count is disputed",
    "Supervisor called: a guest asks for a marker",
)


class Over(Exception):
    """The demonstration ends."""


class LivingTable(DemoWeek):
    """`prepare` writes the days before and tonight up to now; `live` deals on until `over`, with `wake` each time."""

    def __init__(
        self, place: DemoTable, path: Path, *, seed: int, number: int, clock_ms: Callable[[], int], days: int
    ) -> None:
        self._clock_ms = clock_ms
        self._tonight_ms = clock_ms() - TONIGHT
        begins = self._tonight_ms - days * DAY - HOUR
        dealers = dealers_of(number)
        super().__init__(place, path, seed=seed, number=number, begins_ms=begins, often=(12, 1), dealers=dealers)
        self._days = days
        self._living = False
        self._over = Event()
        self._wake: Callable[[], None] = lambda: None
        self._rulings: Queue[RulingFromPit] = Queue()
        self._orders: Queue[OrderCarried] = Queue()
        self._asked: dict[str, ApprovalRequested] = {}  # requests that nobody has answered yet
        self._approved: list[tuple[ApprovalRequested, RulingFromPit]] = []
        self._luck = Random(f"{seed}/{number}/live")
        self._events = number  # so far; neighbours begin with another kind
        self._event_ms = 0  # when the next one is due
        self.names: Mapping[str, str] = {}  # of people, by their id

    # --- the days before ---------------------------------------------------------------------------------------------

    def prepare(self, hours: int) -> int:
        """The rounds dealt so far."""
        for day in range(self._days, 0, -1):
            self.open_at(self._tonight_ms - day * DAY + self.number * MINUTE)
            until = self.now + hours * HOUR
            while self.now < until:
                self.step()
            self._close()
        self.open_at(self._tonight_ms + self.number * MINUTE)
        while self.now < self._clock_ms() - MINUTE:
            self.step()
        self.journal.checkpoint(self.now)
        self.journal.flush()
        return self.rounds

    def _between_rounds(self) -> None:
        super()._between_rounds()
        if not self._living and self.shift.till.tray > RICH and not self.shift.slips:
            self._credit()

    # --- by the clock ------------------------------------------------------------------------------------------------

    def live(self, over: Event, wake: Callable[[], None]) -> None:
        self._living, self._over, self._wake = True, over, wake
        self._event_ms = self._clock_ms() + EVENT_EVERY * (self.number % SPREAD) // SPREAD
        try:
            while True:
                self.step()
        except Over:
            self.journal.close()

    def rule(self, ruling: RulingFromPit) -> None:
        """From the thread of the forwarder."""
        self._rulings.put(ruling)

    def order(self, carried: OrderCarried) -> None:
        """From the thread of the forwarder."""
        self._orders.put(carried)

    def _append(self, drafts: Sequence[Draft]) -> int:
        if self._living:  # no entry is of a time that the table does not wait for
            self.now = min(self.now, self._clock_ms() + LONGEST_PAUSE)
        first = super()._append(drafts)
        if self._living:
            self.journal.flush()
            self._wake()
            self._wait()
        return first

    def _wait(self) -> None:
        """Until the clock has come to where this table is; what the pit answers meanwhile is taken at once."""
        self.now = min(self.now, self._clock_ms() + LONGEST_PAUSE)  # nobody looks at a shuffle of four minutes
        while not self._over.is_set():
            left = self.now - self._clock_ms()
            with suppress(Empty):
                self._answered(self._rulings.get(timeout=max(0.01, min(left / 1000, 0.5))))
            if left <= 0:
                return
        raise Over

    def _round(self) -> None:
        super()._round()
        if self._living:
            self._wait()

    def _after_round(self) -> None:
        super()._after_round()
        if not self._living:
            return
        self._use_approvals()
        while not self._orders.empty():
            self._ordered(self._orders.get())
        self._next_step_of_slips()
        if self.now >= self._event_ms:
            self._event_ms = max(self._event_ms, self.now - EVENT_EVERY) + EVENT_EVERY
            self._events += 1
            kinds = (self._call, self._ask, self._fault, self._ask, self._ask_slip)
            kinds[self._events % len(kinds)]()

    def _call(self) -> None:
        self.do([Draft.of(AlarmRaised(alarm=self._luck.choice(CALLS), call=True), who=self.dealer.person)])

    def _fault(self) -> None:
        self.do([Draft.of(AlarmRaised(alarm=SHOE_JAMMED, device="shoe"))])

    # --- the cage and the desk of the pit ----------------------------------------------------------------------------

    def _ask_slip(self) -> None:
        """A fill, or a credit. The cage has two minutes; then a cashier of the demonstration sends it."""
        slip = self._slip_due()
        if self.shift.open_slips or slip.why_not(self._context(self.dealer)) is not None:
            self._call()
        else:
            self.act(slip, self.dealer)

    def _slip_due(self) -> c.AskFill | c.AskCredit:
        if self.shift.till.tray > RICH:
            return self._credit_of_surplus()
        fill = {worth: count for worth, count in self._luck.choice(FILLS).items() if worth in self.table.denominations}
        return c.AskFill(who=self.dealer.person, chips=chips(fill))

    def _next_step_of_slips(self) -> None:
        """One step after each round: what came is counted by the dealer, then confirmed by the supervisor."""
        for slip in self.shift.open_slips[:1]:
            if slip.step == "requested" and self.now - slip.requested_ms > CAGE_TAKES:
                self.act(c.SendSlip(who=CAGE.person, slip=slip.number, runner="Rosa"), CAGE)
            elif slip.step == "sent":
                self.act(c.VerifySlip(who=self.dealer.person, slip=slip.number, chips=slip.chips), self.dealer)
            elif slip.step == "verified":
                self.act(c.ConfirmSlip(who=self.supervisor.person, slip=slip.number), self.supervisor)

    def _ordered(self, carried: OrderCarried) -> None:
        """Between two rounds. What cannot be is not done, as at a real table."""
        command = command_of(json.loads(carried.command), who=carried.person)
        by = Acting(person=carried.person, role=Role.CASHIER if isinstance(command, c.SendSlip) else Role.SUPERVISOR)
        try:
            drafts = command.entries(replace(self._context(by), approver=self.supervisor))
        except Refused:
            return
        ordered = DeskOrdered(
            order=carried.order_id,
            command=json.loads(carried.command),
            place=carried.place,
            reason=carried.reason,
            key=carried.key,
            signed_at_ms=carried.signed_at_ms,
            signature=carried.signature,
        )
        self.do([Draft.of(ordered, who=carried.person), *drafts])
        self._seats_follow(command)

    def _seats_follow(self, command: c.Command) -> None:
        """Who sits where, as the table has it now."""
        match command:
            case c.SeatRating(spots=spots, player=str(card)):
                for spot in spots:
                    if spot in self.sitters:
                        self.sitters[spot].name = card
            case c.CloseRating(player=card):
                for spot in [spot for spot, sitter in self.sitters.items() if sitter.name == card]:
                    del self.sitters[spot]
            case _:
                pass

    # --- what the pit is asked ---------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """A correction of the last settlement, which another person has to approve."""
        if not self.cards.settled:
            self._call()
            return
        reason = self._luck.choice(("paid one chip too little", "the guest saw another total", "wrong chip color"))
        request = self._correction(self.cards.settled[-1], 500, reason, OPEN_FOR)
        self._asked[request.request] = request
        self.do([Draft.of(request, who=self.dealer.person)])

    def _answered(self, ruling: RulingFromPit) -> None:
        """On record at once; the chips move between two rounds."""
        request = self._asked.pop(ruling.request, None)
        if request is None:
            return
        name = self.names.get(ruling.person, ruling.person)
        answer: RequestApproved | RequestDeclined
        if ruling.approves:
            self._approved.append((request, ruling))
            answer = RequestApproved(
                request=ruling.request,
                subject_hash=ruling.subject_hash,
                approver=ruling.person,
                approved_at_ms=self._clock_ms(),
                name=name,
                reason=ruling.reason,
                place=ruling.place,
            )
        else:
            answer = RequestDeclined(
                request=ruling.request,
                subject_hash=ruling.subject_hash,
                by=ruling.person,
                reason=ruling.reason,
                declined_at_ms=self._clock_ms(),
                name=name,
                place=ruling.place,
            )
        self._write(Draft.of(answer, who=ruling.person))

    def _write(self, *drafts: Draft) -> None:
        """Without waiting: the table is where it is."""
        self._fold(self.journal.append(drafts, at_ms=self.now))
        self.journal.flush()
        self._wake()

    def _use_approvals(self) -> None:
        while self._approved:
            request, ruling = self._approved.pop()
            self.do(corrected(request, ruling.person))
