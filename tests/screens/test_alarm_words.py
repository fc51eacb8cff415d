"""What is wrong with a device is told in words, in both languages; no word of the wire reaches a dealer."""

from __future__ import annotations

import re

import pytest

from dealer_console.game.message import Message, Term
from dealer_console.game.rules import rule_text
from dealer_console.journal.entries import read
from dealer_console.journal.entries.notices import AlarmRaised
from dealer_console.messages import words_of
from dealer_console.screens.alarm_words import alarm_words, fault_words
from dealer_console.table.state.entry_drafts import alarm_draft, alarm_message
from drivers import events

LANGUAGES = ("en", "es")
REASONS = (
    *("no-answer", "port-lost", "not-paired", "wrong-key", "service", "camera-lost"),
    *("event-gap", "commit-mismatch", "count-step", "reader-fault", "wrong-device", "second-host"),
    *("unapproved-identity", "old-epoch"),
)
# Alarms about these name the event itself.
ROWS_WITHOUT_KIND = ("BatchDead", "ShuffleFinished", "DeviceEmpty", "PoweredUp", "CardInUnarmedReader")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("told", [*events.Fault, *REASONS, *ROWS_WITHOUT_KIND])
def test_every_fault_and_every_reason_has_its_words(told: str, language: str) -> None:
    said = fault_words(words_of(language), told)
    assert said != told
    assert re.fullmatch(r"[a-záéíóúñ, ]+", said), said


SHOE = Term("device", "shoe")
ALARMS = [
    (
        Message(
            "alarm-fault",
            device=SHOE,
            trouble=Term("trouble", "no-answer"),
            code=Term("irregularity-name", "shoe-fault"),
            step=rule_text("call a supervisor before the next card"),
        ),
        "shoe: no-answer. shoe-fault: call a supervisor before the next card",
        "Shoe: no answer, check power and cable. Call a supervisor before the next card",
        "Sabot: no responde, mire corriente y cable. Llame a un supervisor antes de la próxima carta",
    ),
    (
        Message("alarm-second-card", device=SHOE, trouble=Term("trouble", "SENSOR")),
        "shoe: SENSOR. The dealer says whether a second card was seen; then a supervisor",
        "Shoe: a sensor fails. The dealer says whether a second card was seen; then a supervisor",
        "Sabot: falla un sensor. El crupier dice si se vio una segunda carta; luego, un supervisor",
    ),
    (
        Message("alarm-step", device=SHOE, step=rule_text("load cards")),
        "shoe: load cards",
        "Shoe: load cards",
        "Sabot: cargue cartas",
    ),
]


@pytest.mark.parametrize(("message", "record", "english", "spanish"), ALARMS)
def test_an_alarm_says_what_is_wrong_and_what_to_do(message: Message, record: str, english: str, spanish: str) -> None:
    entry = alarm_draft(message, device="shoe")
    assert entry.data["alarm"] == record
    assert alarm_message(read(AlarmRaised, entry.data)) == message
    messages = {record: message}
    assert alarm_words(words_of("en"), messages, record) == english
    assert alarm_words(words_of("es"), messages, record) == spanish


def test_an_alarm_of_a_journal_from_before_stands_as_it_was_written() -> None:
    alarm = "shoe: no-answer. shoe-fault: call a supervisor before the next card"
    assert alarm_message(AlarmRaised(alarm=alarm)) is None
    assert alarm_words(words_of("es"), {}, alarm) == alarm


def test_a_fault_that_nobody_has_words_for_is_not_hidden() -> None:
    assert fault_words(words_of("en"), "NEW_FAULT") == "NEW_FAULT"
