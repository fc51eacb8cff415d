"""The four devices of tablelink as the table orders them: sealed shoe (A7), shufflers (A6), hole-card reader (A8).

The shoe tells that a card left, and what it was only when the rules have turned it. The batch shuffler loads, shuffles
one batch, checks it, and gives it out or lets it die. The continuous shuffler takes and gives cards all the time, so it
is its totals that must step right. The reader, armed for an ace or a ten, answers one question, once per round, with
one bit; the same class serves it on a serial line and on USB.
"""

from __future__ import annotations

from dataclasses import replace

from drivers.events import (
    CardDrawn,
    CardLeftShuffler,
    CardRevealed,
    CardsReturned,
    CheckResult,
    DeviceEvent,
    DeviceFaulted,
    DeviceReady,
    Distrust,
    Event,
    HoleCardChecked,
    HoleCardInserted,
    InventoryTaken,
    PoweredUp,
    RevealReason,
    UpCardKind,
)
from drivers.tablelink.constants import CARD_UNREADABLE, DRAWS_KEPT, card_name
from drivers.tablelink.device import TablelinkDevice, refuse_unless
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import CommandAnswered, Identity, Outcome
from drivers.tablelink.messages import Cap, MessageType, UpCard, Why
from drivers.tablelink.payloads import commitment, decode


class SealedShoe(TablelinkDevice):
    """Keeps the commitments of the draws that may still be opened, and believes no card that does not fit its own."""

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._commitments: dict[int, bytes] = {}

    def remember_draw(self, draw: int, commitment: str) -> None:
        """A draw from the journal, after a restart of the host."""
        self._commitments[draw] = bytes.fromhex(commitment)
        while len(self._commitments) > DRAWS_KEPT:
            del self._commitments[min(self._commitments)]

    def reveal(self, draw: int, why: RevealReason) -> int:
        """Works inhibited and with a fault latched. Call it only when the rules have turned the card."""
        refuse_unless(draw in self._commitments, f"draw {draw} is not known here; only a recorded draw can be opened")
        return self._submit(MessageType.REVEAL, draw=draw, why=int(Why[why.name]))

    def _event(self, event: DeviceEvent, now: float) -> None:
        if isinstance(event, CardDrawn):
            self.remember_draw(event.draw, event.commitment)

    def _answer(self, answer: CommandAnswered) -> Event:
        if answer.command.type is not MessageType.REVEAL or answer.outcome is not Outcome.DONE:
            return super()._answer(answer)
        reveal = decode(MessageType.REVEAL, answer.command.payload)
        fields = answer.fields
        fits = self._opens(reveal["draw"], fields)
        if not fits:
            text = f"the card of draw {reveal['draw']} does not fit what {self.serial} committed to; take the shoe out"
            self._distrust(Distrust.COMMIT_MISMATCH, text)
        return CardRevealed(
            serial=self.serial,
            command=fields["cmd"],
            draw=reveal["draw"],
            card=card_name(fields["card"]) if fits and fields["card"] != CARD_UNREADABLE else None,
            why=RevealReason[Why(reveal["why"]).name],
        )

    def _opens(self, draw: int, fields: dict[str, int]) -> bool:
        if "card" not in fields or fields["draw"] != draw or draw not in self._commitments:
            return False
        expected = commitment(serial=self.serial, draw=draw, nonce=_raw(fields["nonce"]), card=fields["card"])
        return expected == self._commitments[draw]


def _raw(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""


class Shuffler(TablelinkDevice):
    """No order and no event can carry the order of the cards."""

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        ready = super()._ready(identity, figures)
        last_batch = figures[0] if figures is not None else None
        return replace(ready, last_batch=last_batch, two_batches=Cap.TWO_BATCHES in identity.caps)

    def shuffle(self, *, batch: int, decks: int, expected: int) -> int:
        """`decks` 1 to 8 checks identities, 0 only counts a reshuffle of discards; `batch` must be higher than any."""
        refuse_unless(0 <= decks <= 8, f"{decks} decks: a shuffler checks 1 to 8 decks, or 0 to count only")
        refuse_unless(1 <= expected <= 432, f"{expected} cards expected: a batch holds 1 to 432")
        refuse_unless(batch >= 1, f"batch {batch}: batches count from 1")
        return self._submit(MessageType.SHUFFLE, batch=batch, decks=decks, expected=expected)

    def release(self, batch: int) -> int:
        return self._submit(MessageType.RELEASE, batch=batch)

    def eject(self) -> int:
        """The way out for cards that must not be played: the batch counts as not good."""
        return self._submit(MessageType.EJECT)


_MODULUS = 1 << 32


class ContinuousShuffler(TablelinkDevice):
    """Checks every step of the totals; a wrong one is told once as `count-step` and the count goes on from there."""

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._total_in: int | None = None
        self._total_out: int | None = None

    def remember_totals(self, *, total_in: int, total_out: int) -> None:
        """What the journal last recorded, so that a restart of the host leaves no step unchecked."""
        self._total_in, self._total_out = total_in, total_out

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        return replace(super()._ready(identity, figures), inside=figures[2] if figures is not None else None)

    def recount(self) -> int:
        return self._submit(MessageType.RECOUNT)

    def eject(self) -> int:
        return self._submit(MessageType.EJECT)

    def _event(self, event: DeviceEvent, now: float) -> None:
        match event:
            case CardLeftShuffler(total_out=total):
                self._check("out", self._total_out, 1, total)
                self._total_out = total
            case CardsReturned(count=count, total_in=total):
                self._check("in", self._total_in, count, total)
                self._total_in = total
            case InventoryTaken():
                self._check_inventory(event)

    def _check(self, way: str, before: int | None, step: int, total: int) -> None:
        if before is not None and total != (before + step) % _MODULUS:
            self._distrust(
                Distrust.COUNT_STEP, f"the total of cards {way} went from {before} to {total} with {step} card(s)"
            )

    def _check_inventory(self, event: InventoryTaken) -> None:
        """A recount changes no total; emptying the device makes both equal."""
        self._check("in", self._total_in, 0, event.total_in)
        if not (event.inside == 0 and event.total_out == event.total_in):
            self._check("out", self._total_out, 0, event.total_out)
        self._total_in, self._total_out = event.total_in, event.total_out


RESULT_WAIT = 5.0


class HoleCardReader(TablelinkDevice):
    """Says `reader-fault` once per check when the reader cannot be relied on any more (A9)."""

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._round = 0
        self._unreadable = 0
        self._inserted_at: float | None = None
        self._check_open = False

    def arm(self, *, round_number: int, up: UpCardKind) -> int:
        refuse_unless(round_number >= 1, f"round {round_number}: rounds count from 1")
        command = self._submit(MessageType.ARM, round=round_number, up=int(UpCard[up.name]))
        with self._lock:
            if round_number != self._round:
                self._round, self._unreadable = round_number, 0
            self._check_open = True
        return command

    def step(self, now: float) -> None:
        with self._lock:
            if self._inserted_at is not None and now >= self._inserted_at + RESULT_WAIT:
                self._give_up(f"no result within {RESULT_WAIT:.0f} s of the card")
        super().step(now)

    def due(self) -> float | None:
        due, inserted = super().due(), self._inserted_at
        if inserted is None:
            return due
        return inserted + RESULT_WAIT if due is None else min(due, inserted + RESULT_WAIT)

    def _give_up(self, what: str) -> None:
        self._inserted_at, self._check_open = None, False
        self._distrust(Distrust.READER_FAULT, f"{what}; this check goes on without the reader")

    def _event(self, event: DeviceEvent, now: float) -> None:
        match event:
            case HoleCardInserted():
                self._inserted_at, self._check_open = now, True
            case HoleCardChecked():
                self._inserted_at = None
                self._result(event)
            case PoweredUp() if self._check_open:
                self._give_up("the reader restarted during a check")
            case DeviceFaulted(fault=fault) if self._check_open:
                self._give_up(f"the reader reports {fault} during a check")

    def _result(self, event: HoleCardChecked) -> None:
        if event.result is None:
            self._give_up("the reader sent a result that does not exist")
        elif event.result is CheckResult.UNREADABLE:
            self._unreadable += 1
            if self._unreadable >= 2:
                self._give_up("the card could not be read twice")
        else:
            self._check_open = False

    def _away(self) -> None:
        if self._check_open:
            self._give_up("the link to the reader was lost during a check")
