"""What must be true at every moment of a table with a house, read from its journal alone.

Money is conserved over tray, slips, buy-ins, settlements and corrections; a closed table deals nothing; what takes two
people names two, and exactly what was asked, once; no PIN, no hash of one and no name of a stranger is ever written.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Final

from dealer_console.game.money import parse_amount
from dealer_console.journal import Entry, MemoryJournal
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.simulation.house import BY_ID, EVERYBODY, LOCKED_OUT
from dealer_console.simulation.request_answers import ONLY_THE_MANAGER
from dealer_console.simulation.wrong_people import STRANGER
from dealer_console.table.people.person import Role
from dealer_console.table.state.table_state import TableState

Broken = Callable[[str, str], None]
OF_A_ROUND: Final = ("wagers", "round-opened", "move", "settlement", "round-closed", "undo", "card-corrected")
SECRETS: Final = (*(each.pin for each in EVERYBODY), STRANGER.pin, STRANGER.name)
HASHED: Final = "$argon2"


class HousePromises:
    """Reads every entry once, in order."""

    def __init__(self, journal: MemoryJournal, chips: PhysicalChips, broken: Broken) -> None:
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
        data: Any = entry.data
        if entry.kind == "shift" and data["step"] in ("open", "close"):
            self.is_open = data["step"] == "open"
        elif entry.kind in ("settlement", "settlement-withdrawn"):
            moved = parse_amount(data["takes"]) - parse_amount(data["pays"])
            self.tray += moved if entry.kind == "settlement" else -moved
        elif entry.kind == "correction":
            self.tray -= data["cents"]
        elif entry.kind == "money":
            self._money(data)

    def _money(self, data: Any) -> None:
        if data["what"] == "opener":
            self.tray = data["cents"]
        elif data["what"] == "buy-in":
            self.tray -= data["cents"]
        elif data.get("step") == "confirmed":
            self.tray += data["cents"] if data["what"] == "fill" else -data["cents"]


class Pairs:
    """One asks, another one approves: each request, and what was done by it."""

    def __init__(self, broken: Broken) -> None:
        self.broken = broken
        self._asked: dict[str, Entry] = {}
        self._approved: dict[str, Entry] = {}
        self._used: set[str] = set()
        self._now: tuple[int, str] = (0, "")  # the entry of the last use, and its request

    def read(self, entry: Entry) -> None:
        found = _PAIR_STEPS.get(entry.kind)
        if found is not None:
            found(self, entry)

    def _request(self, entry: Entry) -> None:
        data: Any = entry.data
        asked = json.dumps(
            {"action": data["action"], "subject": data["subject"]},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        if sha256(b"dealer-console request 1\0" + asked.encode()).hexdigest() != data["subject_hash"]:
            self.broken("approval", f"entry {entry.seq}: the hash is not that of what was asked")
        self._asked[data["request"]] = entry

    def _approval(self, entry: Entry) -> None:
        data: Any = entry.data
        asked = self._asked.get(data["request"])
        if asked is None or data["request"] in self._approved:
            self.broken("approval", f"entry {entry.seq}: approved without a request, or twice")
            return
        self._approved[data["request"]] = entry
        said: Any = asked.data
        if said["requester"] == data["approver"]:
            self.broken("approval", f"entry {entry.seq}: {data['approver']} approved the own request")
        if said["subject_hash"] != data["subject_hash"] or entry.at_ms >= said["expires_at_ms"]:
            self.broken("approval", f"entry {entry.seq}: approved too late, or something else")
        if not _may_approve(data["approver"], said["action"]):
            self.broken("rights", f"entry {entry.seq}: {data['approver']} may not approve {said['action']}")

    def _use(self, entry: Entry) -> None:
        request = str(entry.data["request"])
        given = self._approved.get(request)
        if given is None or request in self._used or given.seq != entry.seq - 1:
            self.broken("approval", f"entry {entry.seq}: used without an approval, or twice")
        self._used.add(request)
        self._now = (entry.seq, request)

    def _declined(self, entry: Entry) -> None:
        self._asked.pop(str(entry.data["request"]), None)

    # --- what was done by it ---------------------------------------------------------------------------------------

    def _pair(self, entry: Entry, within: int = 1) -> tuple[Any, Any]:
        """The request and the approval that stand directly before this entry; both empty: there are none."""
        used, request = self._now
        if not 0 < entry.seq - used <= within or request not in self._approved:
            self.broken("approval", f"entry {entry.seq}: {entry.kind} was done by nobody's approval")
            return {}, {}
        asked = self._asked[request].data if request in self._asked else {}
        return asked, self._approved[request].data

    def _move(self, entry: Entry) -> None:
        """A move that names a supervisor is exactly the one that was asked for, with who approved it."""
        text = str(entry.data["move"])
        rest, by, who = text.rpartition(" by ")
        if not by:
            return
        asked, given = self._pair(entry)
        if not asked:
            return
        wanted = str(asked["subject"]["move"]).removesuffix(" by nobody-yet")
        if (who, rest, entry.who) != (given["approver"], wanted, asked["requester"]):
            self.broken("approval", f"entry {entry.seq}: {text!r} is not what was asked and approved")

    def _correction(self, entry: Entry) -> None:
        asked, given = self._pair(entry)
        data: Any = entry.data
        if not asked:
            return
        subject = asked["subject"]
        named = (data["requested_by"], data["approved_by"], data["corrects"], data["cents"])
        used = str(data["asked_hash"]) in self._used
        self._used.add(str(data["asked_hash"]))
        if used or named != (asked["requester"], given["approver"], subject["corrects"], subject["cents"]):
            self.broken("approval", f"entry {entry.seq}: another correction than the one that was approved")

    def _device(self, entry: Entry) -> None:
        """A fault is cleared and a device trusted again by two."""
        if "approved_by" not in entry.data:
            return
        asked, given = self._pair(entry)
        if asked and (entry.data["approved_by"], entry.who) != (given["approver"], asked["requester"]):
            self.broken("approval", f"entry {entry.seq}: {entry.kind} names other people than those who did it")

    def _shift(self, entry: Entry) -> None:
        """Two people count a tray at opening and closing, and two look at new cards."""
        data: Any = entry.data
        second = {"open": "verified_by", "close": "verified_by", "cards-inspected": "checked_by"}.get(data["step"])
        if second is None:
            return
        asked, given = self._pair(entry, within=2)
        if asked and (data[second], entry.who) != (given["approver"], asked["requester"]):
            self.broken("approval", f"entry {entry.seq}: {data['step']} names other people than those who did it")

    def _slip(self, entry: Entry) -> None:
        """A fill or credit has its own two people: who asked is remembered by the number of the slip."""
        data: Any = entry.data
        if data.get("step") == "requested":
            self._asked[data["slip"]] = entry
        elif data.get("step") == "confirmed":
            asked = self._asked.pop(data["slip"], None)
            supervised = {each.data["role"] for each in (entry, asked) if each is not None} - {"dealer"}
            if asked is None or asked.who == entry.who or not supervised or asked.data["cents"] != data["cents"]:
                self.broken("approval", f"entry {entry.seq}: slip {data['slip']} was not confirmed by another person")


def _may_approve(person: str, action: str) -> bool:
    """Supervisors and the pit manager; some things only the pit manager. Nobody who is locked."""
    who = BY_ID.get(person)
    if who is None or who is LOCKED_OUT:
        return False
    return Role.PIT_MANAGER in who.roles or (Role.SUPERVISOR in who.roles and action not in ONLY_THE_MANAGER)


_PAIR_STEPS: Final[dict[str, Callable[[Pairs, Entry], None]]] = {
    "request": Pairs._request,
    "approval": Pairs._approval,
    "approval-used": Pairs._use,
    "declined": Pairs._declined,
    "move": Pairs._move,
    "correction": Pairs._correction,
    "device-command": Pairs._device,
    "device-link": Pairs._device,
    "shift": Pairs._shift,
    "money": Pairs._slip,
}
