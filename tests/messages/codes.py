"""Tests ask for codes: what is said may change its wording, in any language."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.messages import recorded_refusal
from dealer_console.table.state.table_state import TableState


def code(refusal: Refusal | None) -> str | None:
    return None if refusal is None else refusal.code


def said(refusal: Refusal | None) -> str:
    """Its sentence in the record, where a test is about a field of it."""
    return "" if refusal is None else recorded_refusal(refusal)


def alarm_codes(state: TableState) -> set[str]:
    return {state.alarm_messages[alarm].code for alarm in state.alarms if alarm in state.alarm_messages}
