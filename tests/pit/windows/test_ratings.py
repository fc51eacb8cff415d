"""Ratings at the pit, over a real floor: seated, moved, closed and corrected from the window; flags, comp, export."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlalchemy import text

from dealer_console.demo.floor.tables import SUPERVISORS
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import address
from dealer_console.journal import Draft
from dealer_console.pit.desk.record_kinds import AverageCorrected
from dealer_console.pit.players.player_list import KnownPlayer
from dealer_console.pit.windows.pages import players
from dealer_console.pit.windows.window import PitWindow, WindowLook
from tests.pit.journals import HandWritten
from tests.pit.windows.hand import click_row, column, turn_to, words, write
from tests.pit.windows.test_cage import filled
from tests.pit.windows.test_rulings import now_ms
from tests.rigs.floor_rig import FloorRig
from tests.tools.pictures.pit import services_on, window_on

KNOWN = {
    "C-1": KnownPlayer(card="C-1", name="Ida Berg", vip=True),
    "C-9": KnownPlayer(card="C-9", name="Max Blum", barred=True),
}


@pytest.fixture(scope="module")
def url(server: Server, tmp_path_factory: pytest.TempPathFactory) -> str:
    """C-1 and C-2 have played at t-1 and sit there, C-9, who is barred, too; t-2 is open and empty."""
    folder = tmp_path_factory.mktemp("ratings")
    floor = FloorRig.new(server, tables=("t-1", "t-2"), pits=("stand",))
    for number in (1, 2):
        table = HandWritten(folder / f"t-{number}.journal", table=f"t-{number}", log=number)
        table.now = now_ms() - 3_600_000
        table.open_shift()
        for spot, card in enumerate(("C-1", "C-2", "C-9") if number == 1 else (), start=1):
            table.append(Draft(kind="shift", data={"step": "spots", "player": card, "spots": [spot]}, who="Ann"))
        table.round(("main", "25.00", "0.00", "25.00"))
        floor.send(table.close())
    return floor.url("stand")


@pytest.fixture
def pit(url: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[PitWindow]:
    monkeypatch.setattr(players, "load_players", lambda: KNOWN)
    with services_on(url, tmp_path) as services:
        window = window_on(
            replace(services, clock_ms=now_ms), tmp_path / "settings.ini", WindowLook(theme="light", scale=100)
        )
        window.show()
        turn_to(window, window.players)
        yield window
        window.close()
        window.deleteLater()


Orders = Callable[[], list[tuple[str, str]]]


@pytest.fixture
def orders(url: str) -> Orders:
    """Table and command of those that were given since the test began."""
    before = len(_orders(url))
    return lambda: _orders(url)[before:]


def _orders(url: str) -> list[tuple[str, str]]:
    query = "SELECT j.table_name, o.command FROM floor.orders o JOIN floor.journals j ON j.id = o.journal ORDER BY o.id"
    with address.connect(url.replace("stand@", "postgres@")) as connection:
        return [(row.table_name, row.command) for row in connection.execute(text(query))]


def choose(pit: PitWindow, card: str) -> None:
    click_row(pit.players.players, column(pit.players.players, "player").index(card))


def seat(pit: PitWindow, card: str, table: str, spots: str) -> None:
    choose(pit, card)
    pit.players._seat()
    form = filled(pit, SUPERVISORS[0])
    form.write("table", table)
    form.write("spots", spots)
    form.accept()


def test_a_rating_is_moved_to_another_table_which_closes_the_session_at_the_first(
    pit: PitWindow, orders: Orders
) -> None:
    seat(pit, "C-1", "t-2", "3")
    (at_first, closes), (at_second, seats) = orders()
    assert (at_first, at_second) == ("t-1", "t-2")
    assert '"CloseRating"' in closes
    assert '"SeatRating"' in seats
    assert '"spots":[3]' in seats


def test_somebody_barred_is_seated_nowhere_and_stands_there_with_the_flag(pit: PitWindow, orders: Orders) -> None:
    flags = dict(zip(column(pit.players.players, "player"), column(pit.players.players, "flags"), strict=True))
    names = dict(zip(column(pit.players.players, "player"), column(pit.players.players, "name"), strict=True))
    assert flags == {"C-1": "VIP", "C-2": "", "C-9": "BARRED"}
    assert names == {"C-1": "Ida Berg", "C-2": "", "C-9": "Max Blum"}
    seat(pit, "C-9", "t-2", "3")
    assert orders() == []
    assert "Max Blum" in words(pit)


def test_a_session_is_closed_from_the_pit(pit: PitWindow, orders: Orders) -> None:
    choose(pit, "C-2")
    click_row(pit.players.sessions, 0)
    pit.players._close_session()
    filled(pit, SUPERVISORS[0]).accept()
    ((table, command),) = orders()
    assert (table, '"CloseRating"' in command, '"C-2"' in command) == ("t-1", True, True)


def test_an_average_bet_is_corrected_with_a_reason_and_counts(pit: PitWindow) -> None:
    choose(pit, "C-1")
    click_row(pit.players.sessions, 0)
    pit.players._correct()
    form = filled(pit, SUPERVISORS[0])
    form.write("amount", "75")
    assert not form.accept_button.isEnabled(), "a correction says why"
    write(form.why, "bets 75 since noon")
    form.accept()
    (record,) = pit.background.services.records.all(AverageCorrected)
    assert isinstance(record.data, AverageCorrected)
    assert record.data.reason == "bets 75 since noon"
    choose(pit, "C-1")
    assert column(pit.players.sessions, "average") == ["$75.00 corrected"]


def test_theo_actual_time_and_comp_of_the_share_and_what_the_list_shows_is_exported(pit: PitWindow) -> None:
    page, services = pit.players, pit.background.services
    for rating, comp, theo in zip(
        page.players.model.rows, column(page.players, "comp"), column(page.players, "theo"), strict=True
    ):
        assert theo == services.words.money(round(rating.theoretical_loss))
        assert comp == services.words.money(max(0, int(rating.theoretical_loss * services.expectations.comp)))
    write(page.players.filter, "ida")
    page._export()
    exported = (services.save_folder / "ratings.csv").read_bytes().decode("utf-8-sig")
    assert [line[1] for line in csv.reader(StringIO(exported))][1:] == ["C-1"]
