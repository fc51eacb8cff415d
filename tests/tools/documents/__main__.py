"""`make docs`: print the generated documents. With `--check` nothing is written; status 1 says: out of date."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from tests.tools.documents.clause_index import ROOT
from tests.tools.documents.clauses_page import clauses_page
from tests.tools.documents.phases_page import phases_page
from tests.tools.documents.rulesets_page import rulesets_page

PAGES: Final[dict[str, Callable[[], str]]] = {
    "phases.md": phases_page,
    "rulesets.md": rulesets_page,
    "clauses.md": clauses_page,
}


def out_of_date(folder: Path) -> list[str]:
    """The generated documents in that folder that differ from what would be printed now."""
    return [name for name, page in PAGES.items() if _content(folder / name) != _printed(page)]


def _content(file: Path) -> str | None:
    return file.read_text("utf-8") if file.exists() else None


def write(folder: Path) -> None:
    for name, page in PAGES.items():
        (folder / name).write_text(_printed(page), "utf-8")


@cache
def _printed(page: Callable[[], str]) -> str:
    """Nothing that it is made of changes while the program runs."""
    return page()


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.tools.documents", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 when a document is out of date")
    folder = ROOT / "docs"
    if not parser.parse_args().check:
        write(folder)
        return 0
    old = out_of_date(folder)
    if old:
        sys.stderr.write(f"out of date: {', '.join(f'docs/{name}' for name in old)}; run `make docs` and commit\n")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
