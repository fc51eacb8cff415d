"""The dealer's drill: every answer is the engine's own, every rule set can be drilled, the score is by rule set."""

from __future__ import annotations

import subprocess
from itertools import islice
from typing import Final

import pytest

from dealer_console.demo.drill import KINDS, Question, Score, questions
from dealer_console.messages import words_of
from dealer_console.rulebook import rule_set_names
from tests.cli.console import console

SEED: Final = 7


def asked(rules: str, number: int = 24) -> list[Question]:
    return list(islice(questions(rules, words_of("en"), SEED), number))


@pytest.mark.parametrize("rules", rule_set_names())
def test_every_rule_set_has_questions_of_all_kinds_with_one_answer_among_them(rules: str) -> None:
    found = asked(rules)
    assert {question.kind for question in found} == set(KINDS)
    for question in found:
        assert question.choices.count(question.answer) == 1
        assert len(set(question.choices)) == len(question.choices)
        assert question.why


def test_the_hole_card_is_not_told_while_hands_decide() -> None:
    for question in asked("massachusetts-switch"):
        if question.kind == "acts":
            assert "▒▒" in question.felt[0]


def test_the_same_seed_asks_the_same() -> None:
    assert asked("catfish-bend-blackjack") == asked("catfish-bend-blackjack")


def test_answers_are_judged_by_number_or_by_word_and_counted_by_rule_set() -> None:
    score = Score()
    one, two = asked("massachusetts-switch", 2)
    other = asked("catfish-bend-blackjack", 1)[0]
    assert score.judge(one, str(one.choices.index(one.answer) + 1))
    assert score.judge(two, two.answer.upper())
    assert not score.judge(other, "nonsense")
    assert sum(score.right.values()) == 2
    assert score.asked["catfish-bend-blackjack", other.kind] == 1
    assert score.right["catfish-bend-blackjack", other.kind] == 0


def drilled(answers: str) -> subprocess.CompletedProcess[str]:
    return console("drill", "--questions", "3", "--seed", str(SEED), typed=answers)


def test_the_command_asks_and_tells_the_score() -> None:
    right = asked("massachusetts-switch", 3)
    answers = "".join(f"{question.answer}\n" for question in right)
    done = drilled(answers)
    assert done.returncode == 0, done.stderr
    assert "massachusetts-switch, who acts: 1 of 1" in done.stdout
    wrong = drilled("x\nx\nx\n")
    assert wrong.returncode == 1
    assert "No: " in wrong.stdout
