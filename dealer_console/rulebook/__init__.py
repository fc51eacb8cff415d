"""The rulebook: TOML files in, frozen rules out, every problem of a file at once."""

from dealer_console.rulebook.load import Loaded, NoConfig, UnknownRules, load_rules, rule_set_names, rules_from_file
from dealer_console.rulebook.problems import BadFile, Caution, Problem

__all__ = [
    "BadFile",
    "Caution",
    "Loaded",
    "NoConfig",
    "Problem",
    "UnknownRules",
    "load_rules",
    "rule_set_names",
    "rules_from_file",
]
