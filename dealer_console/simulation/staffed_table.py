"""The house of a simulated table: its file, a book of people with all roles, and the matrix of rights.

The book is the real one, in memory and with a cheap hash; PINs are looked at on the calling thread, so that nothing
depends on which thread is quicker. What is drawn by chance in it (the salts) never leaves it.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import hole_card_of, sample_text
from dealer_console.rulebook.tables import Table, table_from_file
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.people import HashCost, NewPerson, PeopleBook, Pin, Role, Staff, load_permissions
from dealer_console.table.people.book import Answer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person, PersonId
from dealer_console.table.people.pins import LockOutRule, PinHasher
from dealer_console.table.people.ruling_keys import RulingKey
from dealer_console.table.people.store import PeopleStore
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS

CHEAP: Final = HashCost(passes=1, memory_kib=8, lanes=1)
PEPPER: Final = sha256(b"the pepper of a simulated house").digest()
PIT: Final = "pit stand 1"
CONSOLE: Final = "console"  # whose screen it is while nobody deals
BOTH_SIDES_OF_THE_TABLE: Final = "Kim"  # deals, and may supervise when somebody else deals


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody of the house. The id is the one that the book gives in this order."""

    id: str
    name: str
    badge: str
    pin: str
    roles: tuple[Role, ...]


MANAGER: Final = Member(id="p1", name="Pat", badge="B-100", pin="82736451", roles=(Role.PIT_MANAGER,))
EVERYBODY: Final = (
    MANAGER,
    Member(id="p2", name="Sue", badge="B-200", pin="40691375", roles=(Role.SUPERVISOR,)),
    Member(id="p3", name="Sol", badge="B-201", pin="60937142", roles=(Role.SUPERVISOR,)),
    Member(id="p4", name="Dee", badge="B-300", pin="73052816", roles=(Role.DEALER,)),
    Member(id="p5", name="Dan", badge="B-301", pin="51604927", roles=(Role.DEALER,)),
    Member(id="p6", name=BOTH_SIDES_OF_THE_TABLE, badge="B-302", pin="29460835", roles=(Role.DEALER, Role.SUPERVISOR)),
    Member(id="p7", name="Ted", badge="B-400", pin="38174096", roles=(Role.TECHNICIAN,)),
    Member(id="p8", name="Ada", badge="B-500", pin="94082617", roles=(Role.AUDITOR,)),
    Member(id="p9", name="Lou", badge="B-202", pin="17396048", roles=(Role.SUPERVISOR,)),
)
LOCKED_OUT: Final = EVERYBODY[-1]  # in the book, and locked by the pit manager
DEALERS: Final = tuple(member for member in EVERYBODY if Role.DEALER in member.roles)
SUPERVISORS: Final = tuple(
    member for member in EVERYBODY if Role.SUPERVISOR in member.roles and member is not LOCKED_OUT
)
TECHNICIAN, AUDITOR = EVERYBODY[6], EVERYBODY[7]
BY_ID: Final = {member.id: member for member in EVERYBODY}


class PromptBook(PeopleBook):
    """Answers before it returns."""

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]:
        answer: Future[Answer] = Future()
        answer.set_result(self.authenticate(name_or_badge, pin, now_ms=now_ms))
        return answer


def open_book(permissions: Permissions) -> PromptBook:
    book = PromptBook(PeopleStore.in_memory(PEPPER), PinHasher(PEPPER, CHEAP), LockOutRule())
    new = [
        NewPerson(name=member.name, badge=member.badge, roles=member.roles, pin=Pin(member.pin)) for member in EVERYBODY
    ]
    manager, supervisor, *_, locked_out = Staff(book, permissions).begin(new, 0)
    Staff(book, permissions, second=supervisor).lock(locked_out, why="has left the house", by=manager, now_ms=0)
    return book


def signed(who: Member, command: c.Command, *, dealer: str | None = None, pin: str | None = None) -> c.Signed:
    return c.Signed(who=dealer or CONSOLE, badge=who.badge, pin=Pin(pin or who.pin), command=command)


def ruled(
    command: type[c.FromPit], who: Member, *, request: str, subject_hash: str, reason: str = "", pin: str | None = None
) -> c.FromPit:
    """An answer of the pit, signed at its stand by the PIN of this member, or by another one."""
    person = Person(id=PersonId(who.id), name=who.name, badge=who.badge, roles=who.roles)
    key = RulingKey(person, PinHasher(PEPPER, CHEAP).ruling_seed(person.id, Pin(pin or who.pin)))
    unsigned = RulingSignature(key="", at_ms=0, signature="")
    from_pit = command(
        who=who.id, request=request, subject_hash=subject_hash, place=PIT, reason=reason, signature=unsigned
    )
    return replace(from_pit, signature=from_pit.ruling.sign(key, 0))


# --- the table's file ----------------------------------------------------------------------------------------------


def kinds_of(table: Table) -> tuple[str, ...]:
    return tuple(device.kind for device in table.devices)


@cache
def table_file(rule_set: str, sat_out: str, continuous: bool = False) -> Table:
    """Written as text and read like the file of every other table."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "simulated.toml"
        file.write_text(_text(rule_set, sat_out, continuous=continuous), "utf-8")
        return table_from_file(file)


def _text(rule_set: str, sat_out: str, *, continuous: bool) -> str:
    rules = load_rules(rule_set)
    hole_card = hole_card_of(rules)
    cards_from = CONTINUOUS if continuous else "shoe"
    kinds = (cards_from, "reader") if hole_card == "reader" else (cards_from,)
    return sample_text(
        rules,
        name="simulated",
        title="Simulated",
        hole_card=hole_card,
        devices=[(kind, f"sim://{kind}", kind) for kind in kinds],
        spots=rules.spots_per_player,
        sat_out=sat_out,
        limits_minutes=10,
    )


def staffed_setup(rule_set: str, sat_out: str, *, continuous: bool = False) -> TableSetup:
    permissions = load_permissions()
    table = table_file(rule_set, sat_out, continuous)
    return TableSetup(table=table, people=open_book(permissions), permissions=permissions)


@dataclass
class StaffedTable(VirtualTable):
    """A clock that can run on while nobody does anything: a notice runs, a request or a lock ends."""

    between_snapshots: int | None = 250  # a restart is taken again and again: often from a snapshot, and quickly
    idle_ms: int = 0

    def clock_ms(self) -> int:
        return super().clock_ms() + self.idle_ms
