"""Pictures of the supervisor's window, page by page. The same pixels each time.

    python -m tests.tools.pictures.pit docs/pictures [FOLDER] [--all]

FOLDER holds journals of a demonstration; without one, a floor is dealt for the pictures. `--all` paints every scene in
every size and theme, in English and Spanish, to be looked at; without it, what the documents show.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.messages import words_of
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.services import PitServices
from dealer_console.table.people import (
    HashCost,
    NewPerson,
    PeopleBook,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
    load_permissions,
)
from tests.tools.pictures.ruling_table import asking_table

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from dealer_console.pit.windows.window import PitWindow, WindowLook

NOW_MS: Final = 1_794_270_000_000
PIN: Final = "741398"  # of everybody in the pictures
CHEAP: Final = HashCost(passes=1, memory_kib=1024, lanes=1)
CASHIERS: Final = ("Cody", "Cora")
TIGHTEST: Final = 0  # of Qt's scale for PNG
FLOOR: Final = DemoFloor(tables=11, days=2, hours=2)


class AtOnce:
    """Everything is done on the spot: a picture shows what is there, not what is on its way."""

    def start(self, lane: str, step: Callable[[], None]) -> None:
        step()

    def post(self, step: Callable[[], None]) -> None:
        step()


def small_book(folder: Path) -> PeopleBook:
    """The supervisors of the demonstration, with a PIN that is no secret."""
    path, pepper = folder / "people.db", folder / "people.pepper"
    if path.exists():
        return PeopleBook.open(path, pepper=load_pepper(pepper), cost=CHEAP)
    book = PeopleBook.create(path, pepper=create_pepper(pepper), cost=CHEAP)
    names = [(PIT_MANAGER, "300", Role.PIT_MANAGER)]
    names += [(name, str(number), Role.SUPERVISOR) for number, name in enumerate(SUPERVISORS, start=200)]
    names += [(name, str(number), Role.CASHIER) for number, name in enumerate(CASHIERS, start=400)]
    people = [NewPerson(name=name, badge=badge, roles=(role,), pin=Pin(PIN)) for name, badge, role in names]
    Staff(book, load_permissions()).begin(people, NOW_MS)
    return book


@contextmanager
def services_on(journals: Path | str, work: Path, language: str = "en") -> Iterator[PitServices]:
    """On these journals, leaving nothing beside them."""
    archive = Archive.open(journals, index=work / "floor.pit-index")
    services = PitServices(
        archive=archive,
        seen=Acknowledgements(archive),
        expectations=load_expectations(),
        permissions=load_permissions(),
        people=small_book(work),
        clock_ms=lambda: NOW_MS,
        save_folder=work / "saved",
        words=words_of(language, load_expectations().currency),
        signing_key=lambda: bytes(range(32)),
        records=RecordBook(archive),
    )
    try:
        yield services
    finally:
        services.close()


def window_on(services: PitServices, settings: Path, look: WindowLook) -> PitWindow:
    """Everything at once, on the thread of the caller."""
    from PySide6.QtCore import QSettings

    from dealer_console.pit.windows.background import Background
    from dealer_console.pit.windows.window import PitWindow

    kept = QSettings(str(settings), QSettings.Format.IniFormat)
    return PitWindow(Background(services, AtOnce()), kept, look)


# --- the scenes -------------------------------------------------------------------------------------------------------


def _dialog(window: PitWindow) -> QWidget:
    from PySide6.QtWidgets import QDialog

    return next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())


def _count_boxes(window: PitWindow) -> None:
    """Two drop boxes, by two people: one is right, one is a hundred short."""
    from dealer_console.pit.windows.desk_forms import DeskForm

    for row, short in ((0, 0), (4, 1)):
        window.cage.boxes.table.selectRow(row)
        (box,) = window.cage.boxes.selected()
        window.cage._count()
        form = _dialog(window)
        assert isinstance(form, DeskForm)
        hundreds, rest = divmod(box.expected_cash, 10_000)
        form.enter_counts({10_000: hundreds - short, 100: rest // 100})
        for name, pin, who in ((form.who, form.pin, CASHIERS[0]), (form.second, form.second_pin, CASHIERS[1])):
            name.setCurrentText(who)
            pin.setText(PIN)
        form.accept()


def scenes(window: PitWindow) -> Iterator[tuple[str, QWidget]]:
    """Goes through the pages; at each name that comes out, the window shows that scene."""
    from dealer_console.pit.windows.sign_in import SignIn

    tabs = window.tabs
    window.board.tables.table.selectRow(0)
    yield "board", window
    tabs.setCurrentWidget(window.alerts)
    window.alerts.groups.table.selectRow(0)
    yield "alerts", window
    window.alerts.ask_who(window.alerts.groups.selected()[0].items)
    dialog = _dialog(window)
    assert isinstance(dialog, SignIn)
    dialog.who.setCurrentText(SUPERVISORS[0])
    dialog.pin.setText(PIN)
    yield "acknowledge", dialog
    dialog.reject()
    tabs.setCurrentWidget(window.rulings)
    yield "rulings", window
    window.show_rounds(Search())
    yield "rounds", window
    window.rounds.form.mark.setCurrentIndex(0)
    window.rounds.search()
    window.rounds.open_round(window.rounds.rounds.model.rows[0])
    for _ in range(3):
        window.rounds.replay.decision(1)
    yield "replay", window
    window.rounds.replay.slider.setValue(999)
    yield "replay-end", window
    tabs.setCurrentWidget(window.reports)
    yield "report", window
    bar = window.reports.paper.verticalScrollBar()
    bar.setValue(bar.maximum())
    yield "charts", window
    tabs.setCurrentWidget(window.players)
    window.players.players.table.selectRow(0)
    yield "players", window
    tabs.setCurrentWidget(window.money)
    yield "money", window
    tabs.setCurrentWidget(window.cage)
    _count_boxes(window)
    yield "cage", window
    tabs.setCurrentWidget(window.devices)
    yield "devices", window
    tabs.setCurrentWidget(window.evidence)
    window.evidence.logs.table.selectRow(0)
    window.evidence._verify()
    yield "evidence", window
    tabs.setCurrentWidget(window.staff)
    window.staff.sign_in()
    dialog = _dialog(window)
    assert isinstance(dialog, SignIn)
    dialog.who.setCurrentText(PIT_MANAGER)
    dialog.pin.setText(PIN)
    dialog.accept()
    window.staff.people.table.selectRow(1)
    yield "staff", window
    window.staff._new()
    yield "new-person", _dialog(window)
    _dialog(window).close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One walk through the scenes; `only`: those that the documents show so."""

    name: str
    size: tuple[int, int]
    theme: str
    language: str = "en"
    scale: int = 100
    only: tuple[str, ...] = ()


SHOWN: Final = ("board", "rounds", "alerts", "replay", "money", "cage", "report", "staff")
SHOTS: Final = (Shot(name="", size=(1280, 800), theme="dark", only=SHOWN),)
EVERY: Final = (
    *SHOTS,
    Shot(name="-light", size=(1280, 800), theme="light"),
    Shot(name="-1920x1080", size=(1920, 1080), theme="dark"),
    Shot(name="-es", size=(1280, 800), theme="light", language="es"),
    Shot(name="-150", size=(1920, 1080), theme="light", scale=150),
    Shot(name="-200", size=(1920, 1080), theme="dark", scale=200),
)


def paint_all(journals: Path, into: Path, shot: Shot, work: Path, *, every: bool) -> Iterator[Path]:
    from PySide6.QtWidgets import QApplication

    from dealer_console.pit.windows.window import WindowLook

    application = QApplication.instance() or QApplication(["pit-review", "-platform", "offscreen"])
    look = WindowLook(theme=shot.theme, scale=shot.scale, size=shot.size)  # type: ignore[arg-type]
    with services_on(journals, work, shot.language) as services:
        window = window_on(services, work / "settings.ini", look)
        window.show()
        for name, shown in scenes(window):
            if shot.only and name not in shot.only and not every:
                continue
            for _ in range(3):
                application.processEvents()
            path = into / f"pit-{name}{shot.name}.png"
            shown.grab().toImage().save(str(path), "PNG", TIGHTEST)  # type: ignore[call-overload]
            yield path
        window.close()


def _with_asking_table(dealt: Path, floor: Path) -> Path:
    """The dealt tables, and the one that asks."""
    floor.mkdir()
    for path in sorted(dealt.glob("*.journal"))[: FLOOR.tables]:
        for file in (path, Path(f"{path}.head")):
            (floor / file.name).symlink_to(file.resolve())
    asking_table(floor, NOW_MS)
    return floor


def main(arguments: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    every = "--all" in arguments
    given = [argument for argument in arguments if argument != "--all"]
    into = Path(given[0])
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pit-pictures-") as temporary:
        work = Path(temporary)
        dealt = Path(given[1]) if len(given) > 1 else work / "dealt"
        if not dealt.exists():
            generate(dealt, FLOOR)
        journals = _with_asking_table(dealt, work / "floor")
        for number, shot in enumerate(EVERY if every else SHOTS):
            own = work / str(number)
            own.mkdir()
            for path in paint_all(journals, into, shot, own, every=every):
                sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
