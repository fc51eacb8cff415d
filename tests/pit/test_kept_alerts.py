"""The alerts that the index keeps: the same as judged at once, and never more work than what has come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.pit.alerts import Alert, KeptAlerts, find_alerts, kept_alerts
from dealer_console.pit.alerts.rules import AlertRules
from dealer_console.pit.archive import Archive, index_update
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.long_work import Stopped
from tests.pit.journals import HOUR, HandWritten
from tests.pit.test_alerts import closed
from tests.pit.test_archive import stopping_after_one_piece

LOST = ("main", "25.00", "25.00", "0.00")


@pytest.fixture
def strict(house: Expectations) -> Expectations:
    """So that the small floor has alerts of many kinds."""
    return replace(
        house,
        fewest_minutes=1,
        deviations=house.deviations / 4,
        fewest_wagers=5,
        hold_within=house.hold_within / 20,
        fewest_drop=1,
        corrections_per_shift=1,
        device_errors_per_shift=1,
        fewest_irregularities=1,
        irregularities_per_hundred=house.irregularities_per_hundred / 100,
    )


def test_judged_piece_by_piece_they_are_the_same_as_judged_at_once(
    dealt: Path, tmp_path: Path, strict: Expectations, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive.open(dealt, index=tmp_path / "whole") as whole:
        whole.refresh()
        at_once = find_alerts(whole, strict)
    assert {"pace", "win", "hold", "corrections", "irregularities"} <= {alert.kind for alert in at_once}
    monkeypatch.setattr(index_update, "PIECE", 150)
    monkeypatch.setattr(kept_alerts, "SHIFTS_AT_ONCE", 1)
    with Archive.open(dealt, index=tmp_path / "pieces") as pieces:
        seen: set[str] = set()
        for alerts in _in_pieces(pieces, strict):
            seen |= {alert.id for alert in alerts}
        assert find_alerts(pieces, strict) == at_once
    assert seen - {alert.id for alert in at_once}, "no alert was ever replaced by its next one"


def _in_pieces(archive: Archive, house: Expectations) -> Iterator[tuple[Alert, ...]]:
    while True:
        try:
            archive.refresh(stopping_after_one_piece())
        except Stopped:
            yield find_alerts(archive, house)
        else:
            return


class Judged:
    """Which shifts were judged since the last look."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shifts: list[tuple[str, int]] = []
        of_shifts = AlertRules.of_shifts

        def noted(rules: AlertRules, connection: object, shifts: list[object]) -> Iterator[Alert]:
            self.shifts += [(shift.table_name, shift.number) for shift in shifts]  # type: ignore[attr-defined]
            return of_shifts(rules, connection, shifts)  # type: ignore[arg-type]

        monkeypatch.setattr(AlertRules, "of_shifts", noted)

    def taken(self) -> list[tuple[str, int]]:
        taken, self.shifts = self.shifts, []
        return taken


def test_only_what_has_grown_is_judged_again_however_long_the_history(
    tmp_path: Path, house: Expectations, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Judged(monkeypatch)
    one, two = (HandWritten(tmp_path / f"t-{number}.journal", f"t-{number}", number) for number in (1, 2))
    for table in (one, two):
        for _ in range(6):
            table.open_shift()
            table.round(LOST)
            closed(table)
            table.now += HOUR
        table.journal._flush()
    with Archive.open(tmp_path, index=tmp_path / "index") as archive:
        alerts = KeptAlerts(archive, house)
        archive.refresh()
        assert alerts.refresh()
        assert len(judged.taken()) == 12
        assert not alerts.refresh()
        one.open_shift()
        one.round(LOST)
        one.journal._flush()
        archive.refresh()
        assert alerts.refresh()
        assert judged.taken() == [("t-1", 6), ("t-1", 7)]
        assert KeptAlerts(archive, replace(house, fewest_minutes=59)).refresh()
        assert len(judged.taken()) == 13, "other thresholds judge everything again"


def test_at_most_so_many_journals_at_once_and_none_is_forgotten(
    tmp_path: Path, house: Expectations, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = Judged(monkeypatch)
    for number in range(1, 6):
        table = HandWritten(tmp_path / f"t-{number}.journal", f"t-{number}", number).open_shift()
        table.round(LOST)
        table.close()
    with Archive.open(tmp_path, index=tmp_path / "index") as archive:
        archive.refresh()
        alerts = KeptAlerts(archive, house)
        while alerts.refresh(most=2):
            assert 1 <= len(judged.shifts) <= 2
            judged.taken()
        assert find_alerts(archive, house) == find_alerts(archive, house)
        assert not judged.taken()
