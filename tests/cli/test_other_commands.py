"""`rules`, `irregularities`, `odds`, `new-round` and `demo`, as processes of their own."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dealer_console.rulebook import load_rules, rule_set_names

from .console import answers, console, round_file

NAMES = rule_set_names()
CONFIG = Path(__file__).parent.parent.parent / "config"
PARTS = [
    *("name", "title", "document", "game", "values", "choices", "side_bets", "limits_by_date"),
    *("irregularities", "procedures", "calls", "readings", "clauses", "cautions"),
]


def asked(*words: str) -> Any:
    done = console(*words, "--json")
    assert done.returncode == 0, done.stderr
    (answer,) = answers(done)
    return answer


# --- rules ---------------------------------------------------------------------------------------------------------


def test_the_list_of_rule_sets() -> None:
    assert [rule_set["name"] for rule_set in asked("rules")] == NAMES
    done = console("rules")
    assert done.returncode == 0
    assert all(name in done.stdout for name in NAMES)


@pytest.mark.parametrize("name", ["massachusetts-switch", "catfish-bend-blackjack", "washington-switch-v3"])
def test_a_rule_set_with_every_value_and_clause(name: str) -> None:
    answer = asked("rules", name)
    rules = load_rules(name)

    assert list(answer) == PARTS
    assert set(answer["values"]) == set(rules.values)
    assert all(set(value) == {"is", "clause"} and value["clause"] for value in answer["values"].values())
    assert all(set(choice) == {"of", "default", "clause"} for choice in answer["choices"].values())
    assert answer["clauses"] == dict(rules.clauses)
    assert [reading["number"] for reading in answer["readings"]] == [reading.number for reading in rules.readings]


def test_amounts_and_odds_are_texts() -> None:
    answer = asked("rules", "catfish-bend-blackjack")

    assert answer["values"]["blackjack_pays"]["is"] == "3:2"
    assert answer["values"]["toke_minimum"]["is"] == "0.50"
    assert answer["values"]["toke_share"]["is"] == "1/10"
    assert answer["choices"]["minimum"] == {"of": None, "default": "5.00", "clause": "CB limits"}
    assert answer["side_bets"]["bounty"]["cap"] == "25000.00"
    assert answer["side_bets"]["trilux"]["pays"]["any"]["flush"] == 5
    assert asked("rules", "washington-switch-v1")["limits_by_date"][0]["maximum"] == "300.00"


@pytest.mark.parametrize("name", ["catfish-bend-blackjack", "light-and-wonder-switch-v1"])
def test_a_rule_set_for_people(name: str) -> None:
    done = console("rules", name)

    assert done.returncode == 0
    for words in ("What the document fixes", "What the table chooses", "Irregularities", "Readings", "dealer_22"):
        assert words in done.stdout


def test_a_file_with_a_caution(tmp_path: Path) -> None:
    text = (CONFIG / "rulesets" / "washington-switch-v1.toml").read_text("utf-8")
    file = tmp_path / "washington-switch-v1.toml"
    file.write_text(text.replace("complete_at_21 = { is = true", "complete_at_21 = { is = false"), "utf-8")

    (caution,) = asked("rules", str(file))["cautions"]
    assert caution.startswith("values.complete_at_21: ")
    done = console("rules", file)
    assert "caution: values.complete_at_21" in done.stdout
    assert "[WA approval modifications]" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "massachusets-switch"), "did you mean 'massachusetts-switch'"),
        (("rules", "nothing.toml"), "No such file"),
        (("irregularities", "--rules", "massachusets-switch"), "did you mean"),
        (("new-round", "--rules", "south-dakota"), "did you mean 'south-dakota-switch'"),
        (("odds", "bonty", "--decks", "6"), "did you mean 'bounty'"),
        (("odds", "bounty", "--decks", "6", "--rules", "massachusetts-switch"), "offers no bounty; it offers match"),
        (("odds", "match", "--decks", "0"), "1 to 8 decks"),
        (("odds", "match", "--decks", "9"), "1 to 8 decks"),
        (("odds", "insurance", "--decks", "6", "--rules", "nowhere"), "unknown rule set 'nowhere'"),
        (("rul",), "No such command"),
    ],
)
def test_a_wrong_word_is_status_2_with_what_to_do(words: tuple[str, ...], told: str) -> None:
    done = console(*words)

    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_an_error_is_said_in_the_language_asked_for_and_has_its_code_as_json(tmp_path: Path) -> None:
    spanish = console("--language", "es", "verify", tmp_path / "none.journal")
    assert spanish.returncode == 2
    assert f"no hay ningún diario {tmp_path / 'none.journal'}" in spanish.stderr

    (answer,) = answers(console("--language", "es", "verify", tmp_path / "none.journal", "--json"))
    assert answer["code"] == "journal-not-there"
    assert answer["error"] == f"there is no journal {tmp_path / 'none.journal'}"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("rules", "massachusetts-switch"), "Lo que fija el documento"),
        (("odds", "bounty", "--decks", "6", "--rules", "massachusetts-switch"), "no ofrece bounty; ofrece match"),
        (("history", "a.journal", "--spot", "9"), "los puestos del 1 al 7"),
        (("history", "a.journal", "--card", "??"), "una carta que nadie vio"),
        (("verify", "a.journal", "--key", "12"), "“12” no es una clave pública"),
        (("report", "a.journal", "--pdf", "--csv"), "elija una sola de --pdf"),
    ],
)
def test_what_a_person_reads_is_in_the_language_asked_for(asked: tuple[str, ...], told: str) -> None:
    done = console("--language", "es", *asked)
    assert told in done.stdout + done.stderr


@pytest.mark.parametrize(
    "words", [("rules",), ("rules", "massachusetts-switch"), ("demo", "--terminal"), ("new-round", "--rules", "x")]
)
def test_a_folder_without_rule_sets(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = console(*words, DEALER_CONSOLE_CONFIG=str(tmp_path))

    assert done.returncode == 2
    assert "set DEALER_CONSOLE_CONFIG to the folder" in done.stderr


# --- irregularities ------------------------------------------------------------------------------------------------


def test_irregularities_with_their_choices() -> None:
    answer = asked("irregularities", "--rules", "catfish-bend-blackjack")
    rows = {irregularity["code"]: irregularity for irregularity in answer["irregularities"]}

    assert answer["rules"] == "catfish-bend-blackjack"
    assert len(rows) == 23
    assert rows["hit-missed"] == {
        "code": "hit-missed",
        "words": "A card that was asked for was not dealt",
        "hand": True,
        "card": False,
        "treated": True,
        "says": rows["hit-missed"]["says"],
        "choices": [{"choice": "deal-last", "supervisor": True}, {"choice": "dead-hand", "supervisor": True}],
        "clause": "CB irregularities 5",
    }
    assert rows["reader-fault"]["treated"] is False
    assert rows["reader-fault"]["clause"] == "house"
    assert all(row["supervisor"] for row in rows["reader-fault"]["choices"])


def test_irregularities_for_people() -> None:
    done = console("irregularities", "--rules", "massachusetts-switch")

    assert done.returncode == 0
    assert "hit-missed HAND" in done.stdout
    assert "card-exposed CARD" in done.stdout
    assert "dead-hand*" in done.stdout


# --- odds ----------------------------------------------------------------------------------------------------------


def test_the_published_odds_of_the_bounty() -> None:
    answer = asked("odds", "bounty", "--decks", "6")

    assert answer["expectation"] == "-5980547/25818598"
    assert answer["house_edge_percent"].startswith("23.16")
    assert answer["standard_deviation"].startswith("4.870")
    assert answer["rules"] == "catfish-bend-blackjack"


@pytest.mark.parametrize(
    ("decks", "expectation"), [(1, "-1/17"), (2, "-7/103"), (4, "-5/69"), (6, "-23/311"), (8, "-31/415")]
)
def test_the_published_odds_of_insurance(decks: int, expectation: str) -> None:
    assert asked("odds", "insurance", "--decks", str(decks))["expectation"] == expectation


def test_three_cards_from_six_decks() -> None:
    answer = asked("odds", "trilux", "--decks", "6")
    counts = {row["name"]: row["count"] for row in answer["rows"]}

    assert answer["total"] == 5_013_320
    assert [counts[row] for row in ("straight-flush", "three-of-a-kind", "straight", "flush")] == [
        *(10_368, 26_312, 155_520, 292_896)
    ]
    assert sum(counts.values()) == answer["total"]


def test_the_pay_table_of_a_rule_set_and_the_table_for_people() -> None:
    answer = asked("odds", "match", "--decks", "8", "--rules", "south-dakota-switch")
    assert {row["name"]: row["pays"] for row in answer["rows"]}["two-pair"] == "7"
    assert Fraction(answer["expectation"]) == sum(Fraction(row["contribution"]) for row in answer["rows"])
    done = console("odds", "match", "--decks", "6")
    assert done.returncode == 0
    assert "two pair" in done.stdout
    assert asked("odds", "insurance", "--decks", "6", "--rules", "massachusetts-switch")["expectation"] == "-23/311"


# --- new-round and demo --------------------------------------------------------------------------------------------


def test_a_new_round_of_every_rule_set_replays_as_it_is_written(tmp_path: Path) -> None:
    templates = [console("new-round", "--rules", name).stdout for name in NAMES]
    files = [round_file(tmp_path, text, f"{name}.round") for name, text in zip(NAMES, templates, strict=True)]
    done = console("replay", "--json", *files)

    assert done.returncode == 0, done.stdout
    for name, answer in zip(NAMES, answers(done), strict=True):
        assert (answer["rules"], answer["complete"]) == (name, True)
        assert answer["house_net"].startswith("-"), "the dealer breaks: every hand of the template wins"


def test_the_expectations_offered_by_a_template_can_be_turned_on(tmp_path: Path) -> None:
    text = console("new-round", "--rules", "massachusetts-switch").stdout
    (line,) = (line for line in text.splitlines() if line.startswith("# expect"))
    text = text.replace(line, line.removeprefix("# "))
    done = console("replay", "--json", round_file(tmp_path, text))

    assert done.returncode in (0, 1), "the line is a valid expectation"
    assert "error" not in answers(done)[0]


def test_the_demonstration() -> None:
    done = console("demo", "--terminal")

    assert done.returncode == 0
    assert "or switch?" in done.stdout
    assert "house" in done.stdout
    assert "refused" not in done.stdout


def test_no_words_at_all_give_help() -> None:
    done = console()

    assert "Usage" in done.stdout + done.stderr
    for command in ("replay", "rules", "irregularities", "odds", "new-round", "demo"):
        assert command in done.stdout + done.stderr
