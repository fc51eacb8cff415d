"""Names that look alike have one skeleton, names that do not have two."""

from __future__ import annotations

import pytest

from dealer_console.game.similar_names import skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("switch-1", "swіtch-1"),  # a Cyrillic letter
        ("switch-1", "switch-l"),
        ("switch-0", "SWITCH-O"),
        ("Ana Costa", "Аna  Cоstа"),
        ("Bob", "B\u200bob"),
        ("Kay", "Κay"),  # a Greek capital
        ("Nina", "Νina"),  # another one, of which the small letter looks like a v
        ("S-200", "S‑200"),  # a dash that breaks no line, a long one, a minus
        ("S-200", "S–200"),
        ("S-200", "S−200"),
        ("S-200", "S-2٠٠"),
        ("O'Hara", "O’Hara"),
        ("O'Hara", "O´Hara"),
        ("Arnold", "Amold"),
        ("Walter", "VValter"),
        ("Paula", "Pauǀa"),
        ("Sam", "ꜱam"),
        ("Olga", "Ⲟlga"),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("switch-1", "switch-11"), ("Ana", "Ána"), ("Bob", "Rob"), ("12", "21")])
def test_not_alike(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
