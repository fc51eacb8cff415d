"""The dealer's surplus card (MA 15(e), CB 2) where the table had taken it for something else, and a card that was
entered with a hit nobody had asked for: both can be called late (own readings L4 and L7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.messages import recorded_refusal
from dealer_console.table import commands as c
from tests.rigs.known_people import submitted
from tests.rigs.open_table import CB, MA
from tests.table.late.evening import CARDS, Evening, Opened, by_hand, sealed_shoe

FACE_DOWN = {"hole_card": "face-down"}
DEALT = ("8h 9c Th 8d 9h (9d)", "1 keep", "1a stand")  # the dealer will have 19


def evening_of(shoe: Opened, told: tuple[str, ...], rules: str = MA) -> tuple[Evening, int]:
    faces = [word.strip("()") for text in told if CARDS.fullmatch(text) for word in text.split()]
    table = shoe(faces, rules, ("1 25",), FACE_DOWN if rules == MA else {"hole_card": "peek"})
    assert table.state.shoe is not None
    out = table.state.shoe.out
    evening = Evening(table)
    evening.tell(told)
    return evening, out


def test_a_hit_was_supposed_from_it_and_the_dealer_had_been_done_ma_15e(tmp_path: Path) -> None:
    evening, out = evening_of(sealed_shoe, (*DEALT, "2s", "1b stand", "show"))
    assert [card.text for card in evening.round.hands["1b"].cards] == ["9c", "9h", "2s"]  # type: ignore[index]
    evening.tell(["call *2s dealer-drew-too-many 2s / burn"])
    assert evening.amended[-4:] == [
        "1b stand",
        "reveal 9d",
        "irregularity dealer-drew-too-many 2s",
        "resolve burn by Sue",
    ]
    assert evening.changes[1:] == ["  2s: 1b to burned"]
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_it_was_called_exposed_when_it_came_because_the_hole_card_was_shown_to_the_table_later(tmp_path: Path) -> None:
    evening, out = evening_of(sealed_shoe, (*DEALT, "1b stand", "2s"))
    evening.do(c.ExplainDraw(who="Dee", seen=True))
    evening.tell(["resolve next-card", "show", "call 2s dealer-drew-too-many 2s / burn"])
    assert evening.amended[-3:] == ["reveal 9d", "irregularity dealer-drew-too-many 2s", "resolve burn by Sue"]
    assert not any("card-exposed" in text for text in evening.amended)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def refusal_of(evening: Evening, face: str, *, not_asked: bool) -> str:
    call = parse_move(f"irregularity dealer-drew-too-many {face}")
    place, ruling = evening.entry_of(face), parse_move("resolve burn")
    command = c.CallLate(who="Dee", place=place, call=call, rulings=(ruling,), not_asked=not_asked)
    refusal = submitted(evening.rig.session, command).refusal
    assert refusal is not None
    return recorded_refusal(refusal)


def test_a_card_that_left_the_shoe_between_it_and_the_end_was_not_drawn_by_a_dealer_who_was_done() -> None:
    evening, _ = evening_of(sealed_shoe, ("8h 9c 6h 8d 9h (9d)", "1 keep", "1a stand", "2s", "1b stand", "show", "3c"))
    assert "after the dealer's last card" in refusal_of(evening, "2s", not_asked=True)


def test_where_a_shoe_tells_every_card_no_card_is_named_that_it_has_not_told() -> None:
    evening, _ = evening_of(sealed_shoe, (*DEALT, "2s", "1b stand", "show"))
    assert "the shoe tells every card" in refusal_of(evening, "2s", not_asked=False)


# --- a hit that was entered with its card ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "told", "call"),
    [
        (MA, (*DEALT, "1b hit", "5c"), "*5c card-exposed 5c / next-card"),
        (CB, ("Th 6h 8d (9d)", "1a hit", "5c"), "*5c card-exposed 5c / 1a refuse / burn"),
    ],
)
def test_where_people_enter_the_cards_nobody_had_asked_for_this_one(
    rules: str, told: tuple[str, ...], call: str, tmp_path: Path
) -> None:
    """MA 15(d), CB 1: the hand broke, or held more than it wanted; now it stands on what it had."""
    evening, out = evening_of(by_hand, told, rules)
    evening.tell([f"call {call}"])
    assert not any("hit" in text for text in evening.amended)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_a_hit_that_was_touched_before_the_shoe_gave_its_card_was_asked_for() -> None:
    evening, _ = evening_of(sealed_shoe, (*DEALT, "1b hit", "2s", "1b stand", "show"))
    assert "the hand asked for this card" in refusal_of(evening, "2s", not_asked=True)
