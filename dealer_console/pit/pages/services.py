"""What the supervisor's pages work with: the archive, who has seen what, the people, and where files go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy.exc import OperationalError

from dealer_console.floor import address
from dealer_console.messages import recorded
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.table.people import NotAdmitted, PeopleBook, PeopleRefused, Person, Pin
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

NO_BOOK: Final = "No book of people is open here. Start pit-review with --people FILE and --pepper FILE."


@dataclass(frozen=True, slots=True, kw_only=True)
class PitServices:
    archive: Archive
    seen: Acknowledgements
    house: Expectations
    permissions: Permissions
    people: PeopleBook | None
    clock_ms: Callable[[], int]
    save_folder: Path
    copy_text: Callable[[str], None]  # to the clipboard
    training: str = ""  # whose PINs are no secret

    @property
    def has_floor(self) -> bool:
        return isinstance(self.archive.source, FloorSource)

    def close(self) -> None:
        if self.people is not None:
            self.people.close()
        self.seen.close()
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
            raise PitRefused(f"{source.place} or its index cannot be read now: {error.orig}. Try again") from None

    # --- people ------------------------------------------------------------------------------------------------------

    def admit(self, name: str, pin: str) -> Person:
        """Takes a tenth of a second: not for the thread of the window. Raises `PeopleRefused`."""
        if self.people is None:
            raise PeopleRefused(NO_BOOK)
        answer = self.people.authenticate(name, Pin(pin), now_ms=self.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(recorded(answer.message))
        return answer

    def ruling_key(self, name: str, pin: str) -> RulingKey:
        """For one ruling, which it signs. As slow as two PINs. Raises `PeopleRefused`."""
        if self.people is None:
            raise PeopleRefused(NO_BOOK)
        answer = self.people.ruling_key(name, Pin(pin), now_ms=self.clock_ms())
        if isinstance(answer, NotAdmitted):
            raise PeopleRefused(recorded(answer.message))
        return answer

    def names(self) -> dict[str, str]:
        """What people call those whom the entries name by id: by the book, else by the journals."""
        book = () if self.people is None else self.people.people()
        return self.archive.names() | {str(each.person.id): each.person.name for each in book}

    # --- times and files ---------------------------------------------------------------------------------------------

    def time(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%H:%M")

    def clock(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%H:%M:%S")

    def moment(self, at_ms: int) -> str:
        """Day and time, which no line ends between."""
        return self._moment(at_ms).strftime("%Y-%m-%d\u00a0%H:%M")

    def second(self, at_ms: int) -> str:
        return self._moment(at_ms).strftime("%Y-%m-%d %H:%M:%S")

    def _moment(self, at_ms: int) -> datetime:
        return datetime.fromtimestamp(at_ms // 1000, self.house.gaming_day.zone)

    def milliseconds(self, typed: str) -> int:
        """Raises `ValueError`. A time without a zone is one of the house."""
        moment = datetime.fromisoformat(typed.strip())
        return round(
            (moment if moment.tzinfo else moment.replace(tzinfo=self.house.gaming_day.zone)).timestamp() * 1000
        )

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
