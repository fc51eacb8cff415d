"""The configuration as an entry, and back: by which rules was this round dealt?

The entry holds the hash of the rule set's file and its text, so that a journal can be replayed when the file has
changed or is gone.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import cast

from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.message import Message
from dealer_console.game.rules import Rules, TableRules
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entry import Draft
from dealer_console.journal.errors import JournalDamaged, JournalRefused
from dealer_console.messages import recorded_error
from dealer_console.rulebook import BadFile, load_rules, rules_from_file
from dealer_console.rulebook.load import config_folder


def configuration(
    rules: str,
    choices: Mapping[str, object],
    *,
    on: date | None = None,
    table: str | None = None,
    who: str | None = None,
    text: str | None = None,
) -> Draft:
    """The rule set of this name with the choices of the table (the keys of a `.round` table).

    `text` is the rule set as it was read before; without it, as its file is now.
    """
    text = _text_now(rules) if text is None else text
    values = cast(dict[str, Json], dict(choices))  # whether it is JSON, `canonical_object` checks
    stated = ConfigurationSet(
        rules=rules,
        rules_hash=_hash(text),
        choices=values,
        choices_hash=_hash(canonical_object(values)),
        date=on.isoformat() if on else None,
        rules_text=text,
        table=table,
    )
    return Draft.of(stated, who=who)


def _text_now(rules: str) -> str:
    file = config_folder() / "rulesets" / f"{rules}.toml"
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise JournalRefused(
            Message("journal-rule-set-cannot-read", file=file, reason=str(error.strerror or error))
        ) from None


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def table_rules(configuration: ConfigurationSet) -> TableRules:
    """What a configuration entry says, ready to play. Raises `JournalDamaged` with what does not fit."""
    name, rules_hash, text = configuration.rules, configuration.rules_hash, configuration.rules_text
    if _hash(canonical_object(configuration.choices)) != configuration.choices_hash:
        raise JournalDamaged(Message("journal-choices-table-do-not"))
    if text is not None and _hash(text) != rules_hash:
        raise JournalDamaged(Message("journal-text-rule-set-does", name=name))
    try:
        day = None if configuration.date is None else date.fromisoformat(configuration.date)
        return choose(_rules(name, rules_hash, text), configuration.choices, day)
    except (BadChoices, BadFile, ValueError) as error:
        raise JournalDamaged(Message("journal-configuration-cannot-played", reason=recorded_error(error))) from None


@lru_cache(maxsize=64)
def _rules(name: str, rules_hash: str, text: str | None) -> Rules:
    if text is None:
        return _read(name, _text_of_today(name, rules_hash))
    try:
        return _read(name, text)
    except BadFile:
        # Rule sets get new keys in the course of the years. Today's rule set of that name then deals the round again;
        # where it would pay differently, the comparison with the journaled settlements says so.
        return load_rules(name)


def _read(name: str, text: str) -> Rules:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{Path(name).name}.toml"
        file.write_text(text, "utf-8")
        return rules_from_file(file).rules


def _text_of_today(name: str, rules_hash: str) -> str:
    file = config_folder() / "rulesets" / f"{name}.toml"
    try:
        text = file.read_text("utf-8")
    except OSError:
        raise JournalDamaged(Message("journal-rule-set-not", name=name, parent=file.parent)) from None
    if _hash(text) != rules_hash:
        raise JournalDamaged(Message("journal-rule-set-changed-since", name=name))
    return text
