"""Players of the house's file: names, VIP and barred; one open session for each card; comps by the configured share."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest

from dealer_console.journal import Draft
from dealer_console.messages import words_of
from dealer_console.pit.alerts import find_alerts, rules
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.players.player_list import KnownPlayer, players_from_file
from dealer_console.pit.players.rating import open_tables, ratings, ratings_csv
from dealer_console.rulebook.problems import BadFile
from tests.pit.journals import HandWritten


def seated(folder: Path, *tables: str) -> Path:
    """C-1 sits at each of these tables and has not left."""
    folder.mkdir()
    for number, name in enumerate(tables, start=1):
        table = HandWritten(folder / f"{name}.journal", table=name, log=number).open_shift()
        table.append(Draft(kind="shift", data={"step": "spots", "player": "C-1", "spots": [1]}, who="Ann"))
        table.round(("main", "25.00", "0.00", "25.00"))
        table.close()
    return folder


def test_names_and_flags_come_from_the_file_of_the_house(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("card,name,vip,barred\nC-1,Ines Roth,yes,no\nC-2,Max Blum,,YES\n", "utf-8")
    assert players_from_file(file) == {
        "C-1": KnownPlayer(card="C-1", name="Ines Roth", vip=True),
        "C-2": KnownPlayer(card="C-2", name="Max Blum", barred=True),
    }


def test_every_fault_of_the_file_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("card,name,vip,barred\n,Nobody,,\nC-1,Ines,maybe,\nC-2,Max,,\nC-2,Max,,\n", "utf-8")
    with pytest.raises(BadFile) as caught:
        players_from_file(file)
    told = str(caught.value)
    assert "line 2: a player has a card number" in told
    assert "line 3: vip is yes, no or empty" in told
    assert "card C-2: this card stands here twice" in told


@pytest.mark.parametrize(("tables", "alerts"), [(("a-1",), 0), (("a-1", "a-2"), 1)])
def test_a_card_that_plays_at_two_tables_is_an_alert(
    tmp_path: Path, house: Expectations, tables: tuple[str, ...], alerts: int
) -> None:
    with Archive.open(seated(tmp_path / "floor", *tables), index=tmp_path / "i") as archive:
        archive.refresh()
        found = [alert for alert in find_alerts(archive, house) if alert.kind == "two-tables"]
        (rating,) = ratings(archive, house)
    assert len(found) == alerts
    assert open_tables(rating) == tables
    if found:
        assert found[0].message["tables"] == "a-1, a-2"


def test_a_barred_player_who_sits_down_is_an_alert(
    tmp_path: Path, house: Expectations, monkeypatch: pytest.MonkeyPatch
) -> None:
    barred = {"C-1": KnownPlayer(card="C-1", name="Max Blum", barred=True)}
    monkeypatch.setattr(rules, "load_players", lambda: barred)
    with Archive.open(seated(tmp_path / "floor", "a-1"), index=tmp_path / "i") as archive:
        archive.refresh()
        (alert,) = [alert for alert in find_alerts(archive, house) if alert.kind == "barred"]
    assert (alert.message["player"], alert.message["name"], alert.table) == ("C-1", "Max Blum", "a-1")


def test_ratings_are_exported_with_the_comp_of_the_house(archive: Archive, house: Expectations) -> None:
    rated = ratings(archive, house)
    lines = list(csv.reader(StringIO(ratings_csv(rated, words_of("en"), {}, house.comp).decode("utf-8-sig"))))
    assert lines[0][-3:] == ["Theo", "Actual", "Comp"]
    assert len(lines) == len(rated) + 1
    for line, rating in zip(lines[1:], rated, strict=True):
        assert line[1] == rating.player
        assert round(float(line[-1]) * 100) == max(0, int(rating.theoretical_loss * house.comp))
