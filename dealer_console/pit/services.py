"""What the pit's window works with: the archive, who has seen what, the people, the language, and where files go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import OperationalError

from dealer_console.floor import address
from dealer_console.game.message import Message
from dealer_console.messages import Words
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.desk.orders import Desk, give_order
from dealer_console.pit.desk.record_signatures import SigningKeys
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.table.commands import Command
from dealer_console.table.people import Action, NotAdmitted, PeopleBook, Person, Pin, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey


@dataclass(slots=True)
class Publishing:
    """Of the directory of people: why the last change is in the book of this machine alone."""

    failure: Message | None = None

    def note(self, failure: Message | None) -> None:
        self.failure = failure


@dataclass(frozen=True, slots=True, kw_only=True)
class PitServices:
    archive: Archive
    seen: Acknowledgements
    expectations: Expectations
    permissions: Permissions
    people: PeopleBook | None
    clock_ms: Callable[[], int]
    save_folder: Path
    words: Words
    signing_key: Callable[[], bytes]  # of this pit, for the files that it hands out
    records: RecordBook
    publishing: Publishing = field(default_factory=Publishing)
    training: str = ""  # whose PINs are no secret
    cage: str = ""  # the floor's address with the login of the cage, where the window has another one

    @property
    def has_floor(self) -> bool:
        return isinstance(self.archive.source, FloorSource)

    def close(self) -> None:
        if self.people is not None:
            self.people.close()
        self.seen.close()
        self.records.close()
        self.archive.close()

    @contextmanager
    def in_words(self) -> Iterator[None]:
        """What a database of ours answers while this lasts is told as a refusal that says what to do."""
        source = self.archive.source
        if isinstance(source, FloorSource):
            with address.in_words(address.parse(source.address)):
                yield
            return
        try:
            yield
        except OperationalError as error:
            raise PitRefused(Message("pit-index-busy", place=source.place, why=str(error.orig))) from None

    # --- people ------------------------------------------------------------------------------------------------------

    def admit(self, name: str, pin: str) -> Person:
        """Takes a tenth of a second: not for the thread of the window. Raises `PitRefused`."""
        answer = self.book().authenticate(name, Pin(pin), now_ms=self.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PitRefused(answer.message)
        return answer

    def ruling_key(self, name: str, pin: str) -> RulingKey:
        """For one ruling, which it signs. As slow as two PINs. Raises `PitRefused`."""
        answer = self.book().ruling_key(name, Pin(pin), now_ms=self.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PitRefused(answer.message)
        return answer

    def book(self) -> PeopleBook:
        if self.people is None:
            raise PitRefused(Message("pit-no-staff"))
        return self.people

    @property
    def keys_of(self) -> SigningKeys | None:
        """Of the staff list; None where there is none."""
        return None if self.people is None else self.people.signing_keys

    def names(self) -> dict[str, str]:
        """What people call those whom the entries name by id: by the journals, else by the book."""
        book = () if self.people is None else self.people.people()
        return {str(person.person.id): person.person.name for person in book} | self.archive.names()

    # --- the desks ---------------------------------------------------------------------------------------------------

    def order(
        self, log: Log, command: Command, action: Action, *, desk: Desk, key: RulingKey, reason: str = ""
    ) -> None:
        """To the table, which judges it. Raises `PitRefused`."""
        give_order(
            self.archive,
            log,
            command,
            action,
            desk=desk,
            key=key,
            permissions=self.permissions,
            reason=reason,
            at_ms=self.clock_ms(),
            address=self.cage if desk == "cage" else "",
        )

    # --- times and words ---------------------------------------------------------------------------------------------

    def time(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%H:%M")

    def lately(self, at_ms: int) -> str:
        """The time alone means this gaming day; of another day its date stands before it."""
        day_of = self.expectations.gaming_day.day_of
        same = day_of(at_ms) == day_of(self.clock_ms())
        return self.time(at_ms) if same else self._moment(at_ms).strftime("%m-%d %H:%M")

    def clock(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%H:%M:%S")

    def moment(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%Y-%m-%d %H:%M")

    def second(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%Y-%m-%d %H:%M:%S")

    def _moment(self, at_ms: int) -> datetime:
        return datetime.fromtimestamp(at_ms // 1000, self.expectations.gaming_day.zone)

    def error(self, error: Exception) -> str:
        """What was refused, in the language of the window; what has no message of its own stands as it is."""
        return self.words.error(error)

    def action(self, action: str) -> str:
        return self.words.phrase(self.permissions.actions[Action(action)].says)

    # --- who may -----------------------------------------------------------------------------------------------------

    def those_who(self, may: Callable[[Person], bool]) -> list[str]:
        """Names of people who are not locked and have the right."""
        listed = () if self.people is None else self.people.people()
        return [person.person.name for person in listed if person.locked_by is None and may(person.person)]

    def may_do(self, action: Action) -> Callable[[Person], bool]:
        return lambda person: self.permissions.why_not_person(person, action, Standing.BETWEEN_ROUNDS) is None

    def may_ask(self, action: Action, standing: Standing) -> Callable[[Person], bool]:
        """Alone, or together with somebody who approves."""
        return lambda person: self.permissions.why_not_person_asks(person, action, standing) is None

    def may_approve(self, action: Action) -> Callable[[Person], bool]:
        """How the table stands when the answer arrives, the table knows; here counts whether the person ever may."""
        return lambda person: any(
            self.permissions.why_not_person_approves(person, action, standing) is None for standing in Standing
        )

    # --- files -------------------------------------------------------------------------------------------------------

    def save(self, name: str, content: bytes) -> Path:
        """Nothing that lies there is overwritten: another content under the same name gets a number."""
        self.save_folder.mkdir(parents=True, exist_ok=True)
        stem, ending = Path(name).stem, Path(name).suffix
        number = 1
        while True:
            path = self.save_folder / (name if number == 1 else f"{stem}-{number}{ending}")
            try:
                with path.open("xb") as stream:
                    stream.write(content)
            except FileExistsError:
                if path.read_bytes() == content:
                    return path
                number += 1
            else:
                return path
