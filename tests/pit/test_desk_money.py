"""What happens away from the tables: soft count, markers paid at the cage, the cash log, corrected ratings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.messages import words_of
from dealer_console.pit.alerts import find_alerts
from dealer_console.pit.archive import Archive, index_update
from dealer_console.pit.desk.record_kinds import ChipsReceived
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.cash_log import cash_log, pay_out
from dealer_console.pit.money.marker_book import MarkerLine, balances, markers, pay_marker
from dealer_console.pit.money.money_cycle import money_shifts
from dealer_console.pit.money.soft_count import BoxCount, box_counts, enter_count
from dealer_console.pit.paper import marker, pages
from dealer_console.pit.paper.marker import marker_pdf
from dealer_console.pit.players.rating import correct_average, ratings
from dealer_console.pit.reports import make_report
from dealer_console.table.people import Person, PersonId, Role, load_permissions
from dealer_console.table.people.ruling_keys import RulingKey
from tests.pit.journals import HandWritten

PERMISSIONS = load_permissions()
CARD = "7001"
SAID = words_of("en", "USD")


def key(number: int, role: Role) -> RulingKey:
    return RulingKey(
        Person(id=PersonId(f"p{number}"), name=f"P{number}", badge="", roles=(role,)), bytes([number]) * 32
    )


CY, CORA, PAULA, SAM = (
    key(number, role)
    for number, role in enumerate((Role.CASHIER, Role.CASHIER, Role.PIT_MANAGER, Role.SUPERVISOR), start=1)
)


@dataclass
class Desk:
    """A closed shift with buy-ins of a card and of nobody known, a marker, and a credit that was confirmed."""

    archive: Archive
    book: RecordBook
    house: Expectations
    at_ms: int

    @property
    def log(self) -> str:
        return self.archive.logs()[0].log

    def box(self) -> BoxCount:
        with self.archive.engine.connect() as connection:
            (box,) = box_counts(money_shifts(connection), self.book.all())
        return box

    def count(self, notes: dict[int, int], paper: int, *, second: RulingKey = CORA, reason: str = "") -> None:
        enter_count(
            self.book, self.box(), notes, paper, reason=reason, key=CY, second=second, permissions=PERMISSIONS,
            at_ms=self.at_ms,
        )  # fmt: skip

    def alerts(self, kind: str) -> list[str]:
        """As the index keeps them."""
        return [SAID(alert.message) for alert in find_alerts(self.archive, self.house) if alert.kind == kind]


@pytest.fixture
def desk(tmp_path: Path, house: Expectations) -> Iterator[Desk]:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    money: list[tuple[dict[str, Json], str]] = [
        ({"what": "buy-in", "cents": 600_000, "spot": 1}, "Ann"),
        ({"what": "buy-in", "cents": 300_000, "spot": 1}, "Ann"),
        ({"what": "buy-in", "cents": 50_000, "spot": 2}, "Ann"),
        ({"what": "marker", "cents": 200_000, "chips": {"10000": 20}, "marker": "M-00001", "player": CARD, "spot": 1,
          "approved_by": "Sue"}, "Ann"),
        ({"what": "credit", "slip": "C-00001", "step": "requested", "cents": 5000, "chips": {"500": 10},
          "role": "dealer"}, "Ann"),
        ({"what": "credit", "slip": "C-00001", "step": "confirmed", "cents": 5000, "chips": {"500": 10}}, "Sue"),
    ]  # fmt: skip
    table.append(Draft(kind="shift", data={"step": "spots", "player": CARD, "spots": [1]}, who="Ann"))
    for data, who in money:
        table.append(Draft(kind="money", data=data, who=who))
    table.append(Draft(kind="money", data={"what": "closer", "cents": 0, "chips": {}}))
    closed: dict[str, Json] = {"step": "close", "expected": -155_000, "counted": 0, "difference": 155_000}
    table.append(Draft(kind="shift", data={**closed, "flag": None, "verified_by": "Sue"}, who="Ann"))
    with Archive.open(table.close(), index=tmp_path / "x.pit-index") as archive:
        archive.refresh()
        book = RecordBook(archive)
        with archive.engine.connect() as connection:
            (money_shift,) = money_shifts(connection)
        yield Desk(archive, book, house, money_shift.at_ms)
        book.close()


def test_the_soft_count_of_two_people_against_the_recorded_buy_ins(desk: Desk) -> None:
    assert (desk.box().expected_cash, desk.box().expected_markers, desk.box().difference) == (950_000, 200_000, None)
    desk.count({10_000: 94, 5_000: 1}, 200_000)
    assert desk.box().difference == -5_000
    assert desk.box().people == ("p1", "p2")
    (said,) = desk.alerts("soft-count")
    assert "−$50.00" in said
    with pytest.raises(PitRefused, match="say why"):
        desk.count({10_000: 95}, 200_000)
    desk.count({10_000: 95}, 200_000, reason="a note stuck in the box")
    assert (desk.box().difference, desk.box().times, desk.alerts("soft-count")) == (0, 2, [])
    assert len(desk.book.all()) == 2, "the first count stays on record"


def test_the_difference_of_the_soft_count_is_a_line_of_the_report(desk: Desk, house: Expectations) -> None:
    def section(code: str) -> tuple[object, ...]:
        report = make_report(desk.archive, house, period="shift", table=desk.archive.logs()[0].table)
        return next(part for part in report.sections if part.code == code).rows[0]

    assert section("soft-count")[3] == "not counted"
    desk.count({10_000: 94, 5_000: 1}, 200_000)
    assert section("soft-count")[2:5] == (1_150_000, 1_145_000, -5_000)
    assert section("markers")[1:4] == ("M-00001", CARD, 200_000)


@pytest.mark.parametrize("second", [CY, SAM])
def test_one_person_alone_or_one_without_the_right_counts_nothing(desk: Desk, second: RulingKey) -> None:
    with pytest.raises(PitRefused):
        desk.count({10_000: 95}, 0, second=second)
    assert desk.book.all() == ()


def test_a_marker_is_paid_at_the_cage_up_to_its_rest_and_never_twice(desk: Desk) -> None:
    def line() -> MarkerLine:
        with desk.archive.engine.connect() as connection:
            (found,) = markers(connection, desk.book)
        return found

    first = line()
    pay_marker(desk.book, first, 150_000, "cash", key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)
    with pytest.raises(PitRefused, match="entered already"):  # another window that has not seen it
        pay_marker(desk.book, first, 150_000, "cash", key=CORA, permissions=PERMISSIONS, at_ms=desk.at_ms)
    with pytest.raises(PitRefused, match="is left"):
        pay_marker(desk.book, line(), 50_001, "chips", key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)
    with pytest.raises(PitRefused, match="not by a supervisor"):
        pay_marker(desk.book, line(), 50_000, "chips", key=SAM, permissions=PERMISSIONS, at_ms=desk.at_ms)
    with desk.archive.engine.connect() as connection:
        assert balances(markers(connection, desk.book)) == {CARD: 50_000}


def test_of_old_markers_only_those_that_are_owed_are_read_and_a_new_index_knows_what_was_paid(
    desk: Desk, house: Expectations
) -> None:
    later = desk.at_ms + 1

    def old() -> list[tuple[str, int]]:
        find_alerts(desk.archive, house)  # which takes in what the desks have recorded
        with desk.archive.engine.connect() as connection:
            assert [line.number for line in markers(connection, desk.book)] == ["M-00001"], (
                "asked for all, all are there"
            )
            return [(line.number, line.left) for line in markers(connection, desk.book, since_ms=later)]

    def pay(cents: int) -> None:
        with desk.archive.engine.connect() as connection:
            (line,) = markers(connection, desk.book)
        pay_marker(desk.book, line, cents, "cash", key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)

    assert old() == [("M-00001", 200_000)]
    pay(150_000)
    assert old() == [("M-00001", 50_000)]
    with index_update.writing(desk.archive.engine) as connection:
        index_update.forget(connection, 1)
    desk.archive.refresh()
    assert old() == [("M-00001", 50_000)]
    pay(50_000)
    assert old() == []


def test_many_small_amounts_reach_the_threshold_of_the_cash_log_together(desk: Desk, house: Expectations) -> None:
    assert desk.alerts("cash") == []
    with desk.archive.engine.connect() as connection:
        lines = {line.card: line for line in cash_log(connection, (), house.gaming_day)}
    assert (lines[CARD].cash_in, lines[CARD].times, lines[""].cash_in) == (900_000, 2, 50_000)
    for _ in range(4):
        pay_out(desk.book, CARD, 249_999, key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)
    assert desk.alerts("cash") == []
    pay_out(desk.book, CARD, 4, key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)
    (said,) = desk.alerts("cash")
    assert "10,000.00 cash out" in said
    desk.house = replace(house, cash_threshold=900_000)
    assert len(desk.alerts("cash")) == 2


def test_chips_that_came_back_otherwise_than_the_slip_says_are_an_alert(desk: Desk) -> None:
    received = ChipsReceived(log=desk.log, slip="C-00001", chips={"500": 9})
    desk.book.enter("C-1", received, key=CY, permissions=PERMISSIONS, at_ms=desk.at_ms)
    (said,) = desk.alerts("chips")
    assert "C-00001" in said


def test_an_average_bet_is_corrected_by_a_person_on_record(desk: Desk, house: Expectations) -> None:
    (rating,) = (rating for rating in ratings(desk.archive, house) if rating.player == CARD)
    session = rating.sittings[0]
    with pytest.raises(PitRefused, match="not by a cashier"):
        correct_average(desk.book, session, 5000, "seen", key=CY, permissions=PERMISSIONS, at_ms=1)
    with pytest.raises(PitRefused):
        correct_average(desk.book, session, 5000, " ", key=SAM, permissions=PERMISSIONS, at_ms=1)
    correct_average(desk.book, session, 5000, "he bets more", key=SAM, permissions=PERMISSIONS, at_ms=1)
    (after,) = (r for r in ratings(desk.archive, house, records=desk.book.all()) if r.player == CARD)
    corrected = after.sittings[0].corrected
    assert corrected is not None
    assert (corrected.cents, corrected.person, corrected.reason) == (5000, "p4", "he bets more")
    assert after.sittings[0].average_bet == 5000


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_marker_is_printed_with_its_chips_and_signatures_and_a_voided_one_says_so(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    issued: dict[str, Json] = {"what": "marker", "cents": 205_000, "chips": {"10000": 20, "500": 10}, "player": CARD}
    for number in ("M-00001", "M-00002"):
        table.append(Draft(kind="money", data={**issued, "marker": number, "spot": 1, "approved_by": "Sue"}, who="Ann"))
    voided: dict[str, Json] = {"what": "marker-voided", "cents": 205_000, "marker": "M-00002", "player": CARD}
    table.append(Draft(kind="money", data={**voided, "why": "wrong amount", "approved_by": "Sue"}, who="Ann"))
    with Archive.open(table.close(), index=tmp_path / "x.pit-index") as archive:
        archive.refresh()
        with archive.engine.connect() as connection:
            void, good = markers(connection, RecordBook(archive))
        assert (good.left, void.left, balances([good, void])) == (205_000, 0, {CARD: 205_000})
        words = words_of(language, "USD")
        said: list[list[str]] = []

        def told_and_set(text: str, style: ParagraphStyle) -> Paragraph:
            said[-1].append(text)
            return pages.paragraph(text, style)

        monkeypatch.setattr(marker, "paragraph", told_and_set)
        papers = []
        for line in (good, void, good):
            said.append([])
            papers.append(marker_pdf(archive, line, words, {"Ann": "Ann Other"}, str, "Mia Wong"))
    assert papers[0].startswith(b"%PDF")
    assert papers[0] == papers[2] != papers[1]
    told = ["\n".join(lines) for lines in said]
    amount = f"$2{words('money-thousands')}050.00"
    assert all(order in text for text in told for order in (amount, "Mia Wong", "Ann Other", "Sue"))
    assert [words("slip-void") in text for text in told] == [False, True, False]
    assert "wrong amount" in told[1]
