"""Lists of the pit: sorted by what they hold, filtered by typing, copied, fetched as they scroll, with kept widths."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QScroller

from dealer_console.pit.archive import Archive, FoundRound, Search
from dealer_console.pit.live.tables import Live
from dealer_console.pit.windows.kept_splitter import KeptSplitter
from dealer_console.pit.windows.rows import natural
from dealer_console.pit.windows.window import PitWindow, WindowLook
from tests.pit.windows.conftest import OpenPit
from tests.pit.windows.hand import CTRL, SHIFT, cells, click_head, click_row, column, turn_to


def many_tables(window: PitWindow, count: int) -> Live:
    live = window.background.live
    assert live is not None
    tables = [
        replace(table, log=replace(table.log, table=f"switch-{number}", log=f"{number:032d}"))
        for number, table in ((number, live.tables[number % len(live.tables)]) for number in range(1, count + 1))
    ]
    return replace(live, tables=tuple(tables))


def test_names_are_sorted_as_people_do() -> None:
    assert sorted(["switch-10", "switch-2", "Blackjack-1"], key=natural) == ["Blackjack-1", "switch-2", "switch-10"]


@pytest.mark.parametrize(("size", "rows"), [((1280, 800), 25), ((1920, 1080), 40)])
def test_so_many_rows_are_in_sight_at_once(open_pit: OpenPit, size: tuple[int, int], rows: int) -> None:
    window = open_pit(WindowLook(theme="light", scale=100, size=size))
    window.board.show_live(many_tables(window, 60))
    first, last = window.board.tables.table.in_sight()
    assert last - first + 1 >= rows
    for page, panel in (
        (window.rounds, window.rounds.rounds),
        (window.alerts, window.alerts.groups),
        (window.players, window.players.players),
        (window.devices, window.devices.devices),
    ):
        turn_to(window, page)
        height = panel.table.viewport().height() // panel.table.verticalHeader().defaultSectionSize()
        assert height >= rows, panel.table.accessibleName()


def test_the_last_column_can_be_read_where_the_window_has_no_room_for_it_and_figures_stay_beside_the_others(
    open_pit: OpenPit,
) -> None:
    for size, all_in_sight in (((1280, 800), False), ((1920, 1080), True)):
        window = open_pit(WindowLook(theme="dark", scale=100, size=size))
        table = window.board.tables.table
        last = table.model().columnCount() - 1
        assert table.columnWidth(last) >= min(table.sizeHintForColumn(last), 12 * table.fontMetrics().height())
        assert (table.horizontalScrollBar().maximum() == 0) is all_in_sight
        turn_to(window, window.devices)
        figures = window.devices.devices.table
        assert figures.columnWidth(figures.model().columnCount() - 1) < 200


def test_a_table_has_one_size_of_letters(open_pit: OpenPit) -> None:
    for scale in (100, 150, 200):
        window = open_pit(WindowLook(theme="dark", scale=scale))
        table = window.board.tables.table
        assert table.font().pixelSize() == round(12 * scale / 100)
        font_role = Qt.ItemDataRole.FontRole
        fonts = [table.model().index(0, at).data(font_role) for at in range(table.model().columnCount())]
        assert not any(isinstance(font, QFont) for font in fonts)
        assert table.verticalHeader().defaultSectionSize() > table.fontMetrics().height()


def test_a_click_on_a_head_sorts_by_the_value_and_another_one_turns_it(pit: PitWindow) -> None:
    turn_to(pit, pit.rounds)
    panel = pit.rounds.rounds
    for order in (1, -1):
        click_head(panel, "action")
        stakes = [panel.proxy.row_at(panel.proxy.index(row, 0)).staked for row in range(panel.proxy.rowCount())]
        assert stakes == sorted(stakes, reverse=order < 0)


def test_letters_typed_on_a_list_filter_it_by_every_word(pit: PitWindow) -> None:
    turn_to(pit, pit.rounds)
    panel = pit.rounds.rounds
    dealer = panel.model.rows[0].dealer.split()[0].lower()
    QTest.keyClicks(panel.table, dealer[0])
    assert panel.filter.hasFocus() or panel.filter.text() == dealer[0]
    QTest.keyClicks(panel.filter, dealer[1:] + " switch")
    shown = cells(panel.table)
    assert shown
    assert all(dealer in "\t".join(row).lower() and "switch" in "\t".join(row).lower() for row in shown)
    assert len(shown) < len(panel.model.rows)
    QTest.keyClicks(panel.filter, " no such thing")
    assert cells(panel.table) == []
    assert panel.count.text() == "No rows match"
    panel.filter.setFocus()
    QTest.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert len(cells(panel.table)) == len(panel.model.rows), "Escape shows all again"
    assert panel.table.hasFocus()
    QTest.keyClicks(panel.table, "switch")
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    assert panel.table.hasFocus()
    assert len(cells(panel.table)) < len(panel.model.rows)
    QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert len(cells(panel.table)) == len(panel.model.rows), "also on the list itself"


def test_several_rows_are_selected_and_copied_with_their_heads(pit: PitWindow) -> None:
    turn_to(pit, pit.rounds)
    panel = pit.rounds.rounds
    click_row(panel, 1)
    click_row(panel, 3, SHIFT)
    click_row(panel, 5, CTRL)
    QTest.keyClick(panel.table, Qt.Key.Key_C, CTRL)
    lines = QGuiApplication.clipboard().text().splitlines()
    shown = cells(panel.table)
    assert lines[0].split("\t")[:2] == ["Table", "Round"]
    assert [line.split("\t") for line in lines[1:]] == [shown[at] for at in (1, 2, 3, 5)]


def test_a_selection_stays_when_the_rows_come_again_in_another_order(pit: PitWindow) -> None:
    panel = pit.board.tables
    click_row(panel, 1)
    chosen = panel.selected()[0].log.log
    rows = list(panel.model.rows)
    panel.set_rows([*reversed(rows)])
    assert [table.log.log for table in panel.selected()] == [chosen]


def test_widths_and_order_of_columns_are_kept_for_the_next_time(open_pit: OpenPit) -> None:
    header = open_pit().board.tables.table.horizontalHeader()
    header.resizeSection(4, 222)
    header.moveSection(0, 2)
    again = open_pit().board.tables.table.horizontalHeader()
    assert again.sectionSize(4) == 222
    assert again.visualIndex(0) == 2


def drag(splitter: KeptSplitter, by: int) -> None:
    """Its last handle, with the mouse."""
    handle = splitter.handle(splitter.count() - 1)
    along = splitter.orientation() is Qt.Orientation.Horizontal
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + (QPoint(by, 0) if along else QPoint(0, by)))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start)


def test_every_splitter_stands_where_it_was_left_at_the_next_start(open_pit: OpenPit) -> None:
    kept: dict[tuple[int, int], list[int]] = {}
    for again in (False, True):
        window = open_pit()
        click_row(window.board.tables, 0)
        for number, page in enumerate(window.pages):
            turn_to(window, page)
            if page is window.rounds:
                click_row(window.rounds.rounds, 0, twice=True)
            QApplication.processEvents()  # laid out
            for at, splitter in enumerate(page.findChildren(KeptSplitter)):
                if not splitter.isVisible():
                    continue
                before = splitter.sizes()
                if again:
                    assert before == kept.pop((number, at)), page.title
                else:
                    drag(splitter, -37)
                    kept[number, at] = splitter.sizes()
                    assert kept[number, at] != before, page.title
        window.close()
        assert again or len(kept) >= 10
    assert not kept


def test_columns_grow_with_what_comes_until_somebody_chooses_their_widths(pit: PitWindow) -> None:
    panel = pit.board.tables
    header, rows = panel.table.horizontalHeader(), list(panel.model.rows)
    longer = [replace(rows[0], log=replace(rows[0].log, table="a-table-with-quite-a-long-name")), *rows[1:]]
    before = header.sectionSize(0)
    panel.set_rows(longer)
    assert header.sectionSize(0) > before
    header.resizeSection(0, 40)
    panel.set_rows([replace(longer[0], dealer="x"), *rows[1:]])
    assert header.sectionSize(0) == 40


def test_theme_and_size_are_kept_for_the_next_time(open_pit: OpenPit) -> None:
    first = open_pit()
    first.set_theme("light")
    first.set_scale(150)
    again = open_pit(WindowLook())
    assert (again.theme, again.scale) == ("light", 150)


def test_more_rounds_are_fetched_when_the_end_comes_into_sight(
    open_pit: OpenPit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealer_console.pit.windows.pages.rounds.AT_ONCE", 60)
    window = open_pit()
    turn_to(window, window.rounds)
    panel = window.rounds.rounds
    total = window.background.services.archive.count(window.rounds.form.search())
    assert len(panel.model.rows) == 60
    assert panel.count.text().endswith(f"of {total:,}")
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_End, CTRL)
    QTest.keyClick(panel.table, Qt.Key.Key_End, CTRL)
    assert len(panel.model.rows) > 60
    opened = [row.opened_ms for row in panel.model.rows]
    assert opened == sorted(opened, reverse=True)
    assert len({row.id for row in panel.model.rows}) == len(panel.model.rows)


def test_where_nobody_counts_further_the_number_has_a_plus(open_pit: OpenPit, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("archive.search", "windows.pages.rounds"):
        monkeypatch.setattr(f"dealer_console.pit.{module}.MOST_COUNTED", 45)
    window = open_pit()
    turn_to(window, window.rounds)
    panel, archive = window.rounds.rounds, window.background.services.archive
    assert panel.count.text().endswith(f"of {len(everything(archive)):,}"), "without a condition the index knows it"
    window.rounds.form.spot.setCurrentIndex(1)
    window.rounds.search()
    assert panel.count.text().endswith("of 45+")


def everything(archive: Archive) -> list[FoundRound]:
    found: list[FoundRound] = []
    page = archive.search(Search())
    while page.next is not None:
        found += page.rounds
        page = archive.search(Search(), after=page.next)
    return [*found, *page.rounds]


def test_ctrl_f_leads_to_the_filter_of_the_page(pit: PitWindow) -> None:
    pit.activateWindow()
    for page in pit.pages:
        if page.filter_box is not None and page is not pit.staff:
            turn_to(pit, page)
            QTest.keyClick(pit, Qt.Key.Key_F, CTRL)
            assert pit.focusWidget() is page.filter_box


def test_figures_stand_at_the_right_and_names_at_the_left(pit: PitWindow) -> None:
    panel = pit.board.tables
    for at, shown_column in enumerate(panel.model.columns):
        side = panel.model.index(0, at).data(Qt.ItemDataRole.TextAlignmentRole)
        assert bool(side & int(Qt.AlignmentFlag.AlignRight)) is shown_column.figure
    assert column(panel, "table") == sorted(column(panel, "table"), key=natural)


def test_a_list_scrolls_by_pixels_and_under_a_finger(pit: PitWindow) -> None:
    table = pit.board.tables.table
    assert table.verticalScrollMode() is QAbstractItemView.ScrollMode.ScrollPerPixel
    assert QScroller.hasScroller(table.viewport())
    pit.board.show_live(many_tables(pit, 200))
    QGuiApplication.processEvents()
    assert table.verticalScrollBar().maximum() > 100 * table.rowHeight(0), (
        "pixels of the rows below, not numbers of pages"
    )


def test_a_field_of_a_form_completes_any_part_of_a_name(pit: PitWindow) -> None:
    turn_to(pit, pit.rounds)
    completer = pit.rounds.form.table.completer()
    assert completer is not None
    completer.setCompletionPrefix("jack-0")
    assert completer.completionCount() == 1
    assert completer.currentCompletion() == "blackjack-02"
