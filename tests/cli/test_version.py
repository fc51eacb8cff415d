"""`dealer-console --version`, and what is said when a part is not installed."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256

import pytest

from dealer_console.cli import EXTRAS, version
from dealer_console.floor import migrate as floor_migrate
from dealer_console.journal import migrate as journal_migrate
from dealer_console.rulebook.load import config_folder
from tests.cli.console import answers, console


def test_the_version_names_commit_forms_and_rule_sets() -> None:
    (said,) = answers(console("--version", "--json"))
    assert said["software"] == "dealer-console 0.1.0"
    assert said["forms"] == {"journal": journal_migrate.NEWEST, "floor": floor_migrate.NEWEST, "feed": "1"}
    text = (config_folder() / "rulesets" / "massachusetts-switch.toml").read_text("utf-8")
    assert said["rules"]["massachusetts-switch"] == sha256(text.encode()).hexdigest()
    assert version.commit() in console("--version").stdout


@pytest.mark.parametrize("library", sorted(EXTRAS))
def test_a_missing_library_is_named_with_its_extra(library: str) -> None:
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "from dealer_console.cli import extras_named\n"
        f"with extras_named():\n    import {library}\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert f"pip install 'dealer-console[{EXTRAS[library]}]'" in done.stderr


def test_another_missing_module_is_a_bug_and_says_so() -> None:
    program = "from dealer_console.cli import extras_named\nwith extras_named():\n    import no_such_module\n"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "ModuleNotFoundError" in done.stderr
