"""What must be true at every moment of a table with a house, read from its journal alone.

Money is conserved over tray, slips, buy-ins, settlements and corrections; a closed table deals nothing; what takes two
people names two, and exactly what was asked, once; no PIN, no hash of one and no name of a stranger is ever written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from dealer_console.game.round_files.notation import write_move
from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.entries import devices, money, people, rounds, shift
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.simulation.request_answers import ONLY_THE_MANAGER
from dealer_console.simulation.staffed_table import BY_ID, EVERYBODY, LOCKED_OUT
from dealer_console.simulation.wrong_commands import STRANGER
from dealer_console.table.people.person import Role
from dealer_console.table.state.table_state import TableState

Broken = Callable[[str, str], None]
OF_A_ROUND: Final = ("wagers", "round-opened", "move", "settlement", "round-closed", "undo", "card-corrected")
SECRETS: Final = (*(member.pin for member in EVERYBODY), STRANGER.pin, STRANGER.name)
HASHED: Final = "$argon2"


class StaffPromises:
    """Reads every entry once, in order."""

    def __init__(self, journal: AnyJournal, chips: PhysicalChips, broken: Broken) -> None:
        self.journal = journal
        self.chips = chips
        self.broken = broken
        self.books = Books()
        self.pairs = Pairs(broken)
        self._seen = 0

    def after_step(self, state: TableState) -> None:
        for entry in self.journal.entries(after=self._seen):
            self._seen = entry.seq
            self.read(entry)
        self.chips.compare(state)
        till = state.shift.till
        if state.is_open and till.tray != self.books.tray:
            self.broken("books", f"the tray is {till.tray} by the shift, {self.books.tray} by its entries")

    def read(self, entry: Entry) -> None:
        self._secrets(entry)
        if entry.kind in OF_A_ROUND and not self.books.is_open:
            self.broken("closed", f"a closed table has recorded {entry.kind}")
        self.books.read(entry)
        self.pairs.read(entry)

    def _secrets(self, entry: Entry) -> None:
        """A PIN among other digits is chance: a number or a word of its own is not."""
        text = json.dumps(dict(entry.data), default=str)
        for secret in (HASHED, *SECRETS):
            at = text.find(secret)
            among_others = text[at - 1].isalnum() or (secret != HASHED and text[at + len(secret)].isalnum())
            if at >= 0 and not among_others:
                self.broken("secret", f"entry {entry.seq} ({entry.kind}) tells what nobody may write")


class Books:
    """The tray by the entries: opener, what settlements took and paid, slips, chips sold, corrections."""

    def __init__(self) -> None:
        self.tray = 0
        self.is_open = False

    def read(self, entry: Entry) -> None:
        match entry.typed:
            case shift.TableOpened():
                self.is_open = True
            case shift.TableClosed():
                self.is_open = False
            case rounds.WagerSettled(takes=takes, pays=pays):
                self.tray += takes - pays
            case rounds.SettlementWithdrawn(takes=takes, pays=pays):
                self.tray -= takes - pays
            case rounds.SettlementCorrected(cents=cents):
                self.tray -= cents or 0
            case money.TrayOpened(cents=cents):
                self.tray = cents
            case money.BoughtIn(cents=cents):
                self.tray -= cents
            case money.SlipConfirmed(what=what, cents=cents):
                self.tray += cents if what == "fill" else -cents
            case _:
                pass


class Pairs:
    """One asks, another one approves: each request, and what was done by it."""

    def __init__(self, broken: Broken) -> None:
        self.broken = broken
        self._asked: dict[str, people.ApprovalRequested] = {}
        self._approved: dict[str, tuple[int, people.RequestApproved]] = {}  # with its entry
        self._used: set[str] = set()
        self._now: tuple[int, str] = (0, "")  # the entry of the last use, and its request
        self._slips: dict[str, tuple[str | None, money.SlipRequested]] = {}  # with who asked

    def read(self, entry: Entry) -> None:
        match entry.typed:
            case people.ApprovalRequested() as requested:
                self._request(entry, requested)
            case people.RequestApproved() as approval:
                self._approval(entry, approval)
            case people.ApprovalUsed(request=request):
                self._use(entry, request)
            case people.RequestDeclined(request=request):
                self._asked.pop(request, None)
            case rounds.MoveMade(move=move):
                self._move(entry, write_move(move))
            case rounds.SettlementCorrected() as corrected:
                self._correction(entry, corrected)
            case rounds.LateCallMade(approved_by=by):
                self._by_two(entry, by)
            case devices.FaultClearOrdered(approved_by=str(by)) | devices.DeviceTrusted(approved_by=by):
                self._by_two(entry, by)  # a fault is cleared and a device trusted again by two
            case (
                shift.TableOpened(verified_by=by)
                | shift.TableClosed(verified_by=by)
                | shift.CardsInspected(checked_by=by)
            ):
                self._by_two(entry, by, within=2)  # two count a tray at opening and closing, and look at new cards
            case money.SlipRequested() as slip:
                self._slips[slip.slip] = entry.who, slip
            case money.SlipConfirmed() as slip:
                self._slip(entry, slip)
            case _:
                pass

    def _request(self, entry: Entry, request: people.ApprovalRequested) -> None:
        text = json.dumps(
            {"action": request.action, "subject": dict(request.subject)},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        if sha256(b"dealer-console request 1\0" + text.encode()).hexdigest() != request.subject_hash:
            self.broken("approval", f"entry {entry.seq}: the hash is not that of what was asked")
        self._asked[request.request] = request

    def _approval(self, entry: Entry, approval: people.RequestApproved) -> None:
        request = self._asked.get(approval.request)
        if request is None or approval.request in self._approved:
            self.broken("approval", f"entry {entry.seq}: approved without a request, or twice")
            return
        self._approved[approval.request] = entry.seq, approval
        if request.requester == approval.approver:
            self.broken("approval", f"entry {entry.seq}: {approval.approver} approved the own request")
        if request.subject_hash != approval.subject_hash or entry.at_ms >= request.expires_at_ms:
            self.broken("approval", f"entry {entry.seq}: approved too late, or something else")
        if not _may_approve(approval.approver, request.action):
            self.broken("rights", f"entry {entry.seq}: {approval.approver} may not approve {request.action}")

    def _use(self, entry: Entry, request: str) -> None:
        approved = self._approved.get(request)
        if approved is None or request in self._used or approved[0] != entry.seq - 1:
            self.broken("approval", f"entry {entry.seq}: used without an approval, or twice")
        self._used.add(request)
        self._now = (entry.seq, request)

    # --- what was done by it ---------------------------------------------------------------------------------------

    def _pair(self, entry: Entry, within: int = 1) -> tuple[people.ApprovalRequested, people.RequestApproved] | None:
        """The request and the approval that stand directly before this entry."""
        used, request = self._now
        if not 0 < entry.seq - used <= within or request not in self._approved:
            self.broken("approval", f"entry {entry.seq}: {entry.kind} was done by nobody's approval")
            return None
        requested = self._asked.get(request)
        return (requested, self._approved[request][1]) if requested is not None else None

    def _move(self, entry: Entry, text: str) -> None:
        """A move that names a supervisor is exactly the one that was asked for, with who approved it."""
        rest, by, who = text.rpartition(" by ")
        pair = self._pair(entry) if by else None
        if pair is None:
            return
        request, request_approved = pair
        approved_move = str(request.subject["move"]).removesuffix(" by nobody-yet")
        if (who, rest, entry.who) != (request_approved.approver, approved_move, request.requester):
            self.broken("approval", f"entry {entry.seq}: {text!r} is not what was asked and approved")

    def _correction(self, entry: Entry, corrected: rounds.SettlementCorrected) -> None:
        pair = self._pair(entry)
        if pair is None:
            return
        request, request_approved = pair
        subject, bound = request.subject, str(corrected.asked_hash)
        named = (corrected.requested_by, corrected.approved_by, corrected.corrects, corrected.cents)
        used = bound in self._used
        self._used.add(bound)
        if used or named != (request.requester, request_approved.approver, subject["corrects"], subject["cents"]):
            self.broken("approval", f"entry {entry.seq}: another correction than the one that was approved")

    def _by_two(self, entry: Entry, second: str, within: int = 1) -> None:
        pair = self._pair(entry, within)
        if pair is not None and (second, entry.who) != (pair[1].approver, pair[0].requester):
            self.broken("approval", f"entry {entry.seq}: {entry.kind} names other people than those who did it")

    def _slip(self, entry: Entry, confirmed: money.SlipConfirmed) -> None:
        """A fill or credit has its own two people: who asked is remembered by the number of the slip."""
        who, slip = self._slips.pop(confirmed.slip, (None, None))
        supervised = {confirmed.role, slip.role if slip is not None else "dealer"} - {"dealer"}
        if slip is None or who == entry.who or not supervised or slip.cents != confirmed.cents:
            self.broken("approval", f"entry {entry.seq}: slip {confirmed.slip} was not confirmed by another person")


def _may_approve(person: str, action: str) -> bool:
    """Supervisors and the pit manager; some things only the pit manager. Nobody who is locked."""
    who = BY_ID.get(person)
    if who is None or who is LOCKED_OUT:
        return False
    return Role.PIT_MANAGER in who.roles or (Role.SUPERVISOR in who.roles and action not in ONLY_THE_MANAGER)
