"""Finding rounds by every condition, paging on, and dealing one again with the scrubber."""

from __future__ import annotations

import tomllib
import zipfile

import pytest

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.round_files.round_file import read_round
from dealer_console.pit.archive import FoundRound, Search
from dealer_console.pit.pages.flow import PitFlow, elements, lines
from dealer_console.pit.pages.plainly import bets_in_words, prompt_in_words, step_in_words
from dealer_console.pit.pages.rounds import dealers
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import FeltView, Room, Scrubber
from dealer_console.pit.round_replay import replay
from tests.pit.pages.walking import button, choose, first_line, touch, words, write


@pytest.fixture
def rounds(flow: PitFlow) -> PitFlow:
    touch(flow, "rail:rounds")
    return flow


def found(flow: PitFlow) -> list[str]:
    """All of them, page by page, as somebody reads who scrolls down."""
    ids: list[str] = []
    while True:
        ids += [line.id for line in lines(flow.screen) if line.id not in ids]
        if not button(flow, "rounds:page:down").enabled:
            return ids
        touch(flow, "rounds:page:down")


def wanted(services: PitServices, search: Search) -> list[str]:
    return [f"rounds:found:{each.id}" for each in services.archive.search(search, limit=10_000).rounds]


def test_scrolling_fetches_page_after_page_until_the_end(rounds: PitFlow, services: PitServices) -> None:
    everything = wanted(services, Search())
    assert len(everything) > 100
    assert rounds.screen.page.title == "Rounds: 50 and more"
    assert found(rounds) == everything


def test_a_search_asks_only_for_what_is_in_sight(rounds: PitFlow) -> None:
    touch(rounds, "rounds:page:down")
    assert rounds.screen.page.title == "Rounds: 50 and more"


def test_by_table_and_back_to_all(rounds: PitFlow, services: PitServices) -> None:
    touch(rounds, "rounds:ask:table")
    choose(rounds, "switch-03")
    assert found(rounds) == wanted(services, Search(table="switch-03"))
    touch(rounds, "rounds:clear")
    assert button(rounds, "rounds:ask:table").hint == "any"


def test_by_spot_and_card(rounds: PitFlow, services: PitServices) -> None:
    touch(rounds, "rounds:ask:spot")
    choose(rounds, "Spot 2")
    touch(rounds, "rounds:ask:card")
    choose(rounds, "K")
    choose(rounds, "♥")
    both = wanted(services, Search(spot=2, card="Kh"))
    assert both
    assert found(rounds) == both
    assert button(rounds, "rounds:ask:card").hint == "K♥"


def test_by_amount_exactly_and_at_least(rounds: PitFlow, services: PitServices) -> None:
    touch(rounds, "rounds:ask:amount")
    choose(rounds, "at least")
    write(rounds, "100")
    assert found(rounds) == wanted(services, Search(at_least=10_000))
    touch(rounds, "rounds:ask:amount")
    choose(rounds, "exactly")
    write(rounds, "5")
    assert found(rounds) == wanted(services, Search(amount=500))


def test_an_amount_that_is_none_is_refused_with_words(rounds: PitFlow) -> None:
    touch(rounds, "rounds:ask:amount")
    choose(rounds, "exactly")
    write(rounds, "much")
    assert rounds.screen.note_tone == "danger"
    assert "much" in rounds.screen.note


def test_by_dealer_irregularity_day_and_number(rounds: PitFlow, services: PitServices) -> None:
    name = dealers(services.archive)[0]
    touch(rounds, "rounds:ask:dealer")
    choose(rounds, name)
    assert found(rounds) == wanted(services, Search(dealer=name))
    touch(rounds, "rounds:clear")
    touch(rounds, "rounds:ask:mark")
    choose(rounds, "any irregularity")
    assert found(rounds) == wanted(services, Search(mark="irregular")) != []
    touch(rounds, "rounds:clear")
    touch(rounds, "rounds:ask:since")
    choose(rounds, "2026-11-10")
    assert 0 < len(found(rounds)) < len(wanted(services, Search()))
    touch(rounds, "rounds:ask:since")
    choose(rounds, "Type a time")
    write(rounds, "yesterday")
    assert "is no time" in rounds.screen.note
    touch(rounds, "rounds:clear")
    touch(rounds, "rounds:ask:number")
    write(rounds, "7")
    assert len(found(rounds)) == 3  # one of each table


def test_nothing_found_is_said(rounds: PitFlow) -> None:
    touch(rounds, "rounds:ask:number")
    write(rounds, "99999")
    assert "No round fulfils" in words(rounds)


# --- replay -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def replayed(rounds: PitFlow, services: PitServices) -> tuple[PitFlow, FoundRound]:
    found_round = services.archive.search(Search(), limit=1).rounds[0]
    touch(rounds, first_line(rounds, "rounds:found:"))
    return rounds, found_round


def scrubber(flow: PitFlow) -> Scrubber:
    return next(each for each in elements(flow.screen) if isinstance(each, Scrubber))


def felt(flow: PitFlow) -> FeltView:
    return next(each for each in elements(flow.screen) if isinstance(each, FeltView))


def test_every_step_shows_the_felt_and_the_words_of_that_entry(
    replayed: tuple[PitFlow, FoundRound], services: PitServices
) -> None:
    flow, found_round = replayed
    for step in replay(services.archive, found_round).steps:
        assert scrubber(flow).at == step.number
        assert felt(flow).felt == step.felt
        assert step_in_words(step) in words(flow)
        assert prompt_in_words(step.do) in words(flow)
        assert step.clause in words(flow)
        assert flow.key("Right")


def test_history_is_unmistakable_at_every_step(replayed: tuple[PitFlow, FoundRound]) -> None:
    flow, found_round = replayed
    for _ in range(scrubber(flow).last):
        banner = flow.screen.page.banner
        assert banner is not None
        assert banner.text.startswith(f"HISTORY: round {found_round.number}")
        assert felt(flow).felt.watermark == "HISTORY"
        flow.key("Right")


def test_dragging_goes_anywhere_and_never_beyond(replayed: tuple[PitFlow, FoundRound]) -> None:
    flow, _ = replayed
    last = scrubber(flow).last
    for asked, reached in ((5, 5), (last, last), (9999, last), (1, 1), (-4, 1)):
        flow.press(f"replay:scrub:{asked}")
        assert scrubber(flow).at == reached


def test_decisions_are_marked_and_jumped_to(replayed: tuple[PitFlow, FoundRound], services: PitServices) -> None:
    flow, found_round = replayed
    steps = replay(services.archive, found_round).steps
    marks = tuple(step.number for step in steps if step.decides)
    assert scrubber(flow).marks == marks
    for mark in marks:
        assert flow.key("Shift+Right")
        assert scrubber(flow).at == mark
    assert not button(flow, "replay:next").enabled
    for mark in reversed(marks[:-1]):
        flow.key("Shift+Left")
        assert scrubber(flow).at == mark


def test_the_round_is_copied_as_a_file_that_deals_again(
    replayed: tuple[PitFlow, FoundRound], copied: list[str], services: PitServices
) -> None:
    flow, found_round = replayed
    assert flow.key("Ctrl+C")
    assert read_round(tomllib.loads(copied[0])) == replay(services.archive, found_round).file


def test_dispute_paper_and_pack_are_saved_and_nothing_is_overwritten(
    replayed: tuple[PitFlow, FoundRound], services: PitServices
) -> None:
    flow, found_round = replayed
    name = f"{found_round.table}-round-{found_round.number:06d}"
    services.save_folder.mkdir()
    (services.save_folder / f"{name}.pdf").write_bytes(b"another paper")
    touch(flow, "replay:pdf")
    assert (services.save_folder / f"{name}.pdf").read_bytes() == b"another paper"
    second = services.save_folder / f"{name}-2.pdf"
    assert second.read_bytes().startswith(b"%PDF")
    assert str(second) in flow.screen.note
    touch(flow, "replay:pack")
    with zipfile.ZipFile(services.save_folder / f"{name}.zip") as pack:
        assert pack.read(f"{name}.pdf") == second.read_bytes()


def test_back_leads_to_the_results_where_they_were(rounds: PitFlow) -> None:
    rounds.resized(Room())
    touch(rounds, "rounds:page:down")
    before = [line.id for line in lines(rounds.screen)]
    touch(rounds, before[0])
    assert rounds.key("Escape")
    assert [line.id for line in lines(rounds.screen)] == before


# --- plain words ------------------------------------------------------------------------------------------------------


def test_bets_are_read_without_notation() -> None:
    told = bets_in_words("1 25.00; 2/2 50.00 match=5.00 toke.a=1.00")
    assert told == "spot 1: 25; spot 2/2: 50 + match 5 + toke 1"
    assert bets_in_words("what somebody scribbled") == "what somebody scribbled"


def test_every_step_of_many_rounds_is_told_without_codes(services: PitServices) -> None:
    for mark in ("irregular", "undone", None):
        for each in services.archive.search(Search(mark=mark), limit=12).rounds:
            for step in replay(services.archive, each).steps:
                told = f"{step_in_words(step)} {prompt_in_words(step.do)} {prompt_in_words(step.say)}"
                assert not any(code in told for code in CATALOGUE if "-" in code), told
                assert "SPOT" not in told
                assert "HAND" not in told
