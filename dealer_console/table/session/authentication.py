"""Who is it? Nothing is done before that is known, and nobody can only say so.

The dealer came in by badge and PIN, and the screen is theirs: a plain command counts for the dealer at the table, for
nobody else. Everybody else signs each time. The PIN is looked at on a thread of its own; what reaches the table's
thread is an `Authenticated`, and only this module makes one that knows a person.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any, Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.entries.notices import CommandRefused
from dealer_console.messages import recorded
from dealer_console.table.approvals import entries as entries
from dealer_console.table.commands.command import Command, Signed, Source
from dealer_console.table.commands.people.desk_orders import OrderFromDesk
from dealer_console.table.commands.people.notices import AnnounceFromPit
from dealer_console.table.commands.people.requests import FromPit
from dealer_console.table.people.book import Answer, NotAdmitted
from dealer_console.table.people.change_rights import not_by_two
from dealer_console.table.people.person import Person, PersonId
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.state.entry_drafts import alarm_draft

MANY: Final = 20  # wrong PINs
WITHIN_MS: Final = 60 * 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Authenticated:
    """A command as it reaches the table: without any PIN, and with the person who was found to be behind it."""

    command: Command
    person: Person | None = None  # shown by a PIN here, or by the pit
    refused: NotAdmitted | None = None
    changes: Sequence[Change] = ()  # of the book of people, that the journal does not know yet
    unlawful: Change | None = None  # the first of them that the people whom it names could not make
    locked_elsewhere: int = 0  # so many wrong PINs have locked a name, and not at this screen


def find_out(
    setup: TableSetup, command: Command, now_ms: int, then: Callable[[Authenticated], None], *, changes_known: int = 0
) -> None:
    """Calls `then` at once, or from the thread of the PINs when the person has been found.

    Then the book is open anyway: what was done to people after the change `changes_known` comes along.
    """
    if isinstance(command, Signed):
        inner = command.command
        if isinstance(inner, Signed) or inner.source is Source.PIT:
            refused = NotAdmitted(reason=Message("cannot-be-signed"))
            then(Authenticated(command=replace(inner, who=command.who), refused=refused))
            return
        answer = setup.people.authenticate_later(command.badge, command.pin, now_ms=now_ms)
        answer.add_done_callback(lambda done: then(_with_changes(setup, _signed(command, done), changes_known, now_ms)))
        return
    if not isinstance(command, FromPit | AnnounceFromPit | OrderFromDesk):
        then(Authenticated(command=command))
        return
    try:
        found_by_key = _from_pit(command, setup.people.signer(PersonId(command.who)))
        then(_with_changes(setup, found_by_key, changes_known, now_ms))
    except Exception as error:  # as for a PIN: nobody is admitted from a book that cannot be read
        then(Authenticated(command=command, refused=_unreadable(error)))


def _with_changes(setup: TableSetup, authenticated: Authenticated, known: int, now_ms: int) -> Authenticated:
    try:
        changes, locked_elsewhere = setup.new_changes(known), setup.people.locked_elsewhere(now_ms)
        unlawful = not_by_two(setup.people.changes(0), setup.permissions, after=known) if changes else None
    except Exception:  # a book that cannot be read admits nobody, and that is said already
        return authenticated
    if changes is None:
        old = NotAdmitted(reason=Message("alarm-old-people"), by_old_book=True)
        return replace(authenticated, person=None, refused=old)
    return replace(authenticated, changes=changes, unlawful=unlawful, locked_elsewhere=locked_elsewhere)


def _from_pit(command: FromPit | AnnounceFromPit | OrderFromDesk, signer: Signer | None) -> Authenticated:
    """By the key that this table's own book has for the person: the word of the floor alone counts for nothing."""
    if signer is None:
        return Authenticated(command=command)
    if signer.public_key is not None and command.ruling.is_signed(command.signature, signer.public_key):
        return Authenticated(command=command, person=signer.person)
    why = Message("ruling-not-signed", person=signer.person.name)
    return Authenticated(command=command, refused=NotAdmitted(reason=why, person=signer.person.id))


def _signed(signed: Signed, done: Future[Answer]) -> Authenticated:
    try:
        answer: Any = done.result()
    except Exception as error:  # the book is damaged or cannot be read: nobody is admitted from it
        answer = _unreadable(error)
    if isinstance(answer, NotAdmitted):
        return Authenticated(command=replace(signed.command, who=signed.who), refused=answer)
    return Authenticated(command=replace(signed.command, who=answer.id), person=answer)


def _unreadable(error: Exception) -> NotAdmitted:
    return NotAdmitted(reason=Message("book-cannot-be-read", why=str(error)))


def refusal_drafts(authenticated: Authenticated, refusal: Refusal) -> list[Draft]:
    """What was asked and why it was refused; never a PIN, and of a stranger not even what was typed."""
    command, refused = authenticated.command, authenticated.refused
    entry = CommandRefused(
        asked=type(command).__name__,
        reason=recorded(refusal.message),
        clause=refusal.clause,
        code=refusal.message.code,
    )
    drafts = [Draft.of(entry, who=command.who or None)]
    if refused is not None and refused.by_old_book:
        drafts.append(alarm_draft(Message("alarm-old-people"), call=True))
    if refused is not None and refused.locked_now:
        drafts.append(entries.lock_out(refused))
        # The same for a name that nobody has: the screen must not tell the two apart.
        drafts.append(alarm_draft(Message("alarm-wrong-pins", count=refused.wrong), call=True))
    return drafts


class WrongPins:
    """Those at this table, of whatever names: who tries one name after the other locks none of them."""

    def __init__(self) -> None:
        self._times: deque[int] = deque(maxlen=MANY)

    def drafts(self, authenticated: Authenticated, now_ms: int) -> list[Draft]:
        """An alarm, when they are many within the hour."""
        refused = authenticated.refused
        if refused is None or not refused.wrong or (refused.until_ms is not None and not refused.locked_now):
            return []
        self._times.append(now_ms)
        if len(self._times) < MANY or now_ms - self._times[0] > WITHIN_MS:
            return []
        self._times.clear()
        return [alarm_draft(Message("alarm-many-wrong-pins", count=MANY), call=True)]


def change_drafts(authenticated: Authenticated, known: int) -> list[Draft]:
    """Several PINs may have been looked at at once: each change goes into the journal once."""
    drafts = [entries.people_changed(change) for change in authenticated.changes if change.number > known]
    if authenticated.unlawful is not None and authenticated.unlawful.number > known:
        drafts.append(alarm_draft(Message("alarm-people-not-by-two", number=authenticated.unlawful.number), call=True))
    if authenticated.locked_elsewhere:
        drafts.append(alarm_draft(Message("alarm-wrong-pins", count=authenticated.locked_elsewhere), call=True))
    return drafts
