"""`dealer-console drill`: questions about dealt rounds, answered at the terminal and scored by rule set."""

from __future__ import annotations

import secrets
import sys
from itertools import islice
from typing import Annotated

import typer

from dealer_console.cli.output import print_error, print_json, print_line
from dealer_console.cli.verbs import AsJson, refusing
from dealer_console.demo.drill import KINDS, Question, Score, questions
from dealer_console.game.message import Message
from dealer_console.messages import LANGUAGES, Words, words_of
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules


@refusing(UnknownRules, NoConfig, BadFile)
def drill(
    rule_sets: Annotated[list[str] | None, typer.Option("--rules", help="help-drill-rule-sets")] = None,
    number: Annotated[int, typer.Option("--questions", help="help-drill-number")] = 12,
    seed: Annotated[int | None, typer.Option("--seed", help="help-drill-seed")] = None,
    language: Annotated[str, typer.Option("--language", help="help-report-language")] = "en",
    as_json: AsJson = False,
) -> int:
    if language not in LANGUAGES:
        return print_error(Message("command-language-choose", language=language, languages=", ".join(LANGUAGES)))
    words, score = words_of(language), Score()
    chosen = rule_sets or ["massachusetts-switch"]
    begin = seed if seed is not None else secrets.randbits(32)
    sources = [questions(name, words, begin + at) for at, name in enumerate(chosen)]
    for at in range(number):
        question = next(islice(sources[at % len(sources)], 1))
        if not _ask(question, words, score, quiet=as_json):
            break
    _print_score(words, score, as_json=as_json)
    return 0 if sum(score.right.values()) == sum(score.asked.values()) else 1


def _ask(question: Question, words: Words, score: Score, *, quiet: bool) -> bool:
    """False when nobody answers any more."""
    if not quiet:
        for line in ("", f"{question.rules}", *question.felt, question.asks):
            print_line(line)
        for at, choice in enumerate(question.choices, start=1):
            print_line(f"  {at}  {choice}")
    typed = sys.stdin.readline()
    if not typed:
        return False
    right = score.judge(question, typed.strip())
    if not quiet:
        name = "drill-right" if right else "drill-wrong"
        print_line(words(name, answer=question.answer, why=question.why))
    return True


def _print_score(words: Words, score: Score, *, as_json: bool) -> None:
    rows = [
        {"rules": rules, "kind": kind, "asked": score.asked[rules, kind], "right": score.right[rules, kind]}
        for rules in dict.fromkeys(rules for rules, _ in score.asked)
        for kind in KINDS
        if (rules, kind) in score.asked
    ]
    if as_json:
        print_json({"ok": True, "score": rows})
        return
    print_line()
    for row in rows:
        kind = words(f"drill-kind-{row['kind']}")
        print_line(words("drill-score", rules=row["rules"], kind=kind, right=row["right"], asked=row["asked"]))
