"""The chips of the chosen tables by denomination, now: what was counted, what has moved since, what is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QLabel

from dealer_console.messages import Words
from dealer_console.pit.archive.tray_chips import NOT_IN_CHIPS, TrayLine, added_up, tray_lines
from dealer_console.pit.live.board import TableStatus
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.rows import Column, figure_column
from dealer_console.pit.windows.rows_view import RowsPanel

_MOVED: Final = {
    "counted": lambda line: line.counted,
    "slips": lambda line: line.slips,
    "color-ups": lambda line: line.color_ups,
    "buy-ins": lambda line: line.buy_ins,
    "play": lambda line: line.play,
}


class TrayPanel(RowsPanel[TrayLine]):
    """The line above says when the chips were counted."""

    def __init__(self, name: str, services: PitServices, settings: QSettings, *, short: bool = False) -> None:
        """`short`: without what has moved since the count."""
        self._services = services
        self.counted = QLabel(textFormat=Qt.TextFormat.PlainText)
        words = services.words
        super().__init__(
            name, words, settings, _columns(words)[: 4 if short else None], lambda line: line.worth,
            sorted_by="worth", falling=True, tools=(self.counted,),
        )  # fmt: skip
        self.counted.setToolTip(words("pit-tray-about"))
        self.filter.hide()  # a handful of denominations

    def show_tables(self, tables: Sequence[TableStatus]) -> None:
        self.set_rows(added_up([tray_lines(table.chips, table.denominations) for table in tables]))
        oldest = min((table.chips.counted_ms for table in tables if table.chips.counted_ms), default=0)
        name = tables[0].log.table if len(tables) == 1 else ""
        when = self._services.lately(oldest) if oldest else ""
        words = self._services.words
        self.counted.setText(words("pit-tray-counted", table=name, time=when) if when else name)


def signed(words: Words, count: int) -> str:
    return words.count(count) if count >= 0 else f"−{words.count(-count)}"


def _columns(words: Words) -> list[Column[TrayLine]]:
    def shown(line: TrayLine, count: int) -> str:
        if line.worth == NOT_IN_CHIPS:
            return words.money(count) if count else ""
        return signed(words, count)

    return [
        Column(key="worth", head=words("slip-denomination"), order=lambda line: line.worth, figure=True,
               text=lambda line: words.whole_money(line.worth) if line.worth else words("pit-not-in-chips")),
        Column(key="now", head=words("pit-col-chips-now"), text=lambda line: shown(line, line.now),
               order=lambda line: line.now, figure=True),
        figure_column("amount", words("pit-amount"), lambda line: line.cents, words.money),
        *(
            Column(key=key, head=words(f"pit-col-chips-{key}"), figure=True, order=of,
                   text=lambda line, of=of: shown(line, of(line)) if of(line) else "")  # type: ignore[misc]
            for key, of in _MOVED.items()
        ),
    ]  # fmt: skip
