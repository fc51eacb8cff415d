"""The pit says what people on the floor say; what it was called before stands nowhere any more."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from dealer_console.messages import LANGUAGES, words_of

NOT_SAID = (
    "taking in", "adding up", "fulfils", r"^staked$", r"^house$", "remarks", "sitting", "theoretical loss", r"^result$",
    "points off", "win expected", "gaming day of the floor", "won −", "hand one card", "natural overlooked",
    "misdelivered", "has been told", "has taken it", "closed ones", "open ones", "this is the top", "may come in",
    r"^leaves$", "book of people", "give it back", "pack with proof", r"copy as \.round", "dispute pack",
)  # fmt: skip
OF_THE_PIT = ("pit.ftl", "pit_reports.ftl", "reports.ftl", "commands.ftl", "help.ftl")
SAID = {
    "pit-loading": "Loading table history",
    "pit-calculating": "Calculating",
    "pit-none-rounds": "No rounds match",
    "pit-col-action": "Action",
    "pit-col-win-loss": "Win/Loss",
    "pit-col-flags": "Flags",
    "pit-col-sessions": "Sessions",
    "pit-col-theo": "Theo",
    "pit-col-actual": "Actual",
    "report-col-variance": "Variance",
    "report-col-theo-win": "Theo win",
    "pit-irregular-hand-one-card": "One card short",
    "pit-irregular-natural-overlooked": "Missed blackjack",
    "pit-irregular-card-misdelivered": "Card to wrong hand",
    "pit-show-closed": "Show closed",
    "pit-active": "Active",
    "pit-terminate": "Terminate",
    "pit-staff": "Staff",
    "pit-copy-round": "Copy hand history",
    "pit-dispute-file": "Dispute file",
    "settled-returned": "return wager",
}


# Under these keys, at the table and in the pit, on the screen and on paper, stands the same thing.
ONE_WORD = (
    ("figure-fills", "report-col-fills"),
    ("figure-credits", "report-col-credits"),
    ("figure-drop", "report-col-drop", "pit-col-drop"),
    ("table-fill", "slip-fill"),
    ("table-credit", "slip-credit"),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", ONE_WORD, ids=lambda keys: str(keys[0]))
def test_one_thing_has_one_word_at_the_table_and_in_the_pit(language: str, keys: tuple[str, ...]) -> None:
    words = words_of(language)
    assert len({words(key) for key in keys}) == 1


@pytest.mark.parametrize("phrase", NOT_SAID)
def test_what_nobody_on_the_floor_says_stands_in_no_text_of_the_pit(phrase: str) -> None:
    folder = files("dealer_console.messages").joinpath("en")
    lines = [line for name in OF_THE_PIT for line in folder.joinpath(name).read_text(encoding="utf-8").splitlines()]
    said = [line.partition(" = ") for line in lines if not line.startswith("#")]
    assert [(key, text) for key, _, text in said if re.search(phrase, text, re.IGNORECASE)] == []


@pytest.mark.parametrize(("key", "text"), SAID.items())
def test_what_the_floor_says_stands_there_in_every_language(key: str, text: str) -> None:
    assert words_of("en")(key) == text
    assert all(words_of(language).has(key) for language in LANGUAGES)
