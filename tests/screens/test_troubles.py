"""What is wrong with a machine is told in words, in both languages; no word of the wire reaches a dealer."""

from __future__ import annotations

import re

import pytest

from dealer_console.messages import words_of
from dealer_console.screens.troubles import alarm_words, trouble
from drivers import events

LANGUAGES = ("en", "es")
REASONS = (
    *("no-answer", "port-lost", "not-paired", "wrong-key", "service", "camera-lost"),
    *("event-gap", "commit-mismatch", "count-step", "reader-fault", "wrong-device", "second-host"),
    "unapproved-identity",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", [*events.Fault, *REASONS])
def test_every_fault_and_every_reason_has_its_words(told: str, language: str) -> None:
    said = trouble(words_of(language), told)
    assert said != told
    assert re.fullmatch(r"[a-záéíóúñ, ]+", said), said


@pytest.mark.parametrize(
    ("alarm", "english", "spanish"),
    [
        (
            "shoe: no-answer. shoe-fault: call a supervisor before the next card",
            "Shoe: no answer, check power and cable. Call a supervisor before the next card",
            "Sabot: no responde, mire corriente y cable. Llame a un supervisor antes de la próxima carta",
        ),
        (
            "shoe: SENSOR. The dealer says whether a second card was seen; then a supervisor",
            "Shoe: a sensor fails. The dealer says whether a second card was seen; then a supervisor",
            "Sabot: falla un sensor. El crupier dice si se vio una segunda carta; luego, un supervisor",
        ),
        ("shoe: load cards", "Shoe: load cards", "Sabot: cargue cartas"),
    ],
)
def test_an_alarm_says_what_is_wrong_and_what_to_do(alarm: str, english: str, spanish: str) -> None:
    assert alarm_words(words_of("en"), alarm) == english
    assert alarm_words(words_of("es"), alarm) == spanish


@pytest.mark.parametrize("alarm", ["Supervisor called: a player asks", "the driver of the shoe failed: no. Restart"])
def test_what_is_no_alarm_of_a_machine_stands_as_the_table_says_it(alarm: str) -> None:
    assert alarm_words(words_of("en"), alarm) == words_of("en").of_table(alarm)


def test_a_fault_that_nobody_has_words_for_is_not_hidden() -> None:
    assert trouble(words_of("en"), "NEW_FAULT") == "NEW_FAULT"
