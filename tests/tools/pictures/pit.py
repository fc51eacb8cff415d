"""Pictures of the supervisor's window, page by page, in the three sizes. The same pixels each time.

    python -m tests.tools.pictures.pit docs/pictures [FOLDER]

FOLDER holds journals of a demonstration; without one, a floor is dealt for the pictures.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.pages.flow import PitFlow, buttons, lines
from dealer_console.pit.pages.services import PitServices
from dealer_console.screens.sizes import SIZES, WIDE, ScreenSize
from dealer_console.table.people import (
    HashCost,
    PeopleBook,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
    load_permissions,
)
from tests.tools.pictures.ruling_table import asking_table

NOW_MS: Final = 1_794_270_000_000
PIN: Final = "7413"  # of everybody in the pictures
CHEAP: Final = HashCost(passes=1, memory_kib=1024, lanes=1)
TIGHTEST: Final = 0  # of Qt's scale for PNG
MANY: Final = 40
IN_EVERY_SIZE: Final = ("board", "replay")
FLOOR: Final = DemoFloor(tables=11, days=1, hours=2)


class AtOnce:
    """Everything is done on the spot: a picture shows what is there, not what is on its way."""

    def start(self, lane: str, deed: Callable[[], None]) -> None:
        deed()

    def post(self, deed: Callable[[], None]) -> None:
        deed()


def small_book(folder: Path) -> PeopleBook:
    """The supervisors of the demonstration, with a PIN that is no secret."""
    path, pepper = folder / "people.db", folder / "people.pepper"
    if path.exists():
        return PeopleBook.open(path, pepper=load_pepper(pepper), cost=CHEAP)
    book = PeopleBook.create(path, pepper=create_pepper(pepper), cost=CHEAP)
    staff = Staff(book, load_permissions())
    first = staff.add(name=PIT_MANAGER, badge="300", roles=[Role.PIT_MANAGER], pin=Pin(PIN), by=None, now_ms=NOW_MS)
    for number, name in enumerate(SUPERVISORS, start=200):
        staff.add(name=name, badge=str(number), roles=[Role.SUPERVISOR], pin=Pin(PIN), by=first, now_ms=NOW_MS)
    return book


@contextmanager
def desk_on(journals: Path | str, work: Path) -> Iterator[PitServices]:
    """A desk on these journals that leaves nothing beside them."""
    archive = Archive.open(journals, index=work / "floor.pit-index")
    services = PitServices(
        archive=archive,
        seen=Acknowledgements(archive),
        house=load_expectations(),
        permissions=load_permissions(),
        people=small_book(work),
        clock_ms=lambda: NOW_MS,
        save_folder=work / "saved",
        copy_text=lambda text: None,
    )
    try:
        yield services
    finally:
        services.close()


# --- the scenes -------------------------------------------------------------------------------------------------------


def _line(flow: PitFlow, beginning: str) -> None:
    flow.press(next(line.id for line in lines(flow.screen) if line.id.startswith(beginning)))


def _sign(flow: PitFlow, who: str) -> None:
    flow.press(f"ask:who:{who}")
    for digit in PIN:
        flow.press(f"ask:digit:{digit}")


@contextmanager
def _forty_tables(flow: PitFlow) -> Iterator[None]:
    """The board of a large floor: the same tables under other names; two of three are open, the last one calls."""
    live = flow.core.live
    if live is None:
        return
    tables = []
    for number in range(1, MANY + 1):
        each = live.tables[number % len(live.tables)]
        dealer, calls = SUPERVISORS[number % len(SUPERVISORS)], number // MANY
        busy = replace(each, state="in a round", round=number, dealer=dealer, calls=calls)
        tables.append(replace(busy if number % 3 else each, log=replace(each.log, table=f"switch-{number:02d}")))
    flow.core.live = replace(live, tables=tuple(tables))
    yield
    flow.core.live = live


def scenes(flow: PitFlow) -> Iterator[str]:
    """Goes through the pages; at each name that comes out, the flow shows that scene."""
    yield "board"
    with _forty_tables(flow):
        yield "board-many"
    _line(flow, "board:matter:")
    yield "call"
    flow.press("board:acknowledge")
    _sign(flow, SUPERVISORS[0])
    yield "acknowledge"
    flow.press("ask:enter")
    flow.press("board:past")
    yield "acknowledged"
    flow.press("rail:rulings")
    yield "rulings"
    if flow.core.live is not None and flow.core.live.asked:
        _line(flow, "rulings:asked:")
        yield "ruling"
    flow.press("rail:rounds")
    yield "rounds"
    flow.press("rounds:ask:mark")
    yield "choice"
    flow.press("ask:1")
    _line(flow, "rounds:found:")
    for _ in range(3):
        flow.press("replay:next")
    yield "replay"
    flow.press("replay:scrub:999")
    yield "replay-end"
    flow.press("rail:reports")
    yield "report"
    while next(each for each in buttons(flow.screen) if each.id == "reports:page:down").enabled:
        flow.press("reports:page:down")
    yield "charts"
    flow.press("rail:evidence")
    _line(flow, "evidence:log:")
    flow.press("evidence:whole")
    yield "evidence"
    flow.press("evidence:compare")
    yield "typing"
    flow.press("ask:cancel")
    flow.press("rail:people")
    yield "devices"
    flow.press("people:people")
    _sign(flow, PIT_MANAGER)
    flow.press("ask:enter")
    yield "people"
    flow.press("people:new")
    flow.press("form:name")
    for letter in "ines":
        flow.press(f"ask:key:{letter}")
    yield "name"
    for letter in ("space", "r", "o", "t", "h"):
        flow.press(f"ask:key:{letter}")
    flow.press("ask:enter")
    flow.press("form:role:dealer")
    yield "new-person"
    flow.press("people:back")
    _line(flow, "people:person:p2")
    yield "person"
    flow.press("rail:ratings")
    yield "players"
    _line(flow, "players:player:")
    yield "player"


def paint_all(desk_folder: Path, into: Path, size: ScreenSize, work: Path) -> list[Path]:
    from PySide6.QtWidgets import QApplication

    from dealer_console.pit.windows.window import PitWindow
    from dealer_console.touch.theme.look import Look

    application = QApplication.instance() or QApplication(["pit-review", "-platform", "offscreen"])
    found = []
    with desk_on(desk_folder, work) as services:
        flow = PitFlow(services, AtOnce())
        window = PitWindow(flow, Look(size=size))
        window.show()
        for name in scenes(flow):
            if size is not WIDE and name not in IN_EVERY_SIZE:
                continue
            window.refresh()
            application.processEvents()
            path = into / (f"pit-{name}.png" if size is WIDE else f"pit-{name}-{size.name}.png")
            window.grab().toImage().save(str(path), "PNG", TIGHTEST)  # type: ignore[call-overload]
            found.append(path)
        window.close()
    return found


def _with_asking_table(dealt: Path, floor: Path) -> Path:
    """As many of the dealt tables as leave one place on the smallest board, and the one that asks."""
    floor.mkdir()
    for path in sorted(dealt.glob("*.journal"))[: FLOOR.tables]:
        for each in (path, Path(f"{path}.head")):
            (floor / each.name).symlink_to(each.resolve())
    asking_table(floor, NOW_MS)
    return floor


def main(arguments: list[str]) -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    into = Path(arguments[0])
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pit-pictures-") as temporary:
        work = Path(temporary)
        dealt = Path(arguments[1]) if len(arguments) > 1 else work / "dealt"
        if not dealt.exists():
            generate(dealt, FLOOR)
        journals = _with_asking_table(dealt, work / "floor")
        for size in SIZES:
            own = work / size.name
            own.mkdir()
            for path in paint_all(journals, into, size, own):
                sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
