"""Find a rule set's file and read it. What checks it (`rule_set_file`, with pydantic) is loaded with the first file.

What a clause says is read from it too, for whoever reads a round of the past and has no law book at hand.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from dealer_console.game.message import Message, Quoted
from dealer_console.game.rules import Rules
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import MessageError
from dealer_console.rulebook.problems import BadFile, Caution, Problem, reason_of

CONFIG_VARIABLE: Final = "DEALER_CONSOLE_CONFIG"
LARGEST_WHOLE: Final = 2**63 - 1  # what TOML asks every reader to know


class BadToml(MessageError, ValueError):
    """The text is no TOML, or none that a file of ours can be."""

    message: Message


class UnknownRules(MessageError, ValueError):
    """No rule set of that name."""


class NoConfig(MessageError, ValueError):
    """The folder with the rule sets cannot be found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    rules: Rules
    file: Path
    cautions: tuple[Caution, ...]


def config_folder() -> Path:
    """The folder named by the environment, else `config/` of the checkout, else the copy in the installed package."""
    named = os.environ.get(CONFIG_VARIABLE)
    package = Path(__file__).resolve().parent.parent
    places = [Path(named)] if named else [package.parent / "config", package / "config"]
    for place in places:
        if (place / "rulesets").is_dir():
            return place
    looked = " or ".join(str(place / "rulesets") for place in places)
    raise NoConfig(Message("rulebook-no-rule-sets-found", looked=looked, variable=CONFIG_VARIABLE))


def rule_set_names() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


@cache
def load_rules(name: str) -> Rules:
    """The rule set of that name, checked. Raises `UnknownRules` or `BadFile`."""
    known = rule_set_names()
    if name not in known:
        raise UnknownRules(Message("rulebook-unknown-rule-set", name=Quoted(name), hint=did_you_mean(name, known)))
    return rules_from_file(config_folder() / "rulesets" / f"{name}.toml").rules


def parse_toml(text: str) -> dict[str, Any]:
    """What the text says. Raises `BadToml`, also for what Python cannot follow, or cannot print."""
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise BadToml(Message("toml-too-deep")) from None
    except tomllib.TOMLDecodeError as error:
        raise BadToml(Message("no-valid-toml", why=str(error))) from None
    except ValueError:
        raise BadToml(Message("toml-huge-number")) from None
    _refuse_huge(data)
    return data


def _refuse_huge(value: object) -> None:
    """A number in hexadecimal may have any length, and no message could name it."""
    if isinstance(value, int) and abs(value) > LARGEST_WHOLE:
        raise BadToml(Message("toml-huge-number"))
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _refuse_huge(inner)


def read_toml(file: Path) -> dict[str, Any]:
    """TOML, or `BadFile` with the line and column of the fault."""
    return read_hashed_toml(file)[0]


def read_hashed_toml(file: Path) -> tuple[dict[str, Any], str]:
    """The same with the SHA-256 of the bytes that were read: the file itself may say something else a moment later."""
    try:
        content = file.read_bytes()
        return parse_toml(content.decode("utf-8")), sha256(content).hexdigest()
    except UnicodeDecodeError as error:
        raise BadFile(file, [Problem(key="(file)", reason=Message("file-no-utf8", byte=error.start))]) from None
    except BadToml as error:
        raise BadFile(file, [Problem(key="(file)", reason=reason_of(error))]) from None
    except OSError as error:
        raise BadFile(
            file, [Problem(key="(file)", reason=Message("file-unreadable", reason=error.strerror or str(error)))]
        ) from None


def rules_from_file(file: Path) -> Loaded:
    """The file, checked as a whole. Raises `BadFile` with every problem."""
    from dealer_console.rulebook.rule_set_file import checked_form, rules_of

    form, remarks = checked_form(file, read_toml(file))
    return Loaded(rules=rules_of(form), file=file, cautions=remarks)


_PART: Final = re.compile(r"\([^()]*\)$")


def clause_words(cited: str) -> str:
    """Of one clause or several (`MA 5(c); MA 6`); of a part that has no sentence, its whole. Empty: nobody wrote it."""
    sentences = [_sentence(clause.strip()) for clause in re.split(r"[;,]", cited)]
    return " ".join(sentence for sentence in dict.fromkeys(sentences) if sentence)


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
