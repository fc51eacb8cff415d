"""How commands write: results on standard output, errors on standard error with what to do next, never a traceback."""

from __future__ import annotations

import json
import re
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dealer_console.game.message import Field, Message
    from dealer_console.messages import Words


CANNOT_RUN: Final = 2
# Control characters but tab and line feed, those that turn the direction of a line round or end it, and halves of a
# character, which no terminal can write, or of which Python would make a single byte.
_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(text: str) -> str:
    """As it may reach a terminal: what would command it is written out. Names and notes are typed by people."""
    return _COMMANDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_line(text: str = "") -> None:
    sys.stdout.write(plain(text) + "\n")


def print_json(data: object) -> None:
    sys.stdout.write(plain(json.dumps(data, ensure_ascii=False)) + "\n")


def print_error(error: Exception | Message | str, *, as_json: bool | None = None) -> int:
    """An error for a person in the language asked for, or with `--json` in the record's words and with its code for
    the program that called; the exit status to leave with."""
    from dealer_console.messages.words import record_words  # most commands end without an error

    as_data = json_requested() if as_json is None else as_json
    in_words = record_words() if as_data else words()
    text = (
        error if isinstance(error, str) else in_words.error(error) if isinstance(error, Exception) else in_words(error)
    )
    if as_data:
        print_json({"ok": False, "error": text, **error_code(error)})
    else:
        print_note(text)
    return CANNOT_RUN


def words() -> Words:
    """Those of the language that was asked for. English is said in the record's words: they need no letter that a
    terminal might not have."""
    from dealer_console.messages.words import record_words, words_of  # most commands say nothing from there

    language = requested_language()
    return record_words() if language == "en" else words_of(language)


def say_line(code: str, /, **fields: Field) -> None:
    """A line of a result, in the language that was asked for."""
    from dealer_console.game.message import Message

    print_line(words()(Message(code, **fields)))


def say_note(code: str, /, **fields: Field) -> None:
    """The same for the person alone, beside the result: on standard error."""
    from dealer_console.game.message import Message

    print_note(words()(Message(code, **fields)))


def error_code(error: Exception | Message | str) -> dict[str, str]:
    """The code of a message or of the error that carries one."""
    code = getattr(getattr(error, "message", error), "code", None)
    return {"code": code} if isinstance(code, str) else {}


def print_note(text: str) -> None:
    """For the person alone, beside the result: on standard error."""
    sys.stderr.write(f"dealer-console: {plain(text)}\n")


def requested_language() -> str:
    """The language named by `--language`, before the verb or as its option; otherwise English."""
    from dealer_console.messages import LANGUAGES

    arguments = sys.argv[1:]
    named = [value for option, value in pairwise(arguments) if option == "--language"]
    named += [argument.partition("=")[2] for argument in arguments if argument.startswith("--language=")]
    return named[-1] if named and named[-1] in LANGUAGES else "en"


def json_requested() -> bool:
    """Was this program called with `--json`? Then errors are JSON too, also those found before the command begins."""
    return "--json" in sys.argv[1:]
