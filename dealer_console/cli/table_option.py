"""A table on the command line: its file, or the name of one that came with the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_console.rulebook.tables import Table, load_table, table_from_file

TableFile = Annotated[Path | None, typer.Option("--table", help="The table's file, or the name of a built-in one.")]


def table_named(wanted: Path) -> Table:
    return table_from_file(wanted) if wanted.suffix == ".toml" or wanted.exists() else load_table(str(wanted))
