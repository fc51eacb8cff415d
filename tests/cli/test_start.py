"""A verb starts quickly because it loads little: what each start may not load is named here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

VAULT = Path(__file__).parents[1] / "journal" / "vault"
SLOW = {"PySide6", "alembic", "cv2", "numpy", "psycopg", "reportlab", "sqlalchemy"}


def loaded_by(*words: str) -> set[str]:
    """The names of all packages that the command imports."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "dealer_console.cli", *words], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")]
    assert "dealer_console.cli" in lines
    return {line.partition(".")[0] for line in lines} | {line for line in lines if line.startswith("dealer_console.")}


def test_the_list_of_verbs_loads_neither_rich_nor_any_verb() -> None:
    loaded = loaded_by("--help")
    assert not loaded & (SLOW | {"rich", "pydantic"})
    assert not loaded & {"fluent"}, "the help has no fields: it needs no library to be said"
    ours = {name for name in loaded if name.startswith("dealer_console.cli")}
    assert ours == {f"dealer_console.cli{part}" for part in ("", ".output", ".verbs")}
    others = {name.split(".")[1] for name in loaded - ours if name.startswith("dealer_console.")}
    assert others == {"game", "messages"}


@pytest.mark.parametrize("verb", ["demo", "verify", "history"])
def test_the_help_of_a_verb_needs_no_window_database_or_schema_of_rule_sets(verb: str) -> None:
    loaded = loaded_by(verb, "--help")
    assert not loaded & (SLOW | {"rich", "dealer_console.rulebook.schema"})


def test_verify_reads_a_journal_without_sqlalchemy() -> None:
    loaded = loaded_by("verify", str(VAULT / "v1-beginning.journal"))
    assert "dealer_console.journal.verification.verify" in loaded
    assert not loaded & SLOW
