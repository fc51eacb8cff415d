"""What a clause says, in one sentence: for whoever reads a round of the past and has no law book at hand."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Final

from dealer_console.rulebook.load import config_folder

_PART: Final = re.compile(r"\([^()]*\)$")


def clause_words(cited: str) -> str:
    """Of one clause or several (`MA 5(c); MA 6`); of a part that has no sentence, its whole. Empty: nobody wrote it."""
    found = [_sentence(clause.strip()) for clause in re.split(r"[;,]", cited)]
    return " ".join(sentence for sentence in dict.fromkeys(found) if sentence)


def _sentence(clause: str) -> str:
    sentences = _sentences(clause.partition(" ")[0])
    while clause not in sentences and _PART.search(clause):
        clause = _PART.sub("", clause)
    return sentences.get(clause, "")


@cache
def _sentences(document: str) -> dict[str, str]:
    file = config_folder() / "clauses" / f"{document}.toml"
    if not document.isalpha() or not file.exists():
        return {}
    return {clause["id"]: clause["says"] for clause in tomllib.loads(file.read_text("utf-8"))["clause"]}
