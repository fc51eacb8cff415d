"""The catalogues, one folder of Fluent files for each language, and the one place that puts a message into words."""

from dealer_console.messages.words import (
    LANGUAGES,
    MessageError,
    Words,
    error_message,
    recorded,
    recorded_error,
    recorded_refusal,
    words_of,
)

__all__ = [
    "LANGUAGES",
    "MessageError",
    "Words",
    "error_message",
    "recorded",
    "recorded_error",
    "recorded_refusal",
    "words_of",
]
