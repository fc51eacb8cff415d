"""Nothing on the screen depends on the hole card before it is shown: pictures of all 52 values, at every phase."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.game.cards import FACES, Card
from tests.console.virtual import console_at, pixels, window_on

# Burn, then one spot: first cards of both hands, the up-card, second cards, the hole card, a card to hit with.
BEFORE_A_NINE = "2c Th 9d 9h 5c 8s {hole} 4d 3c Kd 7c"
BEFORE_A_TEN = "2c Th 9d Kh 5c 8s {hole} 4d 3c Kd 7c"
DECISIONS = ("act:switch", "act:hit", "act:stand", "act:stand")


def pictures(cards: str, hole: Card) -> dict[str, str]:
    """A picture of each phase up to the moment before the hole card is turned, as hashes."""
    console = console_at(cards=cards.format(hole=hole.text), bets=("1 25 match=5",))
    window = window_on(console.console)
    found = {"after the deal and the check": sha256(pixels(window)).hexdigest()}
    for number, name in enumerate(DECISIONS):
        console.press(name)
        found[f"{number} {name}"] = sha256(pixels(window)).hexdigest()
    assert "act:show" in {each.id for each in console.screen.actions}
    window.close()
    window.deleteLater()
    return found


def test_a_nine_up_no_value_of_the_hole_card_can_be_seen(qtbot: QtBot) -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for hole in FACES:
        for phase, picture in pictures(BEFORE_A_NINE, hole).items():
            seen[phase].add(picture)
    assert {phase: len(each) for phase, each in seen.items()} == dict.fromkeys(seen, 1)
    assert len({next(iter(each)) for each in seen.values()}) == len(seen), "the pictures do show the phases"


@pytest.mark.parametrize("holes", [tuple(face for face in FACES if not face.is_ace)], ids=["no ace"])
def test_a_ten_up_the_reader_tells_one_bit_and_the_screen_no_more(qtbot: QtBot, holes: tuple[Card, ...]) -> None:
    """Every card that the reader calls clear looks the same, from the check to the last decision."""
    seen: dict[str, set[str]] = defaultdict(set)
    for hole in holes[::6]:
        for phase, picture in pictures(BEFORE_A_TEN, hole).items():
            seen[phase].add(picture)
    assert {phase: len(each) for phase, each in seen.items()} == dict.fromkeys(seen, 1)
