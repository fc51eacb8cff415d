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
CLEAR = tuple(face for face in FACES if not face.is_ace)
DECISIONS = ("act:switch", "act:hit", "act:stand", "act:stand")


def pictures(cards: str, hole: Card, every: bool) -> dict[str, str]:
    """The phases up to the moment before the hole card is turned, as hashes of their pictures."""
    console = console_at(cards=cards.format(hole=hole.text), bets=("1 25 match=5",))
    window = window_on(console.console)
    found = {"after the deal and the check": sha256(pixels(window)).hexdigest()}
    for number, name in enumerate(DECISIONS):
        console.press(name, ready=lambda screen: bool(screen.actions))
        if every or number == len(DECISIONS) - 1:
            found[f"{number} {name}"] = sha256(pixels(window)).hexdigest()
    assert "act:show" in {action.id for action in console.screen.actions}
    window.close()
    window.deleteLater()
    return found


def pictures_of_all(cards: str, holes: tuple[Card, ...], *, every: bool) -> dict[str, set[str]]:
    seen: dict[str, set[str]] = defaultdict(set)
    pictures(cards, holes[0], every)  # the first window of a program fills the caches of the letters
    for hole in holes:
        for phase, picture in pictures(cards, hole, every).items():
            seen[phase].add(picture)
    return seen


def assert_nothing_is_seen(seen: dict[str, set[str]]) -> None:
    assert {phase: len(sight) for phase, sight in seen.items()} == dict.fromkeys(seen, 1)
    assert len({next(iter(sight)) for sight in seen.values()}) > 1, "the pictures do show the phases"


def test_a_nine_up_no_value_of_the_hole_card_can_be_seen(qtbot: QtBot) -> None:
    """Every rank, in all suits in turn, after the deal and before the card is turned; all 52 in the proof below."""
    assert_nothing_is_seen(pictures_of_all(BEFORE_A_NINE, FACES[::5], every=False))


def test_a_ten_up_the_reader_tells_one_bit_and_the_screen_no_more(qtbot: QtBot) -> None:
    """Every card that the reader calls clear looks the same."""
    assert_nothing_is_seen(pictures_of_all(BEFORE_A_TEN, CLEAR[::9], every=False))


@pytest.mark.proof
@pytest.mark.parametrize(("cards", "holes"), [(BEFORE_A_NINE, FACES), (BEFORE_A_TEN, CLEAR)], ids=["nine", "ten"])
def test_no_value_can_be_seen_at_any_phase(qtbot: QtBot, cards: str, holes: tuple[Card, ...]) -> None:
    assert_nothing_is_seen(pictures_of_all(cards, holes, every=True))
