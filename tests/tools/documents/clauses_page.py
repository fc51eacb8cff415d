"""`docs/clauses.md`: every clause of the five documents, what implements it, which tests show it."""

from __future__ import annotations

import re
from typing import Final

from tests.clauses.planted_faults import FAULTS, caught, caught_further, noticing_round
from tests.tools.documents.clause_index import DOCUMENTS, READINGS, Clause, Index, read_index
from tests.tools.documents.engine_places import PLACES
from tests.tools.documents.markdown import code, codes, heading, page, paragraph, table

NOTHING: Final = "**nothing**"


def clauses_page(index: Index | None = None) -> str:
    index = index or read_index()
    lines = [*_head(), *_summary(index)]
    for document, title in DOCUMENTS.items():
        lines += heading(2, f"{document}: {title}")
        rows = (_row(index, clause) for clause in index.clauses[document].values())
        lines += table(("clause", "what it says", "implemented by", "tests", "planted fault, caught by"), rows)
    return page([*lines, *_readings(index), *_all_rounds(index)])


def _head() -> list[str]:
    return [
        *heading(1, "Clause by clause"),
        *paragraph(
            "For regulators, auditors and developers: every clause of the five documents, what implements it, and",
            "which round or test shows it.",
        ),
        *paragraph(
            "The column *implemented by* has the keys of `config/rulesets/*.toml` and the modules or functions of",
            "`dealer_console/game` (with `table/` before them: of the live table) that rest on the clause. The column",
            "*tests* has the rounds in `tests/rounds` that show it (each round names its clauses in a comment; all of",
            "them: [below](#all-rounds-by-clause)), or the tests of the live table if a round cannot show it. Two",
            "kinds of clause have neither: those that wait for a later part of the product, and those that software",
            "cannot carry out. Both are listed with the reason.",
        ),
        *paragraph(
            "A check that has never failed proves nothing. So each clause has a small planted fault",
            "(`tests/clauses/planted_faults.py`), and one more for each further thing that it says",
            "(`tests/clauses/further_faults.py`). The last column shows what noticed each fault. Every test that a row",
            "names notices one of its faults, and so does the first round.",
        ),
    ]


def _summary(index: Index) -> list[str]:
    rows = []
    for document in DOCUMENTS:
        clauses = list(index.clauses[document].values())
        rows.append([document, *map(str, _counts(index, clauses))])
    everything = [clause for document in DOCUMENTS for clause in index.clauses[document].values()]
    rows.append(["all", *map(str, _counts(index, everything))])
    rounds = len({file for files in index.rounds.values() for file in files})
    return [
        *heading(2, "Summary"),
        *paragraph(f"{len(everything)} clauses, {rounds} rounds."),
        *table(
            (
                "document",
                "clauses",
                "shown by rounds",
                "by tests of the table",
                "later",
                "not executed",
                "without a test",
            ),
            rows,
        ),
    ]


def _counts(index: Index, clauses: list[Clause]) -> tuple[int, int, int, int, int, int]:
    return (
        len(clauses),
        sum(clause.name in index.rounds for clause in clauses),
        sum(clause.shown_by == "tests" for clause in clauses),
        sum(clause.later is not None for clause in clauses),
        sum(clause.not_executed is not None for clause in clauses),
        sum(clause.shown_by is not None and clause.name not in index.rounds and not clause.tests for clause in clauses),
    )


def _row(index: Index, clause: Clause) -> tuple[str, str, str, str, str]:
    return clause.name, clause.says, _implemented(index, clause), _shown(index, clause), _caught(index, clause)


def _caught(index: Index, clause: Clause) -> str:
    """The faults that were planted against this clause, and what noticed each."""
    return _planted(index, clause.name) if clause.name in FAULTS else "–"


def _planted(index: Index, name: str) -> str:
    faults = [(FAULTS[name], caught(index, name)), *caught_further(index, name)]
    return "; ".join(f"{fault.words}: {NOTHING if by is None else _name(by)}" for fault, by in faults)


def _name(by: str) -> str:
    """A round or a test by its own name."""
    return code(by.rpartition("::")[2] or by) if "::" in by else code(by.rpartition("/")[2].removesuffix(".round"))


def _implemented(index: Index, clause: Clause) -> str:
    if clause.not_executed is not None:
        return f"not executed: {clause.not_executed}"
    parts = [f"later: {clause.later}"] if clause.later is not None else []
    parts += rests_on(index, clause.name)
    return "; ".join(parts) or NOTHING


def rests_on(index: Index, name: str) -> list[str]:
    """Keys of the rule sets, then modules that name the clause, then functions that carry it out."""
    found = (sorted(index.keys.get(name, {})), index.modules.get(name, ()), PLACES.get(name, ()))
    return [codes(row) for row in found if row]


def _tests(index: Index, name: str) -> str:
    files = index.rounds.get(name, ())
    if not files:
        return "–"
    slug = re.sub(r"[()]", "", name.partition(" ")[2]).replace(" ", "-").lower()
    named = [file for file in files if file.rpartition("/")[2].startswith(f"{slug}-")]  # after the clause itself
    shown = noticing_round(index, name, named) if name in FAULTS else files[0]
    if shown is None:
        return "–"  # they name the clause, and what it says is noticed by tests alone
    first = f"[{shown.rpartition('/')[2].removesuffix('.round')}](../tests/rounds/{shown})"
    return f"{first} and {len(files) - 1} more" if len(files) > 1 else first


def _shown(index: Index, clause: Clause) -> str:
    named = [_test(test) for test in clause.tests]
    rounds = _tests(index, clause.name)
    return "; ".join([*named, *([rounds] if rounds != "–" else [])]) or "–"


def _test(test: str) -> str:
    file, _, name = test.partition("::")
    return f"[{name.removeprefix('test_').replace('_', ' ')}](../{file})"


def _readings(index: Index) -> list[str]:
    rows = (
        (name, "; ".join(rests_on(index, name)) or "–", _tests(index, name), _planted(index, name)) for name in READINGS
    )
    return [
        *heading(2, "Readings"),
        *paragraph("What each Reading decides: [readings.md](readings.md)."),
        *table(("Reading", "cited at", "tests", "planted fault, caught by"), rows),
    ]


def _all_rounds(index: Index) -> list[str]:
    lines = heading(2, "All rounds by clause")
    order = [*(name for document in DOCUMENTS for name in index.clauses[document]), *READINGS]
    order += sorted(set(index.rounds) - set(order))
    for name in order:
        by_folder: dict[str, list[str]] = {}
        for file in index.rounds.get(name, ()):
            folder, _, stem = file.rpartition("/")
            by_folder.setdefault(folder, []).append(stem.removesuffix(".round"))
        if by_folder:
            told = "; ".join(f"{code(folder)}: {', '.join(stems)}" for folder, stems in by_folder.items())
            lines.append(f"- **{name}** – {told}")
    return [*lines, ""]
