"""The pages of the pit, by keys and mouse: board, alerts, rounds and replay, reports, players, evidence, languages."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableView
from sqlalchemy import select

from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.floor import FloorRefused
from dealer_console.game.message import Message
from dealer_console.game.round_files.round_file import read_round
from dealer_console.journal.errors import JournalDamaged
from dealer_console.messages import words_of
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.live.board import Call, board
from dealer_console.pit.live.open_items import OpenItem, grouped
from dealer_console.pit.live.tables import Live
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.reports import FORMS, days_of, make_report
from dealer_console.pit.round_words import irregularity_words
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows import rows
from dealer_console.pit.windows.chart_view import ChartView
from dealer_console.pit.windows.page import refuse
from dealer_console.pit.windows.pages.board import NoticeDialog
from dealer_console.pit.windows.rows import Column, RowsModel, drawable
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.pit.windows.window import PitWindow
from tests.pit.windows.conftest import OpenPit
from tests.pit.windows.hand import (
    CTRL,
    SHIFT,
    asked,
    cells,
    click,
    click_row,
    column,
    dialog,
    sign,
    turn_to,
    words,
    write,
)
from tests.tools.pictures.pit import PIN


def live(window: PitWindow) -> Live:
    assert window.background.live is not None
    return window.background.live


# --- the board -------------------------------------------------------------------------------------------------------


def test_the_board_holds_every_table_with_its_game_limits_and_money(pit: PitWindow, services: PitServices) -> None:
    panel = pit.board.tables
    for table in board(services.archive, services.seen):
        row = column(panel, "table").index(table.log.table)
        shown = {column.key: cells(panel.table)[row][at] for at, column in enumerate(panel.model.columns)}
        assert shown["win"] == services.words.money(table.win)
        assert shown["drop"] == services.words.money(table.drop)
        assert shown["float"] == services.words.money(table.tray)
        assert shown["limits"]
        assert shown["game"] == services.words(f"game-{table.rules}")
        assert shown["players"] == f"{table.players}/{table.spots}"
        assert shown["pit"].split()[0] in ("Main", "North")


def test_what_happened_on_another_gaming_day_stands_on_the_board_with_its_date(
    open_pit: OpenPit, services: PitServices
) -> None:
    of_table = {status.log.table: status for status in board(services.archive, services.seen)}
    happened = max(filter(None, (status.last_irregularity_ms for status in of_table.values())))
    for clock, dated in ((happened + 60_000, False), (happened + 86_400_000, True)):
        window = open_pit(on=replace(services, clock_ms=partial(int, clock)))
        panel = window.board.tables
        shown = dict(zip(column(panel, "table"), column(panel, "irregular"), strict=True))
        (said,) = (shown[name] for name, status in of_table.items() if status.last_irregularity_ms == happened)
        date = services.moment(happened)[5:10]
        assert said.startswith(f"{date} " if dated else services.time(happened))


def test_an_open_table_shows_players_dealer_with_time_in_last_fill_and_pit_with_section(
    pit: PitWindow, services: PitServices
) -> None:
    at_ms = services.clock_ms() - 60_000
    table = replace(
        live(pit).tables[0], state="open", pit="Main", section="B", players=3, spots=7, dealer="Ann",
        dealer_since_ms=at_ms, last_fill=150_000, last_fill_ms=at_ms,
    )  # fmt: skip
    pit.board.show_live(replace(live(pit), tables=(table,)))
    panel, clock = pit.board.tables, services.lately(at_ms)
    (shown,) = ({head.key: row[at] for at, head in enumerate(panel.model.columns)} for row in cells(panel.table))
    assert (shown["pit"], shown["players"], shown["dealer"], shown["in"]) == ("Main B", "3/7", "Ann", clock)
    assert shown["fill"] == f"{clock} $1,500"


def test_a_call_sounds_once_and_only_where_somebody_wants_it(pit: PitWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    beeps: list[int] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(1))
    quiet, log = live(pit), live(pit).tables[0].log
    call = Call(
        log=log.log, table=log.table, entry=9, at_ms=1, kind="call", text="x", by="Ann", answered_ms=None,
        answered_by="", answer="", seen=None,
    )  # fmt: skip
    pit.board.show_live(replace(quiet, calls=(call,)))
    assert beeps == []
    pit.board.show_live(quiet)
    click(pit.board.sound)
    for _ in range(2):
        pit.board.show_live(replace(quiet, calls=(call,)))
        assert beeps == [1]
    pit.board.show_live(replace(quiet, calls=(call, replace(call, entry=10))))
    assert beeps == [1, 1]


def test_of_a_closed_table_the_float_is_what_was_counted(services: PitServices) -> None:
    for table in board(services.archive, services.seen):
        assert table.state == "closed"
        assert table.tray > 0


def test_closed_tables_can_be_left_out_but_never_one_that_calls(pit: PitWindow) -> None:
    tables = live(pit).tables
    calling = replace(live(pit), tables=(replace(tables[0], calls=1), *tables[1:]))
    click(pit.board.closed_too)
    pit.board.show_live(calling)
    assert column(pit.board.tables, "table") == [tables[0].log.table]
    click(pit.board.closed_too)
    pit.board.show_live(calling)
    assert len(column(pit.board.tables, "table")) == len(tables)


def test_return_on_a_table_leads_to_its_rounds(pit: PitWindow) -> None:
    click_row(pit.board.tables, 1)
    table = column(pit.board.tables, "table")[1]
    QTest.keyClick(pit.board.tables.table, Qt.Key.Key_Return)
    assert pit.tabs.currentWidget() is pit.rounds
    assert set(column(pit.rounds.rounds, "table")) == {table}


def test_a_notice_needs_a_table_and_the_floor(pit: PitWindow) -> None:
    announce = pit.board.announce
    assert (announce.isEnabled(), announce.toolTip()) == (False, pit.board.words("pit-choose-first"))
    click_row(pit.board.tables, 1)
    assert (announce.isEnabled(), announce.toolTip()) == (False, pit.board.words("pit-read-only"))


def test_a_notice_says_what_changes_and_a_limit_its_amount(pit: PitWindow, services: PitServices) -> None:
    table = next(
        table_status
        for table_status in board(services.archive, services.seen)
        if table_status.rules == "massachusetts-switch"
    )
    given: list[object] = []
    assert table.game is not None
    dialog = NoticeDialog(
        pit, services.words, "t", table.game, SUPERVISORS, lambda *what: given.append((dict(what[0]), *what[1:]))
    )
    dialog.show()
    write(dialog.why, "as posted")
    write(dialog.who, SUPERVISORS[0])
    QTest.keyClicks(dialog.pin, "123456")
    offered = [dialog.what.itemText(at) for at in range(dialog.what.count())]
    assert offered[0] == "Start surrender"
    assert dialog.accept_button.isEnabled()
    dialog.what.setCurrentIndex(offered.index("Maximum"))
    assert not dialog.accept_button.isEnabled()
    write(dialog.amount, "500")
    click(dialog.accept_button)
    assert given == [({"maximum": "500.00"}, SUPERVISORS[0], "123456", "as posted")]


def test_a_login_mistake_never_stands_above_who_waits() -> None:
    def item(kind: str, at_ms: int, *, waits: bool = False) -> OpenItem:
        return OpenItem(id=kind, table="t-1", at_ms=at_ms, kind=kind, text="", waits=waits)

    newest_first = [item("lock-out", 9), item("pace", 8), item("journal", 7), item("call", 1, waits=True)]
    kinds = [group.newest.kind for group in grouped(newest_first)]
    assert kinds[0] == "call"
    assert kinds[-1] == "lock-out"


# --- alerts ----------------------------------------------------------------------------------------------------------


def test_alerts_of_a_table_and_kind_are_acknowledged_together(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.alerts)
    group = max(pit.alerts.groups.model.rows, key=lambda item_group: len(item_group.items))
    row = next(
        row for row in range(pit.alerts.groups.proxy.rowCount())
        if pit.alerts.groups.proxy.row_at(pit.alerts.groups.proxy.index(row, 0)) == group
    )  # fmt: skip
    click_row(pit.alerts.groups, row)
    assert len(pit.alerts.items.model.rows) == len(group.items)
    assert pit.alerts.whole.text() == group.newest.text, "the list has no room for a long sentence"
    before = len(live(pit).open_alerts)
    QTest.keyClick(pit, Qt.Key.Key_Return, CTRL)
    sign(pit, SUPERVISORS[0], PIN, "looked at the tapes")
    assert SUPERVISORS[0] in pit.note.text()
    assert len(live(pit).open_alerts) == before - len(group.items)
    seen = services.seen.of(item.id for item in group.items)
    assert {(sight.person, sight.note) for sight in seen.values()} == {(SUPERVISORS[0], "looked at the tapes")}
    click(pit.alerts.past)
    assert f"{SUPERVISORS[0]}, " in words(pit)
    assert "looked at the tapes" in words(pit)


def test_every_call_and_alert_has_its_date(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.alerts)
    groups = pit.alerts.groups
    newest = [max(item.at_ms for item in group.items) for group in groups.model.rows]
    assert sorted(column(groups, "newest")) == sorted(map(services.moment, newest))
    click_row(groups, 0)
    items = [item for group in groups.selected() for item in group.items]
    assert sorted(column(pit.alerts.items, "at")) == sorted(services.moment(item.at_ms) for item in items)


def test_a_wrong_pin_acknowledges_nothing(pit: PitWindow) -> None:
    turn_to(pit, pit.alerts)
    click_row(pit.alerts.groups, 0)
    before = len(live(pit).open_alerts)
    QTest.keyClick(pit, Qt.Key.Key_Return, CTRL)
    sign(pit, SUPERVISORS[0], "111111")
    assert len(live(pit).open_alerts) == before
    assert pit.note.property("tone") == "bad"


def test_without_a_name_or_pin_nothing_is_accepted(pit: PitWindow) -> None:
    turn_to(pit, pit.alerts)
    click_row(pit.alerts.groups, 0)
    QTest.keyClick(pit, Qt.Key.Key_Return, CTRL)
    open_dialog = dialog(pit, SignIn)
    assert not open_dialog.accept_button.isEnabled()
    write(open_dialog.who, "Nobody Known")
    QTest.keyClicks(open_dialog.pin, "12a34")
    assert open_dialog.pin.text() == "1234", "only digits"
    assert not open_dialog.accept_button.isEnabled()
    QTest.keyClick(open_dialog, Qt.Key.Key_Escape)
    assert not asked(pit)


def test_a_name_half_typed_signs_for_nobody_until_it_is_taken_from_the_list(pit: PitWindow) -> None:
    """Somebody who is not offered may be called like somebody who is: only the list itself names a person."""
    turn_to(pit, pit.alerts)
    click_row(pit.alerts.groups, 0)
    QTest.keyClick(pit, Qt.Key.Key_Return, CTRL)
    open_dialog = dialog(pit, SignIn)
    QTest.keyClicks(open_dialog.pin, PIN)
    line = open_dialog.who.lineEdit()
    assert line is not None
    write(open_dialog.who, "sue")
    line.editingFinished.emit()
    assert open_dialog.who.currentText() == "sue"
    assert not open_dialog.accept_button.isEnabled()
    popup = line.completer().popup()
    assert popup is not None
    assert popup.isVisible()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(popup, key)
    assert open_dialog.who.currentText() == SUPERVISORS[0]
    assert open_dialog.accept_button.isEnabled()


def test_who_types_at_once_types_into_the_first_field_and_tab_goes_down_to_the_buttons(pit: PitWindow) -> None:
    turn_to(pit, pit.alerts)
    click_row(pit.alerts.groups, 0)
    QTest.keyClick(pit, Qt.Key.Key_Return, CTRL)
    open_dialog = dialog(pit, SignIn)
    assert open_dialog.focusWidget() is open_dialog.why, "and no button, which a space would press"
    QTest.keyClicks(open_dialog.focusWidget(), "looked at the tapes")
    assert open_dialog.why.currentText() == "looked at the tapes"
    for field, typed in ((open_dialog.who, SUPERVISORS[0]), (open_dialog.pin, PIN)):
        QTest.keyClick(open_dialog.focusWidget(), Qt.Key.Key_Tab)
        assert open_dialog.focusWidget() is field
        QTest.keyClicks(field, typed)
    for button in open_dialog.buttons.buttons():
        QTest.keyClick(open_dialog.focusWidget(), Qt.Key.Key_Tab)
        assert open_dialog.focusWidget() is button


def test_of_two_the_second_is_told_who_was_first(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.alerts)
    items = pit.alerts.groups.model.rows[0].items
    by = services.admit(PIT_MANAGER, PIN)
    for item in items:
        services.seen.acknowledge(item.id, by=by, permissions=services.permissions, at_ms=services.clock_ms())
    pit.alerts.ask_who(items)
    sign(pit, SUPERVISORS[1], PIN)
    assert PIT_MANAGER in pit.note.text()
    assert pit.note.property("tone") == "bad"


# --- rounds and replay -----------------------------------------------------------------------------------------------


def test_the_form_finds_what_the_archive_finds(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.rounds)
    form, archive = pit.rounds.form, services.archive
    some = next(row for row in pit.rounds.rounds.model.rows if row.largest >= 10_000)
    write(form.dealer, some.dealer)
    line = form.dealer.lineEdit()
    assert line is not None
    QTest.keyClick(line, Qt.Key.Key_Return)
    write(form.amount, "100")
    QTest.keyClick(form.amount, Qt.Key.Key_Return)
    wanted = Search(dealer=some.dealer, at_least=10_000)
    found_rounds = archive.search(wanted, limit=500).rounds
    assert found_rounds
    assert {row.id for row in pit.rounds.rounds.model.rows} == {found_round.id for found_round in found_rounds[:200]}
    assert pit.rounds.rounds.count.text().endswith(f"of {archive.count(wanted):,}")
    assert archive.count(wanted) == len(found_rounds)
    QTest.keyClick(pit, Qt.Key.Key_L, CTRL)
    assert pit.rounds.form.search() == Search()


def test_rounds_stand_there_with_player_outcome_and_flags(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.rounds)
    panel, words = pit.rounds.rounds, services.words
    shown = {key: column(panel, key) for key in ("players", "outcome", "flags", "action", "win")}
    outcomes, flags = set(), set()
    for at in range(panel.proxy.rowCount()):
        found = panel.proxy.row_at(panel.proxy.index(at, 0))
        raised = [flag for flag in ("irregular", "corrected", "undone") if getattr(found, flag)]
        outcome = "even" if found.house == 0 else "house" if found.house > 0 else "players"
        assert shown["players"][at] == ", ".join(found.players)
        assert shown["outcome"][at] == words(f"pit-outcome-{outcome}")
        assert shown["flags"][at] == ", ".join(words(f"pit-flag-{flag}") for flag in raised)
        assert (shown["action"][at], shown["win"][at]) == (words.money(found.staked), words.money(found.house))
        outcomes.add(outcome)
        flags.update(raised)
    assert any(shown["players"])
    assert {"house", "players"} <= outcomes
    assert "irregular" in flags


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer that is set to another time zone than the house."""
    with monkeypatch.context() as environment:
        environment.setenv("TZ", "America/New_York")
        time.tzset()
        yield
    time.tzset()


def test_the_form_takes_times_of_the_house(elsewhere: None, pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.rounds)
    at_ms = pit.rounds.rounds.model.rows[3].opened_ms // 60_000 * 60_000
    pit.rounds.show_search(Search(since_ms=at_ms))
    assert pit.rounds.form.search().since_ms == at_ms
    assert all(row.opened_ms >= at_ms for row in pit.rounds.rounds.model.rows)


def test_an_amount_that_is_none_is_said_and_searches_nothing(pit: PitWindow) -> None:
    turn_to(pit, pit.rounds)
    before = list(pit.rounds.rounds.model.rows)
    write(pit.rounds.form.amount, "ten")
    QTest.keyClick(pit.rounds.form.amount, Qt.Key.Key_Return)
    assert pit.note.property("tone") == "bad"
    assert pit.rounds.rounds.model.rows == before


@pytest.fixture
def replayed(pit: PitWindow) -> PitWindow:
    """An irregular round."""
    turn_to(pit, pit.rounds)
    pit.rounds.form.mark.setCurrentIndex(0)
    pit.rounds.search()
    click_row(pit.rounds.rounds, 0)
    QTest.keyClick(pit.rounds.rounds.table, Qt.Key.Key_Return)
    assert pit.rounds.replay.isVisible()
    return pit


def test_replay_goes_by_keys_and_the_felt_follows(replayed: PitWindow) -> None:
    view = replayed.rounds.replay
    steps = view.steps.model.rows
    assert view.at == 1
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert (view.at, view.felt.felt) == (2, steps[1].felt)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert (view.at, view.felt.felt) == (len(steps), steps[-1].felt)
    assert "the house" in view.says.toPlainText().lower()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.at == 1
    QTest.keyClick(view, Qt.Key.Key_Right, SHIFT)
    assert steps[view.at - 1].decides
    assert not any(step.decides for step in steps[: view.at - 1])
    click_row(view.steps, 4)
    assert (view.at, view.slider.value()) == (5, 5)
    assert "HISTORY" in view.history.text()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert replayed.rounds.rounds.isVisible()


def test_the_clause_stands_there_with_its_words(replayed: PitWindow) -> None:
    view = replayed.rounds.replay
    step = next(step for step in view.steps.model.rows if step.clause.startswith(("MA", "CB", "SD")))
    view.slider.setValue(step.number)
    line = next(line for line in view.says.toPlainText().splitlines() if line.startswith(step.clause))
    assert len(line) > len(step.clause) + 20


def test_a_round_is_copied_as_its_history_and_saved_as_a_dispute_file(replayed: PitWindow, tmp_path: Path) -> None:
    QTest.keyClick(replayed, Qt.Key.Key_C, CTRL | SHIFT)
    assert read_round(tomllib.loads(QGuiApplication.clipboard().text())).play
    QTest.keyClick(replayed, Qt.Key.Key_K, CTRL)
    (pack,) = (tmp_path / "saved").glob("*.zip")
    assert str(pack) in replayed.note.text()
    assert any(name.endswith(".extract") for name in ZipFile(BytesIO(pack.read_bytes())).namelist())
    QTest.keyClick(replayed, Qt.Key.Key_P, CTRL)
    assert list((tmp_path / "saved").glob("*.pdf"))


# --- reports, players, devices, evidence -----------------------------------------------------------------------------


def test_a_report_stands_in_one_scroll_with_its_charts(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.reports)
    day = next(days_of(services.archive, services.expectations.gaming_day))
    report = make_report(services.archive, services.expectations, services.words, day=day)
    inside = pit.reports.paper.widget()
    assert inside is not None
    sheets = inside.findChildren(QTableView)
    assert [sheet.accessibleName() for sheet in sheets] == [section.title for section in report.sections]
    for sheet, section in zip(sheets, report.sections, strict=True):
        assert cells(sheet) == [list(section.shown(row, services.words)) for row in section.rows]
        assert sheet.verticalScrollBar().maximum() == 0, "only the report scrolls"
    assert len(inside.findChildren(ChartView)) == len(report.charts)


@pytest.mark.parametrize("form", FORMS)
def test_a_report_is_saved_as_it_is_made_by_the_command(pit: PitWindow, services: PitServices, form: str) -> None:
    from PySide6.QtWidgets import QPushButton

    turn_to(pit, pit.reports)
    click(next(button for button in pit.reports.findChildren(QPushButton) if button.text() == form.upper()))
    (path,) = services.save_folder.glob(f"*.{form}")
    day = next(days_of(services.archive, services.expectations.gaming_day))
    assert path.read_bytes() == FORMS[form](
        make_report(services.archive, services.expectations, services.words, day=day)
    )


def test_week_month_group_table_and_shift_are_chosen_in_boxes(pit: PitWindow) -> None:
    turn_to(pit, pit.reports)
    page = pit.reports
    for at, (period, title) in enumerate((("day", "Daily"), ("week", "Weekly"), ("month", "Monthly"))):
        page.period.setCurrentIndex(at)
        page.period.activated.emit(at)
        assert page.report is not None, period
        assert page.report.title.startswith(title)
    page.group.setCurrentIndex(1)
    page.group.activated.emit(1)
    assert page.report is not None
    assert page.report.sections[0].code == "game"
    page.table.setCurrentIndex(1)
    page.table.activated.emit(1)
    page.period.setCurrentIndex(3)
    page.period.activated.emit(3)
    assert page.report.title == f"Shift {page.shift.currentText()}"


def test_players_show_their_sessions_and_these_their_rounds(pit: PitWindow) -> None:
    turn_to(pit, pit.players)
    click_row(pit.players.players, 0)
    (rating,) = pit.players.players.selected()
    assert pit.players.sessions.model.rows == list(rating.sittings)
    click_row(pit.players.sessions, 0)
    (session,) = pit.players.sessions.selected()
    QTest.keyClick(pit.players.sessions.table, Qt.Key.Key_Return)
    assert pit.tabs.currentWidget() is pit.rounds
    found_rounds = pit.rounds.rounds.model.rows
    assert found_rounds
    assert all(
        session.player in found_round.players for found_round in found_rounds if found_round.opened_ms > session.from_ms
    )


def test_devices_tell_serial_numbers_and_errors(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.devices)
    with services.archive.engine.connect() as connection:
        serials = connection.execute(select(t.devices.c.serial)).scalars().all()
    assert sorted(column(pit.devices.devices, "serial")) == sorted(serials)


def test_evidence_verifies_what_is_selected_a_day_and_all(pit: PitWindow) -> None:
    turn_to(pit, pit.evidence)
    click_row(pit.evidence.logs, 0)
    QTest.keyClick(pit, Qt.Key.Key_V, CTRL)
    found = pit.evidence.findings.toPlainText()
    assert found.startswith(drawable("✓ blackjack-02"))
    assert "computed again" in found
    click(pit.evidence.day_button)
    assert pit.evidence.findings.toPlainText().count(drawable("✓ blackjack-02")) == 2
    pit.evidence.logs.table.clearSelection()
    QTest.keyClick(pit, Qt.Key.Key_V, CTRL)
    assert pit.evidence.findings.toPlainText().startswith(drawable("✓ All 3 journals verify."))


# --- work, languages, failures ---------------------------------------------------------------------------------------


def test_what_is_refused_stopped_or_broken_is_told(pit: PitWindow) -> None:
    def refuses(_: Work) -> None:
        raise PitRefused(Message("pit-reason-first"))

    def stops(_: Work) -> None:
        raise Stopped("stopped")

    def breaks(_: Work) -> None:
        raise ZeroDivisionError("ours")

    background = pit.background
    background.do("a", refuses, lambda _: None)
    assert (pit.note.text(), pit.note.property("tone")) == ("a ruling names its reason", "bad")
    background.do("looking", stops, lambda _: None)
    assert pit.note.text() == "Stopped: looking"
    assert not pit.failure.isVisible()
    background.do("c", breaks, lambda _: None)
    assert pit.failure.isVisible()
    assert "ZeroDivisionError" in pit.failure.text()


def test_what_floor_and_journal_refuse_is_told_in_the_language_of_the_window(
    open_pit: OpenPit, services: PitServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_pit(on=replace(services, words=words_of("es")))

    def refuses() -> None:
        raise FloorRefused(Message("floor-no-day", text="x"))

    window.background.now(refuses)
    assert window.note.text() == "x no es un día: escríbalo como 2026-01-01"

    def unread(_: Archive, _work: Work) -> None:
        raise JournalDamaged(Message("pit-entry-unreadable", seq=7, kind="note"))

    monkeypatch.setattr(Archive, "refresh", unread)
    window.background.look(at_once=True)
    assert window.note.text().startswith("la entrada 7, note, no se puede leer")


def test_the_window_speaks_spanish_on_every_page(open_pit: OpenPit, services: PitServices) -> None:
    window = open_pit(on=replace(services, words=words_of("es")))
    assert [window.tabs.tabText(at).split(" (")[0] for at in range(3)] == ["Tablero", "Alertas", "Decisiones"]
    for page in window.pages:
        turn_to(window, page)
        assert not window.failure.isVisible()
    turn_to(window, window.reports)
    assert "Informe diario de juegos de mesa" in words(window)
    turn_to(window, window.rounds)
    click_row(window.rounds.rounds, 0)
    QTest.keyClick(window.rounds.rounds.table, Qt.Key.Key_Return)
    assert "HISTORIAL" in words(window)


def test_the_words_of_the_floor_are_used() -> None:
    words = words_of("en")
    said = {key: words(key) for key in ("pit-loading", "pit-calculating", "pit-col-action", "pit-col-win-loss",
                                        "pit-col-flags", "pit-col-sessions", "pit-col-theo", "pit-col-actual",
                                        "report-col-variance", "report-col-theo-win", "report-title-day",
                                        "pit-active", "pit-terminate", "pit-staff", "pit-dispute-file",
                                        "pit-copy-round", "pit-show-closed")}  # fmt: skip
    assert list(said.values()) == [
        "Loading table history", "Calculating", "Action", "Win/Loss", "Flags", "Sessions", "Theo", "Actual",
        "Variance", "Theo win", "Daily table games report", "Active", "Terminate", "Staff", "Dispute file",
        "Copy hand history", "Show closed",
    ]  # fmt: skip
    assert words(Message("pit-house-lost", amount="375.00")) == "the house lost 375.00"
    short = [irregularity_words(words, code) for code in ("hand-one-card", "natural-overlooked", "card-misdelivered")]
    assert short == ["One card short", "Missed blackjack", "Card to wrong hand"]
    assert irregularity_words(words, "hole-card-exposed") == "The hole card was seen"


# --- money -----------------------------------------------------------------------------------------------------------


def test_the_money_page_shows_openers_against_closers_chips_and_slips(pit: PitWindow) -> None:
    turn_to(pit, pit.money)
    page = pit.money
    assert sorted(column(page.tables, "table")) == sorted(table.log.table for table in live(pit).tables)
    off = dict(zip(column(page.tables, "table"), column(page.tables, "off"), strict=True))
    assert off["switch-01"] == "$0.00"
    assert off["switch-03"].startswith("−")
    everything = len(page.slips.model.rows)
    click_row(page.tables, 0)
    (chosen,) = page.tables.selected()
    assert {one.log for one in page.slips.model.rows} <= {chosen.log}
    assert len(page.slips.model.rows) <= everything
    assert [line.worth for line in page.chip_lines.model.rows] == sorted(chosen.shift.denominations, reverse=True)


def test_the_chips_of_the_selected_table_stand_below_the_board_and_beside_the_money(pit: PitWindow) -> None:
    assert not pit.board.tray.isVisible()
    click_row(pit.board.tables, 0)
    (table,) = pit.board.tables.selected()
    assert pit.board.tray.isVisible()
    assert sum(line.cents for line in pit.board.tray.model.rows) == table.tray
    assert table.log.table in pit.board.tray.counted.text()
    assert column(pit.board.tray, "worth")[0] == pit.words.whole_money(max(table.denominations))
    turn_to(pit, pit.money)
    everything = sum(table.tray for table in live(pit).tables)
    assert sum(line.cents for line in pit.money.tray.model.rows) == everything
    click_row(pit.money.tables, 0)
    (chosen,) = pit.money.tables.selected()
    assert [sum(line.cents for line in pit.money.tray.model.rows)] == [
        table.tray for table in live(pit).tables if table.log.log == chosen.log
    ]


def test_signs_that_no_font_has_are_shown_as_letters(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare machine would show empty boxes; where a font has them they stay."""
    monkeypatch.setattr(rows, "_not_in_any_font", lambda: {ord(sign): plain for sign, plain in rows._PLAIN.items()})
    assert drawable("Card 5♣") == "Card 5c"
    monkeypatch.setattr(rows, "_not_in_any_font", dict)
    assert drawable("Card 5♣") == "Card 5♣"


def test_what_somebody_wrote_into_a_name_is_shown_as_it_is_written(pit: PitWindow) -> None:
    """Qt takes a text with tags for HTML: a forged record could show anything in the place of its alert."""
    assert {shown.textFormat() for shown in pit.findChildren(QLabel)} == {Qt.TextFormat.PlainText}
    model = RowsModel([Column(key="name", head="", text=str)], str)
    model.set_rows(["<h1>All is well</h1>"])
    cell = model.index(0, 0)
    assert model.data(cell) == "<h1>All is well</h1>"
    assert model.data(cell, Qt.ItemDataRole.ToolTipRole) == "<p>&lt;h1&gt;All is well&lt;/h1&gt;</p>"
    greyed = QPushButton()
    refuse([greyed], "<b>x</b>")
    assert greyed.toolTip() == "<p>&lt;b&gt;x&lt;/b&gt;</p>"
