"""Evidence: is a journal what the table wrote, and is the floor's copy the same? Where not, at which entry."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Final

from dealer_console.journal.verification.verify import VerifyReport
from dealer_console.pit.archive import Log
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.sources import JournalFiles
from dealer_console.pit.evidence import Compared, DayVerified, compare_with_floor, verify_day, verify_log
from dealer_console.pit.long_work import Work
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Choice, Option, Typing
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import body_of
from dealer_console.pit.pages.values import Gap, Line, PitPage, PitRow, Room
from dealer_console.pit.reports import days_of
from dealer_console.screens.sizes import FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Text, Tone

WIDTHS: Final = (10, 12)
FINDINGS_KEPT: Final = 3
Finding = tuple[str, Tone]


class EvidencePage:
    name = "Evidence"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._chosen = ""
        self._findings: list[Finding] = []
        self._paging = Paging(id="evidence:page")

    def opened(self) -> None:
        """Nothing is read before somebody asks."""

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        logs = self._logs()
        many = room.many(body_of(room).height - KEY - 2 * SPACE, FINGER * room.grown)
        shown = logs[self._paging.window(len(logs), many)]
        lines = [
            PitRow(
                elements=(
                    Line(
                        id=f"evidence:log:{log.log}",
                        cells=(log.table, log.log[:12]),
                        widths=WIDTHS,
                        current=log.log == self._chosen,
                    ),
                )
            )
            for log in shown
        ]
        left = (*lines, PitRow(elements=(Gap(),)), PitRow(elements=self._paging.buttons(len(logs))))
        return PitPage(title="Evidence", columns=(left, self._right()), widths=(2, 3))

    def _right(self) -> tuple[PitRow, ...]:
        log = self._log()
        able = log is not None and self._core.doing is None
        reason = "" if able else "choose a table at the left" if log is None else "one check at a time: stop it first"
        whole = Button(
            id="evidence:whole",
            label="Verify",
            hint="the whole journal",
            key="V",
            enabled=able,
            reason=reason,
            tone="go",
        )
        day = Button(id="evidence:day", label="Verify a day", key="D", enabled=able, reason=reason)
        compare = Button(
            id="evidence:compare",
            label="Compare",
            hint="file and floor copy",
            key="C",
            enabled=able,
            reason=reason,
        )
        free = self._core.doing is None
        every = Button(
            id="evidence:all",
            label="Verify all",
            hint="every table",
            key="A",
            enabled=free,
            reason="" if free else "one check at a time: stop it first",
        )
        what = "Choose a table at the left." if log is None else f"{log.table}, signed with key {log.public_key[:16]}…"
        told = [PitRow(elements=(Text(text=text, tone=tone),)) for text, tone in self._findings]
        return (
            PitRow(elements=(whole, day, compare, every)),
            PitRow(elements=(Text(text=what, size="small"),)),
            *told,
            PitRow(elements=(Gap(),)),
        )

    def _logs(self) -> tuple[Log, ...]:
        live = self._core.live
        return () if live is None else tuple(each.log for each in live.tables)

    def _log(self) -> Log | None:
        return next((each for each in self._logs() if each.log == self._chosen), None)

    def _find(self, words: str, tone: Tone = "plain") -> None:
        self._findings = [(words, tone), *self._findings][:FINDINGS_KEPT]

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        log = self._log()
        if touched.startswith("evidence:log:"):
            self._chosen = touched.removeprefix("evidence:log:")
        elif touched == "evidence:all":
            self._core.do("verifying every table", self._verify_all, self._all_verified)
        elif self._paging.press(touched, len(self._logs())) or log is None:
            return
        elif touched == "evidence:whole":
            archive = self._core.services.archive
            self._core.do(f"verifying {log.table}", lambda work: verify_log(archive, log, work), self._verified)
        elif touched == "evidence:day":
            self._ask_day(log)
        elif touched == "evidence:compare":
            self._ask_other(log)

    def _verified(self, report: VerifyReport) -> None:
        if report.problem is not None:
            self._find(f"{report.table}: BREAKS at {report.problem}", "danger")
            return
        loose = report.entries - report.signed_up_to
        rest = f"; the last {loose} are chained, but not signed yet" if loose else ""
        self._find(
            f"✓ {report.table}: {report.entries} entries, {report.checkpoints} checkpoints, {report.rounds} rounds and "
            f"{report.settlements} settlements computed again. Nothing is missing or changed{rest}.",
            "go",
        )

    def _verify_all(self, work: Work) -> list[VerifyReport]:
        return [verify_log(self._core.services.archive, log, work) for log in self._logs()]

    def _all_verified(self, reports: list[VerifyReport]) -> None:
        broken = [each for each in reports if each.problem is not None]
        if broken:
            told = "\n".join(f"{each.table}: BREAKS at {each.problem}" for each in broken)
            self._find(f"{len(broken)} of {len(reports)} journals do not verify.\n{told}", "danger")
            return
        entries, rounds = sum(each.entries for each in reports), sum(each.rounds for each in reports)
        self._find(f"✓ All {len(reports)} journals verify: {entries} entries, {rounds} rounds computed again.", "go")

    def _ask_day(self, log: Log) -> None:
        services = self._core.services
        days = days_of(services.archive, services.house.gaming_day)
        options = [Option(value=day.isoformat(), label=day.isoformat(), hint=day.strftime("%A")) for day in days]

        def chosen(day: str) -> None:
            self._core.do(
                f"verifying {log.table}, {day}",
                lambda work: verify_day(
                    services.archive, log, date.fromisoformat(day), services.house.gaming_day, work
                ),
                self._day_verified,
            )

        self._core.dialog = Choice(self._core, f"Verify which day of {log.table}?", options, chosen)

    def _day_verified(self, found: DayVerified) -> None:
        if found.problem is not None:
            self._find(f"{found.table}, {found.day}: BREAKS at {found.problem}", "danger")
            return
        loose = found.last_entry - found.signed_up_to
        rest = f"; the last {loose} are not signed yet" if loose > 0 else ""
        self._find(
            f"✓ {found.table}, {found.day}: entries {found.first_entry} to {found.last_entry}, {found.rounds} rounds "
            f"and {found.settlements} settlements computed again. Nothing is missing or changed{rest}.",
            "go",
        )

    def _ask_other(self, log: Log) -> None:
        """Of the two to compare one is open here; the other is named."""
        source = self._core.services.archive.source
        if isinstance(source, JournalFiles):
            file = source.paths[log.log]
            then = lambda text: self._compare(file, text)  # noqa: E731
            hint, value = "address of the floor, as postgresql://pit@host/floor", "postgresql://"
        elif isinstance(source, FloorSource):
            address = source.address
            then = lambda text: self._compare(Path(text), address)  # noqa: E731
            hint, value = f"the table's own file, as /media/{log.table}.journal", "/"
        else:
            return
        self._core.dialog = Typing(self._core, f"Compare {log.table}", then, hint=hint, value=value, keys="address")

    def _compare(self, file: Path, floor: str) -> None:
        self._core.do("comparing with the floor's copy", lambda _: compare_with_floor(file, floor), self._compared)

    def _compared(self, found: Compared) -> None:
        if found.same:
            self._find(f"✓ {found.words}", "go")
            return
        parts = [found.words, *([f"At the table: {found.at_table}"] if found.at_table else [])]
        parts += [f"On the floor: {found.at_floor}"] if found.at_floor else []
        self._find("\n".join(parts), "danger")
