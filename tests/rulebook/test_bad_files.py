"""A bad file lists all its problems: key, clause, what is expected, the nearest word; and how files are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.message import Message
from dealer_console.messages import recorded
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules, rule_set_names, rules_from_file
from dealer_console.rulebook.load import CONFIG_VARIABLE, config_folder
from tests.cli.console import console

from .files import MA, RULESETS, changed, loaded, problems, problems_of, the_problem

CB, SD, LW, WA = (
    "catfish-bend-blackjack",
    "south-dakota-switch",
    "light-and-wonder-switch-v1",
    "washington-switch-v1",
)
Change = tuple[str, str]

ONE: list[tuple[str, Change, str, str | None, str]] = [
    ("an unknown value", ("dealer_22 =", "dealer_23 ="), "values.dealer_23", "MA 5(c)", "did you mean 'dealer_22'"),
    (
        "a wrong word",
        ('is = "push", clause = "MA 5(c)"', 'is = "psuh", clause = "MA 5(c)"'),
        "values.dealer_22.is",
        "MA 5(c)",
        "did you mean 'push'",
    ),
    (
        "a wrong type",
        ("even_money = { is = false", 'even_money = { is = "no"'),
        "values.even_money.is",
        "MA 5(i)",
        "write true or false",
    ),
    (
        "a number as text",
        ("spots = { is = 7", 'spots = { is = "7"'),
        "values.spots.is",
        "house",
        "write a whole number",
    ),
    (
        "too many spots",
        ("spots = { is = 7", "spots = { is = 8"),
        "values.spots.is",
        "house",
        "7 at most",
    ),
    (
        "a value without clause",
        ('dealer_22 = { is = "push", clause = "MA 5(c)" }', 'dealer_22 = { is = "push" }'),
        "values.dealer_22.clause",
        None,
        "missing",
    ),
    (
        "an empty clause",
        ('{ is = "push", clause = "MA 5(c)" }', '{ is = "push", clause = "" }'),
        "values.dealer_22.clause",
        "",
        "cannot be empty",
    ),
    (
        "a clause without value",
        ('dealer_22 = { is = "push", ', "dealer_22 = { "),
        "values.dealer_22.is",
        "MA 5(c)",
        "missing",
    ),
    (
        "a misspelt part",
        ('dealer_22 = { is = "push",', 'dealer_22 = { are = 1, is = "push",'),
        "values.dealer_22.are",
        "MA 5(c)",
        "unknown key",
    ),
    (
        "a float as amount",
        ('blackjack_rounding = { is = "0.01"', "blackjack_rounding = { is = 0.01"),
        "values.blackjack_rounding.is",
        "house",
        "a float cannot hold cents exactly",
    ),
    (
        "an amount with three decimals",
        ('blackjack_rounding = { is = "0.01"', 'blackjack_rounding = { is = "0.011"'),
        "values.blackjack_rounding.is",
        "house",
        "at most two decimals",
    ),
    ("odds without a colon", ('is = "1:1"', 'is = "3/2"'), "values.blackjack_pays.is", "MA 5(g)", "write odds"),
    ("an unknown table", ("[calls]", "[cals]"), "cals", None, "did you mean 'calls'"),
    (
        "an unknown side bet",
        ("[side_bets.match]", "[side_bets.mach]\nclause = 'x'\n[side_bets.match]"),
        "side_bets.mach",
        "x",
        "did you mean 'match'",
    ),
    ("an unknown choice", ("surrender = {", "surender = {"), "choices.surender", "MA 9(c)", "did you mean 'surrender'"),
    (
        "a default outside the offer",
        ("of = [6, 8], default = 6", "of = [6, 8], default = 7"),
        "choices.decks.default",
        "MA 2(a)",
        "expected one of 6, 8",
    ),
    (
        "an empty offer",
        ("of = [6, 8], default = 6", "of = [], default = 6"),
        "choices.decks.of",
        "MA 2(a)",
        "at least 1 belongs here",
    ),
    (
        "nine decks",
        ("of = [6, 8], default = 6", "of = [6, 9], default = 6"),
        "choices.decks.of.1",
        "MA 2(a)",
        "8 at most",
    ),
    (
        "a pay below the law",
        ("two-pair = 8", "two-pair = 7"),
        "side_bets.match.pays.6.two-pair",
        "MA 6(c)",
        "pays 7 to 1; the lawful figure is at least 8 to 1",
    ),
    ("a row too few", ("two-pair = 8\n", ""), "side_bets.match.pays.6.two-pair", "MA 6(c)", "it pays 8 to 1"),
    (
        "a negative pay",
        ("two-pair = 8", "two-pair = -8"),
        "side_bets.match.pays.6.two-pair",
        "MA 6(c)",
        "0 at least",
    ),
    (
        "an unknown irregularity",
        ("[irregularities.hit-missed]", "[irregularities.hit-mised]"),
        "irregularities.hit-mised",
        "MA 15(i)",
        "did you mean 'hit-missed'",
    ),
    (
        "an unknown choice of one",
        ('choices = ["discard"]', 'choices = ["discrad"]'),
        "irregularities.card-face-up-in-shoe.choices",
        "MA 15(b)",
        "did you mean 'discard'",
    ),
    (
        "a supervisor for nothing",
        ('choices = ["discard"]\nsupervisor = []', 'choices = ["discard"]\nsupervisor = ["burn"]'),
        "irregularities.card-face-up-in-shoe.supervisor",
        "MA 15(b)",
        "'burn' is not among the choices",
    ),
    (
        "an unknown topic",
        ("turn_order =", "turn_ordre = 'x'\nturn_order ="),
        "clauses.turn_ordre",
        None,
        "did you mean 'turn_order'",
    ),
    ("a missing topic", ('turn_order = "MA 7(k)"\n', ""), "clauses.turn_order", None, "this clause is missing"),
    ("another name", (f'name = "{MA}"', 'name = "massachusetts"'), "name", None, "does not fit the file name"),
    ("a name with capitals", (f'name = "{MA}"', 'name = "MA switch"'), "name", None, "small letters"),
    ("an unknown game", ('game = "switch"', 'game = "swich"'), "game", None, "did you mean 'switch'"),
]


@pytest.mark.parametrize(("change", "key", "clause", "words"), [row[1:] for row in ONE], ids=[row[0] for row in ONE])
def test_one_problem(tmp_path: Path, change: Change, key: str, clause: str | None, words: str) -> None:
    found = problems(tmp_path, change)
    fitting = [problem for problem in found if problem.key.startswith(key)]

    assert fitting, [str(problem) for problem in found]
    assert any(words in recorded(problem.reason) for problem in fitting), [str(problem) for problem in fitting]
    assert fitting[0].clause == clause


def test_all_problems_of_a_file_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        ("dealer_22 = {", "dealer_23 = {"),
        ('is = "0.01"', "is = 0.01"),
        ("spots = { is = 7", "spots = { is = 70"),
        ("of = [6, 8]", 'of = [6, "8"]'),
        ("says = ", "say = "),
    )
    keys = {problem.key for problem in found}

    assert {"values.dealer_22", "values.dealer_23", "values.blackjack_rounding.is", "values.spots.is"} <= keys
    assert any(key.startswith("choices.decks.of") for key in keys)
    assert {"irregularities.card-face-up-in-shoe.says", "irregularities.card-face-up-in-shoe.say"} <= keys


def test_all_problems_of_meaning_at_once(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        ("two-pair = 8", "two-pair = 7"),
        ('turn_order = "MA 7(k)"\n', ""),
        ("[irregularities.hit-missed]", "[irregularities.hit-mised]"),
        ("of = [6, 8], default = 6", "of = [6, 8], default = 7"),
        (f'name = "{MA}"', 'name = "other"'),
    )

    assert [problem.key for problem in found] == [
        "name",
        "clauses.turn_order",
        "side_bets.match.pays.6.two-pair",
        "irregularities.hit-mised",
        "choices.decks.default",
    ]
    assert str(found[2]) == (
        "side_bets.match.pays.6.two-pair: pays 7 to 1; the lawful figure is at least 8 to 1 [MA 6(c)]"
    )
    assert str(found[0]).endswith("'massachusetts-switch.toml'")


# --- pay tables ----------------------------------------------------------------------------------------------------


def test_ma_6c_a_house_may_print_more(tmp_path: Path) -> None:
    rules = loaded(tmp_path, ("two-pair = 8", "two-pair = 9")).rules

    assert rules.side_bets["match"].pays_at(6)["two-pair"] == 9


@pytest.mark.parametrize("name", [SD, LW, WA])
@pytest.mark.parametrize("pays", [7, 9])
def test_elsewhere_other_figures_are_refused(tmp_path: Path, name: str, pays: int) -> None:
    problem = the_problem(tmp_path, ("two-pair = 8", f"two-pair = {pays}"), name=name)

    assert problem.key == "side_bets.match.pays.6.two-pair"
    assert "exactly 8 to 1" in recorded(problem.reason)


@pytest.mark.parametrize(
    ("name", "old", "new"), [(CB, "flush = 5", "flush = 6"), (WA, "suited-20 = 9", "suited-20 = 8")]
)
def test_trilux_and_bounty_pay_exactly_what_is_printed(tmp_path: Path, name: str, old: str, new: str) -> None:
    assert any("exactly" in recorded(problem.reason) for problem in problems(tmp_path, (old, new), name=name))


@pytest.mark.parametrize("more", ["true", "false"])
def test_only_ma_lets_a_house_pay_more(tmp_path: Path, more: str) -> None:
    """A rule set of SD, LW or WA cannot give itself the right to other figures."""
    change = ("may_pay_more = false", f"may_pay_more = {more}\n")
    found = problems(tmp_path, change, ("two-pair = 8", "two-pair = 9"), name=SD)

    assert found


def test_an_unknown_row_and_a_table_for_other_decks(tmp_path: Path) -> None:
    found = problems(
        tmp_path, ("two-pair = 8", "two-pairs = 8"), ("[side_bets.match.pays.8]", "[side_bets.match.pays.any]")
    )
    reasons = {problem.key: recorded(problem.reason) for problem in found}

    assert "did you mean 'two-pair'" in reasons["side_bets.match.pays.6.two-pairs"]
    assert "missing" in reasons["side_bets.match.pays.6.two-pair"]
    assert "wrong pay table; expected 6, 8" in reasons["side_bets.match.pays.any"]
    assert "wrong pay table" in reasons["side_bets.match.pays.8"]


def test_a_free_bet_has_no_pay_table(tmp_path: Path) -> None:
    change = ("[side_bets.free-bet]", "[side_bets.free-bet.pays.any]\nwin = 1\n[side_bets.free-bet]")
    problem = the_problem(tmp_path, change, name=LW)

    assert "expected none" in recorded(problem.reason)


# --- cautions ------------------------------------------------------------------------------------------------------


def test_a_reading_changed_in_an_approved_game_is_a_caution(tmp_path: Path) -> None:
    found = loaded(tmp_path, ("complete_at_21 = { is = true", "complete_at_21 = { is = false"), name=WA)

    (caution,) = found.cautions
    assert caution.key == "values.complete_at_21"
    assert "may affect the approval" in recorded(caution.reason)
    assert caution.clause == "WA approval modifications"


def test_the_same_change_elsewhere_is_none(tmp_path: Path) -> None:
    assert loaded(tmp_path, ("complete_at_21 = { is = true", "complete_at_21 = { is = false")).cautions == ()


# --- files that cannot be read -------------------------------------------------------------------------------------


def test_bad_toml_names_line_and_column(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, ('title = "', "title = ="))

    assert problem.key == "(file)"
    assert "line 5, column" in recorded(problem.reason)


def test_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(b'name = "\xff"')

    assert problems_of(file)[0].reason == Message("file-no-utf8", byte=8)


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    assert "No such file" in recorded(problems_of(tmp_path / "nothing.toml")[0].reason)
    assert "directory" in recorded(problems_of(tmp_path)[0].reason)


def test_an_empty_file_misses_everything(tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("")

    assert {problem.key for problem in problems_of(file)} >= {"name", "title", "values", "choices", "clauses"}


def test_values_that_are_no_table(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text('name = "odd"\nvalues = 5\nreadings = [{ number = 1 }, 7]\n')
    keys = {problem.key for problem in problems_of(file)}

    assert {"values", "readings.0.key", "readings.1"} <= keys


def test_a_fault_inside_a_list_finds_the_clause_beside_it(tmp_path: Path) -> None:
    problem = the_problem(tmp_path, ('key = "insert"\n', ""))

    assert problem.key == "procedures.shuffle-by-device.0.key"
    assert problem.clause == "MA 4(a)"


# --- where the rule sets are found ---------------------------------------------------------------------------------


def test_an_unknown_rule_set_names_the_nearest() -> None:
    with pytest.raises(UnknownRules, match="did you mean 'massachusetts-switch'"):
        load_rules("massachusets-switch")
    with pytest.raises(UnknownRules, match="known: catfish-bend-blackjack, light"):
        load_rules("zzz")


def test_the_environment_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulesets").mkdir()
    changed(tmp_path / "rulesets")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))

    assert config_folder() == tmp_path
    assert rule_set_names() == [MA]


def test_a_named_folder_without_rule_sets_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))

    with pytest.raises(NoConfig, match=f"set {CONFIG_VARIABLE} to the folder"):
        rule_set_names()


def test_without_the_variable_the_checkout_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CONFIG_VARIABLE, raising=False)

    assert config_folder() == RULESETS.parent


def test_a_bad_rule_set_in_the_named_folder_is_told_by_the_command(tmp_path: Path) -> None:
    (tmp_path / "rulesets").mkdir()
    changed(tmp_path / "rulesets", ("two-pair = 8", "two-pair = 7"))
    done = console("rules", MA, DEALER_CONSOLE_CONFIG=str(tmp_path))
    assert done.returncode == 2
    assert "side_bets.match.pays.6.two-pair" in done.stderr


def test_the_error_counts_its_problems(tmp_path: Path) -> None:
    one = changed(tmp_path, ("two-pair = 8", "two-pair = 7"))
    with pytest.raises(BadFile, match="1 problem\n"):
        rules_from_file(one)
