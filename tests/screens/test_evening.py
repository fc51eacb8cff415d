"""A whole evening on the screen alone, with no devices: opened, dealt by the pad, ruled, filled, corrected, closed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dealer_console.table import commands as c
from tests.rigs.console_rig import StaffedConsole, staffed_console
from tests.rigs.staff import PINS
from tests.screens.screen_parts import buttons, texts
from tests.table.pit_rulings import UNSIGNED, key_of, signed_by

TRAY = ((10000, 5), (2500, 10), (500, 10))  # stacks of twenty


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "south-dakota-switch-1")
    yield table
    table.rig.book.close()


def opened(table: StaffedConsole) -> None:
    table.go("menu", "menu:people", "in:dealer")
    table.sign("Dana")
    table.go("act:open")
    table.count_tray(*TRAY)
    table.go("chips-done")
    table.approve()
    assert table.state.is_open


def test_the_table_is_opened_by_two(table: StaffedConsole) -> None:
    opened(table)
    assert table.screen.top.dealer == "Dana"


def ready(table: StaffedConsole) -> None:
    """Cards in, inspected by two, shuffled and cut by the guide, burned."""
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    table.go("shoe:begin:new-cards:hand")
    for _ in range(30):
        guide = table.console.snapshot.guide
        if guide is None:
            break
        if guide.who == "supervisor":
            table.go("shoe:done")
            table.sign("Sam")
        elif guide.step == "riffle":
            table.go("shoe:riffle:2")
        else:
            names = ("shoe:done", "shoe:offer_cut:2", "shoe:cut", "depth:104", "shoe:burned")
            table.go(next(name for name in names if name in table.console.pressable()))
    table.go("close")


def test_cards_come_in_by_the_guide(table: StaffedConsole) -> None:
    ready(table)
    assert table.screen.prompt.big == "Place your bets"
    assert table.state.shoe is not None


def cards(table: StaffedConsole, *ranks: str) -> None:
    for rank in ranks:
        table.go("face-down" if rank == "?" else f"rank:{rank}")


def dealt(table: StaffedConsole) -> None:
    """Spot 1 has 20 and 19, spot 2 has 12 and 18; the dealer shows a six."""
    table.go("act:bets", "chip:2500", "spot:1", "spot:2", "chip:500", "spot:2", "bets-down")
    cards(table, "T", "9", "5", "T", "6", "T", "T", "7", "8", "?")


def test_a_round_by_the_pad(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    assert table.screen.prompt.big == "Spot 1, first hand 20. Switch?"
    for _ in range(4):
        table.go("act:stand")
    assert table.page == "card-pad"
    cards(table, "5", "9")
    assert table.screen.prompt.big == "“Dealer has 20”"
    assert [row.amount for row in table.screen.side.rows] == ["take 30", "take 30", "take 25", "push"]
    table.go("act:tick")
    assert table.screen.side.rows[0].ticked
    table.go("settle:1")
    assert table.screen.side.rows[1].ticked
    table.go("act:paid_same")
    assert table.screen.top.round == "Round 2"
    assert [spot.wagers[0].label for spot in table.screen.felt.spots if spot.wagers] == ["25", "30"]


def finished(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    for _ in range(4):
        table.go("act:stand")
    cards(table, "5", "9")
    table.go("act:paid")


def test_a_fill_is_asked_and_confirmed_by_another_person(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:table", "table:fill")
    table.count_tray((2500, 20))
    table.go("chips-done")
    slip = table.state.shift.open_slips[0]
    pending = next(banner for banner in table.screen.banners if slip.number in banner.text)
    zone = ZoneInfo(table.console._config.table.time_zone) if table.console._config.table is not None else None
    asked_at = datetime.fromtimestamp(slip.requested_ms // 1000, zone).strftime("%H:%M")
    assert f"requested by Dana at {asked_at}" in pending.text
    assert "$" in pending.text, "number, total, people and time, on the main screen, too"
    table.go(f"slip:{slip.number}", "confirm")
    table.sign("Sam")
    assert table.state.shift.till.fills == 50000
    table.go("table:credit")
    table.count_tray((500, 10))
    table.go("chips-done")
    slip = table.state.shift.open_slips[0]
    table.go(f"slip:{slip.number}", "cancel")
    assert table.state.shift.till.credits == 0


def test_a_slip_names_who_asked_for_it_also_after_that_dealer_has_gone(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:table", "table:fill")
    table.count_tray((2500, 20))
    table.go("chips-done", "close")
    table.go("menu", "menu:people", "in:dealer")
    table.sign("Drew")
    assert "Dana" not in {person.name for person in table.console.snapshot.present}
    slip = table.state.shift.open_slips[0]
    assert any(f"Fill {slip.number}" in banner.text and "by Dana at" in banner.text for banner in table.screen.banners)


def test_buy_in_toke_count_colour_up(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:table", "table:buy_in", "spot:3")
    table.typed("200")
    table.go("ok", "table:toke")
    table.typed("5")
    table.go("ok")
    assert (table.state.shift.till.drop, table.state.shift.till.tokes_given) == (20000, 500)
    table.go("table:colour_up")
    table.count_tray((500, 20))
    table.go("chips-done")
    assert table.state.shift.till.coloured_up == 10000
    table.go("table:count")
    table.count_tray((10000, 98))
    table.go("chips-done")


def test_limits_change_by_a_notice(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:table", "table:limits", "limit:minimum")
    table.typed("50")
    table.go("ok", "announce")
    table.sign("Sam")
    notice = table.state.shift.notices[0]
    assert notice.changes == {"minimum": "50.00"}
    table.go(f"notice:{notice.number}")
    table.sign("Sam")
    assert table.state.shift.notices[0].step == "withdrawn"


def test_a_ruling_waits_for_badge_and_pin(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("irregularity")
    while "code:dealer-wrong-count" not in table.console.pressable():
        table.go("more")
    table.go("code:dealer-wrong-count")
    assert table.page == "ruling"
    table.go("choice:misdeal")
    assert table.page == "request"
    assert "person:Dana" not in table.console.pressable(), "who asks is not offered"
    for key in (*table.rig.people["Dana"].badge, "Return", *PINS["Dana"], "Return"):
        table.console.key(key)
    assert "another person" in table.note or "Dana" in table.note
    table.identify_as("Sam", "0000")
    table.press("approve")
    assert table.note
    table.approve()
    assert table.state.round is not None
    assert table.state.round.ended_by == "misdeal"


def test_a_misread_card_is_corrected_by_touching_its_hand(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("menu", "menu:cards", "spot:1", "of:1a", "close", "hand:1a", "card:1", "rank:8", "no-suit")
    assert table.state.round is not None
    assert [card.rank for card in table.state.round.spots[0].hands[0].cards] == ["T", "8"]
    assert any(entry.kind == "card-corrected" for entry in table.virtual.journal.entries())


def test_after_payment_a_supervisor_corrects_from_the_history(table: StaffedConsole) -> None:
    finished(table)
    table.go("menu", "menu:history", "round:1", "payments")
    wager = table.console.snapshot.past[0].settled[0]
    table.go(f"wager:{wager.seq}")
    ok = next(button for button in buttons(table.screen) if button.id == "ok")
    assert not ok.enabled, "nothing is assumed: neither who pays nor why"
    assert not any(button.checked for button in buttons(table.screen))
    table.go("reason:underpaid")
    assert any("paid too little" in text and "House pays" in text for text in texts(table.screen))
    table.typed("12")
    table.go("ok")
    table.approve()
    assert table.state.shift.till.corrected == 1200
    assert table.console.snapshot.past[0].corrected == (wager.seq,)


def test_the_page_of_the_people_says_whom_the_tables_file_asks_for_in_addition(table: StaffedConsole) -> None:
    ready(table)
    table.go("menu", "menu:people")
    assert "Also needed at this table: Supervisor" in texts(table.screen)
    table.go("in:supervisor")
    table.sign("Sam")
    table.go("menu", "menu:people")
    assert not any("Also needed" in text for text in texts(table.screen))


def test_dealers_change_and_burn(table: StaffedConsole) -> None:
    finished(table)
    table.go("menu", "menu:people", "in:dealer")
    table.sign("Drew")
    assert table.screen.top.dealer == "Drew"
    table.go("face-down")
    assert table.screen.prompt.big == "Place your bets"


def test_the_table_closes_by_two_and_reports(table: StaffedConsole) -> None:
    finished(table)
    table.go("menu", "menu:table", "table:close")
    table.go("stacks")
    table.count_tray((10000, 5))
    table.go("stacks")
    table.count_tray((2500, 202), (500, 207))
    assert any("$16,085.00" in text for text in texts(table.screen)), "five stacks of twenty, and single chips"
    assert not any("expected" in text.casefold() for text in texts(table.screen)), "a count is blind"
    table.go("chips-done")
    assert any("expected $16,085.00, difference $0.00" in text for text in texts(table.screen))
    table.approve()
    assert table.state.shift.stage.value == "closed"
    table.go("table:report")
    assert table.page == "report"


@pytest.mark.parametrize(
    ("language", "wanted"),
    [("en", "Recount the tray, note the difference"), ("es", "Cuente otra vez las fichas y anote la diferencia")],
)
def test_who_approves_a_short_tray_reads_what_the_house_wants_done(
    table: StaffedConsole, language: str, wanted: str
) -> None:
    finished(table)
    table.go("menu", "menu:settings", f"language:{language}", "close")
    table.go("menu", "menu:table", "table:close")
    table.count_tray((10000, 100), (2500, 202), (500, 206))
    table.go("chips-done")
    assert any("$5.00" in text and wanted in text for text in texts(table.screen))


def test_a_hand_and_a_card_are_asked_for_where_the_irregularity_names_them(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("irregularity", "code:hand-too-many-cards")
    assert {"hand:1a", "hand:1b", "hand:2a", "hand:2b"} <= table.console.pressable()
    table.go("hand:2a")
    assert table.state.irregularity == "hand-too-many-cards"
    assert table.page == "ruling"
    table.go("undo", "irregularity", "code:card-exposed", "rank:9", "suit:h")
    assert table.console.snapshot.exposed is not None
    assert table.console.snapshot.exposed.text == "9h"


def test_a_ruling_from_the_pit_takes_the_request_off_the_screen(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("irregularity", "code:dealer-wrong-count", "choice:misdeal")
    asked = table.console.snapshot.requests[0]
    sam = table.rig.people["Sam"].id
    table.go("close")
    assert any(banner.touch == f"request:{asked.request}" for banner in table.screen.banners)
    table.go(f"request:{asked.request}")
    approval = c.ApproveFromPit(
        who=sam, request=asked.request, subject_hash=asked.subject_hash, place="pit", signature=UNSIGNED
    )
    table.done(signed_by(key_of(table.rig.book, table.rig.people["Sam"], PINS["Sam"]), approval))
    assert table.page == ""
    assert table.state.round is not None
    assert table.state.round.ended_by == "misdeal"


def test_a_call_to_the_floor_stays_until_a_supervisor_has_seen_it(table: StaffedConsole) -> None:
    opened(table)
    table.go("call-floor")
    assert any("Supervisor called" in banner.text for banner in table.screen.banners)
    table.go("alarm:0")
    table.sign("Sam")
    assert table.screen.banners == ()


def test_players_sit_down_and_leave(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:table", "table:players", "spot:2", "spot:3")
    table.press("sit")
    assert table.note == "a player has at most 1 spot here, not 2 [Reading 21]"
    table.go("spot:2", "sit")
    player = table.state.shift.spots.players[0]
    assert player.spots == (3,)
    table.go("spot:3", f"leaves:{player.name}")
    assert not any(player.spots for player in table.state.shift.spots.players)
    assert f"leaves:{player.name}" not in table.console.pressable()


def test_a_shown_pin_is_dots_and_nothing_else(table: StaffedConsole) -> None:
    table.go("menu", "menu:people", "in:dealer")
    table.identify_as("Dana")
    shown = "".join(texts(table.screen))
    assert "••••" in shown
    assert PINS["Dana"] not in shown
    assert PINS["Dana"] not in repr(table.console.screen.overlay)


def test_a_pin_typed_into_the_field_of_the_badge_is_dots_too(table: StaffedConsole) -> None:
    """Nobody was touched yet: people type their PIN all the same."""
    table.go("menu", "menu:people", "in:dealer", "by-badge")
    table.typed(PINS["Dana"])
    shown = "".join(texts(table.screen))
    assert "••••" in shown
    assert PINS["Dana"] not in shown
    assert PINS["Dana"] not in repr(table.console.screen.overlay)
