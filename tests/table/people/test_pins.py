"""PINs: which are allowed, that they show themselves nowhere, and what the hash is made of."""

from __future__ import annotations

import copy
import pickle

import pytest
from argon2 import extract_parameters
from argon2.low_level import Type

from dealer_console.messages import recorded, recorded_refusal
from dealer_console.table.people import HashCost, PersonId, Pin, why_not_pin
from dealer_console.table.people.pins import PinHasher
from tests.table.people.small_book import CHEAP, PEPPER

ANA, BEN = PersonId("p1"), PersonId("p2")


@pytest.mark.parametrize(
    "typed",
    ["", "123", "123456789", "12a4", "12 45", " 4069", "４０６９", "²³²³", "4069\n"],
)
def test_a_pin_has_four_to_eight_digits_and_nothing_else(typed: str) -> None:
    refusal = why_not_pin(Pin(typed))
    assert refusal is not None
    assert "4 to 8 digits" in recorded(refusal.message)


@pytest.mark.parametrize(
    "typed",
    [
        "0000",
        "77777777",
        "1234",
        "4321",
        "7890",
        "0987",
        "1212",
        "123123",
        "1122",
        "334455",
        "665544",
        "2580",
        "1221",
        "1984",
        "2026",
        "12344321",
        "901234",
    ],
)
def test_what_anybody_would_try_first_is_refused(typed: str) -> None:
    refusal = why_not_pin(Pin(typed))
    assert refusal is not None
    assert typed not in recorded_refusal(refusal)


@pytest.mark.parametrize("typed", ["4069", "7305", "918273", "20264", "31415926", "1235", "2581", "1233", "1929"])
def test_other_pins_are_allowed(typed: str) -> None:
    assert why_not_pin(Pin(typed)) is None


def test_of_the_four_digit_pins_exactly_the_listed_ones_are_refused() -> None:
    refused = {f"{n:04d}" for n in range(10_000) if why_not_pin(Pin(f"{n:04d}")) is not None}
    pairs = [(a, b) for a in range(10) for b in range(10)]
    expected = {f"{a}{b}{a}{b}" for a, b in pairs} | {f"{a}{b}{b}a".replace("a", str(a)) for a, b in pairs}
    expected |= {"".join(str((start + step * k) % 10) for k in range(4)) for start in range(10) for step in (1, -1)}
    expected |= {f"{a}{a}{(a + step) % 10}{(a + step) % 10}" for a in range(10) for step in (1, -1)}
    expected |= {str(year) for year in range(1930, 2040)}
    expected |= {"2580", "0852", "1470", "0741", "3690", "0963", "1590", "0951", "1397", "1379"}
    assert refused == expected
    assert len(refused) < 400  # the rules must not make guessing easier than they make it harder


def test_a_pin_that_stands_on_the_badge_is_refused() -> None:
    assert why_not_pin(Pin("4069"), badge="X40691") is not None
    assert why_not_pin(Pin("940690"), badge="4069") is not None
    assert why_not_pin(Pin("4069"), badge="406") is None


def test_a_pin_shows_itself_nowhere() -> None:
    pin = Pin("4069")
    assert "4069" not in f"{pin} {pin!r} {pin!s} {pin:>20}" + "%s %r" % (pin, [pin])  # noqa: UP031
    assert repr(Pin("4069")) == repr(Pin("31415926"))  # not even its length
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="never written"):
            leak(pin)
    with pytest.raises(TypeError):
        hash(pin)
    assert not hasattr(pin, "__dict__")


def test_two_pins_are_compared_by_their_digits() -> None:
    assert Pin("4069") == Pin("4069")
    assert Pin("4069") != Pin("4068")
    assert Pin("4069") != "4069"


def test_the_usual_cost_is_argon2id_with_32_mib_and_three_passes() -> None:
    kept = PinHasher(PEPPER, HashCost()).hash(ANA, Pin("4069"))
    parameters = extract_parameters(kept)
    assert (parameters.type, parameters.time_cost, parameters.memory_cost, parameters.parallelism) == (
        Type.ID,
        3,
        32 * 1024,
        1,
    )
    assert (parameters.salt_len, parameters.hash_len) == (16, 32)


def test_a_hash_fits_its_pin_its_person_and_its_pepper_only() -> None:
    hasher = PinHasher(PEPPER, CHEAP)
    kept = hasher.hash(ANA, Pin("4069"))
    assert hasher.fits(kept, ANA, Pin("4069"))
    assert not hasher.fits(kept, ANA, Pin("4068"))
    assert not hasher.fits(kept, BEN, Pin("4069"))
    assert not PinHasher(bytes(32), CHEAP).fits(kept, ANA, Pin("4069"))
    assert not hasher.fits("no hash at all", ANA, Pin("4069"))
    assert "4069" not in kept
    assert repr(hasher) == "PinHasher()"


def test_the_same_pin_never_has_the_same_hash() -> None:
    hasher = PinHasher(PEPPER, CHEAP)
    assert hasher.hash(ANA, Pin("4069")) != hasher.hash(ANA, Pin("4069"))


def test_person_and_pin_do_not_run_into_each_other() -> None:
    hasher = PinHasher(PEPPER, CHEAP)
    assert not hasher.fits(hasher.hash(PersonId("p1"), Pin("2345")), PersonId("p12"), Pin("345"))
