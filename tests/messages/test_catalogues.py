"""The catalogues are complete: every key and field that the source names, no other, alike in every language."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from importlib.resources import files
from threading import Barrier, BrokenBarrierError

import pytest
from fluent import runtime
from fluent.syntax import FluentParser, ast

from dealer_console.game.cards import card
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Amount, Message, joined
from dealer_console.journal.errors import JournalRefused
from dealer_console.messages import LANGUAGES, error_message, recorded, words_of
from dealer_console.messages.catalogue import Catalogue
from dealer_console.messages.words import RULE_TEXT, rule_key
from tests.messages.phrases import phrases
from tests.messages.source_keys import named, sayings

RECORD = "-record"  # what a record keeps, which is English, where a person reads something else
PHRASES = "phrases.ftl"  # sentences of rule sets, files of the house and drivers: they have their English themselves
VARIANTS = [language for language in LANGUAGES if "-" in language]
OTHERS = [language for language in LANGUAGES if language != "en" and language not in VARIANTS]


@cache
def entries(language: str) -> dict[str, ast.Message]:
    """Key → entry, over all files but the phrases; whatever Fluent cannot read is a fault of the file."""
    found: dict[str, ast.Message] = {}
    for file in files("dealer_console.messages").joinpath(language).iterdir():
        if file.name == PHRASES:
            continue
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{language}/{file.name}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.value is not None, f"{language}/{file.name}: {entry.id.name} has no value"
                assert entry.id.name not in found, f"{language}/{file.name}: {entry.id.name} stands twice"
                found[entry.id.name] = entry
    return found


def fields_of(entry: ast.Message) -> frozenset[str]:
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, ast.VariableReference):
            found.add(node.id.name)
        elif isinstance(node, ast.BaseNode):
            for value in vars(node).values():
                for part in value if isinstance(value, list) else (value,):
                    walk(part)

    walk(entry.value)
    return frozenset(found)


@pytest.mark.parametrize("language", VARIANTS)
def test_a_variant_says_only_what_its_language_says_otherwise_with_the_same_fields(language: str) -> None:
    base, own = Catalogue(language.partition("-")[0]), entries(language)
    assert own
    assert set(own) <= set(entries(base.language))
    assert not {key for key in own if key.endswith(RECORD)}, "a record is the same everywhere"
    assert {key for key in own if fields_of(own[key]) != fields_of(entries(base.language)[key])} == set()
    assert {key for key in own if Catalogue(language).sources()[key] == base.sources()[key]} == set()
    assert set(Catalogue(language).sources()) == set(base.sources())


def test_british_dealers_read_their_own_words() -> None:
    us, uk = words_of("en"), words_of("en-GB")
    assert (us("side-colour_up"), uk("side-colour_up")) == ("Color up", "Colour up")
    assert (us("menu-toke"), uk("menu-toke")) == ("With toke", "With tip")
    assert uk("menu-title") == us("menu-title")


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_every_entry_of_the_files_is_one_that_the_catalogue_can_say(language: str) -> None:
    sources = set(Catalogue(language).sources())
    assert {key for key in sources if key == RULE_TEXT or not key.startswith("rule-")} == set(entries(language))


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_rule_sets_house_and_drivers_has_its_words_in_every_language_and_no_other(
    language: str,
) -> None:
    """English is what they say themselves."""
    wanted = {rule_key(text) for text in phrases()}
    assert {key for key in Catalogue(language).sources() if key.startswith("rule-")} == wanted | {RULE_TEXT}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_keys_of_english(language: str) -> None:
    english = {key for key in entries("en") if not key.endswith(RECORD)}
    assert set(entries(language)) ^ english == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_uses_the_fields_of_english(language: str) -> None:
    english = entries("en")
    assert {key for key, entry in entries(language).items() if fields_of(entry) != fields_of(english[key])} == set()


def test_every_key_that_the_source_names_is_in_the_catalogue() -> None:
    known = set(entries("en"))
    missing = {f"{saying.where} {saying.key}" for saying in sayings() if not any(map(saying.pattern.fullmatch, known))}
    assert missing == set()


def test_the_source_gives_exactly_the_fields_that_the_catalogue_uses() -> None:
    english = entries("en")

    def wanted(key: str) -> frozenset[str]:
        record = english.get(f"{key}{RECORD}")
        return fields_of(english[key]) | (fields_of(record) if record is not None else frozenset())

    wrong = {
        f"{saying.where} {saying.key}: gives {sorted(saying.fields)}, wants {sorted(wanted(saying.key))}"
        for saying in sayings()
        if saying.whole and saying.fields != wanted(saying.key)
    }
    assert wrong == set()


def test_no_key_is_left_that_the_source_does_not_name() -> None:
    texts, patterns = named()
    unused = {
        key
        for key in map(_said, entries("en"))
        if key not in texts and not any(pattern.fullmatch(key) for pattern in patterns)
    }
    assert unused == set()


def _said(key: str) -> str:
    return key.removesuffix(RECORD)


@pytest.mark.parametrize("language", OTHERS)
def test_other_languages_are_not_english(language: str) -> None:
    """Words that are alike in both, as names of side bets and games, are few and short."""
    english, other = Catalogue("en").sources(), Catalogue(language).sources()
    alike = [key for key, text in english.items() if text == other.get(key) and len(_letters(text)) > 13]
    assert [key for key in alike if not key.startswith("game-")] == []


def _letters(source: str) -> str:
    return re.sub(r"\{[^}]*\}", "", source.partition("=")[2]).strip()


def test_no_mark_of_direction_gets_into_a_text() -> None:
    said = words_of("en")("card-full", rank="ten", suit="clubs")
    assert said == "ten of clubs"
    assert not set(said) & {"\u2068", "\u2069"}


def test_a_number_is_never_grouped_and_money_keeps_its_cents() -> None:
    assert words_of("en")("top-round", number=12345) == "Round 12345"
    assert words_of("es")("top-round", number=Amount(1_234_500)).endswith("12345.00")


def test_an_error_comes_back_from_another_process_with_its_message() -> None:
    error = JournalRefused(Message("journal-not-there", path="a.journal"))

    again = pickle.loads(pickle.dumps(error))

    assert again.message == error.message
    assert str(again) == "there is no journal a.journal"
    assert words_of("es").error(again) == "no hay ningún diario a.journal"


def test_a_message_is_a_value() -> None:
    one, other = Message("card-due", card=card("Th")), Message("card-due", card=card("Th"))
    assert one == other
    assert Counter([one, other]) == {one: 2}
    assert one != Message("card-due", card=card("Td"))
    with pytest.raises(AttributeError, match="does not change"):
        one.code = "other"


def test_many_messages_are_said_as_one() -> None:
    many = [Message("floor-journal-in-use", table=str(number)) for number in range(2000)]
    assert recorded(joined(many)) == "; ".join(map(recorded, many))
    assert joined(many[:1]) == many[0]


def test_what_an_error_says_is_a_field_of_another_message() -> None:
    assert error_message(JournalRefused(Message("floor-silent"))) == Message("floor-silent")
    assert str(error_message(Refused(Refusal(Message("floor-silent"), "LW 9")))).endswith(" [LW 9]")
    assert error_message(ValueError("a text")) == "a text"


def test_two_threads_that_ask_first_at_the_same_moment_both_get_their_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would have made the library's bundle, and one entry would have been missing from the one that stayed."""
    both = Barrier(2)

    class SlowBundle(runtime.FluentBundle):
        def __init__(self, locales: list[str], *, use_isolating: bool) -> None:
            super().__init__(locales, use_isolating=use_isolating)
            with suppress(BrokenBarrierError):
                both.wait(0.3)  # unless the other may not come in

    monkeypatch.setattr(runtime, "FluentBundle", SlowBundle)
    catalogue = Catalogue("en")
    fields: dict[str, dict[str, str | int]] = {"floor-catching-up": {"count": 2}, "hand-in-turn": {"hand": "1a"}}
    with ThreadPoolExecutor(2) as threads:
        said = [*threads.map(catalogue.text, fields, fields.values())]
    assert [*map(catalogue.text, fields, fields.values())] == said


def test_a_missing_key_or_field_is_an_error_not_a_gap_in_a_text() -> None:
    with pytest.raises(KeyError):
        words_of("en")("no-such-key")
    with pytest.raises(KeyError, match="rank"):
        words_of("en")("card-full", suit="clubs")
