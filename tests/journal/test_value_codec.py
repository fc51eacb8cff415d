"""Values as plain data and back, by their types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

import pytest

from dealer_console.game.cards import card
from dealer_console.game.money import Cents
from dealer_console.game.moves import CardDrawn, Move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.entries.cards import CardBurned, TakenBack
from dealer_console.journal.value_codec import from_plain, stored_as_row, to_plain


class Place(StrEnum):
    TRAY = "tray"


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    number: int
    place: str
    card: str | None = None


class Pair(NamedTuple):
    seq: int
    move: Move


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    place: Place
    cents: Cents
    draws: tuple[Draw, ...]
    waiting: Draw | None
    names: Mapping[str, str]
    kinds: frozenset[str]
    pair: Pair
    bets: tuple[Bet, ...]
    both: tuple[str, str] | None
    burned: CardBurned
    by_name: Mapping[str, Draw]


VALUE = Everything(
    place=Place.TRAY,
    cents=Cents(2500),
    draws=(Draw(number=1, place="1a"), Draw(number=2, place="hole", card="9h")),
    waiting=None,
    names={"p1": "Pat"},
    kinds=frozenset({"shoe", "reader"}),
    pair=Pair(7, CardDrawn(card=card("9h"))),
    bets=(parse_bet("1 25"),),
    both=("p1", "p2"),
    burned=CardBurned(card=card("??"), why=TakenBack(detail="late")),
    by_name={"first": Draw(number=3, place="next")},
)
PLAIN: dict[str, Any] = {
    "place": "tray",
    "cents": 2500,
    "draws": [[1, "1a", None], [2, "hole", "9h"]],
    "waiting": None,
    "names": {"p1": "Pat"},
    "kinds": ["reader", "shoe"],
    "pair": [7, "9h"],
    "bets": ["1 25.00"],
    "both": ["p1", "p2"],
    "burned": {"card": "??", "why": "taken back and not entered again: late"},
    "by_name": {"first": [3, "next", None]},
}


def test_each_type_has_its_plain_form_and_comes_back() -> None:
    assert to_plain(Everything, VALUE) == PLAIN
    assert from_plain(Everything, PLAIN) == VALUE


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("place", "pocket"), ("draws", [[1, "1a"]]), ("pair", [7, "9h dances"]), ("both", ["p1"]), ("burned", {})],
)
def test_what_does_not_fit_its_type_is_an_error(name: str, wrong: object) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        from_plain(Everything, {**PLAIN, name: wrong})  # type: ignore[dict-item]


def test_a_missing_field_is_an_error() -> None:
    with pytest.raises(KeyError):
        from_plain(Everything, {name: part for name, part in PLAIN.items() if name != "cents"})
