"""Find a rule set's file and read it. What checks it (`rule_set_file`, with pydantic) is loaded with the first file."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from dealer_console.game.rules import Rules
from dealer_console.game.suggestions import did_you_mean
from dealer_console.messages import recorded
from dealer_console.rulebook.problems import BadFile, Caution, Problem

CONFIG_VARIABLE: Final = "DEALER_CONSOLE_CONFIG"


class UnknownRules(ValueError):
    """No rule set of that name."""


class NoConfig(ValueError):
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
    raise NoConfig(f"no rule sets found: looked in {looked}; set {CONFIG_VARIABLE} to the folder that holds rulesets/")


def rule_set_names() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


@cache
def load_rules(name: str) -> Rules:
    """The rule set of that name, checked. Raises `UnknownRules` or `BadFile`."""
    known = rule_set_names()
    if name not in known:
        raise UnknownRules(f"unknown rule set {name!r}{recorded(did_you_mean(name, known))}")
    return rules_from_file(config_folder() / "rulesets" / f"{name}.toml").rules


def read_toml(file: Path) -> dict[str, Any]:
    """TOML, or `BadFile` with the line and column of the fault."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(file, [Problem(key="(file)", reason=f"no valid TOML: {error}")]) from None
    except UnicodeDecodeError as error:
        raise BadFile(file, [Problem(key="(file)", reason=f"not UTF-8 at byte {error.start}")]) from None
    except OSError as error:
        raise BadFile(file, [Problem(key="(file)", reason=f"cannot be read: {error.strerror or error}")]) from None


def rules_from_file(file: Path) -> Loaded:
    """The file, checked as a whole. Raises `BadFile` with every problem."""
    from dealer_console.rulebook.rule_set_file import checked_form, rules_of

    form, remarks = checked_form(file, read_toml(file))
    return Loaded(rules=rules_of(form), file=file, cautions=remarks)
