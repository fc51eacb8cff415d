"""`dealer-console --version`: program, commit, the stored forms it knows, and the hashes of its rule sets."""

from __future__ import annotations

import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Final

from dealer_console.app.feed import FORM as FEED_FORM
from dealer_console.cli.output import json_requested, print_json, print_line
from dealer_console.journal.software import software_version
from dealer_console.rulebook.load import config_folder, rule_set_names

PACKAGE: Final = Path(__file__).parents[1]


def print_version() -> None:
    """For a person, or with `--json` for a program."""
    data = version_data()
    if json_requested():
        print_json(data)
        return
    print_line(f"{data['software']}  commit {data['commit']}")
    print_line("forms: " + ", ".join(f"{name} {form}" for name, form in forms().items()))
    for name, digest in rule_set_hashes().items():
        print_line(f"rules: {name} {digest}")


def version_data() -> dict[str, object]:
    return {"software": software_version(), "commit": commit(), "forms": forms(), "rules": rule_set_hashes()}


def commit() -> str:
    """Built into a wheel; of a checkout, what git says."""
    built = PACKAGE / "commit.txt"
    if built.exists():
        return built.read_text("utf-8").strip()
    try:
        words = ["git", "-C", str(PACKAGE), "rev-parse", "HEAD"]
        run = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return run.stdout.strip()


def forms() -> dict[str, str]:
    """The newest form of each store that this program reads and writes; it reads all older ones."""
    return {"journal": _newest("journal"), "floor": _newest("floor"), "feed": str(FEED_FORM)}


def _newest(package: str) -> str:
    """By the files of the steps: the floor's library may not be installed."""
    steps = (PACKAGE / package / "migrations" / "versions").glob("v[0-9]*.py")
    return max(file.name[1:5] for file in steps)


def rule_set_hashes() -> dict[str, str]:
    """As configuration entries of journals hold them."""
    folder = config_folder() / "rulesets"
    return {name: sha256((folder / f"{name}.toml").read_bytes()).hexdigest() for name in rule_set_names()}
