"""Until it is shown, nothing on the screen depends on the hole card, except the one bit of the lawful check."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer_console.game.cards import FACES, Card, card
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.wagers.bets import Bet
from dealer_console.screens.values import Screen
from tests.rigs.engine_console import EngineConsole

TWO = tuple(Bet(spot=Spot(number), bettor=Bettor(1), amount=Cents(2500)) for number in (1, 2))
PAGES = ("menu:shoe", "menu:table", "menu:history", "menu:people", "irregularity", "hand:dealer")
GOES_ON = ("act:insurance_closed", "act:clear", "act:stand")


def screens(rules: str, choices: dict[str, object], up: str, hole: Card) -> Iterator[tuple[str, Screen]]:
    """The screen at every moment until the hole card is turned, with every page that can be opened, named."""
    table = EngineConsole(rules, choices=choices)
    order = [face for face in FACES if face.text != up] * 2
    hands = 4 if rules.endswith("switch") else 2
    dealt = [*order[:hands], card(up), *order[hands : 2 * hands], hole, *order[20:60]]
    table.new_shoe(list(reversed(dealt)))
    table.bets(TWO)
    at = 0
    while table.action("show") is None:
        at += 1
        assert at < 200
        yield f"{at}", table.screen
        if table.needs_hands():
            table.hands()
        else:
            table.press(next(action.id for action in table.screen.actions if action.enabled and action.id in GOES_ON))
    yield "show", table.screen
    for page in PAGES:
        if page.startswith("menu:"):
            table.press("menu")
        table.press(page)
        yield page, table.screen
        table.press("close")


@pytest.mark.parametrize(
    ("rules", "choices", "up"),
    [
        ("massachusetts-switch", {"hole_card": "reader"}, "Ah"),
        ("massachusetts-switch", {"hole_card": "reader"}, "Kd"),
        ("massachusetts-switch", {"hole_card": "face-down"}, "6c"),
        ("south-dakota-switch", {"hole_card": "reader"}, "9s"),
        ("catfish-bend-blackjack", {}, "7s"),
    ],
)
def test_all_52_hole_cards_give_the_same_screens(rules: str, choices: dict[str, object], up: str) -> None:
    seen: dict[bool, list[tuple[str, Screen]]] = {}
    upcard = card(up)
    for hole in FACES:
        blackjack = hole.points + upcard.points == 11 and (hole.is_ace or upcard.is_ace)
        checked = choices.get("hole_card") == "reader" and upcard.opens_blackjack
        found = list(screens(rules, choices, up, hole))
        expected = seen.setdefault(blackjack and checked, found)
        assert [name for name, _ in found] == [name for name, _ in expected]
        for (name, screen), (_, wanted) in zip(found, expected, strict=True):
            assert screen == wanted, f"{hole} shows at {name}"
    if True in seen and False in seen:
        check = _first_difference(seen[True], seen[False])
        assert check > 9, "the bit is told only after the deal"


def _first_difference(one: list[tuple[str, Screen]], other: list[tuple[str, Screen]]) -> int:
    return next(at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a[1] != b[1])
