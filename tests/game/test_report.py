"""A round as plain data, for the command and for whoever reads its JSON."""

from __future__ import annotations

import json

from dealer_console.game.round_files.report import report, settlement_data
from dealer_console.messages import recorded

from .felt import CB, MA, round_of


def test_a_round_as_data() -> None:
    r = round_of(CB, "2 10 toke.a=1", "Ac 6h 7d ??", "2a stand", "reveal Tc", "5s")
    data = report(r, recorded)

    assert data == {
        "rules": CB,
        "complete": True,
        "waiting_for": None,
        "dealer": {"cards": ["6h", "Tc", "5s"], "total": 21, "blackjack": False},
        "hands": [
            {"hand": "2a", "cards": ["Ac", "7d"], "total": 18, "soft": True, "natural": False, "switched": False}
        ],
        "settlements": [settlement_data(settlement) for settlement in r.settlements],
        "net": {"2/1": "-10.00"},
        "tokes": {"2/1": "-1.00"},
        "house_net": "11.00",
    }
    assert json.loads(json.dumps(data)) == data


def test_the_hole_card_is_nowhere_in_the_data_before_it_is_shown() -> None:
    texts = ("9c 9d 6h 8c 8d", "irregularity hole-card-exposed 5c", "resolve continue by Ann", "??")
    r = round_of(MA, "1 10", *texts, table={"hole_card": "reader"})
    data = report(r, recorded)

    assert data["dealer"] == {"cards": ["6h", "??"], "total": 6, "blackjack": False}


def test_bettors_stand_in_order_whatever_the_order_of_their_bets() -> None:
    r = round_of(MA, ["5 10", "1 10", "5/2 10", "1/2 10"])

    assert list(report(r, recorded)["net"]) == ["1/1", "1/2", "5/1", "5/2"]  # type: ignore[call-overload]
