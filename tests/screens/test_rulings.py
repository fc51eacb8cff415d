"""The page of a ruling: what happened, what the rules say, and every lawful answer with its whole label."""

from __future__ import annotations

import pytest

from dealer_console.game import moves, phases
from dealer_console.game.cards import card
from dealer_console.game.hand import HandId, Spot
from dealer_console.game.round_files.notation import parse_move
from dealer_console.screens.values import Button, Overlay, Text
from tests.rigs.engine_console import EngineConsole
from tests.screens.test_actions import dealt

FIVE_SPOTS = "Tc 9d 6h Ts 9s 8c 7d 6s 5s 4c Kc " * 2


def called(rules: str, code: str, hand: str = "", face: str = "") -> EngineConsole:
    table = dealt(FIVE_SPOTS, rules=rules, spots=5)
    named = HandId(hand) if hand else None
    table._play(moves.IrregularityCalled(code=code, hand=named, card=card(face) if face else None), "Dee")
    return table


def page_of(table: EngineConsole) -> Overlay:
    overlay = table.screen.overlay
    assert overlay is not None
    assert overlay.id == "ruling"
    return overlay


def test_answers_for_all_stand_in_the_row_of_actions_and_spots_answer_by_touch() -> None:
    table = called("massachusetts-switch", "dealer-wrong-count")
    band = next(row for row in page_of(table).columns[0] if row.band)
    assert [element.id for element in band.elements if isinstance(element, Button)] == [
        "way:spot-out",
        "way:spot-play",
        "choice:continue",
        "choice:misdeal",
    ]
    table.press("way:spot-out")
    table.press("hand:3a")
    assert isinstance(table.round.moves[-1] if table.round is not None else None, moves.SpotLeft)
    table.press("way:spot-play")
    table.press("hand:1b")
    assert table.round is not None
    last = table.round.moves[-1]
    assert isinstance(last, moves.SpotPlaysOn)
    assert last.spot == Spot(1)


@pytest.mark.parametrize(
    ("rules", "code", "says"),
    [
        ("massachusetts-switch", "shuffler-fault", "The cards are reshuffled. [MA 15(j)]"),
        ("massachusetts-switch", "dealer-wrong-count", "The rules of this table say nothing about it"),
        ("massachusetts-switch", "shoe-fault", "[house policy]"),
    ],
)
def test_the_same_sentence_stands_once(rules: str, code: str, says: str) -> None:
    table = called(rules, code)
    overlay = page_of(table)
    text = next(element for element in overlay.columns[0][0].elements if isinstance(element, Text))
    assert says in text.text
    prompt = table.screen.prompt
    assert len({overlay.title, text.text, prompt.big, prompt.small}) == 4
    table.press("close")
    assert (table.screen.prompt.big, table.screen.prompt.small) == (overlay.title, "Touch “Ruling”")
    table.press("act:ruling")
    assert text in page_of(table).columns[0][0].elements


def test_a_card_that_was_seen_is_offered_by_the_prompt() -> None:
    table = dealt("Tc 6h 9d 8c", rules="catfish-bend-blackjack", hole_card="peek")
    table._play(moves.IrregularityCalled(code="card-exposed", card=card("9c")), "Dee")
    assert table.screen.prompt.big == "Offer 9♣ to 1a"


def test_a_hole_card_that_contradicts_the_check_has_a_way_on_after_its_page_was_closed() -> None:
    table = dealt("Tc 9d Ah Ts 9s 2c", rules="light-and-wonder-switch-v2", hole_card="peek")
    for text in ("insurance closed", "peek blackjack", "reveal 2c"):
        table._play(parse_move(text), "Dee")
    table.look()
    assert table.round is not None
    assert table.round.phase is phases.DISPUTE
    shown = page_of(table)
    table.press("close")
    assert table.screen.overlay is None
    table.press("act:ruling")
    assert page_of(table) == shown
